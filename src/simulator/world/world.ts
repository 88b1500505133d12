import type { SourceId } from '../../api/envelope/source-ids.js'
import { createLru } from '../../policy/lru.js'
import { once } from '../http/memoize.js'
import { foldSeed } from './common/hash.js'
import type { Rhythm, WorldBar, WorldBook, WorldSeries, WorldStats, WorldTrade } from './common/types.js'
import { tradeClocks } from './prices/activity.js'
import { aggregate } from './prices/bars.js'
import { bookAt, bookVersionAt, type TopOfBook, topAfter } from './prices/book.js'
import { createEventPaths, type EventPaths } from './prices/price-path.js'
import { type Prices, type Quoting, quotingOf, sharedQuoting } from './prices/quoting.js'
import { createStatsReader, openInterestAt } from './prices/stats.js'
import {
  lastTradeBefore,
  listTrades,
  scanSequences,
  scanTrades,
  type TradeModel,
  type TradeVisitor,
} from './prices/trades.js'
import { createCatalogue } from './series/catalog.js'
import { createDirectory, type Directory } from './series/directory.js'

/**
 * The demo world: a pure function of a seed and absolute time. It remembers things only to be fast; whatever it is
 * asked, in whatever order and process, the answer is the same. It has no present: callers that play a venue must
 * not ask beyond their own clock.
 */
export interface SimulatedWorld extends Directory, Quotes {
  readonly seed: number
  readonly rhythm: Rhythm
  readonly series: readonly WorldSeries[]
  /** Every tag of any series, each once, in an order that stays. */
  readonly tags: readonly string[]
  /** What a venue has of all this; the quotes of the world itself are nobody's. See {@link quotedBy}. */
  quotes(venue: SourceId): Quotes
}

/** Trades, books and figures of the markets, as one venue has them. */
interface Quotes {
  /** Trades in [from, to), ascending. @throws RangeError for an unknown market, as all that follow */
  trades(marketKey: string, from: number, to: number): WorldTrade[]
  /** The same without objects: price in ticks, size in hundredths. */
  scan(marketKey: string, from: number, to: number, visit: TradeVisitor): void
  /** Sequence numbers of the trades in [from, to), ascending; for counting, several times as fast as `scan`. */
  sequences(marketKey: string, from: number, to: number, visit: (sequence: number) => void): void
  /** The latest trade at or before an instant. */
  lastTrade(marketKey: string, at: number): WorldTrade | undefined
  /** What YES is worth at an instant of the market's life, in (0, 1): prices of trades and books move around it. */
  fairPrice(marketKey: string, at: number): number
  /** The resting orders of the YES side; both sides empty when the market is not open. */
  book(marketKey: string, at: number): WorldBook
  /** Grows with each change of the book of an open market. */
  bookVersion(marketKey: string, at: number): number
  /** The best prices of an open market whose last trade was at a price; undefined before its first. */
  topAfter(marketKey: string, lastPrice: number | undefined): TopOfBook
  /**
   * Candles of the trades: buckets opening in [from, to), each over its trades before `until` (default: all).
   * This is the truth that every native candle is compared with.
   */
  bars(marketKey: string, stepMs: number, from: number, to: number, until?: number): WorldBar[]
  stats(marketKey: string, now: number): WorldStats
  /** Contracts held at an instant. */
  openInterest(marketKey: string, at: number): number
}

export interface WorldOptions {
  readonly seed: number
  readonly rhythm?: Rhythm
  /** `by-venue` by default. */
  readonly prices?: Prices
}

const MAX_MODELS = 700
const MAX_EVENT_PATHS = 120

/** Makes the world of a seed. */
export function createWorld({
  seed: given,
  rhythm = 'natural',
  prices = 'by-venue',
}: WorldOptions): SimulatedWorld {
  const seed = foldSeed(given)
  const catalogue = createCatalogue(seed)
  const directory = createDirectory(seed, catalogue)
  const shared = createQuotes(directory, rhythm, sharedQuoting)
  const known = new Map<SourceId, Quotes>()
  return {
    seed,
    rhythm,
    series: catalogue.map((plan) => plan.series),
    tags: [...new Set(catalogue.flatMap((plan) => plan.series.tags))],
    ...directory,
    ...shared,
    quotes(venue) {
      if (prices === 'shared') return shared
      const made = known.get(venue) ?? createQuotes(directory, rhythm, quotingOf(seed, venue))
      known.set(venue, made)
      return made
    },
  }
}

const quoted = once((_world: SimulatedWorld) => new Map<SourceId, SimulatedWorld>())

/** The world as a venue quotes it: the same questions and results, with prices, trades and books of its own. */
export function quotedBy(world: SimulatedWorld, venue: SourceId): SimulatedWorld {
  const known = quoted(world).get(venue)
  if (known !== undefined) return known
  const made = { ...world, ...world.quotes(venue) }
  quoted(world).set(venue, made)
  return made
}

function createQuotes(directory: Directory, rhythm: Rhythm, quoting: Quoting): Quotes {
  const model = createModels(directory, rhythm, quoting)
  const stats = createStatsReader(rhythm, model)
  return {
    trades: (key, from, to) => listTrades(model(key), from, to),
    scan: (key, from, to, visit) => scanTrades(model(key), from, to, visit),
    sequences: (key, from, to, visit) => scanSequences(model(key), from, to, visit),
    lastTrade: (key, at) => lastTradeBefore(model(key), at),
    fairPrice: (key, at) => model(key).path.at(at),
    book: (key, at) => bookAt(model(key), at, rhythm),
    bookVersion: (key, at) => bookVersionAt(model(key), at, rhythm),
    topAfter: (key, lastPrice) => topAfter(model(key), lastPrice, rhythm),
    bars: (key, stepMs, from, to, until = Number.POSITIVE_INFINITY) =>
      aggregate(model(key), stepMs, from, to, until),
    stats: (key, now) => stats.of(key, now),
    openInterest: (key, at) => openInterestAt(model(key), at),
  }
}

/** What the trades of a market are drawn from, kept for the markets read last. */
function createModels(
  directory: Directory,
  rhythm: Rhythm,
  quoting: Quoting,
): (marketKey: string) => TradeModel {
  const paths = createLru<EventPaths>(MAX_EVENT_PATHS)
  const models = createLru<TradeModel>(MAX_MODELS)
  const clocks = tradeClocks(rhythm, quoting.turnover)
  return (key) => {
    const known = models.get(key)
    if (known !== undefined) return known
    const market = directory.market(key)
    if (market === undefined) throw new RangeError(`the world has no market ${key}`)
    const event = directory.eventOf(market)
    const shared = paths.get(event.key) ?? createEventPaths(event, quoting)
    paths.set(event.key, shared)
    const ticks = market.tick === 0.001 ? 1000 : 100
    const made: TradeModel = {
      market,
      path: shared.of(market),
      clock: clocks[market.activity],
      ticks,
      seed: quoting.own(market.seed),
      hasTurns: quoting.hasTurns,
      feeTicks: Math.round((quoting.feeCents * ticks) / 100 / 2),
    }
    models.set(key, made)
    return made
  }
}
