import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import { assertBars } from '../../../src/candles/series/validate.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { toOrderBook } from '../../../src/venues/hyperliquid/book.js'
import { toCandles } from '../../../src/venues/hyperliquid/candles.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import {
  allMids,
  assetContexts,
  candleSnapshot,
  l2Book,
  recentTrades,
} from '../../../src/venues/hyperliquid/schemas.js'
import { toTrades } from '../../../src/venues/hyperliquid/trades.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { type Answer, json } from '../../support/wire.js'
import { setUp } from './world.js'

const { markets } = hyperliquid
const recorded = (file: string) => sample('hyperliquid', file)
const HOUR = 3_600_000

/** The mids that belong to recorded statistics. */
function midsOf(contexts: unknown): Record<string, string> {
  const rows = assetContexts.parse(contexts)
  return Object.fromEntries(
    rows.flatMap(({ coin, midPx }) => (midPx === undefined ? [] : [[coin, String(midPx)]])),
  )
}

/**
 * Statistics in their place beside the meta data of pairs. Some recordings were cut to a few members by their source:
 * no more rows than prove nothing about a missing one.
 */
const wrapped = (file: string) => [
  { universe: [], tokens: [] },
  z.array(z.unknown()).parse(recorded(file)).slice(0, 4),
]

const october: Readonly<Record<string, Answer>> = haveSamples
  ? {
      outcomeMeta: recorded('syn-hyperliquid_outcome_meta.json'),
      outcomeTemplates: recorded('syn-hyperliquid_outcome_templates.json'),
      spotMetaAndAssetCtxs: recorded('syn-hyperliquid_spot_ctxs.json'),
      allMids: midsOf(recorded('syn-hyperliquid_spot_ctxs.json')),
      settledOutcome: json(200, null),
    }
  : {}

describe.runIf(haveSamples)('the recorded list of October 2026', () => {
  const rows = () => collect(present(markets.listMarkets)({ status: 'active' }, setUp(october).ctx).paging)

  test('has a sound market for every outcome', async () => {
    const found = await rows()
    expect(found).toHaveLength(36)
    const ids = found.flatMap(({ market }) => market.outcomes.map(({ outcomeId }) => outcomeId))
    expect(new Set(ids).size).toBe(72)
    for (const { market, status } of found) {
      expect(status).toBe('active')
      expect(market.title).not.toMatch(/template|[{}]|undefined|\?\?/)
      expect(market.outcomes.every(({ label }) => !/template|[{}]/.test(label))).toBe(true)
      expect(market.resolutionDate, market.title).toMatch(/^20(26|27)-/)
      const [yes, no] = market.outcomes
      if (yes?.price !== undefined) expect(yes.price + (no?.price ?? Number.NaN)).toBeCloseTo(1, 9)
      expect(JSON.parse(JSON.stringify(market))).toEqual(market)
    }
  })

  test('reads as people would write it', async () => {
    const found = new Map((await rows()).map(({ market }) => [market.marketId, market]))
    const titles = [7544, 7545, 7551, 7552, 7553, 6208, 1473, 3600, 7550, 7705].map(
      (number) => found.get(`hl-outcome-${number}`)?.title,
    )
    expect(titles).toEqual([
      'BTC > $85,971 @ 2026-10-03 06:00 UTC',
      'ETH > $2,721.3 @ 2026-10-03 06:00 UTC',
      'BTC < $84,251',
      'BTC $84,251 - $87,690',
      'BTC > $87,690',
      expect.stringContaining('Washington Commanders'),
      expect.stringContaining('Arsenal'),
      expect.stringContaining('No change'),
      'BTC Price Bucket [$84,251, $87,690] @ 2026-10-03 06:00 UTC - Other',
      'HYPE above 88.396 at 2026-10-02 18:00 UTC?',
    ])
    expect(found.get('hl-outcome-6208')?.outcomes.map(({ label }) => label)).toEqual(['WAS', 'IND'])
    expect(found.get('hl-outcome-6208')).toMatchObject({ category: 'Sports' })
    expect(found.get('hl-outcome-7544')).toMatchObject({
      category: 'Crypto',
      volume24h: 93275,
      openInterest: 93165,
    })
    expect(found.get('hl-outcome-7544')?.yes?.priceChange24h).toBeCloseTo(0.05291 - 0.51999, 9)
  })

  test('has its questions as events', async () => {
    const events = await collect(markets.listEvents({ status: 'active' }, setUp(october).ctx).paging)
    expect(events.map(({ event, markets: inside }) => [event.id, inside.length])).toEqual([
      ['198', 7],
      ['289', 4],
      ['331', 4],
      ['366', 4],
      ['371', 4],
    ])
    for (const { event, markets: inside } of events) {
      expect(inside.every(({ market }) => market.eventId === event.id)).toBe(true)
      expect(event.title).not.toMatch(/template|[{}]/)
    }
  })
})

