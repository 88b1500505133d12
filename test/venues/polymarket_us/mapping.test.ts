import { describe, expect, test } from 'vitest'
import { takeUnknownWords } from '../../../src/venue-kit/payload/native-enums.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { eventIdOf, toEventRow, toMarketRow } from '../../../src/venues/polymarket_us/mapping.js'
import {
  nativeBook as bookSchema,
  nativeEvent as eventSchema,
  nativeMarket as schema,
} from '../../../src/venues/polymarket_us/schemas.js'
import { expectDrift } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import {
  nativeBook,
  nativeEvent,
  nativeLeg,
  nativeMarket,
  nativeResolved,
  nativeSide,
  usd,
} from './payloads.js'

const what = 'GET /v1/events'
const rowOf = (payload: unknown) => toMarketRow(readPayload(schema, payload, what), what)
const eventOf = (payload: unknown) => toEventRow(readPayload(eventSchema, payload, what), what)
const pricesOf = (payload: unknown) => rowOf(payload).market.outcomes.map(({ price }) => price)

describe('a market of an event', () => {
  test('as a whole', () => {
    const [row] = eventOf(nativeEvent()).markets
    const long = {
      outcomeId: 'aec-mlb-vel-orr-2026-11-21:long',
      marketId: 'aec-mlb-vel-orr-2026-11-21',
      label: 'Velmar Larks',
      price: 0.6375,
      bestBid: 0.635,
      bestAsk: 0.64,
      metadata: { side: 'long', sideDescription: 'Velmar Larks' },
    }
    const short = {
      outcomeId: 'aec-mlb-vel-orr-2026-11-21:short',
      marketId: 'aec-mlb-vel-orr-2026-11-21',
      label: 'Orrin Kites',
      price: 0.3625,
      bestBid: 0.36,
      bestAsk: 0.365,
      metadata: { side: 'short', sideDescription: 'Orrin Kites' },
    }
    expect(row).toEqual({
      status: 'active',
      startsAt: Date.UTC(2026, 10, 13, 4, 0, 49),
      aliases: ['823001'],
      market: {
        marketId: 'aec-mlb-vel-orr-2026-11-21',
        eventId: 'mlb-vel-orr-2026-11-21',
        title: 'Who will win in the upcoming baseball event Velmar Larks vs Orrin Kites, game 1?',
        description: 'This market will settle to the winner.',
        slug: 'aec-mlb-vel-orr-2026-11-21',
        outcomes: [long, short],
        resolutionDate: '2026-12-05T00:40:00.000Z',
        url: 'https://polymarket.us/market/aec-mlb-vel-orr-2026-11-21',
        image: 'https://images.example/game.png',
        category: 'sports',
        tags: ['Sports', 'MLB'],
        tickSize: 0.005,
        status: 'active',
        nativeStatus: 'MARKET_STATUS_OPEN',
        sourceExchange: 'polymarket_us',
        sourceMetadata: expect.objectContaining({
          volumeUnit: 'contracts',
          marketNumber: '823001',
          nativeStatus: 'MARKET_STATUS_OPEN',
          leg: 'Velmar Larks vs Orrin Kites',
          titleShort: 'VEL vs ORR',
          bestBid: 0.635,
          bestAsk: 0.64,
          marketType: 'moneyline',
          sportsMarketType: 'baseball_team_full_game_winner',
          sportsMarketTypeV2: 'SPORTS_MARKET_TYPE_MONEYLINE',
          feeCoefficient: 0.06,
          minimumOrderSize: 0.01,
        }),
        yes: long,
        no: short,
        up: long,
        down: short,
      },
    })
  })

  test('has the volumes and the liquidity that the venue tells, in contracts', () => {
    const { market } = rowOf(nativeMarket(1, { volume: 120.5, volume24hr: '7', liquidity: usd('44.5') }))
    expect([market.volume, market.volume24h, market.liquidity]).toEqual([120.5, 7, 44.5])
  })
})

describe('a leg by itself', () => {
  test('is told apart from the others that ask the same, and its sides by nothing but their flag', () => {
    const { market } = rowOf(nativeLeg())
    expect(market.title).toBe('Orrin Cup Champion - Velmar Larks')
    expect(market.outcomes.map(({ outcomeId, label, price }) => [outcomeId, label, price])).toEqual([
      ['tec-orrin-cup-2026-12-27-atl:long', 'Velmar Larks', 0.1065],
      ['tec-orrin-cup-2026-12-27-atl:short', 'Not Velmar Larks', 0.8935],
    ])
    expect(market.yes?.outcomeId).toBe('tec-orrin-cup-2026-12-27-atl:long')
    expect(market).not.toHaveProperty('eventId')
  })

  test.each([
    [{ title: undefined }, 'Orrin Cup Champion'],
    [{ question: undefined }, 'Velmar Larks'],
    [{ question: 'Will the Velmar Larks win?' }, 'Will the Velmar Larks win?'],
    [{ question: null, title: '' }, 'tec-orrin-cup-2026-12-27-atl'],
  ])('%j is titled %s', (overrides, title) => {
    expect(rowOf(nativeLeg(overrides)).market.title).toBe(title)
  })

  test('of crypto resolves at the end of its window', () => {
    const assetPriceTerms = {
      marketType: 'ASSET_PRICE_MARKET_TYPE_UP_DOWN',
      windowStart: '2026-11-21T12:00:00Z',
      windowEnd: '2026-11-21T12:15:00Z',
      priceToBeat: usd('91000.5'),
    }
    const { market } = rowOf(nativeLeg({ assetPriceTerms }))
    expect(market.resolutionDate).toBe('2026-11-21T12:15:00.000Z')
    expect(market.sourceMetadata?.['assetPriceTerms']).toEqual(assetPriceTerms)
  })
})

