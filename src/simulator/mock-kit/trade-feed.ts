import { HOUR_MS } from '../../api/times/resolution.js'
import type { WorldMarket, WorldTrade } from '../world/common/types.js'
import type { SimulatedWorld } from '../world/world.js'
import type { MockContext } from './mock-venue.js'

/** A trade with its market, as public feeds show them. */
export interface FeedTrade {
  readonly market: WorldMarket
  readonly trade: WorldTrade
}

/** A position in a feed: everything after it is older. */
export interface TradeCursor {
  readonly at: number
  readonly marketNumber: number
  readonly sequence: number
}

export interface FeedWindow {
  /** Inclusive bounds, epoch ms. */
  readonly from: number
  readonly to: number
  /** Only trades after this position. */
  readonly after?: TradeCursor | undefined
  /** About so many trades are read, however few of them match; all if absent. */
  readonly most?: number | undefined
}

/** Maximum rows of a query: enough for the pages and offsets of venues with half of the rows filtered out. */
export const FEED_ROWS = 40_000

/**
 * Length of the first time range, ms. While a range has few trades, the next is twice as long, so that quiet markets are as fast.
 */
const FIRST_STRETCH_MS = HOUR_MS / 4
const LITTLE = 1_000

/** Yields the trades of some markets, newest first; they are read on demand. */
export function* readTradeFeed(
  world: SimulatedWorld,
  markets: readonly WorldMarket[],
  window: FeedWindow,
): Generator<FeedTrade> {
  const oldest = markets.reduce((least, market) => Math.min(least, market.opensAt), Number.POSITIVE_INFINITY)
  const newest = markets.reduce((most, market) => Math.max(most, market.closesAt), Number.NEGATIVE_INFINITY)
  const floor = Math.max(window.from, oldest)
  let end = Math.min(window.to, newest, window.after?.at ?? window.to) + 1
  let stretch = FIRST_STRETCH_MS
  let left = window.most ?? Number.POSITIVE_INFINITY
  while (end > floor && left > 0) {
    const start = Math.max(floor, end - stretch)
    const rows = stretchOf(world, markets, start, end, window.after)
    yield* rows
    left -= rows.length
    end = start
    if (rows.length < LITTLE) stretch *= 2
  }
}

function stretchOf(
  world: SimulatedWorld,
  markets: readonly WorldMarket[],
  start: number,
  end: number,
  after: TradeCursor | undefined,
): readonly FeedTrade[] {
  return markets
    .filter((market) => market.opensAt < end && market.closesAt > start)
    .flatMap((market) => world.trades(market.key, start, end).map((trade) => ({ market, trade })))
    .filter((row) => after === undefined || comparePlaces(tradeCursorOf(row), after) > 0)
    .sort((a, b) => comparePlaces(tradeCursorOf(a), tradeCursorOf(b)))
}

/**
 * Returns the trades after a given time and up to now, oldest first: those that a socket has not sent yet.
 * @param after epoch ms
 */
export function listTradesSince(
  { world, now }: Pick<MockContext, 'world' | 'now'>,
  markets: readonly WorldMarket[],
  after: number,
): readonly FeedTrade[] {
  return [...readTradeFeed(world, markets, { from: after + 1, to: now })].reverse()
}

export function tradeCursorOf({ market, trade }: FeedTrade): TradeCursor {
  return { at: trade.at, marketNumber: market.number, sequence: trade.sequence }
}

/** Newest first, then by market and sequence number. */
function comparePlaces(a: TradeCursor, b: TradeCursor): number {
  return b.at - a.at || b.marketNumber - a.marketNumber || b.sequence - a.sequence
}

/** Returns `count` rows of a feed after skipping some, and whether more follow. */
export function takeRows<Row>(
  feed: Iterable<Row>,
  count: number,
  skip = 0,
): { readonly rows: readonly Row[]; readonly more: boolean } {
  const rows: Row[] = []
  let seen = 0
  for (const row of feed) {
    if (seen++ < skip) continue
    if (rows.length === count) return { rows, more: true }
    rows.push(row)
  }
  return { rows, more: false }
}
