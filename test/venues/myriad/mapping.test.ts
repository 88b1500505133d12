import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import {
  assertMarketPage,
  statusOf,
  toCandidateRow,
  toEventRow,
  toMarketRow,
  toOwnEventRow,
} from '../../../src/venues/myriad/mapping.js'
import { feeRateOf, winnerOf } from '../../../src/venues/myriad/native/prices.js'
import { eventReply, marketReply, type NativeMarket } from '../../../src/venues/myriad/schemas.js'
import { expectDrift, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import {
  bookMarket,
  candidatesMarket,
  eventUuid,
  nativeEvent,
  nativeMarket,
  nativeOutcome,
} from './payloads.js'

const read = (payload: unknown): NativeMarket => readPayload(marketReply, payload, 'GET /markets/{id}')
const rowOf = (payload: unknown) => toMarketRow(read(payload))

describe('a market of a pool', () => {
  const row = rowOf(nativeMarket())

  test('is a unified market', () => {
    expect(row).toMatchObject({ status: 'active', startsAt: Date.parse('2026-11-02T11:02:20.000Z') })
    expect(row.market).toMatchObject({
      marketId: '2741:701',
      eventId: '2741:701',
      title: 'Will the Ostrava Bay bridge open in 2026?',
      slug: 'will-the-ostrava-bay-bridge-open-in-2026',
      url: 'https://myriad.markets/markets/will-the-ostrava-bay-bridge-open-in-2026',
      status: 'active',
      nativeStatus: 'open',
      resolutionDate: '2026-12-31T23:59:00.000Z',
      volume: 5123.5,
      volume24h: 120.25,
      liquidity: 1000,
      category: 'Politics',
      tags: ['Politics', 'bridges'],
      contractAddress: '0x3e0F5F8F5Fb043aBFA475C0308417Bf72c463289',
      sourceExchange: 'myriad',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'usd',
        tradingModel: 'amm',
        volumeShares: 9000,
        buyFee: 0.02,
        sellFee: 0,
      }),
      yes: { outcomeId: '2741:701:0', price: 0.6097561 },
      no: { outcomeId: '2741:701:1', price: 0.3902439 },
    })
    expect(row.market).not.toHaveProperty('openInterest')
    expect(row.market).not.toHaveProperty('tickSize')
    expect(JSON.parse(JSON.stringify(row))).toEqual(row)
  })

  test('the change of a price is the difference that the ratio means', () => {
    // 0.6097561 is 25 % more than 0.48780488.
    expect(row.market.yes?.priceChange24h).toBeCloseTo(0.6097561 - 0.48780488, 8)
  })

  test.each([
    [null, undefined],
    [0, 0],
    [-1, undefined],
    [-2, undefined],
  ])('a ratio of %j is a change of %j', (ratio, change) => {
    const outcomes = [nativeOutcome(0, { priceChange24h: ratio }), nativeOutcome(1)]
    expect(rowOf(nativeMarket({ outcomes })).market.outcomes[0]?.priceChange24h).toBe(change)
  })

  test('numbers in texts are the same numbers', () => {
    const quoted = nativeMarket({
      id: '701',
      networkId: '2741',
      volume: '5123.5',
      volume24h: '120.25',
      resolvedOutcomeId: '-1',
    })
    const { market } = rowOf(quoted)
    expect({ ...market, sourceMetadata: undefined }).toEqual({ ...row.market, sourceMetadata: undefined })
    // The venue's own fields stay as they were sent.
    expect(market.sourceMetadata).toMatchObject({ volume: '5123.5', resolvedOutcomeId: '-1' })
  })

  test('a wrapper around a single object is taken off', () => {
    expect(rowOf({ data: nativeMarket() })).toEqual(row)
  })

  test('what is not a dollar is not shown as one', () => {
    const token = { name: 'Points', symbol: 'PTS', decimals: 18 }
    const { market } = rowOf(nativeMarket({ token }))
    for (const name of ['volume', 'volume24h', 'liquidity']) expect(market).not.toHaveProperty(name)
    expect(market.sourceMetadata).toMatchObject({ tokenVolume: 5123.5, token: { symbol: 'PTS' } })
    expect(market.sourceMetadata).not.toHaveProperty('volumeUnit')
  })

  test.each([null, { name: 'New', symbol: null, decimals: null }])(
    'a token that is not told is no dollar: %j',
    (token) => {
      const { market } = rowOf(nativeMarket({ token }))
      expect(market).not.toHaveProperty('volume')
      expect(market.outcomes.map(({ price }) => price)).toEqual(row.market.outcomes.map(({ price }) => price))
    },
  )

  test('an unknown network has no contract of which an address is known', () => {
    expect(rowOf(nativeMarket({ networkId: 42220 })).market).not.toHaveProperty('contractAddress')
  })

  test('the year 2100 means that there is no end', () => {
    const { market } = rowOf(nativeMarket({ expiresAt: '2100-01-01T00:01:00.000Z' }))
    expect(market).not.toHaveProperty('resolutionDate')
  })

  test('a date of resolution is nearer to it than the end of trading', () => {
    const { market } = rowOf(nativeMarket({ resolvesAt: '2027-01-02T00:00:00.000Z' }))
    expect(market.resolutionDate).toBe('2027-01-02T00:00:00.000Z')
  })

  test('a price that is not shown stays absent', () => {
    const outcomes = [nativeOutcome(0, { price: null }), nativeOutcome(1, { price: null })]
    for (const outcome of rowOf(nativeMarket({ outcomes })).market.outcomes) {
      expect(outcome).not.toHaveProperty('price')
      expect(outcome).not.toHaveProperty('priceChange24h')
    }
  })

  test('what documents or recordings show missing may be missing', () => {
    const optional = [
      'volume',
      'volume24h',
      'liquidity',
      'fees',
      'publishedAt',
      'expiresAt',
      'topics',
      'tags',
    ]
    for (const name of [...optional, 'users', 'description', 'resolvedOutcomeId', 'voided', 'eventId']) {
      const { market } = rowOf(nativeMarket({ [name]: undefined }))
      expect(JSON.stringify({ ...market, sourceMetadata: {} }), name).not.toMatch(/null|NaN|1970/)
    }
  })
})

