import type { OrderBook, OrderLevel, UnifiedMarket } from '../api/models/models.js'
import { sumNumbers } from '../api/values/decimal-sum.js'
import type { Comparison } from './terms/relation-types.js'

/** Returns a venue's fee for a trade, or undefined if it is not known. */
export type FeeOf = (trade: {
  readonly market: UnifiedMarket
  readonly side: 'buy' | 'sell'
  /** Price, 0..1. */
  readonly price: number
  /** Contracts. */
  readonly size: number
}) => number | undefined

/** One side of a pair: a market, its compared outcome, and that outcome's order book. */
export interface Quoted {
  readonly market: UnifiedMarket
  readonly outcomeId: string
  readonly book: OrderBook
  /** Time at which the book was requested, epoch ms. The book's own timestamp is the time of its last change. */
  readonly readAt?: number
}

/** An opportunity to buy on one venue and sell the same on another for more. */
interface ArbitrageOpportunity {
  /** The market to buy in. */
  readonly marketA: UnifiedMarket
  readonly marketB: UnifiedMarket
  readonly outcomeA: string
  readonly outcomeB: string
  readonly buyVenue: string
  readonly sellVenue: string
  /** Average over {@link size} contracts, 0..1. */
  readonly buyPrice: number
  readonly sellPrice: number
  /** `sellPrice - buyPrice`, per contract, before fees. */
  readonly spread: number
  /** The spread minus the fees of both venues, per contract, or null if it is not known. */
  readonly netSpread: number | null
  /** Why {@link netSpread} and {@link profit} are not known. */
  readonly netSpreadReason?: string
  /** The number of contracts available at a profit in the current books, before fees if those are not known. */
  readonly size: number
  /** `netSpread * size`, in the currency of the books, or null if it is not known. */
  readonly profit: number | null
  /** Request times of the books, epoch ms, or null if not known. */
  readonly buyBookReadAt: number | null
  readonly sellBookReadAt: number | null
  /** Relation of the bought market to the sold one. */
  readonly relation: Comparison['relation']
  readonly confidence: number
  /** Conditions of the profit and unknown values, one sentence each. */
  readonly assumptions: readonly string[]
}

/**
 * Returns the better of the directions that are profitable after known fees, or undefined if neither is. A direction with unknown
 * fees comes last. Only asks (to buy) and bids (to sell) are used, level by level, and never last prices. If one market implies
 * the other, only the implied one is bought. Other pairs of different markets are not arbitrage at any price.
 * @param a, b for markets that are the same, outcomes that are paid out in the same cases (`Comparison.outcomes`); otherwise
 * their yes
 */
export function arbitrageOf(
  a: Quoted,
  b: Quoted,
  { relation, confidence }: Pick<Comparison, 'relation' | 'confidence'>,
  feeOf: FeeOf,
): ArbitrageOpportunity | undefined {
  const isBuyableA = relation === 'identity' || relation === 'superset'
  const isBuyableB = relation === 'identity' || relation === 'subset'
  const found = [isBuyableA ? fill(a, b, feeOf) : undefined, isBuyableB ? fill(b, a, feeOf) : undefined]
  const best = found.filter((one) => one !== undefined).sort(compareByProfit)[0]
  if (best === undefined) return undefined
  const isSame = relation === 'identity'
  const last = isSame
    ? `both markets resolve the same way (confidence ${confidence})`
    : `the bought outcome pays whenever the sold outcome pays (confidence ${confidence})`
  return {
    ...best,
    relation: isSame ? relation : 'superset',
    confidence,
    assumptions: [...best.assumptions, last],
  }
}

/** Compares two opportunities. The highest profit comes first. Unknown profits come last, sorted by spread. */
export function compareByProfit(x: Gain, y: Gain): number {
  if (x.profit === null || y.profit === null) {
    const known = Number(x.profit === null) - Number(y.profit === null)
    return known === 0 ? y.spread * y.size - x.spread * x.size : known
  }
  return y.profit - x.profit
}

type Gain = Pick<ArbitrageOpportunity, 'profit' | 'spread' | 'size'>

type Filled = Omit<ArbitrageOpportunity, 'relation' | 'confidence'>

/** Smaller numbers of contracts are rounding errors in sums. */
const MIN_SIZE = 1e-9

