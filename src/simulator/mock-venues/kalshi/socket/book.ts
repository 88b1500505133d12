import { toIso } from '../../../../api/times/instant.js'
import { compareLevels } from '../../../mock-kit/book-diff.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import { uuidOf } from '../../../world/common/hash.js'
import type { BookLevel } from '../../../world/common/types.js'
import { exchangeOf } from '../account/paper.js'
import { type Legs, legsOf, toFixedCount, toPriceText } from '../figures.js'
import { findMarketByTicker } from '../tickers.js'
import type { Scene } from '../variant.js'
import type { Channel, Frame } from './channel.js'

/**
 * Creates a book channel (AsyncAPI 2.0.0, `orderbook_delta`): first a snapshot, then changes. It sends nothing for a
 * ticker without a market.
 * @param useYesPrice whether bids for NO are sent at prices of YES
 */
export function createBookChannel(named: readonly string[], scene: Scene, useYesPrice: boolean) {
  /** The last sent book of each ticker, or undefined if there is no such market. */
  const told = new Map<string, { readonly listed: ListedMarket; legs: Legs } | undefined>()
  const priceOf = (side: keyof Legs, price: number): string =>
    toPriceText(side === 'no' && useYesPrice ? 1 - price : price)

  function snapshotOf(
    now: Scene,
    ticker: string,
    { market }: ListedMarket,
    { yes, no }: Legs,
    id?: number,
  ): Frame {
    const rows = (side: keyof Legs, leg: readonly BookLevel[]) =>
      leg.toReversed().map(({ price, size }) => [priceOf(side, price), toFixedCount(size)])
    return {
      type: 'orderbook_snapshot',
      id,
      msg: {
        market_ticker: ticker,
        market_id: uuidOf(market.seed),
        clock: exchangeOf(now).changes(market, now.now),
        // A side without orders is omitted.
        ...(yes.length === 0 ? {} : { yes_dollars_fp: rows('yes', yes) }),
        ...(no.length === 0 ? {} : { no_dollars_fp: rows('no', no) }),
      },
    }
  }

  function add(tickers: readonly string[], now: Scene): readonly Frame[] {
    return tickers.flatMap((ticker) => {
      const listed = findMarketByTicker(now, ticker)
      const legs = listed && legsOf(now, listed.market)
      told.set(ticker, listed && legs && { listed, legs })
      return listed === undefined || legs === undefined ? [] : [snapshotOf(now, ticker, listed, legs)]
    })
  }

  function changesOf(now: Scene, ticker: string): readonly Frame[] {
    const known = told.get(ticker)
    if (known === undefined) return []
    const { market } = known.listed
    const legs = legsOf(now, market)
    const clock = exchangeOf(now).changes(market, now.now)
    const frames = (['yes', 'no'] as const).flatMap((side) => {
      const before = new Map(known.legs[side].map(({ price, size }) => [toPriceText(price), size]))
      return compareLevels(known.legs[side], legs[side]).map(({ price, size }) => ({
        type: 'orderbook_delta',
        msg: {
          market_ticker: ticker,
          market_id: uuidOf(market.seed),
          clock,
          price_dollars: priceOf(side, price),
          delta_fp: toFixedCount(size - (before.get(toPriceText(price)) ?? 0)),
          side,
          ts: toIso(now.now),
          ts_ms: now.now,
        },
      }))
    })
    known.legs = legs
    return frames
  }

  const channel: Channel = {
    isNumbered: true,
    everyMs: 100,
    tickers: () => [...told.keys()].sort(),
    add,
    remove(tickers) {
      for (const ticker of tickers) told.delete(ticker)
    },
    // Does not change the subscription.
    snapshot: (tickers, now, id) =>
      tickers.flatMap((ticker) => {
        const listed = findMarketByTicker(now, ticker)
        return listed === undefined ? [] : [snapshotOf(now, ticker, listed, legsOf(now, listed.market), id)]
      }),
    tick: (now) => [...told.keys()].flatMap((ticker) => changesOf(now, ticker)),
  }
  return { channel, frames: add(named, scene) }
}
