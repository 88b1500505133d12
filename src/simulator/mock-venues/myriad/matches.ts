import { type Amount, ONE, toAmount } from '../../paper-trading/state/amount.js'
import type { PaperFill } from '../../paper-trading/state/types.js'
import { mixWide } from '../../world/common/hash.js'
import type { WorldMarket, WorldTrade } from '../../world/common/types.js'
import { takerFeeOf } from './fees.js'
import type { OwnFill } from './fills.js'
import { createHexAddress } from './ids.js'
import type { NativeMarket } from './native-market.js'
import { printOf, transactionOf } from './prints.js'

/**
 * A trade of an order book: the taker's leg, and one leg per maker. A maker of the same outcome has the other side. If
 * shares are minted or merged, the maker has the other outcome and the same side (README.md, "Trades").
 */
export interface Match {
  readonly at: number
  readonly txHash: string
  readonly taker: Leg
  readonly makers: readonly Leg[]
}

export interface Leg {
  readonly trader: string
  readonly orderHash: string
  readonly outcome: 0 | 1
  readonly side: 'buy' | 'sell'
  /** Price of that outcome. */
  readonly price: Amount
  readonly size: Amount
  readonly fee: Amount
}

/** Returns the match of a trade. @param fills those of all paper accounts in the market */
export function matchOf(
  market: NativeMarket,
  leg: WorldMarket,
  trade: WorldTrade,
  fills: readonly OwnFill[],
): Match {
  const here = fills.filter(({ fill }) => fill.at === trade.at)
  const taking = here.find((one) => isPrintOf(one.fill, trade))
  const taker = taking === undefined ? strangerTaking(leg, trade) : legOf(taking)
  const known = here.filter(({ fill, wallet }) => fill.liquidity === 'maker' && wallet !== taking?.wallet)
  const own = known.map(legOf)
  const rest = taker.size - own.reduce((sum, { size }) => sum + size, 0n)
  return {
    at: trade.at,
    txHash: transactionOf(market, leg, trade.at),
    taker,
    makers: [...own, ...(rest > 0n ? strangersMet(leg, trade, taker, rest) : [])],
  }
}

/** Whether this trade of the list was printed for a fill. */
function isPrintOf({ liquidity, size, price, order }: PaperFill, trade: WorldTrade): boolean {
  const yesPrice = order.side === 'yes' ? price : ONE - price
  return liquidity === 'taker' && toAmount(trade.size) === size && toAmount(trade.price) === yesPrice
}

/** Returns the leg of a paper account. */
function legOf({ wallet, fill }: OwnFill): Leg {
  const { order, price, size, fee } = fill
  const outcome = order.side === 'yes' ? 0 : 1
  return { trader: wallet, orderHash: order.id, outcome, side: order.action, price, size, fee }
}

function strangerTaking(leg: WorldMarket, trade: WorldTrade): Leg {
  const { outcome, side, price } = printOf(leg, trade)
  const [worth, size] = [toAmount(price), toAmount(trade.size)]
  const common = { outcome, side, price: worth, size } as const
  return { ...strangerOf(leg, trade, 0), ...common, fee: takerFeeOf(worth, size) }
}

function strangerOf(leg: WorldMarket, { sequence }: WorldTrade, turn: number) {
  const seed = turn === 0 ? leg.seed + 9 : leg.seed + 100 + turn
  return {
    trader: createHexAddress(mixWide(seed, sequence), 20),
    orderHash: createHexAddress(mixWide(seed + 31, sequence), 32),
  }
}

const MAX_MAKERS = 3

/** Returns the other makers, for a given total size. */
function strangersMet(leg: WorldMarket, trade: WorldTrade, taker: Leg, size: Amount): readonly Leg[] {
  const chance = mixWide(leg.seed + 17, trade.sequence)
  const count = 1 + (chance % MAX_MAKERS)
  // Each part except the last is a multiple of a hundredth, the precision of the world.
  const part = (size / BigInt(count) / HUNDREDTH) * HUNDREDTH
  const sizes =
    part === 0n ? [size] : [...Array<Amount>(count - 1).fill(part), size - part * BigInt(count - 1)]
  return sizes.map((share, index) => {
    const isDirect = mixWide(leg.seed + 18 + index, trade.sequence) % 3 !== 0
    return {
      ...strangerOf(leg, trade, index + 1),
      outcome: isDirect === (taker.outcome === 0) ? 0 : 1,
      side: isDirect === (taker.side === 'buy') ? 'sell' : 'buy',
      price: isDirect ? taker.price : ONE - taker.price,
      size: share,
      fee: 0n,
    }
  })
}

const HUNDREDTH = ONE / 100n

/** An action without a counterparty: shares are minted or merged. */
export interface Conversion {
  readonly side: 'split' | 'merge'
  readonly size: Amount
  readonly txHash: string
}

/** One in this many trades is preceded by minted or merged shares. */
const CONVERSION_ONE_IN = 13

/** Returns the conversion right before a trade, or undefined without one. */
export function findConversionBefore(
  leg: WorldMarket,
  { sequence, size }: WorldTrade,
): Conversion | undefined {
  const chance = mixWide(leg.seed + 23, sequence)
  if (chance % CONVERSION_ONE_IN !== 0) return undefined
  return {
    side: chance % 2 === 0 ? 'split' : 'merge',
    size: toAmount(Math.max(1, Math.round(size))),
    txHash: createHexAddress(mixWide(leg.seed + 24, sequence), 32),
  }
}
