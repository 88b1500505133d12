import { hashText } from '../../../effects/random.js'
import { type Amount, divideAmounts, multiplyAmounts, sumAmounts } from '../../paper-trading/state/amount.js'
import type { PaperFill } from '../../paper-trading/state/types.js'
import { hexOf, uuidOf } from '../../world/common/hash.js'

/** One on-chain settlement: all fills of an order on arrival, or one fill of a resting order. */
export interface TradeEvent extends Pick<PaperFill, 'order' | 'market' | 'liquidity' | 'at'> {
  readonly id: string
  readonly transaction: string
  /** Newest first. */
  readonly fills: readonly PaperFill[]
  readonly contracts: Amount
  /** Before the fee. */
  readonly money: Amount
  /** Average price. */
  readonly price: Amount
  /** The fee in contracts, and in money: one of them is 0. */
  readonly withheld: Amount
  readonly paid: Amount
}

/** Groups fills into settlements, in their order. */
export function tradeEventsOf(fills: readonly PaperFill[]): readonly TradeEvent[] {
  const together = new Map<string, PaperFill[]>()
  for (const fill of fills) {
    const key = keyOf(fill)
    const found = together.get(key)
    if (found === undefined) together.set(key, [fill])
    else found.push(fill)
  }
  return [...together].flatMap(([key, joined]) => {
    const [first] = joined
    return first === undefined ? [] : [tradeEvent(key, first, joined)]
  })
}

function tradeEvent(key: string, first: PaperFill, fills: readonly PaperFill[]): TradeEvent {
  const { order, market, liquidity, at } = first
  const contracts = sumAmounts(fills.map(({ size }) => size))
  const money = sumAmounts(fills.map(({ price, size }) => multiplyAmounts(price, size)))
  const isOnePrice = fills.every(({ price }) => price === first.price)
  return {
    id: uuidOf(hashText(`event of ${key}`)),
    transaction: `0x${hexOf(hashText(`transaction of ${key}`), 32)}`,
    order,
    market,
    liquidity,
    at,
    fills,
    contracts,
    money,
    price: isOnePrice ? first.price : divideAmounts(money, contracts),
    withheld: sumAmounts(fills.map(({ withheld }) => withheld)),
    paid: sumAmounts(fills.map((fill) => (fill.withheld > 0n ? 0n : fill.fee))),
  }
}

function keyOf({ id, order, liquidity }: PaperFill): string {
  return liquidity === 'taker' ? `order ${order.id}` : `fill ${id}`
}
