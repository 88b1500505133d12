import { describe, expect, test } from 'vitest'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { getEvent } from '../../../src/venues/gemini-titan/lookup.js'
import { present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { haveSamples, sample } from '../../support/samples.js'
import { nativeContract, nativeEvent } from './payloads.js'
import { events, setUp } from './set-up.js'

type Row = Readonly<Record<string, unknown>>
const recorded = (file: string) => Reflect.get(Object(sample('gemini-titan', file)), 'response')
const symbol = 'GEMI-DEMNOM2028-DEMNOM28AOC'

async function eventOf(native: Row) {
  const { ctx } = setUp(events({ [String(native['ticker'])]: native }))
  return present(await getEvent(String(native['ticker']), ctx))
}

describe.runIf(haveSamples)('recorded and documented', () => {
  test('an interval event of August 2026', async () => {
    const { status, event, markets } = await eventOf(recorded('events-btc05m.json').data[0])
    expect([status, event.id, event.volume24h]).toEqual(['active', 'BTC05M2608060330', 1127.15])
    expect(markets[0]?.market).toMatchObject({
      marketId: 'gemi-GEMI-BTC05M2608060330-UP',
      title: 'BTC price today at 11:30pm EDT - UP',
      volume: 1127.15,
      yes: { label: 'Up', price: 0.8 },
      no: { label: 'Down', price: 0.2 },
      resolutionDate: '2026-08-06T03:30:00.000Z',
      sourceMetadata: {
        priceSource: 'last',
        series: 'BTC05M',
        strike: { type: 'reference', value: '64469.05' },
      },
    })
  })

  test('a documented event, newly listed and settled', async () => {
    const listed = await eventOf(recorded('documented-events-newly-listed.json').data[0])
    expect(listed.startsAt).toBe(Date.UTC(2026, 2, 5, 2, 57, 31, 548))
    expect(listed.markets[0]?.market).toMatchObject({
      title: 'SOL price today at 12am EST - SOL > $90',
      yes: { label: 'SOL > $90', price: 0.515 },
    })
    const settled = await eventOf(recorded('documented-events-recently-settled.json').data[0])
    expect([settled.status, settled.markets[0]?.status]).toEqual(['closed', 'closed'])
    expect(settled.markets[0]?.market).toMatchObject({
      yes: { price: 1 },
      no: { price: 0 },
      status: 'closed',
      nativeStatus: 'settled',
    })
  })

  test('a contract of a field', async () => {
    const contract = recorded('contract-DEMNOM28AOC.json')
    const { markets } = await eventOf(
      nativeEvent({ ticker: 'DEMNOM2028', contracts: [contract, nativeContract()] }),
    )
    expect(markets[0]?.market).toMatchObject({
      outcomes: [
        {
          outcomeId: `GEMI:${symbol}:yes`,
          label: 'Alexandria Ocasio-Cortez',
          price: 0.195,
          priceChange24h: 0.02,
        },
        { outcomeId: `GEMI:${symbol}:no`, label: 'Not Alexandria Ocasio-Cortez', price: 0.805 },
      ],
      description: expect.stringMatching(
        /^This market will resolve to “Yes” if .* wins and formally accepts/,
      ),
    })
  })

  test('odd shapes of prices and strikes', async () => {
    const odd = recorded('contracts-edge-shapes.json')
    const shaped = (over: Row) => nativeContract({ priceDelta24hPct: null, ...over })
    const contracts = [
      shaped(odd.no_book_prices),
      shaped(odd.settled),
      ...odd.strikes.map((strike: unknown, n: number) => shaped({ instrumentSymbol: `GEMI-S-${n}`, strike })),
    ]
    const { markets } = await eventOf(nativeEvent({ contracts }))
    expect(markets.slice(0, 2).map(({ market }) => market.outcomes.map(({ price }) => price))).toEqual([
      [0.95, 0.05],
      [0, 1],
    ])
    expect(markets).toHaveLength(8)
    const alone = odd.one_leg_event
    const { markets: one } = await eventOf(nativeEvent({ ...alone, contracts: [shaped(alone.contracts[0])] }))
    expect(one[0]?.market).toMatchObject({ title: 'Recession this year?', volume: 47_069, volume24h: 126 })
  })

  test('a book, trades and candles of one instrument', async () => {
    const contract = recorded('contract-DEMNOM28AOC.json')
    const { ctx } = setUp({
      ...events({ DEMNOM2028: nativeEvent({ ticker: 'DEMNOM2028', contracts: [contract] }) }),
      [`GET api/v1/book/${symbol}`]: recorded('book.json'),
      [`GET api/v1/trades/${symbol}`]: recorded('trades.json'),
      'GET api/v2/klines': recorded('klines-1day.json'),
    })
    const read = readerOf(geminiTitan, ctx)
    const book = await read.book(`GEMI:${symbol}:yes`)
    expect([book.bids.length, book.bids[0], book.asks[0]]).toEqual([
      5,
      { price: 0.19, size: 1530 },
      { price: 0.2, size: 1250 },
    ])
    expect((await read.trades(`GEMI:${symbol}:no`)).map(({ price, side }) => [price, side])).toEqual([
      [0.82, 'sell'],
      [0.81, 'buy'],
    ])
    const candles = present(geminiTitan.candles)
    const day = present(candles.steps.at(-1))
    const from = 1_786_752_000_000
    const batch = await candles.fetch(
      await read.series(`GEMI:${symbol}:yes`),
      day,
      { from, to: from + 3 * day.stepMs },
      ctx,
    )
    expect(batch).toMatchObject({
      bars: [
        { timestamp: from, open: 0.18, high: 0.21, low: 0.18, close: 0.21, volume: 1819 },
        { timestamp: from + day.stepMs, close: 0.2 },
        { timestamp: from + 2 * day.stepMs, close: 0.22, volume: 5467 },
      ],
    })
  })
})
