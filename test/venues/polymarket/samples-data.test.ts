import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toOrderBook } from '../../../src/venues/polymarket/book.js'
import { errorRule } from '../../../src/venues/polymarket/errors.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import {
  toClobPoints,
  toDataPoints,
  toHistoryPage,
} from '../../../src/venues/polymarket/native/history-routes.js'
import { clobBook, clobBooks, dataTrades } from '../../../src/venues/polymarket/schemas.js'
import { failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { haveSamples, sample, sampleNames } from '../../support/samples.js'
import { json } from '../../support/wire.js'
import { setUp } from './set-up.js'

const recorded = (file: string): unknown => sample('polymarket', file)
const everything = { from: 0, to: Number.POSITIVE_INFINITY }

describe.runIf(haveSamples)('recorded books', () => {
  test.each(sampleNames('polymarket', /^(clob-book|syn-poly_book)/))('%s', (file) => {
    const native = readPayload(clobBook, recorded(file), file)
    const book = toOrderBook(native, native.asset_id, file)
    const best = {
      bid: Math.max(...book.bids.map(({ price }) => price)),
      ask: Math.min(...book.asks.map(({ price }) => price)),
    }
    expect(best.bid).toBeLessThan(best.ask)
    expect(book.timestamp).toBeGreaterThan(Date.UTC(2026, 0, 1))
    expect(book.timestamp).toBeLessThan(Date.UTC(2027, 0, 1))
    expect([...book.bids, ...book.asks].every(({ size }) => size > 0)).toBe(true)
    expect(book).not.toHaveProperty('lastTradePrice')
  })

  test('a market that never traded says nothing of a last trade', () => {
    const native = readPayload(clobBook, recorded('clob-book-2026-09-14-never-traded.json'), 'book')
    expect(toOrderBook(native, native.asset_id, 'book').sourceMetadata).not.toHaveProperty(
      'marketLastTradePrice',
    )
  })

  test('both books of a market are mirrors of each other', () => {
    const { response } = Object(recorded('paras-POST_clob_polymarket_com_books_6689cbcd.json'))
    const [one, other] = readPayload(clobBooks, response, 'POST /books').map((book) =>
      toOrderBook(book, book.asset_id, 'POST /books'),
    )
    expect([one?.bids.length, one?.asks.length]).toEqual([other?.asks.length, other?.bids.length])
    expect(one?.bids.map(({ size }) => size)).toEqual(other?.asks.map(({ size }) => size))
    expect(one?.bids.map(({ price }) => Number((1 - price).toFixed(6)))).toEqual(
      other?.asks.map(({ price }) => price),
    )
  })
})

describe.runIf(haveSamples)('recorded trades', () => {
  test('are read', () => {
    const { data, pagination } = readPayload(dataTrades, recorded('data-v2-trades.json'), 'v2')
    expect(data?.map(({ price, size, side, timestamp }) => ({ price, size, side, timestamp }))).toEqual([
      { price: 0.52, size: 22.84, side: 'BUY', timestamp: 1789381477 },
      { price: 0.002, size: 5, side: 'BUY', timestamp: 1789381477 },
    ])
    expect(pagination.has_more).toBe(true)
  })
})

describe.runIf(haveSamples)('recorded price histories', () => {
  test('older', () => {
    expect(toClobPoints(recorded('clob-prices-history-60m-2026-09.json'), everything)).toEqual([
      { at: 1789340418000, price: 0.63 },
      { at: 1789344020000, price: 0.605 },
      { at: 1789347613000, price: 0.605 },
      { at: 1789351219000, price: 0.61 },
      { at: 1789354818000, price: 0.635 },
    ])
    expect(toClobPoints(recorded('clob-prices-history-empty.json'), everything)).toEqual([])
  })

  test('newer', () => {
    const { rows, next } = toHistoryPage(recorded('data-v2-prices-history-60s.json'))
    expect(next).toMatch(/^eyJ/)
    expect(toDataPoints(rows, { window: everything, grainSeconds: 60 })).toEqual([
      { at: 1789295100000, price: 0.34 },
      { at: 1789295160000, price: 0.34 },
    ])
  })
})

describe.runIf(haveSamples)('recorded errors', () => {
  test('mean what they say', async () => {
    const bodies = new Map<string, unknown>(Object.entries(Object(recorded('error-bodies.json'))))
    const throttled = present(bodies.get('data v1 throttled (recorded with HTTP 200)'))
    expect(errorRule({ status: 200, headers: {}, json: throttled })).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
    })
    const noBook = present(bodies.get('clob /book unknown or closed token, HTTP 404'))
    const { ctx } = setUp({ 'GET clob/book': json(404, noBook) })
    const token = '9'.repeat(77)
    expect((await failureOf(() => readerOf(polymarket, ctx).book(token))).code).toBe('NOT_FOUND')
    const tooLong = present(bodies.get('clob /prices-history span over 1296000 s, HTTP 400'))
    expect(errorRule({ status: 400, headers: {}, json: tooLong })).toBeUndefined()
  })
})
