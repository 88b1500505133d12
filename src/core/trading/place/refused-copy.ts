import { type ErrorCode, PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { OrderIntent } from '../../../orders/journal.js'
import type { OrderSource } from '../../../venue-kit/contract/trading.js'
import type { Job } from '../../request/api-call.js'
import { type Candidate, findCandidates } from '../accounts/order-candidates.js'
import type { OrderContext } from '../context/order-context.js'
import { isOrderOf } from '../records/reconcile-order.js'
import type { ReadyOrder } from '../request/built-orders.js'

/** Refusals that an order may cause for its own copy: it has taken the funds, the contracts or the rest of the book. */
const CAUSED_BY_A_COPY: ReadonlySet<ErrorCode> = new Set([
  'INSUFFICIENT_FUNDS',
  'INVALID_ORDER',
  'NO_LIQUIDITY',
])

/** Times of venues may have whole seconds only, and the time of a new row follows from such a time. */
const ROUNDING_MS = 2_000

/** Newest pages of each list that are read. An order that was just placed is on the first one. */
const MAX_PAGES = 2

/** What the venue shows of an order that it refused. */
export type RefusedCopy =
  /** Nothing: the refusal stands. */
  | { readonly kind: 'none' }
  /** The order, by its name. */
  | { readonly kind: 'order'; readonly order: Order }
  /** An order that may be it, or the lists could not be read. */
  | { readonly kind: 'unknown'; readonly because: string }

/**
 * Looks for an order that the venue refused, once. A server in between may have sent the order twice. The first copy was then
 * placed, and the refusal concerns the second one. An order without a name is compared by market, side, price, size and time.
 */
export async function findRefusedCopy(
  thrown: unknown,
  { source, native, terms }: Pick<ReadyOrder, 'native' | 'terms'> & { readonly source: OrderSource },
  intent: OrderIntent,
  job: Job,
  { ledger }: Pick<OrderContext, 'ledger'>,
): Promise<RefusedCopy> {
  const isCaused = thrown instanceof PmxError && CAUSED_BY_A_COPY.has(thrown.code)
  if (!isCaused || intent.edits !== undefined) return { kind: 'none' }
  const { venue, ctx } = job
  const earliest = intent.at - ROUNDING_MS
  try {
    if (native.handle !== undefined) {
      const order = await source.find?.(native.handle, terms, intent.at, ctx)
      return order !== undefined && isOrderOf(terms, order) && isSince(order, earliest)
        ? { kind: 'order', order }
        : { kind: 'none' }
    }
    const isClaimed = (orderId: string): boolean =>
      ledger.claimedBy(venue.id, intent.account, orderId) !== undefined
    const found = await findCandidates(intent, venue.account ?? {}, ctx, isClaimed, MAX_PAGES)
    const one = found.find(({ timestamp }) => timestamp === undefined || timestamp >= earliest)
    return one === undefined ? { kind: 'none' } : { kind: 'unknown', because: describe(one) }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return { kind: 'unknown', because: `Your orders could not be read: ${error.message}` }
  }
}

/** Whether an order is no older than the one that was sent: a name may be that of an earlier order. */
function isSince(order: Order, earliest: number): boolean {
  return !listUnknownMembers(order).includes('timestamp') && order.timestamp >= earliest
}

function describe({ from, orderId }: Candidate): string {
  const named = orderId === undefined ? 'one that' : `the order ${orderId}, which`
  return `A server in between may have sent it twice, because your ${from} show ${named} has the same market, side, price, size and time.`
}
