import type { SourceId } from '../../api/envelope/source-ids.js'
import { createLru } from '../../policy/lru.js'
import { memoize } from '../http/memoize.js'
import { foldSeed } from './common/hash.js'
import type { Rhythm, WorldBar, WorldBook, WorldSeries, WorldStats, WorldTrade } from './common/types.js'
import { createTradeClocks } from './prices/activity.js'
import { aggregate } from './prices/bars.js'
import { bookAt, bookVersionAt, computeTopAfter, type TopOfBook } from './prices/book.js'
import { createEventPaths, type EventPaths } from './prices/price-path.js'
import { type Prices, type Quoting, quotingOf, sharedQuoting } from './prices/quoting.js'
import { createStatsReader, openInterestAt } from './prices/stats.js'
import {
  findLastTradeBefore,
  listTrades,
  scanSequences,
  scanTrades,
  type TradeModel,
  type TradeVisitor,
} from './prices/trades.js'
import { createCatalogue } from './series/catalog.js'
import { createDirectory, type Directory } from './series/directory.js'

/**
 * The simulated world: a pure function of a seed and absolute time. Its caches only save time; the results are the same in any
 * order of calls and in any process. It has no current time, so mock venues must not read beyond their own clock.
 */
export interface SimulatedWorld extends Directory, Quotes {
  readonly seed: number
  readonly rhythm: Rhythm
  readonly series: readonly WorldSeries[]
  /** Every tag of any series, each once, in a stable order. */
  readonly tags: readonly string[]
  /** Returns the quotes of a venue; no venue has the world's own quotes. See {@link quotedBy}. */
  quotes(venue: SourceId): Quotes
}

/** Trades, books and statistics of the markets on one venue. */
interface Quotes {
  /** Returns trades in [from, to), ascending. @throws RangeError for an unknown market, as all methods below */
  trades(marketKey: string, from: number, to: number): WorldTrade[]
  /** Visits the same trades without objects: price in ticks, size in hundredths. */
  scan(marketKey: string, from: number, to: number, visit: TradeVisitor): void
  /** Visits sequence numbers of the trades in [from, to), ascending; for counting, several times as fast as `scan`. */
  sequences(marketKey: string, from: number, to: number, visit: (sequence: number) => void): void
  /** Returns the latest trade at or before an instant. */
  lastTrade(marketKey: string, at: number): WorldTrade | undefined
  /**
   * Returns the fair price of YES at a given time of the trading period, in (0, 1): trade prices and books vary
   * around it.
   */
  fairPrice(marketKey: string, at: number): number
  /** Returns the book of the YES side; both sides are empty when the market is not open. */
  book(marketKey: string, at: number): WorldBook
  /** Grows with each change of the book of an open market. */
  bookVersion(marketKey: string, at: number): number
  /** Returns the best prices of an open market after a last trade at this price, or undefined before its first. */
  topAfter(marketKey: string, lastPrice: number | undefined): TopOfBook
  /**
   * Returns candles of the trades: buckets opening in [from, to), each over its trades before `until` (default: all). They are
   * the reference for every native candle.
   */
  bars(marketKey: string, stepMs: number, from: number, to: number, until?: number): WorldBar[]
  stats(marketKey: string, now: number): WorldStats
  /** Returns the contracts held at a given time. */
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

/** Creates the world of a seed. */
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

const quoted = memoize((_world: SimulatedWorld) => new Map<SourceId, SimulatedWorld>())

/** Returns the world as a venue quotes it, with the venue's own prices, trades and books. */
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
    lastTrade: (key, at) => findLastTradeBefore(model(key), at),
    fairPrice: (key, at) => model(key).path.at(at),
    book: (key, at) => bookAt(model(key), at, rhythm),
    bookVersion: (key, at) => bookVersionAt(model(key), at, rhythm),
    topAfter: (key, lastPrice) => computeTopAfter(model(key), lastPrice, rhythm),
    bars: (key, stepMs, from, to, until = Number.POSITIVE_INFINITY) =>
      aggregate(model(key), stepMs, from, to, until),
    stats: (key, now) => stats.of(key, now),
    openInterest: (key, at) => openInterestAt(model(key), at),
  }
}

/** Creates the trade models of markets, with a cache of recently used ones. */
function createModels(
  directory: Directory,
  rhythm: Rhythm,
  quoting: Quoting,
): (marketKey: string) => TradeModel {
  const paths = createLru<EventPaths>(MAX_EVENT_PATHS)
  const models = createLru<TradeModel>(MAX_MODELS)
  const clocks = createTradeClocks(rhythm, quoting.turnover)
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