describe('what has been decided', () => {
  test.each([
    [{ state: 'resolved', resolvedOutcomeId: 1 }, [0, 1]],
    [{ state: 'resolved', resolvedOutcomeId: 0 }, [1, 0]],
    [{ state: 'resolved', resolvedOutcomeId: -1 }, [0.6097561, 0.3902439]],
    [{ state: 'resolved', resolvedOutcomeId: 1.157920892373162e77 }, [0.6097561, 0.3902439]],
    [{ state: 'resolved', resolvedOutcomeId: 1, voided: true }, [0.6097561, 0.3902439]],
    [{ state: 'closed', resolvedOutcomeId: 1 }, [0.6097561, 0.3902439]],
  ])('%j pays %j', (overrides, prices) => {
    const row = rowOf(nativeMarket(overrides))
    expect(row.market.outcomes.map(({ price }) => price)).toEqual(prices)
    expect(row.status).toBe('closed')
    for (const outcome of row.market.outcomes) expect(outcome).not.toHaveProperty('priceChange24h')
  })

  test.each([
    ['open', false, 'active'],
    ['open', true, 'closed'],
    ['closed', false, 'closed'],
    ['resolved', false, 'closed'],
    ['voided', false, 'closed'],
    ['a word to come', false, 'closed'],
  ])('%s (voided %s) is %s', (state, voided, status) => {
    expect(statusOf({ state, voided })).toBe(status)
  })

  test('a winner that is no outcome of the market is none', () => {
    expect(winnerOf(read(nativeMarket({ state: 'resolved', resolvedOutcomeId: 7 })))).toBeUndefined()
  })
})

describe('fees', () => {
  test('are the sum of their three parts', () => {
    expect(feeRateOf(read(nativeMarket()), 'buy')).toBe(0.02)
    expect(feeRateOf(read(nativeMarket()), 'sell')).toBe(0)
  })

  test.each([
    [{ fees: null }],
    [{ fees: { buy: null } }],
    [{ fees: { buy: { fee: 0.01, treasury_fee: 0 } } }],
  ])('are unknown with %j', (overrides) => {
    expect(feeRateOf(read(nativeMarket(overrides)), 'buy')).toBeUndefined()
  })
})