describe.runIf(haveSamples)('earlier recorded lists', () => {
  test.each([
    ['outcomeMeta-2026-05-02.json', 'spotAssetCtxs-2026-05-02.json', 1, 0],
    ['outcomeMeta-2026-06-mainnet.json', 'spotAssetCtxs-2026-06.json', 7, 1],
    ['outcomeMeta-2026-09-mainnet.json', 'spotAssetCtxs-2026-06.json', 2, 1],
  ])('%s', async (file, contexts, outcomes, questions) => {
    const answers = {
      ...october,
      outcomeMeta: recorded(file),
      spotMetaAndAssetCtxs: wrapped(contexts),
      allMids: { '#0': '0.65006', '#1': '0.34994' },
    }
    const found = await collect(present(markets.listMarkets)({ status: 'active' }, setUp(answers).ctx).paging)
    expect(found).toHaveLength(outcomes)
    const events = await collect(markets.listEvents({ status: 'active' }, setUp(answers).ctx).paging)
    expect(events).toHaveLength(questions)
  })

  test('a market of the launch day has no collateral to tell of, but prices and volumes', async () => {
    const answers = {
      outcomeMeta: recorded('outcomeMeta-2026-05-02.json'),
      spotMetaAndAssetCtxs: wrapped('spotAssetCtxs-2026-05-02.json'),
      allMids: {},
    }
    const row = await markets.getMarket('100000000', setUp(answers).ctx)
    expect(row?.market).toMatchObject({
      title: 'BTC > $78,213 @ 2026-05-03 06:00 UTC',
      volume24h: 683834,
      outcomes: [{ price: 0.65006 }, { price: 0.34994 }],
    })
    expect(row?.market.sourceMetadata).not.toHaveProperty('quoteToken')
  })
})

describe.runIf(haveSamples)('recorded settlements', () => {
  test.each([
    ['settledOutcome-1000-priceBinary-HYPE.json', '1000', 'HYPE > $37.87 @ 2026-03-13 07:30 UTC', undefined],
    ['settledOutcome-10234-worldcup-prose.json', '10234', '2026 World Cup champion - Australia', '823'],
  ])('%s', async (file, number, title, eventId) => {
    const { ctx } = setUp({ ...october, settledOutcome: recorded(file) })
    const row = present(await markets.getMarket(`hl-outcome-${number}`, ctx))
    expect(row.status).toBe('closed')
    expect(row.market).toMatchObject({
      title,
      status: 'closed',
      nativeStatus: 'settled',
      outcomes: [{ price: 0 }, { price: 1 }],
    })
    expect(row.market.eventId).toBe(eventId)
  })
})

describe.runIf(haveSamples)('recorded books, trades and candles', () => {
  test('the books of both sides are each other’s mirror', () => {
    const [yes, no] = ['syn-hyperliquid_book.json', 'syn-hyperliquid_book_no_coin.json'].map((file) =>
      toOrderBook(present(l2Book.parse(recorded(file)) ?? undefined)),
    )
    expect(yes?.bids).toHaveLength(12)
    expect(yes?.asks).toHaveLength(20)
    expect(yes?.timestamp).toBe(no?.timestamp)
    const mirrored = no?.asks.map(({ price, ...level }) => ({
      ...level,
      price: Math.round((1 - price) * 1e5) / 1e5,
    }))
    expect(mirrored).toEqual(yes?.bids)
  })

  test('numbers that a fixture tool has quoted are the same numbers', () => {
    const book = toOrderBook(present(l2Book.parse(recorded('ccxt-fetchOrderBook-1.json')) ?? undefined))
    expect(book).toMatchObject({ bids: [], timestamp: 1_783_249_884_567 })
    expect(book.asks[0]).toEqual({ price: 0.00012, size: 997, orderCount: 1 })
    const tape = toTrades(recentTrades.parse(recorded('ccxt-fetchTrades-1.json')), { outcome: 172, side: 0 })
    expect(tape.map(({ id, amount }) => [id, amount])).toEqual([
      ['561715813668267', 84166],
      ['1088712012385077', 70385],
    ])
  })

  test('a tape is newest first, by fills', () => {
    const tape = toTrades(recentTrades.parse(recorded('syn-hyperliquid_trades.json')), {
      outcome: 7544,
      side: 0,
    })
    expect(tape.map(({ timestamp }) => timestamp)).toEqual([1_790_962_779_195, 1_790_962_777_262])
    expect(tape.every(({ side, outcomeId }) => side === 'sell' && outcomeId === '100075440')).toBe(true)
  })

  test('candles are whole, on the grid and can be joined', () => {
    const natives = candleSnapshot.parse(recorded('syn-hyperliquid_candles_1h.json'))
    const window = { from: 1_790_920_800_000, to: 1_790_920_800_000 + 6 * HOUR }
    const bars = toCandles(natives, { coin: '#75440', interval: '1h', stepMs: HOUR, window })
    expect(bars).toHaveLength(6)
    assertBars(bars, HOUR, window)
    const volumes = bars.reduce((sum, { volume }) => sum + (volume ?? 0), 0)
    expect(volumes).toBe(15_068)
    expect(aggregateBars(bars, 12 * HOUR).reduce((sum, { volume }) => sum + (volume ?? 0), 0)).toBe(15_068)
  })

  test('the middles are read without those of perpetuals', () => {
    expect(allMids.parse({ BTC: '80868.5', '@142': '80907.5', '#66110': '0.55' })).toEqual({ '#66110': 0.55 })
  })
})

test.runIf(haveSamples)('the requests are those that another client was recorded with', () => {
  const request = z.object({ method: z.string(), url: z.string(), body: z.string() })
  const reads = z
    .array(request)
    .parse(recorded('requests.json'))
    .filter(({ url }) => url === `${hyperliquid.hosts['api']?.url}/info`)
    .map(({ body }): unknown => JSON.parse(body))
  expect(reads).toContainEqual({ type: 'l2Book', coin: '#1720' })
  expect(reads).toContainEqual(expect.objectContaining({ type: 'recentTrades', coin: '#1720' }))
})
