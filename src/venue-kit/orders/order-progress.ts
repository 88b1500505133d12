import type { Order, OrderStatus } from '../../api/models/models.js'
import { isEnded } from '../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import { knowsMember, listUnknownMembers } from '../../api/values/unknown-members.js'
import { complementPrice, omitUndefined } from '../unify/unified-market.js'

/** Ranks of order statuses. An order only moves to a higher rank, because rows and frames of a venue may arrive late. */
const ranks: Readonly<Record<OrderStatus, number>> = {
  pending: 0,
  open: 1,
  filled: 2,
  canceled: 2,
  rejected: 2,
}

/** The market of an order whose market the venue does not show (api/models/models.ts, `Order`). */
const UNKNOWN = 'unknown'

/** Whether the venue reported a member, so that it is not in `metadata.unknown`. */
function knows(order: Order, member: keyof Order): boolean {
  return order[member] !== undefined && knowsMember(order, member)
}

/**
 * Merges a later row or frame into a known order. Members that the newer row lacks are unchanged, fills are kept, and an
 * ended order keeps its status. Fills that an ended order lacked are taken from a later row that shows an end. Only a
 * failed settlement removes fills.
 * @returns undefined if the later row has nothing new
 */
export function mergeOrder(before: Order, shown: Order): Order | undefined {
  if (isTakenBack(before, shown))
    return shown.marketId === UNKNOWN ? named(before, shown) : sameSide(before, shown)
  const status = statusAfter(before, shown)
  if (status === undefined) return undefined
  const own = sameSide(before, named(before, { ...shown, status }))
  const merged = withFilled(before, completed(before, own))
  return isSame(before, merged) ? undefined : merged
}

/**
 * Whether an order's fills were reversed because their settlement failed (Limitless `FAILED`, Opinion status 5). No row of an
 * order is rejected before it is filled, so such a row is not an older row.
 */
export function isTakenBack(before: Order, shown: Order): boolean {
  return before.status === 'filled' && shown.status === 'rejected' && knows(shown, 'filled')
}

/** Whether a row shows the fills of an order from before its settlement failed. Lists lag behind. */
function isBeforeFailure(before: Order, shown: Order): boolean {
  return before.status === 'rejected' && knows(before, 'filled') && shown.status === 'filled'
}

/** Whether the newer row shows more fills than the older row, or fills that were not known before. */
export function hasMoreFills(before: Order, shown: Order): boolean {
  return knows(shown, 'filled') && (!knows(before, 'filled') || shown.filled > before.filled)
}

/** @returns undefined if the newer one is older than the known status */
function statusAfter(before: Order, shown: Order): OrderStatus | undefined {
  if (shown.status === before.status) return shown.status
  if (isBeforeFailure(before, shown)) return undefined
  // A row that shows the order as open is older than its end, and its later fills may be missing.
  if (isEnded(before)) return isEnded(shown) && hasMoreFills(before, shown) ? before.status : undefined
  if (ranks[shown.status] >= ranks[before.status]) return shown.status
  return hasMoreFills(before, shown) ? before.status : undefined
}

/** A response to a cancel may contain only an id. */
function named({ marketId, outcomeId }: Order, shown: Order): Order {
  if (shown.marketId !== UNKNOWN) return shown
  return { ...shown, marketId, ...(shown.outcomeId === UNKNOWN ? { outcomeId } : {}) }
}

/** A venue that nets positions may show a sale of YES as a purchase of NO. In that case, the known side remains. */
function sameSide({ marketId, outcomeId, side }: Order, shown: Order): Order {
  const isMirrored = shown.marketId === marketId && shown.outcomeId !== outcomeId && shown.side !== side
  if (!isMirrored) return shown
  const { price } = shown
  return { ...shown, outcomeId, side, ...(price === undefined ? {} : { price: complementPrice(price) }) }
}

/**
 * Returns the newer order, completed with members of the older one that it lacks. If an end has no filled amount, that amount is
 * unknown, because a fill just before the end may be missing.
 */
function completed(before: Order, shown: Order): Order {
  const hasEnded = isEnded(shown) && !isEnded(before)
  const missing = (Object.keys(before) as (keyof Order)[]).filter(
    (member) =>
      member !== 'metadata' &&
      !(hasEnded && (member === 'filled' || member === 'remaining')) &&
      !knows(shown, member) &&
      knows(before, member),
  )
  if (missing.length === 0) return shown
  const { unknown: _named, ...facts } = shown.metadata ?? {}
  const unknown = listUnknownMembers(shown).filter((member) => !missing.some((one) => one === member))
  const metadata = unknown.length === 0 ? facts : { ...facts, unknown }
  return omitUndefined<Order>({
    ...shown,
    ...Object.fromEntries(missing.map((member) => [member, before[member]])),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  } as Order)
}

function withFilled(before: Order, shown: Order): Order {
  if (!knows(before, 'filled') || before.filled <= shown.filled) return shown
  const { filled } = before
  if (!knows(shown, 'amount')) return { ...shown, filled }
  return {
    ...shown,
    filled,
    remaining: Math.max(0, toNumber(subtractDecimals(decimalOf(shown.amount), decimalOf(filled)))),
  }
}

const compared = ['status', 'filled', 'remaining', 'amount', 'price', 'side', 'outcomeId', 'fee'] as const

function isSame(a: Order, b: Order): boolean {
  return compared.every((member) => a[member] === b[member] && knows(a, member) === knows(b, member))
}
