import { describe, expect, test } from 'vitest'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { mutate } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import {
  type Members,
  nativeBook,
  nativeCandlestick,
  nativeEvent,
  nativeMarket,
  nativeTrade,
} from './payloads.js'
import { setUp } from './set-up.js'

/**
 * Cosmetic members of a market come and go every few weeks: candles, trades and books of a market are read whatever
 * of its row is missing or changed, but for what says which market it is and whether it has ended.
 */
const ticker = 'KXORBMAYOR-26-VELA'
const hour = 3_600_000
const open = Date.UTC(2026, 10, 21, 10)
const candle = { timestamp: open, open: 0.42, high: 0.47, low: 0.41, close: 0.45, volume: 2.23 }
const candles = present(kalshi.candles)
const [, step] = candles.steps

async function readAll(market: Members, event: Members, outcomeId = ticker) {
  const candlesticks = [nativeCandlestick((open + hour) / 1000)]
  const { ctx } = setUp({
    [`GET api/markets/${ticker}`]: { market },
    'GET api/markets': { markets: [market] },
    'GET api/events/KXORBMAYOR-26': { event },
    [`GET api/series/KXORBMAYOR/markets/${ticker}/candlesticks`]: { ticker, candlesticks },
    'GET api/markets/candlesticks': { markets: [{ market_ticker: ticker, candlesticks }] },
    'GET api/markets/trades': { trades: [nativeTrade()], cursor: '' },
    [`GET api/markets/${ticker}/orderbook`]: nativeBook(),
  })
  const series = await readerOf(kalshi, ctx).series(outcomeId)
  const batch = await candles.fetch(series, present(step), { from: open, to: open + hour }, ctx)
  const traded = await readerOf(kalshi, ctx).allTrades(outcomeId, { limit: 10 })
  const { bids } = await readerOf(kalshi, ctx).book(outcomeId)
  return { bars: batch.kind === 'bars' ? batch.bars : [], traded: traded.length, bids: bids.length }
}

const whole = { bars: [candle], traded: 1, bids: 2 }
const market = nativeMarket({ settlement_ts: null })
const needed = ['ticker', 'status']

describe.each(['dropped', 'nulled', 'retyped'] as const)('a member of the row that is %s', (how) => {
  const times = how === 'retyped' ? ['settlement_ts'] : []
  const cosmetic = Object.keys(market).filter((name) => ![...needed, ...times].includes(name))

  test.each([ticker, `${ticker}-NO`])('costs no candle, trade or book of %s', async (outcomeId) => {
    for (const path of cosmetic) {
      expect(await readAll(mutate(market, { how, path }), nativeEvent(), outcomeId), path).toEqual(whole)
    }
  })

  test('of the event costs none either', async () => {
    const event = nativeEvent()
    for (const path of Object.keys(event).filter(
      (name) => name !== 'event_ticker' && name !== 'series_ticker',
    )) {
      expect(await readAll(market, mutate(event, { how, path })), path).toEqual(whole)
    }
  })

  test('is an error where it says which market it is', async () => {
    await expectDriftAt(() => readAll(mutate(market, { how, path: 'ticker' }), {}), 'market.ticker')
  })
})

test('an event that does not tell its series is asked for candles by its market', async () => {
  expect(await readAll(market, mutate(nativeEvent(), { how: 'dropped', path: 'series_ticker' }))).toEqual(
    whole,
  )
})
