import { PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import { DeadlineExceeded } from '../policy/abort.js'
import { type Batching, type BatchingDeps, createBatching } from '../policy/batching.js'
import type { Permit } from './budget.js'
import type { CallEndpoint } from './call.js'
import type { Transport } from './transport.js'

/** Items that may wait to be asked for, of all venues. */
const MAX_WAITING = 10_000

type Asking<Item, Value> = Pick<
  BatchingDeps<Item, Value, Permit>,
  'clock' | 'kindOf' | 'keyOf' | 'fits' | 'one' | 'many'
>

/** Whose call for several items it is, and what that spends. */
export interface CallItem {
  readonly venue: { readonly id: SourceId }
  readonly place: CallEndpoint
}

export interface JoinedCallsDeps<Item extends CallItem, Value> extends Asking<Item, Value> {
  readonly reserve: Transport['reserve']
  /** Longest wait for leave to call, ms. */
  readonly allowedMs: number
}

/** What is asked of venues one by one, in as few calls as their limits and their routes for several allow. */
export function createJoinedCalls<Item extends CallItem, Value>({
  reserve,
  allowedMs,
  ...asking
}: JoinedCallsDeps<Item, Value>): Batching<Item, Value> {
  return createBatching<Item, Value, Permit>({
    ...asking,
    maxWaiting: MAX_WAITING,
    admit(first, shared) {
      const { venue, place } = first
      // All who wait for a call have one turn together.
      const caller = { client: `${asking.kindOf(first)} together`, work: '' }
      return reserve(venue.id, place, { ...shared, caller, maxWaitMs: allowedMs })
    },
    isOffence: mayLieInOneItem,
    tooMany: (item) => tooManyWait(item.venue.id),
  })
}

/** What a venue refuses to anybody, whatever he asks for. */
const refusals = ['AUTHENTICATION_ERROR', 'PERMISSION_DENIED', 'NOT_SUPPORTED', 'NETWORK_ERROR']

/** Whether a call for several items may have failed for one of them: a question or an answer that cannot be right. */
function mayLieInOneItem(error: unknown): boolean {
  if (error instanceof DeadlineExceeded) return false
  if (!(error instanceof PmxError)) return true
  if (error.retryable) return error.detail?.['upstreamStatus'] === 500
  return !refusals.includes(error.code)
}

function tooManyWait(venue: SourceId): PmxError {
  return new PmxError(
    'RATE_LIMIT_EXCEEDED',
    `Too much waits to be asked of ${venue}. Ask for less at once.`,
    {
      exchange: venue,
      retryAfter: 1,
      detail: { kind: 'local_budget' },
    },
  )
}
