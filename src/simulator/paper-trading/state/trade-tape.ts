import type { Side, WorldBar, WorldMarket, WorldTrade } from '../../world/common/types.js'
import { bucketOpenOf } from '../../world/prices/bars.js'
import type { SimulatedWorld } from '../../world/world.js'
import { type Amount, numberOf } from './amount.js'

/** A number above every sequence number of the world's trades. */
const FIRST_SEQUENCE = 2 ** 40
/** Maximum number of prints per market. The oldest are removed. */
const MAX_PRINTS = 2_000

/** The public trades in which paper accounts were takers, by market. */
export type Prints = Map<string, WorldTrade[]>

interface Print {
  readonly yesPrice: Amount
  readonly size: Amount
  readonly at: number
  /** Number of the fill. */
  readonly count: number
}

/** Records the trades in which an order was the taker. A fill of a resting order by the world is already a trade of the world. */
export function notePrint(
  prints: Prints,
  { market, toward }: { readonly market: WorldMarket; readonly toward: Side },
  { yesPrice, size, at, count }: Print,
): void {
  const rows = prints.get(market.key) ?? []
  prints.set(market.key, rows)
  const price = numberOf(yesPrice)
  rows.push({ at, sequence: FIRST_SEQUENCE + count, price, size: numberOf(size), takerSide: toward })
  if (rows.length > MAX_PRINTS) rows.shift()
}

/** Returns the world with the accounts' prints among its trades and in its bars. */
export function withPrints(world: SimulatedWorld, prints: Prints): SimulatedWorld {
  const within = (key: string, from: number, to: number): readonly WorldTrade[] =>
    prints.get(key)?.filter(({ at }) => at >= from && at < to) ?? []

  function trades(key: string, from: number, to: number): WorldTrade[] {
    const own = within(key, from, to)
    const all = world.trades(key, from, to)
    return own.length === 0 ? all : [...all, ...own].sort((a, b) => a.at - b.at || a.sequence - b.sequence)
  }

  return {
    ...world,
    trades,
    scan(key, from, to, visit) {
      if (within(key, from, to).length === 0) return world.scan(key, from, to, visit)
      const ticks = Math.round(1 / (world.market(key)?.tick ?? 0.01))
      for (const { at, price, size, sequence, takerSide } of trades(key, from, to))
        visit(at, price * ticks, size * 100, sequence, takerSide === 'yes')
    },
    sequences(key, from, to, visit) {
      if (within(key, from, to).length === 0) return world.sequences(key, from, to, visit)
      for (const { sequence } of trades(key, from, to)) visit(sequence)
    },
    bars(key, stepMs, from, to, until = Number.POSITIVE_INFINITY) {
      const bars = world.bars(key, stepMs, from, to, until)
      const buckets = new Set(
        within(key, from, Math.min(to + stepMs, until)).map(({ at }) => bucketOpenOf(at, stepMs)),
      )
      const touched = [...buckets].filter((openAt) => openAt >= from && openAt < to)
      if (touched.length === 0) return bars
      const made = touched.map((openAt) =>
        barOf(openAt, trades(key, openAt, Math.min(openAt + stepMs, until))),
      )
      const rest = bars.filter(({ openAt }) => !buckets.has(openAt))
      return [...rest, ...made].sort((a, b) => a.openAt - b.openAt)
    },
  }
}

function barOf(openAt: number, trades: readonly WorldTrade[]): WorldBar {
  const prices = trades.map(({ price }) => price)
  return {
    openAt,
    open: prices[0] ?? Number.NaN,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? Number.NaN,
    volume: trades.reduce((sum, { size }) => sum + size, 0),
  }
}
