import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { EventRow, MarketRow } from '../../../src/venue-kit/contract/venue.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { readOutcomeId, resolveReading } from '../../../src/venues/kalshi/ids.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { toMarketRow } from '../../../src/venues/kalshi/mapping.js'
import { marketReply, marketsReply } from '../../../src/venues/kalshi/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples } from '../../support/samples.js'
import { json, queryOf } from '../../support/wire.js'
import { notFound } from './payloads.js'
import { august, recorded, recordedVenue } from './recorded.js'

const environment = { id: kalshi.id, hosts: kalshi.hosts, site: 'https://kalshi.com' }

/** What must hold of any market row, whatever it was made of. */
function expectSound({ market }: MarketRow): void {
  const [yes, no] = market.outcomes
  expect(market.outcomes).toHaveLength(2)
  expect([market.yes, market.no]).toEqual([yes, no])
  const tickers = [market.marketId]
  for (const [outcome, side] of [
    [yes, 'yes'],
    [no, 'no'],
  ] as const) {
    const reading = readOutcomeId(outcome?.outcomeId ?? '')
    const ref = reading && resolveReading(reading, (ticker) => tickers.includes(ticker))
    expect(ref).toEqual({ ticker: market.marketId, side })
  }
  if (yes?.price !== undefined) {
    expect(yes.price).toBeGreaterThanOrEqual(0)
    expect(yes.price).toBeLessThanOrEqual(1)
    expect(yes.price + (no?.price ?? Number.NaN)).toBeCloseTo(1, 9)
  }
  expect(market.volume ?? 0).toBeGreaterThanOrEqual(market.volume24h ?? 0)
  expect(market.resolutionDate).toMatch(/^20\d\d-.*Z$/)
  expect(market.sourceMetadata).toMatchObject({ volumeUnit: 'contracts' })
  expect(JSON.parse(JSON.stringify(market))).toEqual(market)
}

describe.runIf(haveSamples)('recorded lists of events', () => {
  const listed = async (file: string): Promise<readonly EventRow[]> => {
    const { ctx } = recordedVenue({ 'GET api/events': { ...Object(recorded(file)), cursor: '' } })
    return collect(kalshi.markets.listEvents({ status: 'active' }, ctx).paging)
  }

  test.each([
    ['events-nested-sports.json', 15, 126],
    ['events-nested-mlb-strikeouts.json', 2, 27],
  ])('%s', async (file, events, markets) => {
    const rows = await listed(file)
    expect(rows).toHaveLength(events)
    expect(rows.flatMap((row) => row.markets)).toHaveLength(markets)
    for (const row of rows) {
      expect(row.status).toBe('active')
      expect(row.event.category).toBe('Sports')
      const volume = row.markets.reduce((sum, { market }) => sum + (market.volume ?? Number.NaN), 0)
      expect(row.event.volume).toBeCloseTo(volume, 2)
      for (const market of row.markets) {
        expectSound(market)
        expect(market.market.eventId).toBe(row.event.id)
        expect(market.market.tickSize).toBe(0.01)
      }
    }
  })

  test('single values are those of the recording', async () => {
    const [champion] = await listed('events-nested-sports.json')
    expect(champion?.event).toMatchObject({
      id: 'KXNBA-27',
      title: '2027 Pro Basketball Champion',
      slug: 'KXNBA-27',
    })
    expect(champion?.event.description).toBe(
      'If {x} wins the 2027 Pro Basketball Finals, then the market resolves to Yes.',
    )
    expect(champion?.markets[0]).toMatchObject({
      status: 'active',
      startsAt: Date.UTC(2026, 5, 14, 8),
      market: {
        marketId: 'KXNBA-27-ATL',
        title: 'Will Atlanta win the 2027 Pro Basketball Finals?',
        outcomes: [
          { label: 'Atlanta', price: 0.01, priceChange24h: 0 },
          { label: 'Not Atlanta', price: 0.99, priceChange24h: 0 },
        ],
        volume: 258414.31,
        volume24h: 1963.89,
        openInterest: 245360.23,
        resolutionDate: '2029-07-30T14:00:00.000Z',
        sourceMetadata: expect.objectContaining({
          series_ticker: 'KXNBA',
          yes_ask: 0.01,
          no_bid: 0.99,
          mutually_exclusive: true,
        }),
      },
    })
    expect(champion?.markets[0]?.market.sourceMetadata).not.toHaveProperty('yes_bid')
  })

  test('strikes are numbers', async () => {
    const [game] = await listed('events-nested-mlb-strikeouts.json')
    expect(game?.markets[0]?.market).toMatchObject({
      outcomes: [{ label: 'Anthony Kay: 2+', price: 0.91 }, {}],
      sourceMetadata: expect.objectContaining({ floor_strike: 1.5, strike_type: 'structured' }),
    })
    // Nothing was traded the day before.
    expect(game?.markets[0]?.market.yes).not.toHaveProperty('priceChange24h')
  })

  test('events without markets are closed ones', async () => {
    const { ctx } = recordedVenue({
      'GET api/events': (call: VenueCall) =>
        queryOf(call)['status'] === 'closed'
          ? { events: [] }
          : { ...Object(recorded('legacy-events-list.json')), cursor: '' },
    })
    const rows = await collect(kalshi.markets.listEvents({ status: 'closed' }, ctx).paging)
    expect(rows.map((row) => [row.event.id, row.status])).toEqual(
      ['KXELONMARS-99', 'KXNEWPOPE-70', 'KXWARMING-50', 'KXMARSVRAIL-50', 'KXERUPTSUPER-0'].map((id) => [
        id,
        'closed',
      ]),
    )
  })
})

