import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { json, queryOf } from '../../support/wire.js'
import { fillPage, nativeMarket, token } from './payloads.js'
import { setUp } from './set-up.js'

const single = nativeMarket()
const path = `GET api/markets/${single.slug}/events`
const lookup = { [`GET api/markets/${single.slug}`]: single }
const venueOf = (total: number) => (call: VenueCall) => {
  const { page, limit } = queryOf(call)
  return fillPage(Number(page), Number(limit), total)
}
const timeOf = (n: number): number => Date.UTC(2026, 10, 1) + n * 60_000 + 617

async function read(answer: unknown, bounds?: { start?: number; end?: number }, outcomeId = single.slug) {
  const { ctx, wire } = setUp({ ...lookup, [path]: answer })
  const rows = await (bounds === undefined
    ? readerOf(limitless, ctx).allTrades(outcomeId)
    : readerOf(limitless, ctx).trades(outcomeId, bounds))
  return { rows, pages: wire.calls.filter((call) => call.path.endsWith('/events')) }
}

describe('trades of an outcome', () => {
  test('are all fills of its market, newest first, each once', async () => {
    const { rows, pages } = await read(venueOf(250))
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 250 }, (_unused, index) => timeOf(250 - index)),
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(250)
    expect(pages.map((call) => queryOf(call)['page'])).toEqual(['1', '2', '3'])
    expect(queryOf(present(pages[0]))).toEqual({ page: '1', limit: '100' })
  })

  test('stay whole while new fills come in between', async () => {
    let total = 250
    const { rows } = await read((call: VenueCall) => {
      total += 3
      return venueOf(total)(call)
    })
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 253 }, (_unused, index) => timeOf(253 - index)),
    )
  })

  test('that come again page after page are an error after few calls', async () => {
    const pages: number[] = []
    const answer = (call: VenueCall) => {
      const { page, limit } = queryOf(call)
      pages.push(Number(page))
      return { ...fillPage(1, Number(limit), 30_000), page: Number(page) }
    }
    const error = await failureOf(() => read(answer))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_repeated' } })
    expect(pages).toEqual([1, 2, 1])
  })

  test('within bounds, both inclusive, are found without reading what is newer', async () => {
    const { rows, pages } = await read(venueOf(3_000), { start: timeOf(40), end: timeOf(60) })
    expect(rows).toHaveLength(21)
    expect([rows[0]?.timestamp, rows.at(-1)?.timestamp]).toEqual([timeOf(60), timeOf(40)])
    expect(pages.length).toBeLessThanOrEqual(8)
  })

  test('reading ends where the start is passed', async () => {
    const { rows, pages } = await read(venueOf(3_000), { start: timeOf(2_950) })
    expect(rows).toHaveLength(51)
    expect(pages).toHaveLength(1)
  })

  test('of a market that never traded are none', async () => {
    expect((await read(venueOf(0))).rows).toEqual([])
  })

  test('of the NO side are the same fills at the other price', async () => {
    const { ctx } = setUp({
      ...lookup,
      'GET api/markets/active': { data: [single], totalMarketsCount: 1 },
      [path]: venueOf(2),
    })
    const rows = await readerOf(limitless, ctx).allTrades(token(1, 'no'))
    expect(rows.map(({ price, side, outcomeId }) => [price, side, outcomeId])).toEqual([
      [0.8, 'buy', token(1, 'no')],
      [0.668, 'sell', token(1, 'no')],
    ])
  })

  test.each([
    ['a failure', json(500, { message: 'boom' })],
    ['{}', {}],
    ['null', null],
  ])('%s is an error, never "no trades"', async (_what, answer) => {
    const { ctx, clock } = setUp({ ...lookup, [path]: answer })
    const failing = failureOf(() => readerOf(limitless, ctx).allTrades(single.slug))
    await clock.advance(60_000)
    expect((await failing).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })
})
