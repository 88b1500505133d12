import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { JournalRow } from '../../../orders/journal.js'

/**
 * Returns an open order with the price and the amount of its last change, and the fills of the shown row. The row may be
 * older than that change. An ended order is newer, because orders do not change after they have ended.
 * @param row the row of the change, which the venue accepted
 * @param shown the order as its caller requested it
 * @returns `shown` itself if the row agrees with the change
 */
export function withChange({ edits, outcome }: Pick<JournalRow, 'edits' | 'outcome'>, shown: Order): Order {
  if (edits === undefined || outcome.state !== 'placed' || outcome.order.id !== shown.id) return shown
  const { order } = outcome
  const isAmountKnown = knowsMember(order, 'amount')
  const price = order.price ?? shown.price
  const amount = isAmountKnown ? order.amount : shown.amount
  if (isEnded(shown) || (price === shown.price && amount === shown.amount)) return shown
  const { filled } = shown
  const isLeftKnown = knowsMember(shown, 'filled') && (isAmountKnown || knowsMember(shown, 'amount'))
  const remaining = isLeftKnown
    ? Math.max(0, toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled))))
    : shown.remaining
  return { ...shown, ...(price === undefined ? {} : { price }), amount, remaining }
}