describe.runIf(haveSamples)('recorded single lookups', () => {
  const mars = {
    'GET api/events/KXELONMARS-99': () => recorded('legacy-event-single.json'),
    'GET api/events/KXELONMARS-99/metadata': () => recorded('event-metadata.json'),
    'GET api/series/KXELONMARS': json(404, notFound),
  }

  test('an event of January 2026, its market beside it: prices in dollars, and no count that can be read', async () => {
    const { ctx } = recordedVenue(mars, Date.UTC(2026, 0, 12, 22))
    const row = await kalshi.markets.getEvent('KXELONMARS-99', ctx)
    expect(row).toMatchObject({
      status: 'active',
      startsAt: Date.UTC(2025, 7, 28, 20, 45),
      event: {
        category: 'World',
        image: 'https://kalshi-public-docs.s3.amazonaws.com/series-images-webp/KXELONMARS.webp',
        description:
          'If Elon Musk visits Mars before the earlier of his death or Aug 1, 2099, then the market resolves to Yes.',
      },
      markets: [
        {
          market: {
            marketId: 'KXELONMARS-99',
            outcomes: [
              { label: 'Mars', price: 0.06 },
              { label: 'Not Mars', price: 0.94 },
            ],
            resolutionDate: '2099-08-08T15:00:00.000Z',
          },
        },
      ],
    })
    row?.markets.forEach(expectSound)
    expect(row?.event).not.toHaveProperty('volume')
    // A previous price of 0 is no price: there is no change to speak of.
    expect(row?.markets[0]?.market.yes).not.toHaveProperty('priceChange24h')
  })

  test('the raw metadata of an event', async () => {
    const { ctx } = recordedVenue(mars)
    expect(await kalshi.eventMetadata?.('kxelonmars-99', ctx)).toEqual(recorded('event-metadata.json'))
  })

  test('an open market', () => {
    const { market } = readPayload(marketReply, recorded('market-single.json'), 'x')
    const row = toMarketRow(market, {}, environment, august)
    expectSound(row)
    expect(row).toMatchObject({
      status: 'active',
      market: {
        eventId: 'KXNCAAFGAME-26SEP19MSUND',
        yes: { price: 0.95, priceChange24h: 0.01 },
        no: { price: 0.05 },
        volume: 2985.5,
      },
    })
  })

  test('a settled market shows what it settled at, not its last trade', () => {
    const { market } = readPayload(
      marketReply,
      recorded('market-finalized-KXMLBGAME-26AUG091340LAAMIA-LAA.json'),
      'x',
    )
    const row = toMarketRow(market, {}, environment, august)
    expectSound(row)
    expect(row).toMatchObject({
      status: 'closed',
      market: { status: 'closed', nativeStatus: 'finalized', yes: { price: 0 }, no: { price: 1 } },
    })
    expect(row.market.yes).not.toHaveProperty('priceChange24h')
    expect(row.market.sourceMetadata).toMatchObject({
      result: 'no',
      settlement_value: 0,
      priceSource: 'settlement',
    })
  })
})

