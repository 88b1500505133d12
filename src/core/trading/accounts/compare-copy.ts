import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { PlacedRecord } from '../records/present-state.js'
import { CLOCK_SLACK_MS } from '../records/reconcile-order.js'
import { mayBe, SLACK } from './order-candidates.js'

/** Relative rounding difference of the contracts bought for an amount of money. */
const SPEND_SLACK = 0.01

/** `maybe` if a decisive member is unknown. */
type CopyVerdict = 'copy' | 'maybe' | 'other'

/** Compares a venue order with a possible second copy of a row's order, which has filled or may fill. */
export function compareCopy(order: Order, row: PlacedRecord): CopyVerdict {
  const knows = (member: string): boolean => knowsMember(order, member)
  const { terms } = row
  if (knows('filled') && order.filled <= 0 && isEnded(order)) return 'other'
  const isPlace = order.marketId !== 'unknown' && order.outcomeId !== 'unknown'
  // The direction depends on the outcome.
  const isDirected = isPlace && knows('side')
  if (order.marketId !== 'unknown' && order.marketId !== terms.marketId) return 'other'
  if (isDirected && !mayBe(order, row)) return 'other'
  if (knows('timestamp') && !isOfMinute(order, row)) return 'other'
  const size = knows('amount') ? compareSize(order, row) : 'maybe'
  const price = isDirected ? comparePrice(order, row) : 'maybe'
  if (size === 'other' || price === 'other') return 'other'
  const isKnown = isDirected && ['amount', 'filled', 'timestamp'].every(knows)
  return isKnown && size === 'copy' && price === 'copy' ? 'copy' : 'maybe'
}

/** Whether an order's time matches that of a row's order, which may have been sent again. */
function isOfMinute({ timestamp }: Order, { at, sentAgainAt = at }: PlacedRecord): boolean {
  return [at, sentAgainAt].some((sent) => Math.abs(timestamp - sent) <= CLOCK_SLACK_MS)
}

function compareSize({ amount, price }: Order, { terms }: PlacedRecord): CopyVerdict {
  const wanted = Number(terms.amount)
  if (terms.spend === undefined)
    return Math.abs(amount - wanted) <= SLACK * Math.max(1, wanted) ? 'copy' : 'other'
  if (price === undefined) return 'maybe'
  return amount * price <= Number(terms.spend) * (1 + SPEND_SLACK) ? 'copy' : 'other'
}

/**
 * For market orders that are sent as limit orders, venues show the worst price. For market orders they show an average, or no
 * price.
 */
function comparePrice(order: Order, { terms }: PlacedRecord): CopyVerdict {
  const { price, type, outcomeId } = order
  if (type === 'market' || terms.spend !== undefined) return 'copy'
  if (price === undefined) return 'maybe'
  const own = outcomeId === terms.outcomeId ? price : 1 - price
  if (Math.abs(own - Number(terms.price)) <= SLACK) return 'copy'
  return knowsMember(order, 'type') ? 'other' : 'maybe'
}
