import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import {
  assertEventPage,
  assertMarketPage,
  noPrices,
  toEventRow,
  toMarketRow,
} from '../../../src/venues/probable/mapping.js'
import { bareEvents, marketsPage, singleEvent, singleMarket } from '../../../src/venues/probable/schemas.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { marketNumber, nativeEvent, nativeMarket, pageOf, resolvedMarket } from './payloads.js'

const what = 'GET /markets'
const prices = new Map([[token(1), { price: 0.625 }]])
const marketRow = (payload: unknown) => {
  const market = readPayload(singleMarket, payload, what)
  return toMarketRow(market, what, prices, market.event)
}
const eventRow = (payload: unknown) => toEventRow(readPayload(singleEvent, payload, what), what, prices)

describe('a market of a list', () => {
  test('the whole row', () => {
    const yes = { outcomeId: token(1), marketId: '2101', label: 'Ines Calloway', price: 0.625 }
    const no = { outcomeId: token(2), marketId: '2101', label: 'Not Ines Calloway', price: 0.375 }
    expect(marketRow(nativeMarket())).toEqual({
      status: 'active',
      startsAt: Date.parse('2026-02-23T14:00:00.200Z'),
      market: {
        marketId: '2101',
        eventId: '801',
        title: 'Will Ines Calloway win the Ostrava Bay election?',
        description: 'Resolves to Yes if Ines Calloway is sworn in.',
        slug: 'will-ines-calloway-win-the-ostrava-bay-election',
        outcomes: [yes, no],
        yes,
        no,
        up: yes,
        down: no,
        resolutionDate: '2027-01-01T05:00:00.000Z',
        volume24h: 171998,
        liquidity: 10.98984,
        url: 'https://probable.markets/event/801?market=2101',
        image: 'https://images.example/calloway.jpg',
        tickSize: 0.001,
        status: 'active',
        nativeStatus: 'active',
        contractAddress: condition(1),
        sourceExchange: 'probable',
        sourceMetadata: expect.objectContaining({
          conditionId: condition(1),
          questionId: `0x${'1a'.repeat(32)}`,
          groupItemTitle: 'Ines Calloway',
          disputed: false,
          livenessSeconds: 7200,
          volume24hNote: expect.stringContaining('total volume'),
        }),
      },
    })
  })

  test('without quotes it has no price: not 0, not 0.5', () => {
    const { market } = marketRow(
      nativeMarket({ id: '9', tokens: undefined, clobTokenIds: [token(8), token(9)] }),
    )
    expect(market.outcomes.map(({ outcomeId, price }) => [outcomeId, price])).toEqual([
      [token(8), undefined],
      [token(9), undefined],
    ])
    expect(market).not.toHaveProperty('volume')
    expect(market).not.toHaveProperty('openInterest')
  })

  test.each([
    [{}, 'active', 'active'],
    [{ active: false }, 'closed', 'closed'],
    [{ closed: true }, 'closed', 'closed'],
    [{ archived: true }, 'closed', 'archived'],
    [{ resolved: true }, 'closed', 'resolved'],
    [{ closed: true, resolved: true, archived: true }, 'closed', 'resolved'],
  ])('%j is %s, in the words %s', (overrides, status, word) => {
    const row = marketRow(nativeMarket(overrides))
    expect([row.status, row.market.nativeStatus]).toEqual([status, word])
  })

  test('a decided match pays its winner; one without a word about winners has no price', () => {
    const { market } = marketRow(resolvedMarket())
    expect(market.outcomes.map(({ label, price }) => [label, price])).toEqual([
      ['Kestrels', 0],
      ['Lanterns', 1],
    ])
    const silent = marketRow(resolvedMarket({ tokens: undefined }))
    expect(silent.market.outcomes.map(({ price }) => price)).toEqual([undefined, undefined])
    expect(silent.market.outcomes.map(({ label }) => label)).toEqual(['Kestrels', 'Lanterns'])
  })

  test('a market that stands alone is named by its question', () => {
    const question = 'Will it rain in Ostrava Bay?'
    const { market } = marketRow(nativeMarket({ question, groupItemTitle: 'Will it rain in Ostrava Bay' }))
    expect(market.yes?.label).toBe(question)
  })

  test('looked up by itself it knows its event by name', () => {
    const event = nativeEvent({ markets: undefined })
    const { market } = marketRow(nativeMarket({ event, icon: '' }))
    expect(market).toMatchObject({
      url: 'https://probable.markets/event/ostrava-bay-election?market=2101',
      image: 'https://images.example/bay-icon.png',
      category: 'Politics',
      tags: ['Politics', 'Elections'],
    })
  })
})

