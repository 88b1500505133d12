import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { type FeedTrade, readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import { multiplyAmounts, numberOf } from '../../paper-trading/state/amount.js'
import { inWholeCents } from '../../world/cents.js'
import { mixWide } from '../../world/common/hash.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import { createBadParams } from './errors.js'
import { fillsIn, type OwnFill } from './fills.js'
import { createHexAddress } from './ids.js'
import { readMarketOfModel } from './lookup.js'
import { imageOf, type Native } from './market-row.js'
import { matchOf } from './matches.js'
import type { NativeMarket } from './native-market.js'
import { blockAt } from './networks.js'
import { answerPage, paged } from './paging.js'
import { round6 } from './prices.js'
import { poolTradeOf, transactionOf } from './prints.js'

/** Routes of the actions in a market (README.md). */
export const actionRoutes: readonly Route[] = [
  route('GET', '/markets/:id/events', (call) => {
    const market = readMarketOfModel(call)
    const limit = paged.limit(call)
    const start = paged.start(call, limit)
    const window = readWindow(call)
    const total = countActions(call, market, window)
    return answerPage(
      { rows: takeActions(call, market, window, start, limit), start, limit, total },
      (row) => row,
    )
  }),
]

/** Reads a window in whole seconds, both bounds inclusive, as epoch ms. */
export function readWindow({ query, now }: MockCall): ActionWindow {
  const read = (key: string): number | undefined => {
    const value = query.integer(key)
    if (value === 'bad') throw createBadParams(`${key} must be a unix timestamp`)
    return value
  }
  const since = read('since')
  const until = read('until')
  return {
    from: since === undefined ? 0 : since * 1000,
    to: until === undefined ? now : Math.min(now, until * 1000 + 999),
  }
}

const otherActions = ['add_liquidity', 'remove_liquidity', 'claim_fees'] as const
/** One trade in this many is followed by an action that is not a trade; on pools only. */
const OTHER_ONE_IN = 41

function otherAfter(
  market: NativeMarket,
  leg: WorldMarket,
  sequence: number,
): (typeof otherActions)[number] | undefined {
  const chance = mixWide(leg.seed + 5, sequence)
  if (market.model === 'ob' || chance % OTHER_ONE_IN !== 0) return undefined
  return otherActions[Math.floor(chance / OTHER_ONE_IN) % otherActions.length]
}

export interface ActionWindow {
  /** Epoch ms, both inclusive. */
  readonly from: number
  readonly to: number
}

/** Returns actions of a market, newest first: `count` rows after skipping some. */
function takeActions(
  context: MockContext,
  market: NativeMarket,
  window: ActionWindow,
  skip: number,
  count: number,
): readonly Native[] {
  const world = market.model === 'ob' ? inWholeCents(context.world) : context.world
  const place = passOver(world, market, window, skip)
  const fills = market.model === 'ob' ? fillsIn(context, market.legs[0]) : []
  /** Yields rows, which are created lazily. */
  function* rows(): Generator<() => Native> {
    for (const row of readTradeFeed(world, market.legs, place.window)) {
      const other = otherAfter(market, row.market, row.trade.sequence)
      if (other !== undefined) yield () => otherRow(market, row, other)
      yield () => tradeRow(market, row, toldOf(context, market, row, fills))
    }
  }
  return takeRows(rows(), count, place.skip).rows.map((make) => make())
}

/** Returns the rendered side of a trade: for a book the taker's leg, for a pool the trade that moves it. */
function toldOf(
  context: MockContext,
  market: NativeMarket,
  { market: leg, trade }: FeedTrade,
  fills: readonly OwnFill[],
): ReturnType<typeof poolTradeOf> {
  if (market.model === 'amm') return poolTradeOf(context, market, leg, trade)
  const { outcome, side, price, size } = matchOf(market, leg, trade, fills).taker
  return { outcome, side, shares: numberOf(size), value: round6(numberOf(multiplyAmounts(price, size))) }
}

/** The first span that is skipped as a whole; the next ones are longer while they contain few rows. */
const FIRST_STRETCH_MS = HOUR_MS / 4
const LITTLE = 200

/**
 * Returns the window without the newest spans that contain only skipped rows, and the remaining number of rows to skip.
 */
function passOver(
  world: SimulatedWorld,
  market: NativeMarket,
  window: ActionWindow,
  skip: number,
): { readonly window: ActionWindow; readonly skip: number } {
  const start = startOf(market, window)
  let end = window.to + 1
  let left = skip
  for (let stretch = FIRST_STRETCH_MS; end > start; ) {
    const from = Math.max(start, end - stretch)
    const count = countBetween(world, market, from, end)
    if (count > left) break
    left -= count
    end = from
    if (count < LITTLE) stretch *= 2
  }
  return { window: { from: window.from, to: end - 1 }, skip: left }
}

function startOf({ opensAt }: NativeMarket, { from }: ActionWindow): number {
  return Math.max(from, opensAt)
}

/** Maximum number of rows that are counted; the number of older rows is estimated from their rate. */
const MAX_COUNTED = 20_000
const STRETCH_MS = 3 * DAY_MS

/** Returns the number of rows of a window, without creating them; an estimate for a large number. */
function countActions({ world }: MockContext, market: NativeMarket, window: ActionWindow): number {
  const { to } = window
  const start = startOf(market, window)
  let count = 0
  for (let end = to + 1; end > start; end -= STRETCH_MS) {
    if (count > MAX_COUNTED) return Math.floor((count * (to + 1 - start)) / (to + 1 - end))
    count += countBetween(world, market, Math.max(start, end - STRETCH_MS), end)
  }
  return count
}

function countBetween(world: SimulatedWorld, market: NativeMarket, from: number, to: number): number {
  let count = 0
  for (const leg of market.legs) {
    world.sequences(leg.key, from, to, (sequence) => {
      count += otherAfter(market, leg, sequence) === undefined ? 1 : 2
    })
  }
  return count
}

function common(market: NativeMarket, { market: leg, trade }: FeedTrade): Native {
  return {
    user: createHexAddress(mixWide(leg.seed + 9, trade.sequence), 20),
    marketTitle: market.title,
    marketSlug: market.slug,
    marketId: market.id,
    networkId: market.network.id,
    imageUrl: imageOf(market.event.series),
    timestamp: Math.floor(trade.at / 1000),
    blockNumber: blockAt(market.network, trade.at),
    token: market.network.token.address,
    txId: transactionOf(market, leg, trade.at),
  }
}

function tradeRow(
  market: NativeMarket,
  row: FeedTrade,
  { outcome, side, shares, value }: ReturnType<typeof poolTradeOf>,
): Native {
  return {
    ...common(market, row),
    action: side,
    outcomeTitle: market.outcomeTitles[outcome],
    outcomeId: outcome,
    shares,
    value,
  }
}

/** Renders another action. One of the pool as a whole has no outcome, which is a guess without a recording. */
function otherRow(market: NativeMarket, row: FeedTrade, action: string): Native {
  const amount = round6(row.trade.size * 3)
  return {
    ...common(market, row),
    action,
    outcomeTitle: null,
    outcomeId: null,
    shares: amount,
    value: amount,
  }
}
