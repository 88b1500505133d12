import { PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import { DeadlineExceeded } from '../policy/abort.js'
import { type Batching, type BatchingDeps, createBatching } from '../policy/batching.js'
import type { Permit } from './budget.js'
import type { CallEndpoint } from './call-types.js'
import type { Transport } from './transport.js'

/** Maximum number of waiting items for all venues. */
const MAX_WAITING = 10_000

type Asking<Item, Value> = Pick<
  BatchingDeps<Item, Value, Permit>,
  'clock' | 'kindOf' | 'keyOf' | 'fits' | 'one' | 'many'
>

/** An item's venue and endpoint. */
export interface CallItem {
  readonly venue: { readonly id: SourceId }
  readonly place: CallEndpoint
}

export interface JoinedCallsDeps<Item extends CallItem, Value> extends Asking<Item, Value> {
  readonly reserve: Transport['reserve']
  /** Maximum wait for permission to call, ms. */
  readonly allowedMs: number
}

/** Combines single requests to venues into as few calls as limits and batch routes allow. */
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
      // All items that wait for a call share one turn.
      const caller = { client: `${asking.kindOf(first)} together`, work: '' }
      return reserve(venue.id, place, { ...shared, caller, maxWaitMs: allowedMs })
    },
    isOffence: mayLieInOneItem,
    tooMany: (item) => tooManyWait(item.venue.id),
  })
}

/** Errors that do not depend on the requested item. */
const refusals = ['AUTHENTICATION_ERROR', 'PERMISSION_DENIED', 'NOT_SUPPORTED', 'NETWORK_ERROR']

/** Whether one item may have caused the failure of a batch call: an invalid request or an invalid response. */
function mayLieInOneItem(error: unknown): boolean {
  if (error instanceof DeadlineExceeded) return false
  if (!(error instanceof PmxError)) return true
  if (error.retryable) return error.detail?.['upstreamStatus'] === 500
  return !refusals.includes(error.code)
}

function tooManyWait(venue: SourceId): PmxError {
  return new PmxError(
    'RATE_LIMIT_EXCEEDED',
    `Too many calls are waiting for ${venue}. Send fewer requests at a time.`,
    {
      exchange: venue,
      retryAfter: 1,
      detail: { kind: 'local_budget' },
    },
  )
}
