import { HOUR_MS } from '../../api/times/resolution.js'
import type { WorldMarket, WorldTrade } from '../world/common/types.js'
import type { SimulatedWorld } from '../world/world.js'
import type { MockContext } from './mock-venue.js'

/** A trade with its market, as public feeds show them. */
export interface FeedTrade {
  readonly market: WorldMarket
  readonly trade: WorldTrade
}

/** A place in a feed: everything that comes after it is older. */
export interface TradeCursor {
  readonly at: number
  readonly marketNumber: number
  readonly sequence: number
}

export interface FeedWindow {
  /** Inclusive bounds, epoch ms. */
  readonly from: number
  readonly to: number
  /** Only what follows this place. */
  readonly after?: TradeCursor | undefined
  /** About so many trades are read, however few of them are wanted; all when absent. */
  readonly most?: number | undefined
}

/** As far as pages and offsets of venues reach, with half of the rows filtered away: no question stalls the world. */
export const FEED_ROWS = 40_000

/** The first stretch that is read; while there is little in it the next is twice as long: quiet markets cost no more. */
const FIRST_STRETCH_MS = HOUR_MS / 4
const LITTLE = 1_000

/** The trades of some markets, newest first, read only as far as they are taken. */
export function* tradeFeed(
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

/** What has traded after an instant and up to now, oldest first: what a socket has not told yet. @param after epoch ms */
export function tradesSince(
  { world, now }: Pick<MockContext, 'world' | 'now'>,
  markets: readonly WorldMarket[],
  after: number,
): readonly FeedTrade[] {
  return [...tradeFeed(world, markets, { from: after + 1, to: now })].reverse()
}

export function tradeCursorOf({ market, trade }: FeedTrade): TradeCursor {
  return { at: trade.at, marketNumber: market.number, sequence: trade.sequence }
}

/** Newest first, then by market and turn. */
function comparePlaces(a: TradeCursor, b: TradeCursor): number {
  return b.at - a.at || b.marketNumber - a.marketNumber || b.sequence - a.sequence
}

/** `count` rows of a feed after skipping some, and whether more follow. */
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
