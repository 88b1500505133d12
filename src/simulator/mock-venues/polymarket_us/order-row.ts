import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, divideAmounts, numberOf, toFixedText } from '../../paper-trading/state/amount.js'
import type { PaperFill, PaperOrder, PaperTimeInForce } from '../../paper-trading/state/types.js'
import { slugOf, toMarketMetadata } from './instruments.js'
import { type Native, toNanoIso } from './native-market.js'
import type { ParsedOrder } from './order-body.js'
import { toLongPrice } from './paper.js'

/** Renders an amount such as `{"value":"0.5550","currency":"USD"}`. */
export function dollarsOf(amount: Amount): Native {
  return { value: toFixedText(amount, 4), currency: 'USD' }
}

/** Renders an order. @param state a state that overrides the current one */
export function orderRow(context: MockContext, order: PaperOrder, state = stateOf(order)): Native {
  const { id, side, action, price, size, filled, remaining, native } = order
  const isBid = (action === 'buy') === (side === 'yes')
  const isMarket = isMarketOrder(order)
  const cash = native['cash']
  return {
    ...(id === '' ? {} : { id }),
    marketSlug: slugOf(context, order),
    side: isBid ? 'ORDER_SIDE_BUY' : 'ORDER_SIDE_SELL',
    type: isMarket ? 'ORDER_TYPE_MARKET' : 'ORDER_TYPE_LIMIT',
    price: isMarket || price === undefined ? null : dollarsOf(toLongPrice(side, price)),
    quantity: numberOf(size),
    cumQuantity: numberOf(filled),
    leavesQuantity: numberOf(remaining),
    tif: forceOf(order),
    goodTillTime: order.expiresAt === undefined ? null : toNanoIso(order.expiresAt),
    intent: intentOf(order),
    outcomeSide: side === 'yes' ? 'OUTCOME_SIDE_YES' : 'OUTCOME_SIDE_NO',
    action: action === 'buy' ? 'ORDER_ACTION_BUY' : 'ORDER_ACTION_SELL',
    marketMetadata: toMarketMetadata(context, order),
    state,
    avgPx:
      filled === 0n
        ? null
        : dollarsOf(toLongPrice(side, divideAmounts(order.takerValue + order.makerValue, filled))),
    cashOrderQty: typeof cash === 'string' ? { value: cash, currency: 'USD' } : null,
    // Updated when the order was replaced.
    insertTime: toNanoIso(order.change === 'amended' ? order.updatedAt : order.createdAt),
    createTime: toNanoIso(order.createdAt),
    commissionNotionalTotalCollected: dollarsOf(order.takerFees + order.makerFees - order.makerRebates),
    commissionsBasisPoints: '0',
    makerCommissionsBasisPoints: '0',
  }
}

/** Returns the time in force of the order as sent, unless it was changed since. */
function forceOf({ native, expiresAt, timeInForce }: PaperOrder): unknown {
  const { tif } = native
  if (expiresAt !== undefined) return TILL_DATE
  return tif === undefined || tif === TILL_DATE ? forces[timeInForce] : tif
}

const TILL_DATE = 'TIME_IN_FORCE_GOOD_TILL_DATE'

/** Returns the exchange's single word for side and action. */
export function intentOf({ side, action }: ParsedOrder): string {
  return `ORDER_INTENT_${action === 'buy' ? 'BUY' : 'SELL'}_${side === 'yes' ? 'LONG' : 'SHORT'}`
}

function isMarketOrder({ price, native }: PaperOrder): boolean {
  return native['type'] === 'ORDER_TYPE_MARKET' || price === undefined
}

function stateOf(order: PaperOrder): string {
  const { status, ending, filled } = order
  if (status === 'open') return filled === 0n ? 'ORDER_STATE_NEW' : 'ORDER_STATE_PARTIALLY_FILLED'
  if (status === 'filled') return 'ORDER_STATE_FILLED'
  if (isUnmetMarketOrder(order)) return 'ORDER_STATE_REJECTED'
  return ending === 'expired' ? 'ORDER_STATE_EXPIRED' : 'ORDER_STATE_CANCELED'
}

function isUnmetMarketOrder(order: PaperOrder): boolean {
  return isMarketOrder(order) && order.ending === 'not_filled' && order.filled === 0n
}

const forces: Readonly<Record<PaperTimeInForce, string>> = {
  gtc: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
  ioc: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
  fok: 'TIME_IN_FORCE_FILL_OR_KILL',
}

/** Returns the events of an order on arrival, in the order of time. */
export function executionsOf(
  context: MockContext,
  order: PaperOrder,
  fills: readonly PaperFill[],
): readonly Native[] {
  const rows = fills.map((fill, index) =>
    toFillRow(context, order, fill, order.status === 'filled' && index === fills.length - 1),
  )
  if (order.status === 'filled') return rows
  if (order.status === 'open') return [toEventRow(context, order, 'NEW'), ...rows]
  return [...rows, endRow(context, order)]
}

/** Renders the end of an order before it was filled. */
export function endRow(context: MockContext, order: PaperOrder): Native {
  if (!isUnmetMarketOrder(order))
    return toEventRow(context, order, order.ending === 'expired' ? 'EXPIRED' : 'CANCELED')
  return {
    ...toEventRow(context, order, 'REJECTED'),
    orderRejectReason: 'ORD_REJECT_REASON_NO_LIQUIDITY',
  }
}

/** Renders a fill. @param isLast whether it completed the order */
export function toFillRow(context: MockContext, order: PaperOrder, fill: PaperFill, isLast: boolean): Native {
  return {
    ...toEventRow(context, order, isLast ? 'FILL' : 'PARTIAL_FILL'),
    id: fill.id,
    lastShares: toFixedText(fill.size, 4),
    lastPx: dollarsOf(toLongPrice(fill.order.side, fill.price)),
    // Fills have the exchange's first reject reason, too.
    orderRejectReason: 'ORD_REJECT_REASON_EXCHANGE_OPTION',
    transactTime: toNanoIso(fill.at),
    tradeId: fill.id,
    aggressor: fill.liquidity === 'taker',
    commissionNotionalCollected: dollarsOf(fill.fee),
  }
}

/** Renders an event of an order other than a fill. */
export function toEventRow(context: MockContext, order: PaperOrder, type: string): Native {
  return {
    id: `${order.id}-${type.toLowerCase()}`,
    order: orderRow(context, order, type === 'REJECTED' ? 'ORDER_STATE_REJECTED' : undefined),
    type: `EXECUTION_TYPE_${type}`,
    transactTime: toNanoIso(order.updatedAt),
  }
}