describe('a market of the order book', () => {
  test('has prices of whole cents, and fees by them', () => {
    const takers = Array.from({ length: 99 }, (_, index) => index + 3)
    const fees = {
      buy: { fee: 0.01, treasury_fee: 0, distributor_fee: 0 },
      taker_fee_bps_array: takers,
      taker_fee_bps: 180,
      maker_fee_bps_array: takers.map(() => 0),
    }
    const { market } = rowOf(bookMarket({ fees }))
    expect(market.tickSize).toBe(0.01)
    expect(market.sourceMetadata).toMatchObject({
      takerFeeBpsByCent: takers,
      takerFeeBps: 180,
      makerFeeBpsByCent: takers.map(() => 0),
    })
    expect(market.sourceMetadata).not.toHaveProperty('buyFee')
    expect(rowOf(nativeMarket()).market).not.toHaveProperty('tickSize')
  })

  test('does not tell fees of a table with a hole, which would move all that follow', () => {
    const { market } = rowOf(bookMarket({ fees: { taker_fee_bps_array: [3, 'x', 5] } }))
    expect(market.sourceMetadata).not.toHaveProperty('takerFeeBpsByCent')
  })

  test('has an id that no pool has, and its event', () => {
    const { market } = rowOf(bookMarket())
    expect(market).toMatchObject({
      marketId: '56:ob827',
      eventId: eventUuid,
      contractAddress: '0xa0b6f8ef8EdB64f395018D1933f2273Ce9f0f16A',
      yes: { outcomeId: '56:ob827:0', label: 'Ines Calloway', price: 0.62 },
      no: { outcomeId: '56:ob827:1', label: 'Not Ines Calloway', price: 0.385 },
    })
    expect(rowOf(nativeMarket({ networkId: 56, id: 827 })).market.marketId).toBe('56:827')
  })

  test('outcome 0 is the yes side whatever it is called', () => {
    const outcomes = [nativeOutcome(0, { title: 'No rain' }), nativeOutcome(1, { title: 'Yes, rain' })]
    expect(rowOf(bookMarket({ outcomes })).market.yes?.outcomeId).toBe('56:ob827:0')
  })
})

describe('a market of several candidates', () => {
  test('is one market with all its outcomes', () => {
    const { market } = rowOf(candidatesMarket())
    expect(market.outcomes.map(({ outcomeId }) => outcomeId)).toEqual([
      '2741:601:0',
      '2741:601:1',
      '2741:601:2',
    ])
    expect(market).not.toHaveProperty('yes')
    // Its event holds it only as the markets of its candidates.
    expect(market).not.toHaveProperty('eventId')
  })

  test('shows in its event as a market for each, no two ids of which are the same', () => {
    const { event, markets } = toOwnEventRow(read(candidatesMarket()))
    expect(event).toMatchObject({
      id: '2741:601',
      slug: 'who-will-win-the-ostrava-bay-election',
      volume: 5123.5,
    })
    expect(markets.map(({ market }) => [market.marketId, market.yes?.label, market.no?.label])).toEqual([
      ['2741:601:0', 'Ines Calloway', 'Not Ines Calloway'],
      ['2741:601:1', 'Tomas Reyl', 'Not Tomas Reyl'],
      ['2741:601:2', 'Mara Quill', 'Not Mara Quill'],
    ])
    const ids = markets.flatMap(({ market }) => market.outcomes.map(({ outcomeId }) => outcomeId))
    expect(ids.slice(0, 2)).toEqual(['2741:601:0', '2741:601:-0'])
    expect(new Set(ids).size).toBe(6)
    for (const { market } of markets) {
      expect((market.yes?.price ?? 0) + (market.no?.price ?? 0)).toBeCloseTo(1, 10)
      expect(market.no?.priceChange24h).toBe(-(market.yes?.priceChange24h ?? 0))
      expect(market.eventId).toBe('2741:601')
      // The venue tells no volume of an outcome.
      expect(market).not.toHaveProperty('volume')
    }
  })

  test('a candidate without a price has none on either side', () => {
    const market = read(
      candidatesMarket({ outcomes: [0, 1, 2].map((id) => nativeOutcome(id, { price: null })) }),
    )
    const row = toCandidateRow(market, present(market.outcomes[0]))
    for (const outcome of row.market.outcomes) expect(outcome).not.toHaveProperty('price')
  })
})

