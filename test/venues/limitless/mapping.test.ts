import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { assertPage, groupFactsOf, toEventRow, toMarketRow } from '../../../src/venues/limitless/mapping.js'
import { nativeMarket as schema } from '../../../src/venues/limitless/schemas.js'
import { expectDrift } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { nativeChild, nativeGroup, nativeMarket, nativeMarkets, nativePool, token } from './payloads.js'

const what = 'GET /markets/active'
const read = (payload: unknown) => readPayload(schema, payload, what)
const eventRow = (payload: unknown) => toEventRow(read(payload), what)
const marketRow = (payload: unknown) => toMarketRow(read(payload), what)

describe('a market that stands alone', () => {
  test('the whole market', () => {
    const yes = {
      outcomeId: token(1),
      marketId: 'will-the-velmar-bridge-open-1790000000001',
      label: 'Will the Velmar bridge open in 2026?',
      price: 0.164,
      bestBid: 0.16,
      bestAsk: 0.168,
      metadata: { clobTokenId: token(1) },
    }
    const no = {
      outcomeId: token(1, 'no'),
      marketId: 'will-the-velmar-bridge-open-1790000000001',
      label: 'Not Will the Velmar bridge open in 2026?',
      price: 0.836,
      bestBid: 0.832,
      bestAsk: 0.84,
      metadata: { clobTokenId: token(1, 'no') },
    }
    expect(marketRow(nativeMarket())).toEqual({
      status: 'active',
      startsAt: Date.UTC(2026, 8, 1, 8, 0, 0, 250),
      market: {
        marketId: 'will-the-velmar-bridge-open-1790000000001',
        eventId: 'will-the-velmar-bridge-open-1790000000001',
        title: 'Will the Velmar bridge open in 2026?',
        description: '<p>Resolves YES if the bridge opens.</p>',
        slug: 'will-the-velmar-bridge-open-1790000000001',
        outcomes: [yes, no],
        resolutionDate: '2026-12-31T23:59:00.000Z',
        volume: 290.091252,
        url: 'https://limitless.exchange/markets/will-the-velmar-bridge-open-1790000000001',
        image: 'https://images.example/bridge.svg',
        category: 'Infrastructure',
        tags: ['Manual'],
        tickSize: 0.001,
        status: 'active',
        nativeStatus: 'FUNDED',
        contractAddress: `0x${'1'.repeat(64)}`,
        sourceExchange: 'limitless',
        sourceMetadata: expect.objectContaining({
          volumeUnit: 'usd',
          nativeStatus: 'FUNDED',
          expired: false,
          tradeType: 'clob',
          automationType: 'manual',
          collateral: 'USDC',
          conditionId: `0x${'1'.repeat(64)}`,
          exchangeAddress: `0x${'e'.repeat(40)}`,
        }),
        yes,
        no,
        up: yes,
        down: no,
      },
    })
  })

  test.each([
    ['milliseconds', 1_795_807_800_000],
    ['seconds', 1_795_807_800],
    ['seconds as text', '1795807800'],
    ['milliseconds as text', '1795807800000'],
  ])('a deadline in %s', (_unit, expirationTimestamp) => {
    expect(marketRow(nativeMarket({ expirationTimestamp })).market.resolutionDate).toBe(
      '2026-11-27T19:30:00.000Z',
    )
  })

  test.each([0, '0', null, undefined, ''])('the deadline %j is none', (expirationTimestamp) => {
    expect(marketRow(nativeMarket({ expirationTimestamp })).market).not.toHaveProperty('resolutionDate')
  })

  test('is an event of its own, with one market', () => {
    const { event, markets, status } = eventRow(nativeMarket())
    expect(status).toBe('active')
    expect(markets.map(({ market }) => market.eventId)).toEqual([event.id])
    expect(event).toMatchObject({ id: 'will-the-velmar-bridge-open-1790000000001', volume: 290.091252 })
    expect(event).not.toHaveProperty('volume24h')
  })

  test('what is unknown is absent: 24 h volume, liquidity, prices', () => {
    const { market } = marketRow(nativeMarket({ volumeFormatted: undefined, prices: null }))
    for (const name of ['volume', 'volume24h', 'liquidity', 'openInterest'])
      expect(market).not.toHaveProperty(name)
    expect(market.yes).not.toHaveProperty('price')
    expect(market.yes).not.toHaveProperty('priceChange24h')
  })

  test.each([
    [{ status: 'FUNDED', expired: false }, 'active'],
    [{ status: 'FUNDED', expired: true }, 'closed'],
    [{ status: 'RESOLVED', expired: true, winningOutcomeIndex: 0 }, 'closed'],
    [{ status: 'LOCKED', expired: false }, 'closed'],
  ])('%j is %s', (overrides, status) => {
    const row = marketRow(nativeMarket(overrides))
    expect([row.status, row.market.nativeStatus]).toEqual([status, overrides.status])
    expect(row.market.sourceMetadata?.['nativeStatus']).toBe(overrides.status)
  })

  test('a recurring price market is up and down', () => {
    const row = marketRow(
      nativeMarket({ title: 'ORB Up or Down - 5 Min', startAt: '2026-11-21T12:00:00.000Z' }),
    )
    expect(row.market.outcomes.map(({ label }) => label)).toEqual(['Up', 'Down'])
    expect(row.market.up?.outcomeId).toBe(token(1))
    expect(row.market.sourceMetadata?.['startDate']).toBe('2026-11-21T12:00:00.000Z')
  })

  test('a pool without tokens has no outcomes, one with positions has them', () => {
    expect(marketRow(nativePool()).market).toMatchObject({
      outcomes: [],
      liquidity: 50,
      openInterest: 48.310707,
      contractAddress: '0x76d3e2098be66aa7e15138f467390f0eb7349b9b',
    })
    expect(marketRow(nativePool()).market).not.toHaveProperty('tickSize')
    const { market } = marketRow(nativePool({ positionIds: [token(5), token(5, 'no')] }))
    expect(market.outcomes.map(({ outcomeId, price }) => [outcomeId, price])).toEqual([
      [token(5), 0.428],
      [token(5, 'no'), 0.572],
    ])
  })
})