/** Buys the cheapest asks and sells to the highest bids while each contract is profitable after fees. */
function fill(buy: Quoted, sell: Quoted, feeOf: FeeOf): Filled | undefined {
  const asks = levels(buy.book.asks, (x, y) => x.price - y.price)
  const bids = levels(sell.book.bids, (x, y) => y.price - x.price)
  const taken: Taken[] = []
  const shortfall = shortfallOf(buy, sell)
  let [ask, bid] = [asks.shift(), bids.shift()]
  while (ask !== undefined && bid !== undefined && ask.price < bid.price) {
    const size = Math.min(ask.size, bid.size)
    const one = priced({ size, buyPrice: ask.price, sellPrice: bid.price }, buy, sell, feeOf)
    if (one.fees + size * shortfall >= size * (bid.price - ask.price)) break
    taken.push(one)
    ask = ask.size - size > MIN_SIZE ? { ...ask, size: ask.size - size } : asks.shift()
    bid = bid.size - size > MIN_SIZE ? { ...bid, size: bid.size - size } : bids.shift()
  }
  return taken.length === 0 ? undefined : summed(taken, buy, sell, shortfall)
}

/** Returns the levels that can be traded, best first. */
function levels(all: readonly OrderLevel[], order: (a: OrderLevel, b: OrderLevel) => number): OrderLevel[] {
  return all.filter(({ price, size }) => price > 0 && price < 1 && size > MIN_SIZE).sort(order)
}

interface Step {
  readonly size: number
  readonly buyPrice: number
  readonly sellPrice: number
}
interface Taken extends Step {
  /** The known fees of both venues for the whole size. */
  readonly fees: number
  readonly unknownFees: readonly string[]
}

function priced(step: Step, buy: Quoted, sell: Quoted, feeOf: FeeOf): Taken {
  const { size, buyPrice, sellPrice } = step
  const legs = [
    { market: buy.market, side: 'buy', price: buyPrice, size },
    { market: sell.market, side: 'sell', price: sellPrice, size },
  ] as const
  const fees = legs.map((leg) => ({ venue: leg.market.sourceExchange, fee: feeOf(leg) }))
  return {
    ...step,
    fees: sumNumbers(fees.map(({ fee }) => fee ?? 0)),
    unknownFees: fees.filter(({ fee }) => fee === undefined).map(({ venue }) => venue),
  }
}

function summed(taken: readonly Taken[], buy: Quoted, sell: Quoted, shortfall: number): Filled {
  const size = sumNumbers(taken.map((one) => one.size))
  const average = (of: (one: Taken) => number): number =>
    rounded(sumNumbers(taken.map((one) => of(one) * one.size)) / size)
  const [buyPrice, sellPrice] = [average(({ buyPrice }) => buyPrice), average(({ sellPrice }) => sellPrice)]
  const spread = rounded(sellPrice - buyPrice)
  const fees = sumNumbers(taken.map((one) => one.fees))
  const reason = unknownNetOf(taken, [buy, sell])
  const netSpread = rounded(spread - fees / size - shortfall)
  const gross = sumNumbers(taken.map((one) => (one.sellPrice - one.buyPrice) * one.size))
  return {
    marketA: buy.market,
    marketB: sell.market,
    outcomeA: buy.outcomeId,
    outcomeB: sell.outcomeId,
    buyVenue: buy.market.sourceExchange,
    sellVenue: sell.market.sourceExchange,
    buyPrice,
    sellPrice,
    spread,
    netSpread: reason === undefined ? netSpread : null,
    ...(reason === undefined ? {} : { netSpreadReason: reason }),
    size,
    profit: reason === undefined ? rounded(gross - fees - shortfall * size) : null,
    buyBookReadAt: buy.readAt ?? null,
    sellBookReadAt: sell.readAt ?? null,
    assumptions: assumptionsOf(taken, buy, sell, shortfall),
  }
}

/** Removes the rounding errors of binary fractions. */
function rounded(price: number): number {
  return Math.round(price * 1e10) / 1e10
}