describe('an event of the order book', () => {
  const read = (payload: unknown) => readPayload(eventReply, payload, 'GET /events/{id}')

  test('holds its markets in their order', () => {
    const row = toEventRow(read(nativeEvent()))
    expect(row).toMatchObject({ status: 'active', startsAt: Date.parse('2026-06-01T00:00:00.000Z') })
    expect(row.event).toMatchObject({
      id: eventUuid,
      slug: 'ostrava-bay-mayor',
      volume: 123456.75,
      volume24h: 1234.5,
      category: 'Politics',
      sourceMetadata: expect.objectContaining({ negRisk: true, tradingModel: 'ob' }),
    })
    expect(row.markets.map(({ market }) => market.marketId)).toEqual(['56:ob827', '56:ob828'])
    expect(row.markets.every(({ market }) => market.eventId === eventUuid)).toBe(true)
  })

  test('volumes that it does not tell are those of its markets, if all are dollars', () => {
    const { event } = toEventRow(read(nativeEvent({ volume: null, volume24h: null })))
    expect(event).toMatchObject({ volume: 10247, volume24h: 240.5 })
    const points = bookMarket({ token: { symbol: 'PTS' } })
    expect(toEventRow(read(nativeEvent({ markets: [points] }))).event).not.toHaveProperty('volume')
  })

  const needed = ['id', 'networkId', 'slug', 'title', 'state', 'markets', 'markets.*.outcomes']
  test.each(mutationsOf(needed, ['dropped', 'renamed', 'retyped', 'nulled']))(
    '$path $how is drift',
    async (mutation) => {
      await expectDrift(() => read(mutate(nativeEvent(), mutation)), mutation.path.split('.')[0] ?? '')
    },
  )
})

describe('a market that changed its shape', () => {
  const needed = [
    'id',
    'networkId',
    'slug',
    'title',
    'state',
    'tradingModel',
    'outcomes',
    'outcomes.*.id',
    'outcomes.*.title',
  ]
  test.each([
    ...mutationsOf(needed, ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(['token', 'token.symbol'], ['dropped', 'renamed', 'retyped']),
  ])('$path $how is drift', async (mutation) => {
    await expectDrift(() => read(mutate(nativeMarket(), mutation)), mutation.path.split('.')[0] ?? '')
  })

  const optional = [
    'volume',
    'liquidity',
    'publishedAt',
    'expiresAt',
    'outcomes.*.price',
    'outcomes.*.shares',
  ]
  test.each(mutationsOf(optional, ['retyped']))('$path $how is drift', async (mutation) => {
    await expectDrift(() => read(mutate(nativeMarket(), mutation)), mutation.path.split('.')[0] ?? '')
  })

  test.each([[-0.1], [1.5], ['none']])('a price of %j is drift', async (price) => {
    const outcomes = [nativeOutcome(0, { price }), nativeOutcome(1)]
    await expectDrift(() => read(nativeMarket({ outcomes })), 'outcomes[0].price')
  })

  const wholePage = ['publishedAt', 'expiresAt', 'volume', 'volume24h', 'liquidity', 'outcomes.*.price']
  test.each(mutationsOf(wholePage, ['dropped', 'renamed']))(
    '$path $how on a whole page is drift',
    async (mutation) => {
      const page = Array.from({ length: 5 }, () => read(mutate(nativeMarket(), mutation)))
      await expectDrift(() => assertMarketPage(page, 'GET /markets', 'data'), 'data[*]')
    },
  )

  test('a page with all of them is fine', () => {
    assertMarketPage(
      Array.from({ length: 5 }, () => read(nativeMarket())),
      'GET /markets',
      'data',
    )
  })
})
