import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toCandles } from '../../../src/venues/kalshi/candles.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { bookReply, candlesReply } from '../../../src/venues/kalshi/schemas.js'
import { expectDriftAt, failureOf } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { haveSamples, sample } from '../../support/samples.js'
import { json } from '../../support/wire.js'
import { august, recorded, recordedVenue } from './recorded.js'

const minute = 60_000

describe.runIf(haveSamples)('recorded books', () => {
  const ticker = 'KXNCAAFGAME-26SEP19MSUND-ND'

  test('best quotes agree with the market recorded with the book', async () => {
    const { ctx } = recordedVenue({
      [`GET api/markets/${ticker}/orderbook`]: () => recorded('orderbook.json'),
      'GET api/markets': () => ({ markets: [Object(recorded('market-single.json')).market], cursor: '' }),
    })
    const yes = await readerOf(kalshi, ctx).book(ticker)
    const no = await readerOf(kalshi, ctx).book(`${ticker}-NO`)
    expect(yes?.bids.at(-1)).toEqual({ price: 0.89, size: 343.49 })
    expect(yes?.asks.at(-1)).toEqual({ price: 0.94, size: 641 })
    expect(no?.bids.at(-1)).toEqual({ price: 0.06, size: 641 })
    expect(no?.asks.at(-1)).toEqual({ price: 0.11, size: 343.49 })
    expect([yes?.bids.length, yes?.asks.length]).toEqual([10, 6])
    expect(yes?.timestamp).toBe(august)
  })

  test.each([['documented-orderbook.json', 12, 10]])('%s', (file, bids, asks) => {
    const { orderbook_fp } = readPayload(bookReply, recorded(file), 'x')
    expect([orderbook_fp.yes_dollars?.length ?? 0, orderbook_fp.no_dollars?.length ?? 0]).toEqual([
      bids,
      asks,
    ])
  })

  test('many at once, one-sided and empty ones among them', async () => {
    const natives = z
      .object({ orderbooks: z.array(z.object({ ticker: z.string() })) })
      .parse(recorded('orderbooks-combos.json'))
    const ids = natives.orderbooks.map((book) => book.ticker)
    const { ctx } = recordedVenue({ 'GET api/markets/orderbooks': () => recorded('orderbooks-combos.json') })
    const books = await readerOf(kalshi, ctx).someBooks(ids)
    expect([...(books?.keys() ?? [])]).toEqual(ids)
    expect(books?.get(ids[0] ?? '')).toMatchObject({ bids: [], asks: [{ price: 0.188, size: 369 }] })
    expect([...(books?.values() ?? [])].filter((book) => book.asks.length === 0)).toHaveLength(2)
  })
})

test.runIf(haveSamples)('a book of autumn 2026, as another client recorded it', () => {
  const book = readPayload(bookReply, sample('kalshi', 'syn-orderbook-KXELONMARS-99.json'), 'x')
  const { yes_dollars: yes, no_dollars: no } = book.orderbook_fp
  expect([yes?.length, no?.length]).toEqual([10, 28])
})

describe.runIf(haveSamples)('recorded trades', () => {
  const list = async (ticker: string, reply: unknown) => {
    const { market } = Object(recorded('market-single.json'))
    const { ctx } = recordedVenue({
      [`GET api/markets/${ticker}`]: { market: { ...market, ticker } },
      'GET api/markets/trades': reply,
    })
    return readerOf(kalshi, ctx).allTrades(ticker, { limit: 5 }, 5)
  }

  test('of January 2026, in whole contracts, are another shape', async () => {
    await expectDriftAt(
      () => list('KXELONMARS-99', () => recorded('legacy-trades.json')),
      'trades[0].count_fp',
    )
  })

  test('of September 2026, without the older name of the side', async () => {
    const trade = Object(recorded('trade-object-2026-09.json'))
    const { ctx } = recordedVenue({
      [`GET api/markets/${trade.ticker}`]: {
        market: {
          ...Object(recorded('market-single.json')).market,
          ticker: trade.ticker,
          open_time: '2026-09-01T00:00:00Z',
        },
      },
      'GET api/markets/trades': { trades: [trade], cursor: '' },
      'GET api/historical/cutoff': {
        market_settled_ts: '2026-06-25T00:00:00Z',
        trades_created_ts: '2026-06-25T00:00:00Z',
      },
    })
    expect(await readerOf(kalshi, ctx).allTrades(trade.ticker, { limit: 5 })).toEqual([
      {
        id: '072132b7-bf49-830e-4134-143b779b2c81',
        timestamp: Date.UTC(2026, 8, 1, 1, 46, 15, 690),
        price: 0.01,
        amount: 155,
        side: 'buy',
        outcomeId: 'KXHIGHNY-26SEP01-T90',
      },
    ])
  })
})

