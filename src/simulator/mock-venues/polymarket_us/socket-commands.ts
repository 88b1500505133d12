import { objectIn } from '../../http/parse-frame.js'

/** Commands of clients on either socket (README.md, "Sockets"). */

export interface Subscribe {
  readonly requestId: string
  readonly subscriptionType: string
  /** Undefined when the frame names none. */
  readonly marketSlugs: readonly string[] | undefined
}

export interface Command {
  readonly subscribe?: Subscribe
  /** The request id of the subscription to end. */
  readonly unsubscribe?: string
}

/** Heartbeat interval of a socket; the venue does not document it. */
export const HEARTBEAT_MS = 5_000
export const HEARTBEAT = JSON.stringify({ heartbeat: {} })
export const MAX_MARKETS = 100

/** Returns the command in a frame. Empty if there is none. */
export function commandIn(frame: string): Command {
  const { subscribe, unsubscribe }: Partial<Record<string, unknown>> = objectIn(frame) ?? {}
  const { requestId: ended } = Object(unsubscribe) as Record<string, unknown>
  const { requestId, subscriptionType, marketSlugs } = Object(subscribe) as Record<string, unknown>
  const slugs = Array.isArray(marketSlugs) ? marketSlugs.map(String) : undefined
  return {
    ...(typeof ended === 'string' ? { unsubscribe: ended } : {}),
    ...(typeof requestId === 'string' && typeof subscriptionType === 'string'
      ? { subscribe: { requestId, subscriptionType, marketSlugs: slugs } }
      : {}),
  }
}
