import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { assertEventPage, assertMarketPage } from '../../../src/venues/polymarket/mapping.js'
import { gammaEvents, gammaMarkets } from '../../../src/venues/polymarket/schemas.js'
import { token } from '../../support/chain-ids.js'
import { expectDrift } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { closedMarket, nativeEvent, nativeEvents, nativeMarket } from './payloads.js'
import { eventRow, marketRow, rowOf } from './rows.js'

const what = 'GET /events'

describe('a change of shape is an error with its path', () => {
  const required = ['id', 'conditionId', 'closed']
  const needed = ['clobTokenIds', 'outcomes']
  const optional = [
    'slug',
    'outcomePrices',
    'startDate',
    'createdAt',
    'acceptingOrdersTimestamp',
    'volume',
    'volumeNum',
    'volume24hr',
    'liquidity',
    'liquidityNum',
    'oneDayPriceChange',
    'archived',
    'acceptingOrders',
    'enableOrderBook',
  ]
  const ornaments = [
    'question',
    'description',
    'image',
    'groupItemTitle',
    'endDate',
    'bestBid',
    'bestAsk',
    'lastTradePrice',
    'orderPriceMinTickSize',
    'orderMinSize',
    'questionID',
    'negRisk',
    'negRiskMarketID',
    'feesEnabled',
    'feeType',
    'makerBaseFee',
    'takerBaseFee',
    'feeSchedule',
    'groupItemThreshold',
    'resolutionSource',
  ]

  test.each(mutationsOf([...required, ...needed], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'a market with its $path $how',
    async (mutation) => {
      await expectDrift(() => marketRow(mutate(nativeMarket(), mutation)), mutation.path)
    },
  )

  test.each(mutationsOf(optional, ['retyped']))('a market with its optional $path $how', async (mutation) => {
    await expectDrift(() => marketRow(mutate(nativeMarket(), mutation)), mutation.path)
  })

  test.each(mutationsOf(['closedTime'], ['retyped']))(
    'a closed market with its $path $how',
    async (mutation) => {
      await expectDrift(() => marketRow(mutate(closedMarket(), mutation)), mutation.path)
    },
  )

  test.each([
    ...mutationsOf(optional, ['dropped', 'renamed', 'nulled']),
    ...mutationsOf(ornaments, ['dropped', 'retyped', 'nulled']),
  ])('a market with its optional $path $how keeps its ids and makes up no number', (mutation) => {
    const row = rowOf(mutate(nativeMarket(), mutation))
    expect(row.market.outcomes.map(({ outcomeId }) => outcomeId)).toEqual([token(1), token(2)])
    const before: unknown = rowOf(nativeMarket()).market
    expect(numbersIn(before)).toEqual(expect.arrayContaining(numbersIn(row.market)))
  })

  test.each(mutationsOf(['id', 'slug', 'title', 'closed'], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'an event with its $path $how',
    async (mutation) => {
      await expectDrift(() => eventRow(mutate(nativeEvent(), mutation)), mutation.path)
    },
  )

  test.each(mutationsOf(['volume', 'volume24hr', 'startDate', 'markets'], ['retyped']))(
    'an event with its $path $how',
    async (mutation) => {
      await expectDrift(() => eventRow(mutate(nativeEvent(), mutation)), mutation.path.split('.')[0] ?? '')
    },
  )

  test('the path leads into the markets of a page', async () => {
    const page = [nativeEvent(), mutate(nativeEvent(), { how: 'dropped', path: 'markets.0.closed' })]
    await expectDrift(() => readPayload(gammaEvents, page, what), '[1].markets[0].closed')
  })

  test.each([
    ['clobTokenIds', { clobTokenIds: JSON.stringify([token(1)]) }],
    ['outcomePrices', { outcomePrices: '["1"]' }],
    ['clobTokenIds', { clobTokenIds: JSON.stringify([token(1), '']) }],
    ['clobTokenIds', { clobTokenIds: '[1e70, 2e70]' }],
    ['outcomePrices', { outcomePrices: '["1.2", "-0.2"]' }],
    ['outcomePrices', { outcomePrices: '["0.5", "' }],
    ['conditionId', { conditionId: 'not-hex' }],
  ])('%s must make sense: %j', async (path, overrides) => {
    await expectDrift(() => marketRow(nativeMarket(overrides)), path)
  })
})

describe('a page without a field that some row always has', () => {
  const quoted = (overrides: Record<string, unknown>) =>
    readPayload(
      gammaMarkets,
      Array.from({ length: 5 }, () => nativeMarket(overrides)),
      what,
    )

  test.each([
    ['outcomePrices', { outcomePrices: undefined }],
    ['liquidity', { liquidity: undefined, liquidityNum: undefined }],
  ])('%s of quoted markets', async (path, overrides) => {
    await expectDrift(() => assertMarketPage(quoted(overrides), what, 'markets'), `markets[*].${path}`)
  })

  test('new markets that nobody quotes may all lack a price', () => {
    const fresh = quoted({
      outcomePrices: undefined,
      liquidity: undefined,
      liquidityNum: undefined,
      bestBid: undefined,
    })
    expect(() => assertMarketPage(fresh, what, 'markets')).not.toThrow()
  })

  test('positions of closed markets of v2 that had a book', async () => {
    const page = Array.from({ length: 5 }, () => closedMarket({ version: 'v2' }))
    await expectDrift(
      () => assertMarketPage(readPayload(gammaMarkets, page, what), what, 'markets'),
      'markets[*].positionIds',
    )
  })

  test('tokens of closed markets that had a book, though they show positions', async () => {
    const page = Array.from({ length: 5 }, () =>
      closedMarket({ clobTokenIds: undefined, positionIds: ['7', '8'] }),
    )
    await expectDrift(
      () => assertMarketPage(readPayload(gammaMarkets, page, what), what, 'markets'),
      'markets[*].clobTokenIds',
    )
  })

  test('tokens of closed markets that had a book', async () => {
    const page = Array.from({ length: 5 }, () => closedMarket({ clobTokenIds: undefined }))
    await expectDrift(
      () => assertMarketPage(readPayload(gammaMarkets, page, what), what, 'markets'),
      'markets[*].clobTokenIds',
    )
  })

  test('markets', async () => {
    const page = readPayload(gammaEvents, nativeEvents(5, 0, { markets: undefined }), what)
    await expectDrift(() => assertEventPage(page, what), 'events[*].markets')
  })
})

/** Every number anywhere inside. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(numbersIn)
}