describe.runIf(haveSamples)('recorded candlesticks', () => {
  const barsOf = (file: string, stepMs: number) => {
    const { candlesticks } = readPayload(candlesReply, recorded(file), 'x')
    const bars = toCandles(candlesticks, stepMs, 'x')
    bars.forEach((bar, index) => {
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
      expect(bar.timestamp % stepMs).toBe(0)
      expect(bar.volume).toBeGreaterThan(0)
      expect(bar.timestamp).toBeGreaterThan(bars[index - 1]?.timestamp ?? 0)
    })
    return { bars, natives: candlesticks }
  }

  test.each([
    ['candlesticks-1h-KXNBAGAME-26JUN13NYKSAS-SAS.json', HOUR_MS, 3],
    ['candlesticks-1m-KXMLBGAME-26AUG071840TORPHI-TOR.json', minute, undefined],
    ['candlesticks-1m-KXMLBGAME-26AUG071845CINWSH-CIN.json', minute, undefined],
    ['candlesticks-1m-gaps-KXMLBGAME-26AUG091340LAAMIA-LAA.json', minute, 46],
    ['historical-candlesticks-1h-KXNFLSPREAD-26JAN10GBCHI-GB14.json', HOUR_MS, 0],
  ])('%s', (file, stepMs, count) => {
    const { bars, natives } = barsOf(file, stepMs)
    const traded = natives.filter((native) => native.volume_fp > 0)
    expect(bars.map((bar) => bar.timestamp)).toEqual(
      traded.map((native) => native.end_period_ts * 1000 - stepMs),
    )
    expect(bars.map((bar) => bar.volume)).toEqual(traded.map((native) => native.volume_fp))
    if (count !== undefined) expect(bars).toHaveLength(count)
  })

  test('single values are those of the recording', () => {
    const { bars } = barsOf('candlesticks-1h-KXNBAGAME-26JUN13NYKSAS-SAS.json', HOUR_MS)
    expect(bars[0]).toEqual({
      timestamp: 1_781_298_000_000,
      open: 0.65,
      high: 0.65,
      low: 0.64,
      close: 0.64,
      volume: 73570.84,
    })
  })

  test('a market that never traded has none', () => {
    const stick = recorded('candlestick-no-trade-ever-2026-09.json')
    const { candlesticks } = readPayload(
      candlesReply,
      { ticker: 'KXHIGHNY-26SEP01-T90', candlesticks: [stick] },
      'x',
    )
    expect(toCandles(candlesticks, minute, 'x')).toEqual([])
  })

  test.each([
    ['legacy-candlesticks-1d-KXELONMARS-99.json', 'candlesticks[0].volume_fp'],
    ['legacy-orderbook-null-sides.json', 'orderbook_fp'],
  ])('of January 2026, in cents, are another shape: %s', async (file, path) => {
    const schema = file.includes('orderbook') ? bookReply : candlesReply
    await expectDriftAt(() => readPayload<z.ZodType>(schema, recorded(file), 'x'), path)
  })
})

describe.runIf(haveSamples)('recorded errors', () => {
  const cases = haveSamples
    ? z
        .array(
          z.object({
            http_status: z.number(),
            body: z.unknown().optional(),
            details_text: z.string().optional(),
          }),
        )
        .parse(recorded('errors-observed.json'))
    : []
  const codes: Readonly<Record<number, string>> = {
    400: 'BAD_REQUEST',
    403: 'PERMISSION_DENIED',
    409: 'BAD_REQUEST',
    429: 'RATE_LIMIT_EXCEEDED',
  }

  test.each(cases)('HTTP $http_status $details_text', async ({ http_status, body, details_text }) => {
    const sent = body ?? { error: { code: 'bad_request', message: 'bad request', details: details_text } }
    const { ctx } = recordedVenue({ 'GET api/markets': json(http_status, sent, { 'retry-after': '3600' }) })
    const error = await failureOf(() => ctx.http.send({ host: 'api', path: '/markets' }))
    // A name of an order that was used is told as what it is.
    const isUsedName = JSON.stringify(sent).includes('order_already_exists')
    expect(error.code).toBe(isUsedName ? 'INVALID_ORDER' : codes[http_status])
    if (isUsedName) expect(error.detail?.['kind']).toBe('duplicate_order')
    if (details_text !== undefined) expect(error.message).toContain(details_text)
  })
})