describe.runIf(haveSamples)('recorded lists of markets', () => {
  const rowsOf = (markets: unknown, now = august) =>
    readPayload(marketsReply, { markets }, 'x').markets.map((market) =>
      toMarketRow(market, {}, environment, now),
    )
  const membersOf = (file: string) => z.record(z.string(), z.unknown()).parse(recorded(file))

  test('settled and closed ones', () => {
    const rows = rowsOf(membersOf('markets-settled.json')['markets'])
    rows.forEach(expectSound)
    expect(rows.map((row) => row.status)).toEqual(Array.from({ length: 30 }, () => 'closed'))
    const prices = rows
      .filter((row) => row.market.nativeStatus === 'finalized')
      .map((row) => row.market.yes?.price)
    expect(prices).toHaveLength(28)
    expect(new Set(prices)).toEqual(new Set([0, 1]))
  })

  test('combos and their legs', () => {
    const { markets, leg_markets } = membersOf('markets-combos.json')
    const combos = rowsOf(markets)
    for (const row of [...combos, ...rowsOf(leg_markets)]) expectSound(row)
    expect(
      combos.every((row) => typeof row.market.sourceMetadata?.['mve_collection_ticker'] === 'string'),
    ).toBe(true)
    const untraded = combos.filter((row) => row.market.sourceMetadata?.['priceSource'] !== 'last_trade')
    for (const { market } of untraded) expect(market.yes?.price).not.toBe(0)
  })

  test('combos of January 2026: never traded, never quoted, so without a price', () => {
    const rows = rowsOf(membersOf('legacy-markets-list-open.json')['markets'], Date.UTC(2026, 0, 12, 23))
    rows.forEach(expectSound)
    expect(rows).toHaveLength(5)
    for (const { market, status } of rows) {
      expect(status).toBe('active')
      expect(market).toMatchObject({ description: '' })
      for (const name of ['volume', 'volume24h', 'openInterest']) expect(market).not.toHaveProperty(name)
      for (const outcome of market.outcomes) expect(outcome).not.toHaveProperty('price')
    }
  })
})

describe.runIf(haveSamples)('recorded series', () => {
  test.each([
    ['series-KXMLBGAME.json', 'KXMLBGAME', ['Baseball'], 'custom'],
    ['series-KXMLBSPREAD.json', 'KXMLBSPREAD', ['Baseball'], 'custom'],
    ['series-KXWNBAGAME.json', 'KXWNBAGAME', ['Basketball'], 'custom'],
    ['series-single.json', 'CO2', ['Climate change'], 'monthly'],
  ])('%s', async (file, ticker, tags, recurrence) => {
    const { ctx } = recordedVenue({
      [`GET api/series/${ticker}`]: () => recorded(file),
      'GET api/events': { events: [], cursor: '' },
    })
    const series = await kalshi.series?.get(ticker, ['active'], ctx)
    expect(series).toMatchObject({
      id: ticker,
      ticker,
      recurrence,
      events: [],
      sourceMetadata: expect.objectContaining({ tags }),
    })
  })

  test('a whole category', async () => {
    const { ctx } = recordedVenue({ 'GET api/series': () => recorded('series-list-climate.json') })
    const rows = await collect(present(kalshi.series?.list(ctx)))
    const natives = z
      .object({ series: z.array(z.unknown()) })
      .parse(recorded('series-list-climate.json')).series
    expect(rows).toHaveLength(natives.length)
    expect(new Set(rows.map((row) => row.sourceMetadata?.['category']))).toEqual(
      new Set(['Climate and Weather']),
    )
    expect(rows.find((row) => row.id === 'KXLOWAUS')?.sourceMetadata?.['tags']).toBeNull()
  })
})
