import type { Shared } from '../policy/batching.js'
import type { Permit } from '../transport/permit.js'
import type { Secrets } from '../venue-kit/secrets.js'
import type { Venue } from '../venue-kit/venue.js'
import { REQUEST_ALLOWED_MS } from './call.js'
import type { Contexts, OpenContext } from './context.js'

/** What is asked of a venue beside what others ask for. */
export interface JoinedItem {
  readonly venue: Venue
  readonly secrets: Secrets
  /** Told how many venue calls it took. */
  onSent(calls: number): void
}

/** Asks in a context of its own, which ends with the last who waits for it; the calls are told to the item's asker. */
export async function withinJoined<Value>(
  contexts: Contexts,
  { venue, secrets, onSent }: JoinedItem,
  permit: Permit,
  { signal, urgency }: Shared,
  ask: (ctx: OpenContext) => Promise<Value>,
): Promise<Value> {
  const allowedMs = REQUEST_ALLOWED_MS
  const ctx = contexts.open(venue, { signal, priority: urgency, allowedMs, secrets, permit })
  try {
    return await ask(ctx)
  } finally {
    onSent(ctx.upstreamCalls)
    ctx.release()
  }
}