describe('a group', () => {
  test('is an event with its children, each with its own state', () => {
    const { event, markets } = eventRow(nativeGroup())
    expect(event).toEqual({
      id: 'who-wins-the-orrin-cup-1790000000009',
      title: 'Who wins the Orrin Cup?',
      description: '',
      slug: 'who-wins-the-orrin-cup-1790000000009',
      url: 'https://limitless.exchange/markets/who-wins-the-orrin-cup-1790000000009',
      volume: 6,
      image: 'https://images.example/cup.png',
      category: 'Sports',
      tags: ['Cup', 'Orrin'],
      sourceExchange: 'limitless',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'usd',
        nativeStatus: 'FUNDED',
        expired: false,
        tradeType: 'clob',
        automationType: 'manual',
        collateral: 'USDC',
        exchangeAddress: `0x${'e'.repeat(40)}`,
        negRiskAdapter: `0x${'a'.repeat(40)}`,
      }),
    })
    expect(
      markets.map(({ status, market }) => [status, market.title, market.yes?.label, market.yes?.price]),
    ).toEqual([
      ['active', 'Who wins the Orrin Cup? - Option 1', 'Option 1', 0.164],
      ['active', 'Who wins the Orrin Cup? - Option 2', 'Option 2', 0.164],
      ['closed', 'Who wins the Orrin Cup? - Option 3', 'Option 3', 0],
    ])
    expect(markets[0]?.market).toMatchObject({
      eventId: event.id,
      marketId: 'option-1-1790000000011',
      url: event.url,
      image: 'https://images.example/cup.png',
      category: 'Sports',
      tags: ['Cup', 'Orrin'],
      no: { label: 'Not Option 1' },
    })
  })

  test('without a volume of its own has the sum of those of its children', () => {
    expect(eventRow(nativeGroup({ volumeFormatted: undefined })).event.volume).toBe(7.5)
  })

  test('a child is the same market inside its group and by itself', () => {
    const group = groupFactsOf(read(nativeGroup()))
    const alone = nativeChild(1, { marketType: 'single', groupSlug: group.slug })
    const { market, ...row } = toMarketRow(read(alone), what, group)
    const inside = eventRow(nativeGroup()).markets[0]
    expect({ ...row, market: { ...market, sourceMetadata: undefined } }).toEqual({
      ...inside,
      market: { ...inside?.market, sourceMetadata: undefined },
    })
  })

  test('an empty one has no markets', () => {
    expect(eventRow(nativeGroup({ markets: [] })).markets).toEqual([])
  })
})