describe('an event', () => {
  test('the whole row', () => {
    const row = eventRow(nativeEvent({ markets: [nativeMarket(), marketNumber(1, { volume24hr: '2' })] }))
    expect(row.markets.map(({ market }) => market.marketId)).toEqual(['2101', '3001'])
    expect(row.markets[0]?.market.tags).toEqual(['Politics', 'Elections'])
    expect({ ...row, markets: [] }).toEqual({
      status: 'active',
      startsAt: Date.UTC(2026, 1, 1),
      markets: [],
      event: {
        id: '801',
        title: 'Ostrava Bay election',
        description: 'Who will be sworn in?',
        slug: 'ostrava-bay-election',
        url: 'https://probable.markets/event/ostrava-bay-election',
        volume24h: 172000,
        volume: 1904221.5,
        image: 'https://images.example/bay-icon.png',
        category: 'Politics',
        tags: ['Politics', 'Elections'],
        sourceExchange: 'probable',
        sourceMetadata: expect.objectContaining({
          status: 'active',
          volume24hNote: expect.stringContaining('total volume'),
        }),
      },
    })
  })

  test.each([
    ['active', [resolvedMarket()], 'active'],
    ['live', [], 'active'],
    ['closed', [nativeMarket()], 'closed'],
    ['archived', [nativeMarket()], 'closed'],
    ['ended', [nativeMarket()], 'closed'],
    ['restricted', [nativeMarket()], 'active'],
    ['unknown', [resolvedMarket()], 'closed'],
    [undefined, [resolvedMarket(), nativeMarket()], 'active'],
    [undefined, [], 'closed'],
  ])('of status %s with some markets is judged', (status, markets, expected) => {
    expect(eventRow(nativeEvent({ status, markets })).status).toBe(expected)
  })

  test.each([
    [1_770_000_000, 1_770_000_000_000],
    ['1770000000', 1_770_000_000_000],
    [1_770_000_000_123, 1_770_000_000_123],
    ['2026-02-02T02:40:00+00:00', 1_770_000_000_000],
  ])('a start of %s is read in its own unit', (startTime, at) => {
    expect(eventRow(nativeEvent({ startTime })).startsAt).toBe(at)
  })
})

describe('a change of shape is an error with its path', () => {
  const required = ['id', 'event_id', 'condition_id', 'question', 'outcomes', 'clobTokenIds']
  const flags = ['active', 'closed', 'archived', 'resolved']
  const optional = ['market_slug', 'tokens', 'volume24hr', 'startDate']
  const ornaments = [
    'liquidity',
    'endDate',
    'groupItemTitle',
    'description',
    'icon',
    'tags',
    'question_id',
    'liveness',
    'disputed',
  ]

  test.each(mutationsOf([...required, ...flags], ['dropped', 'renamed', 'retyped', 'nulled']))(
    'a market with its $path $how',
    async (mutation) => {
      await expectDrift(() => marketRow(mutate(nativeMarket(), mutation)), mutation.path)
    },
  )

  test.each(mutationsOf(optional, ['retyped']))('a market with its optional $path $how', async (mutation) => {
    await expectDrift(() => marketRow(mutate(nativeMarket(), mutation)), mutation.path)
  })

  test.each([
    ...mutationsOf(optional, ['dropped', 'renamed', 'nulled']),
    ...mutationsOf(ornaments, ['dropped', 'retyped', 'nulled']),
  ])('a market with its optional $path $how keeps its ids', (mutation) => {
    const { market } = marketRow(mutate(nativeMarket(), mutation))
    expect(market.outcomes.map(({ outcomeId }) => outcomeId)).toEqual([token(1), token(2)])
  })

  test.each(mutationsOf(['id', 'title', 'markets'], ['dropped', 'renamed', 'retyped']))(
    'an event with its $path $how',
    async (mutation) => {
      await expectDrift(() => eventRow(mutate(nativeEvent(), mutation)), mutation.path)
    },
  )

  test.each(mutationsOf(['slug', 'status', 'volume', 'startDate'], ['retyped']))(
    'an event with its optional $path $how',
    async (mutation) => {
      await expectDrift(() => eventRow(mutate(nativeEvent(), mutation)), mutation.path)
    },
  )

  test.each([
    ['clobTokenIds', { clobTokenIds: JSON.stringify([token(1)]) }],
    ['clobTokenIds', { clobTokenIds: '["12","13"]' }],
    ['clobTokenIds', { clobTokenIds: `[${token(1)}` }],
    ['tokens', { clobTokenIds: JSON.stringify([token(2), token(1)]) }],
    ['condition_id', { condition_id: '0x12' }],
  ])('%s must make sense: %j', async (path, overrides) => {
    await expectDrift(() => marketRow(nativeMarket(overrides)), path)
  })

  test.each(['market_slug', 'tokens', 'volume24hr', 'liquidity', 'startDate'])(
    'a page none of whose markets has %s',
    async (name) => {
      const rows = Array.from({ length: 5 }, (_unused, n) => marketNumber(n, { [name]: undefined }))
      const { markets } = readPayload(marketsPage, pageOf(rows), what)
      await expectDrift(() => assertMarketPage(markets, what, 'markets'), `markets[*].${name}`)
    },
  )

  test.each(['markets', 'slug', 'status'])('a page none of whose events has %s', async (name) => {
    const rows = Array.from({ length: 5 }, () => nativeEvent({ [name]: undefined }))
    await expectDrift(() => assertEventPage(readPayload(bareEvents, rows, what), what), `events[*].${name}`)
  })

  test('an event in a list may lack its markets', () => {
    const [event] = readPayload(bareEvents, [nativeEvent({ markets: undefined })], what)
    if (event === undefined) throw new Error('no event')
    expect(toEventRow(event, what, noPrices).markets).toEqual([])
  })
})