describe('the price of an open market', () => {
  const noQuotes = { bestBidQuote: null, marketSides: [nativeSide(1, true), nativeSide(1, false)] }
  const noBid = {
    bestBidQuote: null,
    bestAskQuote: usd('0.3000'),
    marketSides: [nativeSide(1, true), nativeSide(1, false, { quote: usd('1.0000') })],
  }
  test.each([
    ['the middle of the quotes', {}, [0.6375, 0.3625]],
    ['the same, of what the sides cost', { bestBidQuote: null, bestAskQuote: undefined }, [0.6375, 0.3625]],
    ['quoted in bare numbers', { bestBidQuote: 0.2, bestAskQuote: '0.3' }, [0.25, 0.75]],
    [
      'the only quote',
      { bestBidQuote: null, marketSides: [nativeSide(1, true), nativeSide(1, false)] },
      [0.64, 0.36],
    ],
    [
      'unknown without a quote, whatever the sides say',
      {
        bestBidQuote: null,
        bestAskQuote: usd(''),
        marketSides: [nativeSide(1, true, { price: '0.5' }), nativeSide(1, false, { price: '' })],
      },
      [undefined, undefined],
    ],
    ['the only quote, where the other side costs a whole dollar: nobody bids', noBid, [0.3, 0.7]],
    [
      'unknown where nobody quotes in zeros',
      { ...noBid, bestAskQuote: usd('0.0000') },
      [undefined, undefined],
    ],
    [
      'unknown where amounts have no value',
      { ...noQuotes, bestAskQuote: { currency: 'USD' } },
      [undefined, undefined],
    ],
    ['shown while it is halted', { status: 'MARKET_STATUS_HALTED' }, [0.6375, 0.3625]],
  ])('is %s', (_name, overrides, prices) => {
    expect(pricesOf(nativeMarket(1, overrides))).toEqual(prices)
  })
})

test('a tick of nothing is unknown', () => {
  expect(rowOf(nativeMarket(1, { orderPriceMinTickSize: 0 })).market).not.toHaveProperty('tickSize')
})

describe('the price of a market that is over', () => {
  test.each([
    ['what was paid', {}, [1, 0]],
    [
      'a half',
      { marketSides: [nativeSide(3, true, { price: '0.5' }), nativeSide(3, false, { price: '0.5' })] },
      [0.5, 0.5],
    ],
    [
      'unknown where bid and ask still stand in its place',
      { marketSides: [nativeSide(3, true, { price: '0.98' }), nativeSide(3, false, { price: '1' })] },
      [undefined, undefined],
    ],
    ['unknown before the decision', { status: 'MARKET_STATUS_RESOLVING' }, [undefined, undefined]],
    [
      'unknown when it is closed with stale quotes',
      { status: 'MARKET_STATUS_CLOSED', bestBidQuote: usd('0.01') },
      [undefined, undefined],
    ],
    ['what was paid, in older rows without a status', { status: undefined }, [1, 0]],
  ])('is %s', (_name, overrides, prices) => {
    const row = rowOf(nativeResolved(overrides))
    expect(row.status).toBe('closed')
    expect(row.market.outcomes.map(({ price }) => price)).toEqual(prices)
    expect(row.market.sourceMetadata).not.toHaveProperty('bestBid')
  })

  test('it was listed before its row was made anew', () => {
    expect(rowOf(nativeResolved()).startsAt).toBe(Date.UTC(2025, 9, 29, 22, 0, 1))
    expect(rowOf(nativeResolved({ startDate: '0001-01-01T00:00:00Z' })).startsAt).toBe(
      Date.UTC(2026, 2, 7, 2, 30),
    )
  })
})

test.each([
  [{}, 'active'],
  [{ status: 'MARKET_STATUS_HALTED' }, 'active'],
  [{ status: 'MARKET_STATUS_UNSPECIFIED', ep3Status: 'PENDING' }, 'active'],
  [{ status: 'MARKET_STATUS_RESOLVED', closed: undefined }, 'closed'],
  [{ status: undefined, closed: undefined, ep3Status: 'TERMINATED' }, 'closed'],
  [{ archived: true }, 'closed'],
  [{ status: 'MARKET_STATUS_SOMETHING_NEW' }, 'active'],
  [{ status: 'MARKET_STATUS_SOMETHING_NEW', closed: true }, 'closed'],
  [{ status: 'MARKET_STATUS_SOMETHING_NEW', closed: undefined, ep3Status: 'EXPIRED' }, 'closed'],
  [{ status: 'OPEN' }, 'active'],
  [{ status: 'RESOLVED', closed: undefined }, 'closed'],
  [{ status: undefined, ep3Status: 'INSTRUMENT_STATE_OPEN' }, 'active'],
  [{ status: undefined, closed: undefined, ep3Status: 'INSTRUMENT_STATE_TERMINATED' }, 'closed'],
])('%j is %s', (overrides, status) => {
  const row = rowOf(nativeMarket(1, overrides))
  expect([row.status, row.market.status]).toEqual([status, status])
})

