import { type ErrorCode, messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { JournalRow, OrderIntent } from '../../../orders/journal.js'
import type { OrderHandle, OrderSource } from '../../../venue-kit/contract/trading.js'
import { isLoginEnded } from '../../../venue-kit/orders/ended-login.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import type { Job } from '../../request/api-call.js'
import {
  type Candidate,
  candidatesIn,
  type MarketLists,
  readMarketLists,
  SLACK,
} from '../accounts/order-candidates.js'
import type { OrderContext } from '../context/order-context.js'
import { CLOCK_SLACK_MS, isOlder, isOrderOf, isUnlisted } from '../records/reconcile-order.js'
import type { ReadyOrder } from '../request/built-orders.js'
import { isDuplicate, isEarlierCallLikely } from './unknown-outcome.js'

/** Refusals of the credentials. A venue that also refuses the lookup with one accepted no copy either. */
const ABOUT_CREDENTIALS: ReadonlySet<ErrorCode> = new Set(['AUTHENTICATION_ERROR', 'PERMISSION_DENIED'])

/**
 * Refusals that do not apply to every copy of an order. The first copy may have taken the funds, the contracts, the rest of the
 * book or the calls, and the signature or the login of a later copy may have expired. `BAD_REQUEST` is also the code of
 * undocumented refusals. An order without a name is not looked for after others.
 */
const MAY_SPARE_A_COPY: ReadonlySet<ErrorCode> = new Set([
  ...ABOUT_CREDENTIALS,
  'INSUFFICIENT_FUNDS',
  'INVALID_ORDER',
  'NO_LIQUIDITY',
  'RATE_LIMIT_EXCEEDED',
  'BAD_REQUEST',
])

/** Newest pages of each list that are read. An order that was just placed is on the first one. */
const MAX_PAGES = 2

/** The venue's information about an order that it refused. */
export type RefusedCopy =
  /** Nothing, so the refusal applies. */
  | { readonly kind: 'none' }
  /** The order, by its name. */
  | { readonly kind: 'order'; readonly order: Order }
  /** An order that may be the refused one, or lists that could not be read. */
  | { readonly kind: 'unknown'; readonly because: string }

type Refused = Pick<ReadyOrder, 'native' | 'terms'> & { readonly source: OrderSource }

/** Reads the lists in which orders without a name are looked up. */
export type ReadLists = (intent: OrderIntent) => Promise<MarketLists>

/** Returns a reader that reads the lists of each market once, for the orders of one call. */
export function createListReader({ venue, ctx }: Job): ReadLists {
  const byMarket = new Map<string, Promise<MarketLists>>()
  return (intent) => {
    const { marketId } = intent.terms
    const lists = byMarket.get(marketId) ?? readMarketLists(intent, venue.account ?? {}, ctx, MAX_PAGES)
    byMarket.set(marketId, lists)
    return lists
  }
}

const NOT_SHOWN = 'The venue has already received this call, and does not show its result yet.'

const NOT_LISTED =
  'The login had ended, but an earlier copy of the call may have been executed. The venue may not list orders that do not rest in the book.'

const AS_BEFORE =
  'The venue shows the order with this price and amount, but may not show its last change yet. The order also had this price and amount before that change.'

/**
 * Looks for an order that the venue refused, once. An intermediate server may have sent the order twice. The first copy
 * was then placed, and the refusal applies to the second copy. The same is true for changes to an order. An order without
 * a name is compared by market, side, price, size and time.
 */
export async function findRefusedCopy(
  thrown: unknown,
  refused: Refused,
  intent: OrderIntent,
  job: Job,
  { ledger }: Pick<OrderContext, 'ledger'>,
  readLists: ReadLists = createListReader(job),
): Promise<RefusedCopy> {
  const { source, native, terms } = refused
  let isUnlistedOrder = false
  // A pause of the venue is not caused by a copy.
  const isPause = thrown instanceof PmxError && thrown.code === 'EXCHANGE_NOT_AVAILABLE'
  if (isPause && !isEarlierCallLikely(thrown)) return { kind: 'none' }
  try {
    if (native.handle !== undefined && source.find !== undefined) {
      const until = ledger.mayShowEarlier(intent, 0) ? await source.listedUntil?.(job.ctx) : undefined
      const found = await source.find(native.handle, terms, intent.at, job.ctx).catch(toUnlisted)
      if (found !== 'unlisted') {
        const isShown = found !== undefined && isOrderOf(terms, found)
        const isMaybeOlder = isShown && ledger.mayShowEarlier(intent, until)
        return isMaybeOlder
          ? { kind: 'unknown', because: AS_BEFORE }
          : judge(found, native.handle, intent, thrown)
      }
      if (isEarlierCallLikely(thrown)) return { kind: 'unknown', because: NOT_SHOWN }
      // The venue lists orders that rest or are filled. What remains is an immediate order that was filled in part.
      if (mayRest(terms)) return { kind: 'none' }
      isUnlistedOrder = true
    } else if (!maySpareACopy(thrown)) return { kind: 'none' }
    const isClaimed = (orderId: string): boolean =>
      ledger.claimedBy(job.venue.id, intent.account, orderId) !== undefined
    const young = candidatesIn(await readLists(intent), intent, isClaimed).filter(
      ({ timestamp = intent.at }) => timestamp >= intent.at - CLOCK_SLACK_MS,
    )
    const one = findUnexplained(young, () => ledger.placed(job.venue.id, intent.account), intent)
    if (one !== undefined) return { kind: 'unknown', because: describe(one) }
    // It would be sent again.
    if (isUnlistedOrder && isLoginEnded(thrown)) return { kind: 'unknown', because: NOT_LISTED }
    return { kind: 'none' }
  } catch (error) {
    if (isSameRefusal(error, thrown)) return { kind: 'none' }
    return { kind: 'unknown', because: `Your orders could not be read: ${messageOf(error)}` }
  }
}

/**
 * Returns a candidate that does not belong to an order in the journal. Fills of some venues do not name their order: they are
 * explained if the orders of the journal in this market and direction can have as many contracts filled.
 */
function findUnexplained(
  candidates: readonly Candidate[],
  readPlaced: () => readonly JournalRow[],
  { terms, at }: OrderIntent,
): Candidate | undefined {
  const named = candidates.find(({ orderId }) => orderId !== undefined)
  const fills = candidates.filter(({ orderId }) => orderId === undefined)
  if (named !== undefined || fills.length === 0) return named
  const most = readPlaced().reduce((sum, row) => {
    const isSameDirection = (row.terms.outcomeId === terms.outcomeId) === (row.terms.side === terms.side)
    if (row.terms.marketId !== terms.marketId || !isSameDirection) return sum
    return sum + mostFilledSince(row, at - CLOCK_SLACK_MS)
  }, 0)
  const filled = fills.reduce((sum, { amount }) => sum + amount, 0)
  return filled > most * (1 + SLACK) ? fills[0] : undefined
}

/** Returns the contracts of an order that can have been filled since a time, epoch ms. */
function mostFilledSince({ at, terms, outcome }: JournalRow, since: number): number {
  if (outcome.state !== 'placed') return 0
  const { order } = outcome
  const hasEnded = order.status === 'filled' || order.status === 'canceled'
  if (!hasEnded || listUnknownMembers(order).includes('filled')) return Number(terms.amount)
  return at >= since ? order.filled : 0
}

function maySpareACopy(thrown: unknown): boolean {
  return isEarlierCallLikely(thrown) || (thrown instanceof PmxError && MAY_SPARE_A_COPY.has(thrown.code))
}

/** Whether the venue refuses the credentials of the lookup as it refused those of the order. */
function isSameRefusal(error: unknown, thrown: unknown): boolean {
  if (!(error instanceof PmxError && thrown instanceof PmxError) || isEarlierCallLikely(thrown)) return false
  return error.code === thrown.code && ABOUT_CREDENTIALS.has(error.code)
}

/** @throws the failure of the lookup */
function toUnlisted(error: unknown): 'unlisted' {
  if (isUnlisted(error)) return 'unlisted'
  throw error
}

/** Decides according to the order that the venue shows under a refused order's name. */
function judge(
  order: Order | undefined,
  { by }: OrderHandle,
  { terms, at, key, edits }: OrderIntent,
  thrown: unknown,
): RefusedCopy {
  const isSeenBefore = isEarlierCallLikely(thrown)
  // Lists lag, so that an order that is not shown may be this one.
  if (order === undefined) return isSeenBefore ? { kind: 'unknown', because: NOT_SHOWN } : { kind: 'none' }
  const isCallersName = by === 'clientOrderId' && key !== undefined
  if (isOrderOf(terms, order)) {
    if (!isCallersName || isSeenBefore || isSince(order, at)) return { kind: 'order', order }
    const because = `The venue shows the order ${order.id} with this name. It may be an earlier order.`
    return { kind: 'unknown', because }
  }
  // The order does not have the requested change.
  if (edits !== undefined) return isSeenBefore ? { kind: 'unknown', because: NOT_SHOWN } : { kind: 'none' }
  const isOther =
    isDuplicate(thrown) || isCallersName || order.marketId !== terms.marketId || isOlder(order, at)
  if (isOther) return { kind: 'none' }
  return {
    kind: 'unknown',
    because: `The venue shows the order ${order.id} with this name, but with different terms.`,
  }
}

/** Whether an order is no older than the one that was sent: a caller may have used the name before. */
function isSince(order: Order, at: number): boolean {
  return !listUnknownMembers(order).includes('timestamp') && !isOlder(order, at)
}

function describe({ from, orderId }: Candidate): string {
  const named = orderId === undefined ? 'one that' : `the order ${orderId}, which`
  return `An intermediate server may have sent it twice, because your ${from} show ${named} has the same market, side, price, size and time.`
}
