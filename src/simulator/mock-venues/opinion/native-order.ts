import { hashText } from '../../../effects/random.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, amountOf, ONE, toAmountText, toFixedText } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill, PaperOrder } from '../../paper-trading/state/types.js'
import { hexOf, uuidOf } from '../../world/common/hash.js'
import { profitsOf } from './holdings.js'
import { CHAIN_ID, factsOfSide, type Native, QUOTE_TOKEN } from './market.js'
import { filledOf, isSettled, moneyOf, sharesOf } from './settlement.js'

/** Orders and trades of an account (README.md, "Orders" and "Trades"). */

export const sides = { buy: { side: 1, sideEnum: 'Buy' }, sell: { side: 2, sideEnum: 'Sell' } } as const

const states = {
  pending: { status: 1, statusEnum: 'Pending' },
  finished: { status: 2, statusEnum: 'Finished' },
  canceled: { status: 3, statusEnum: 'Canceled' },
  expired: { status: 4, statusEnum: 'Expired' },
} as const

/** The status number of an order, and its word. */
export type OrderState = (typeof states)[keyof typeof states]

/**
 * Whether an order ended as matched. That includes an order that took all available liquidity on arrival, of any
 * amount.
 */
export function isMatched({ status, ending, filled }: PaperOrder): boolean {
  return status === 'filled' || (ending === 'not_filled' && filled > 0n)
}

/** Returns the status. @param isAllSettled whether all matches of the order are settled; until then it is pending */
export function orderState(order: PaperOrder, isAllSettled: boolean): OrderState {
  if (order.status === 'open' || !isAllSettled) return states.pending
  if (isMatched(order)) return states.finished
  return order.ending === 'expired' ? states.expired : states.canceled
}

/** Returns a lookup of an account's fills by order id, newest first. */
export function groupFillsByOrder(account: PaperAccount): (orderId: string) => readonly PaperFill[] {
  const byOrder = new Map<string, PaperFill[]>()
  for (const fill of account.fills()) {
    const known = byOrder.get(fill.order.id)
    if (known === undefined) byOrder.set(fill.order.id, [fill])
    else known.push(fill)
  }
  return (orderId) => byOrder.get(orderId) ?? []
}

/** Renders an order. @param fills those of the order @param trades rows of its trades; recorded lists lack them */
export function orderRow(
  context: MockContext,
  order: PaperOrder,
  fills: readonly PaperFill[],
  trades: readonly Native[] = [],
): Native {
  const { market, side, action, createdAt, expiresAt } = order
  const settled = fills.filter((fill) => isSettled(context, fill))
  return {
    ...factsOfSide(context, { market, side }),
    ...sides[action],
    ...orderState(order, settled.length === fills.length),
    createdAt: Math.floor(createdAt / 1000),
    expiresAt: expiresAt === undefined ? 0 : Math.floor(expiresAt / 1000),
    ...filledOf(settled),
    orderId: order.id,
    postOnly: order.postOnly,
    profit: '',
    trades,
    tradingUnit: 1,
    tradingUnitEnum: 'quote',
    transNo: order.id,
    // The members as sent, and derived ones: price, tradingMethod, orderShares, orderAmount.
    ...order.native,
    orderAmount: toLongText(order.native['orderAmount']),
  }
}

/** Renders a placed order in its response, which was recorded with the shortest decimals. */
export function toCreatedRow(context: MockContext, order: PaperOrder, fills: readonly PaperFill[]): Native {
  const settled = fills.filter((fill) => isSettled(context, fill))
  return {
    ...orderRow(context, order, fills),
    ...order.native,
    ...filledOf(settled, toAmountText),
    profit: '0',
  }
}

/** Renders a decimal as in lists and frames. @throws RangeError when the text is not a decimal */
export function toLongText(text: unknown): string {
  const amount = amountOf(String(text))
  if (amount === undefined) throw new RangeError(`not a decimal: ${text}`)
  return toFixedText(amount, 18)
}

/** Returns members that rows and frames of a trade share. Amounts are those moved on chain, including fees. */
export function factsOfTrade(fill: PaperFill, profit: Amount): Native {
  const amount = moneyOf(fill)
  return {
    amount: toAmountText(amount),
    chainId: CHAIN_ID,
    createdAt: Math.floor(fill.at / 1000),
    fee: toFixedText(fill.fee, 18),
    price: toFixedText(fill.price, 18),
    profit: toFixedText(profit, 18),
    quoteToken: QUOTE_TOKEN,
    quoteTokenUsdPrice: toFixedText(ONE, 18),
    shares: toAmountText(sharesOf(fill)),
    side: sides[fill.order.action].sideEnum,
    status: 2,
    txHash: `0x${hexOf(hashText(fill.id), 32)}`,
    // Recorded in base units, with decimals.
    usdAmount: toFixedText(amount * 10n ** 18n, 18),
  }
}

/** Returns the number of a trade on the socket; recorded rows lack it. */
export function tradeNumberOf({ id }: PaperFill): string {
  return uuidOf(hashText(`trade ${id}`))
}

/** Renders the settled trades of some fills of an account, in their order. */
export function toTradeRows(
  context: MockContext,
  account: PaperAccount,
  fills: readonly PaperFill[],
): readonly Native[] {
  const profits = profitsOf(account)
  return fills
    .filter((fill) => isSettled(context, fill))
    .map((fill) => ({
      ...factsOfSide(context, { market: fill.market, side: fill.order.side }),
      ...factsOfTrade(fill, profits.get(fill.id) ?? 0n),
      // Documented for rows of the newest client, where it replaces `fee`.
      feeFormatted: toFixedText(fill.fee, 18),
      statusEnum: 'Finished',
    }))
}