function assumptionsOf(
  taken: readonly Taken[],
  buy: Quoted,
  sell: Quoted,
  shortfall: number,
): readonly string[] {
  const unknown = unknownFeesIn(taken)
  const known = [buy, sell]
    .map((leg) => leg.market.sourceExchange)
    .filter((venue) => !unknown.includes(venue))
  return [
    'both orders fill at the prices and sizes of the order books',
    `selling at ${sell.market.sourceExchange} needs a position in the outcome, or a purchase of the other outcome at 1 minus the price`,
    ...(known.length === 0 ? [] : [`fees at ${known.join(' and ')} are the published taker fees`]),
    ...(unknown.length === 0
      ? []
      : [`fees at ${unknown.join(' and ')} are unknown: the size comes from the order books, before fees`]),
    ...(shortfall === 0 ? [] : [`a settlement floor may cost ${shortfall} per contract (included)`]),
    ...readApart(buy, sell),
    ...unchangedSince(buy),
    ...unchangedSince(sell),
    'costs of deposits, currency exchange and holding until settlement are not included',
  ]
}

/** The payouts of a losing and a winning outcome. They are 0 and 1, unless YES settles at or above a floor. */
interface Payoff {
  readonly lost: number
  readonly won: number
}

/**
 * Returns the possible payouts of an outcome, according to its market's floor (`sourceMetadata.settlement_floor`). Returns those
 * of both sides if the side is not known, and undefined if the market has unknown bounds.
 */
function payoffsOf({
  market: { yes, no, sourceMetadata = {} },
  outcomeId,
}: Quoted): readonly Payoff[] | undefined {
  const { settlement_floor: floor, settlement_bounds_type: type } = sourceMetadata
  const word = type === 'default' || type === '' ? undefined : (type ?? undefined)
  if (floor === undefined && word === undefined) return [{ lost: 0, won: 1 }]
  if ((word !== undefined && word !== 'floor') || typeof floor !== 'number') return undefined
  const ofYes = { lost: floor, won: 1 }
  const ofNo = { lost: 0, won: rounded(1 - floor) }
  if (outcomeId === yes?.outcomeId) return [ofYes]
  return outcomeId === no?.outcomeId ? [ofNo] : [ofYes, ofNo]
}

/**
 * Returns the largest possible shortfall of the bought contract's payout against the sold one's, 0..1. The bought contract wins
 * whenever the sold one does.
 */
function shortfallOf(buy: Quoted, sell: Quoted): number {
  const [bought, sold] = [payoffsOf(buy), payoffsOf(sell)]
  if (bought === undefined || sold === undefined) return 1
  const lacking = bought.flatMap((had) =>
    sold.flatMap((owed) => [owed.won - had.won, owed.lost - had.lost, owed.lost - had.won]),
  )
  return rounded(Math.max(0, ...lacking))
}

function unknownFeesIn(taken: readonly Taken[]): readonly string[] {
  return [...new Set(taken.flatMap(({ unknownFees }) => unknownFees))]
}

/** Returns why the net spread is not known, or undefined if it is. */
function unknownNetOf(taken: readonly Taken[], legs: readonly Quoted[]): string | undefined {
  const venues = unknownFeesIn(taken)
  const reasons = [
    ...(venues.length === 0 ? [] : [`the fees at ${venues.join(' and ')} are unknown`]),
    ...legs.flatMap(({ market, book }) => {
      const unit = book.sourceMetadata?.['sizeUnit']
      if (typeof unit !== 'string' || unit === 'contracts') return []
      return [`sizes at ${market.sourceExchange} are in ${unit}, not in contracts that pay one dollar`]
    }),
  ]
  return reasons.length === 0 ? undefined : reasons.join('; ')
}

/** Books read this far apart may never have existed at the same time, ms. */
const FAR_APART_MS = 5_000

function readApart(a: Quoted, b: Quoted): string[] {
  if (a.readAt === undefined || b.readAt === undefined) return ['the time of an order book is unknown']
  const apart = Math.abs(a.readAt - b.readAt)
  return apart > FAR_APART_MS ? [`the order books were read ${Math.round(apart / 1_000)} s apart`] : []
}

/** A book without changes for this long may be abandoned, ms. */
const LONG_UNCHANGED_MS = 5 * 60_000

function unchangedSince({ market, book: { timestamp }, readAt }: Quoted): string[] {
  if (timestamp === undefined || readAt === undefined || readAt - timestamp < LONG_UNCHANGED_MS) return []
  const minutes = Math.floor((readAt - timestamp) / 60_000)
  return [`the book at ${market.sourceExchange} had not changed for ${minutes} min when it was read`]
}
