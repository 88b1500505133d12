import { toIso } from '../../../../api/times/instant.js'
import { listTradesSince } from '../../../mock-kit/trade-feed.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import { mixWide, uuidOf } from '../../../world/common/hash.js'
import { stateAt, type WorldMarket } from '../../../world/common/types.js'
import { exchangeOf } from '../account/paper.js'
import { figuresOf, toFixedCount, toPriceText } from '../figures.js'
import { findMarketByTicker, listAllMarkets, tickerOfMarket } from '../tickers.js'
import { isAsleep, type Scene } from '../variant.js'
import { type Channel, type Frame, readTickers } from './channel.js'

/** Update interval of a subscription to some markets; one to all (thousands) is updated within a second. */
const SOME_MS = 100
const ALL_MS = 1_000

/** Returns the markets of a subscription that may have traded; the open ones if it covers all. */
function marketsOf(scene: Scene, tickers: readonly string[] | undefined): readonly WorldMarket[] {
  const listed: readonly ListedMarket[] =
    tickers === undefined
      ? listAllMarkets(scene).filter(({ market }) => stateAt(market, scene.now) === 'open')
      : tickers.flatMap((ticker) => findMarketByTicker(scene, ticker) ?? [])
  return listed.map(({ market }) => market).filter((market) => !isAsleep(scene, market))
}

/** Creates a channel of public trades (AsyncAPI 2.0.0, `trade`), of all markets if none is named. */
export function createTradeChannel(named: readonly string[], scene: Scene): Channel {
  const chosen = readTickers(named)
  let toldTo = scene.now
  return {
    isNumbered: true,
    everyMs: named.length === 0 ? ALL_MS : SOME_MS,
    tickers: chosen.list,
    add(tickers) {
      chosen.add(tickers)
      return []
    },
    remove: chosen.remove,
    tick(now) {
      const rows = listTradesSince(now, marketsOf(now, chosen.list()), toldTo)
      toldTo = now.now
      return rows.map(({ market, trade }) => ({
        type: 'trade',
        msg: {
          trade_id: uuidOf(mixWide(market.seed, trade.sequence)),
          market_ticker: tickerOfMarket(now, market),
          yes_price_dollars: toPriceText(trade.price),
          no_price_dollars: toPriceText(1 - trade.price),
          count_fp: toFixedCount(trade.size),
          taker_side: trade.takerSide,
          taker_outcome_side: trade.takerSide,
          taker_book_side: trade.takerSide === 'yes' ? 'bid' : 'ask',
          is_block_trade: false,
          ts: Math.floor(trade.at / 1000),
          ts_ms: trade.at,
        },
      }))
    },
  }
}

/**
 * Creates a channel of the figures of markets, sent on each change (AsyncAPI 2.0.0, `ticker`); all markets if none is
 * named.
 */
export function createTickerChannel(named: readonly string[], scene: Scene, sendsFirst: boolean) {
  const chosen = readTickers(named)
  const told = new Map<string, string>()
  let toldTo = scene.now

  /** Returns frames of the markets whose state differs from the last sent one. */
  function changed(now: Scene, markets: readonly WorldMarket[]): readonly Frame[] {
    return markets.flatMap((market) => {
      const figures = figuresIn(now, market)
      const text = stateOf(now, market, figures)
      if (told.get(market.key) === text) return []
      told.set(market.key, text)
      return [{ type: 'ticker', msg: { ...figures, ...timesOf(now) } }]
    })
  }

  /** Records the current state, so that only changes are sent. */
  function begin(now: Scene, tickers: readonly string[], isTold: boolean): readonly Frame[] {
    const markets = tickers.flatMap((ticker) => findMarketByTicker(now, ticker)?.market ?? [])
    const frames = changed(now, markets)
    return isTold ? frames : []
  }

  /** Returns markets that can have changed since the last check. */
  function candidates(now: Scene): readonly WorldMarket[] {
    const list = chosen.list()
    if (list !== undefined) return list.flatMap((ticker) => findMarketByTicker(now, ticker)?.market ?? [])
    const traded = listTradesSince(now, marketsOf(now, undefined), toldTo).map(({ market }) => market)
    return [...new Set([...traded, ...exchangeOf(now).touched(now.now)])]
  }

  const channel: Channel = {
    isNumbered: false,
    everyMs: named.length === 0 ? ALL_MS : SOME_MS,
    tickers: chosen.list,
    add(tickers, now, params) {
      chosen.add(tickers)
      return begin(now, tickers, params.send_initial_snapshot === true)
    },
    remove: chosen.remove,
    tick(now) {
      const markets = candidates(now)
      toldTo = now.now
      return changed(now, markets)
    },
  }
  return { channel, frames: begin(scene, named, sendsFirst) }
}

/** Returns the state whose changes are sent. The other sums of the world are estimates that drift continuously. */
function stateOf(scene: Scene, market: WorldMarket, figures: ReturnType<typeof figuresIn>): string {
  const { yes_bid_dollars, yes_bid_size_fp, yes_ask_dollars, yes_ask_size_fp } = figures
  const last = scene.world.lastTrade(market.key, scene.now)?.sequence
  return [yes_bid_dollars, yes_bid_size_fp, yes_ask_dollars, yes_ask_size_fp, last].join(' ')
}

function figuresIn(scene: Scene, market: WorldMarket) {
  const figures = figuresOf(scene, market)
  const last = isAsleep(scene, market) ? undefined : scene.world.lastTrade(market.key, scene.now)
  const price = figures.last ?? 0
  return {
    market_id: uuidOf(market.seed),
    market_ticker: tickerOfMarket(scene, market),
    price_dollars: toPriceText(price),
    yes_bid_dollars: toPriceText(figures.yesBid ?? 0),
    yes_ask_dollars: toPriceText(figures.yesAsk ?? 1),
    volume_fp: toFixedCount(figures.volume),
    open_interest_fp: toFixedCount(figures.openInterest),
    dollar_volume: last === undefined ? 0 : Math.round(scene.world.stats(market.key, scene.now).notional),
    dollar_open_interest: Math.round(figures.openInterest * price),
    yes_bid_size_fp: toFixedCount(figures.yesBidSize),
    yes_ask_size_fp: toFixedCount(figures.yesAskSize),
    last_trade_size_fp: toFixedCount(last?.size ?? 0),
  }
}

function timesOf({ now }: Scene) {
  return { ts: Math.floor(now / 1000), ts_ms: now, time: toIso(now) }
}