test.each([[{ status: undefined, ep3Status: 'FROZEN' }, 'market.ep3Status']])(
  '%j is refused by its word, whatever the flag says',
  (overrides, name) => {
    expect(() => rowOf(nativeMarket(1, overrides))).toThrow(`for ${name}`)
  },
)

test('a status that the documents do not have yet is counted', () => {
  takeUnknownWords()
  rowOf(nativeMarket(1, { status: 'MARKET_STATUS_SOMETHING_NEW' }))
  expect(takeUnknownWords()).toMatchObject([
    { venue: 'polymarket_us', enumeration: 'market.status', word: 'MARKET_STATUS_SOMETHING_NEW' },
  ])
})

test('the state of a book is read with its prefix and without', () => {
  const stateOf = (state: string) => bookSchema.parse({ ...nativeBook().marketData, state }).state
  expect([stateOf('MARKET_STATE_CLOSED'), stateOf('CLOSED')]).toEqual([
    'MARKET_STATE_CLOSED',
    'MARKET_STATE_CLOSED',
  ])
  expect(() => stateOf('zz_new')).toThrow("unknown value 'zz_new' for book.state")
})

test('a word of the instrument that is not known costs nothing where the market has its own', () => {
  expect(rowOf(nativeMarket(1, { ep3Status: 'FROZEN' })).status).toBe('active')
})

describe('an event', () => {
  test('as a whole', () => {
    const { markets, ...row } = eventOf(nativeEvent())
    expect(markets).toHaveLength(1)
    expect(row).toEqual({
      status: 'active',
      startsAt: Date.UTC(2026, 10, 13, 4, 0, 49),
      aliases: ['111001'],
      event: {
        id: 'mlb-vel-orr-2026-11-21',
        title: 'Velmar Larks vs. Orrin Kites',
        description: 'Velmar Larks vs. Orrin Kites',
        slug: 'mlb-vel-orr-2026-11-21',
        url: 'https://polymarket.us/event/mlb-vel-orr-2026-11-21',
        image: 'https://images.example/game.png',
        category: 'sports',
        tags: ['Sports', 'MLB'],
        sourceExchange: 'polymarket_us',
        sourceMetadata: expect.objectContaining({
          volumeUnit: 'contracts',
          eventNumber: '111001',
          seriesSlug: 'mlb-2026',
          period: 'NS',
          gameId: 10_079_570,
          sportradarGameId: 'c6c0eb1a-39f8-4d71-be9f-b3b44cb3c77b',
        }),
      },
    })
  })

  test('sums up the volumes of its markets where it tells none', () => {
    const markets = [nativeMarket(1, { volume: 3 }), nativeMarket(2, { volume: 4.5, volume24hr: 1 })]
    expect(eventOf(nativeEvent(1, { markets })).event).toMatchObject({ volume: 7.5, volume24h: 1 })
    expect(eventOf(nativeEvent(1, { markets, volume: 9 })).event.volume).toBe(9)
    expect(eventOf(nativeEvent()).event).not.toHaveProperty('volume')
  })

  test.each([
    [{ closed: true }, 'closed'],
    [{ archived: true }, 'closed'],
    [{ closed: undefined }, 'active'],
    [{ closed: null, markets: [nativeResolved()] }, 'closed'],
    [{ markets: null }, 'active'],
  ])('%j is %s', (overrides, status) => {
    expect(eventOf(nativeEvent(1, overrides)).status).toBe(status)
  })

  test('without a slug goes by its ticker, or its number', () => {
    const native = readPayload(eventSchema, nativeEvent(1, { slug: null }), what)
    expect([eventIdOf(native), eventIdOf({ ...native, ticker: undefined })]).toEqual([
      'mlb-vel-orr-2026-11-21',
      '111001',
    ])
  })
})

describe('a change of shape is an error with its path', () => {
  test.each([
    ...mutationsOf(['id', 'slug'], ['dropped', 'renamed', 'nulled']),
    ...mutationsOf(['marketSides.0.long'], ['dropped', 'retyped', 'nulled']),
    ...mutationsOf(['bestBidQuote', 'bestAskQuote.value', 'closed', 'startDate'], ['retyped']),
  ])('$path $how', async (mutation) => {
    await expectDrift(() => rowOf(mutate(nativeMarket(), mutation)), mutation.path.split('.')[0] ?? '')
  })

  test('a market that does not say whether it is open', async () => {
    const overrides = { status: null, ep3Status: '', closed: null }
    await expectDrift(() => rowOf(nativeMarket(1, overrides)), 'status')
  })
})