describe('a change of shape is an error with its path', () => {
  const required = ['slug', 'title', 'status', 'expired']
  const optional = [
    'expirationTimestamp',
    'createdAt',
    'conditionId',
    'volumeFormatted',
    'tradeType',
    'prices',
    'tradePrices',
  ]

  test.each([
    ...mutationsOf(required, ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(optional, ['retyped']),
    ...mutationsOf(['tokens', 'tokens.yes', 'tokens.no'], ['dropped', 'renamed', 'retyped']),
  ])('$path $how', async (mutation) => {
    await expectDrift(() => marketRow(mutate(nativeMarket(), mutation)), mutation.path.split('.')[0] ?? '')
  })

  test.each(mutationsOf(['markets.0.slug', 'markets.1.tokens', 'markets.2.expired'], ['dropped', 'retyped']))(
    'in a child: $path $how',
    async (mutation) => {
      const name = mutation.path.split('.').at(-1) ?? ''
      await expectDrift(() => eventRow(mutate(nativeGroup(), mutation)), name)
    },
  )

  test.each(mutationsOf(['expirationTimestamp', 'collateralToken'], ['dropped', 'nulled']))(
    'costs no market: $path $how',
    (mutation) => {
      const { market, status } = marketRow(mutate(nativeMarket(), mutation))
      expect({ status, outcomes: market.outcomes }).toEqual({
        status: 'active',
        outcomes: marketRow(nativeMarket()).market.outcomes,
      })
      const isDated = mutation.path !== 'expirationTimestamp'
      expect('resolutionDate' in market).toBe(isDated)
    },
  )

  test.each([{ status: 'DRAFT' }, { expired: true }, { expired: 'true' }])(
    'costs no market that cannot be traded: no tokens, %j',
    (overrides) => {
      const row = marketRow(nativeMarket({ tokens: null, ...overrides }))
      expect(row).toMatchObject({ status: 'closed', market: { outcomes: [] } })
      const group = Object(nativeGroup())
      const markets = [{ ...group.markets[0], tokens: null, ...overrides }, ...group.markets.slice(1)]
      expect(eventRow({ ...group, markets }).markets).toHaveLength(group.markets.length)
    },
  )

  test('a winner that is no outcome', async () => {
    await expectDrift(() => marketRow(nativeMarket({ winningOutcomeIndex: 2 })), 'winningOutcomeIndex')
  })
})

describe('a page of which every row lacks what some row always has', () => {
  const page = (changes: Record<string, unknown>) =>
    nativeMarkets(5).map((row) => read({ ...row, ...changes }))
  const assert = (changes: Record<string, unknown>) => () => assertPage(page(changes), what, 'data')

  test.each([
    'prices',
    'tradePrices',
    'volumeFormatted',
    'createdAt',
    'expirationTimestamp',
    'collateralToken',
  ])('%s', async (name) => {
    await expectDrift(assert({ [name]: undefined }), name)
  })

  test('winners of decided ones', async () => {
    await expectDrift(assert({ status: 'RESOLVED' }), 'winningOutcomeIndex')
    expect(assert({ status: 'RESOLVED', winningOutcomeIndex: 0, prices: null })).not.toThrow()
  })

  test('is let through when one row has it', () => {
    const rows = page({ prices: null })
    expect(() => assertPage([...rows, read(nativeMarket())], what, 'data')).not.toThrow()
  })
})
