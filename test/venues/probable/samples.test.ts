import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toOrderBook } from '../../../src/venues/probable/book.js'
import { assertMarketPage, noPrices, toMarketRow } from '../../../src/venues/probable/mapping.js'
import { toLocated } from '../../../src/venues/probable/native/directory.js'
import { book, marketsPage } from '../../../src/venues/probable/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'

const recorded = (file: string): unknown => Reflect.get(Object(sample('probable', file)), 'response')
const yes1645 = '27452705055748034758802658620991210391247685593276752628962888820558958260632'

describe.runIf(haveSamples)('recorded payloads', () => {
  test('a page of open markets', () => {
    const what = 'GET /markets'
    const { markets, pagination } = readPayload(marketsPage, recorded('markets-page.json'), what)
    assertMarketPage(markets, what, 'markets')
    expect(pagination.hasMore).toBe(true)
    const rows = markets.map((market) => toMarketRow(market, what, noPrices))
    expect(rows.every(({ status }) => status === 'active')).toBe(true)
    expect(
      rows.map(({ market }) => [market.marketId, market.eventId, market.yes?.label, market.volume24h]),
    ).toEqual([
      ['1645', '787', 'Will Jesus Christ return before 2027?', 171998],
      ['1629', '771', 'Will the US confirm that aliens exist before 2027?', 144481],
      ['1563', '737', 'JB Pritzker', 2702759],
      ['1562', '737', 'Kamala Harris', 25296],
      ['1561', '737', 'Andy Beshear', 24822],
      ['1560', '737', 'Ron DeSantis', 20310],
      ['1559', '737', 'Donald Trump', 19709],
    ])
    for (const { market } of rows) {
      expect(market.outcomes).toHaveLength(2)
      for (const outcome of market.outcomes) {
        expect(outcome.outcomeId).toMatch(/^\d{70,78}$/)
        expect(outcome).not.toHaveProperty('price')
      }
      expect(market.contractAddress).toMatch(/^0x[0-9a-f]{64}$/)
      expect(market).not.toHaveProperty('category')
      expect(JSON.parse(JSON.stringify(market))).toEqual(market)
    }
    expect(rows[0]?.market).toMatchObject({
      slug: 'will-jesus-christ-return-before-2027',
      url: 'https://probable.markets/event/787?market=1645',
      liquidity: 10.98984,
      resolutionDate: '2027-01-01T05:00:00.000Z',
    })
    expect(toLocated(present(markets[0]), what)[0]).toMatchObject({
      outcomeId: yes1645,
      listedAt: Date.parse('2026-02-23T14:00:00.200Z'),
      facts: { marketId: '1645' },
    })
  })

  test('a book without a bid', () => {
    const native = readPayload(book, recorded('book-yes-1645.json'), 'GET /book')
    expect(toOrderBook(native, yes1645, 'GET /book')).toMatchObject({
      bids: [],
      asks: [
        { price: 0.999, size: 9989.84 },
        { price: 0.99, size: 100 },
      ],
      timestamp: Date.parse('2026-10-08T22:42:22.729Z'),
      sourceMetadata: { tickSize: 0.001, minimumOrderSize: 1 },
    })
  })

  test('the history that candles are not built from: its samples hang on the second of the request', () => {
    const history: unknown = Reflect.get(Object(recorded('prices-history-1d-60.json')), 'history')
    const times = Array.isArray(history)
      ? history.map((point: unknown) => Number(Reflect.get(Object(point), 't')))
      : []
    expect(times).toHaveLength(25)
    expect(times.every((at) => at % 3600 === 2543)).toBe(true)
  })
})
