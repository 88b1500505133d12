import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { failureOf } from '../../support/expect.js'
import { exceptions } from './exceptions.js'
import { type House, notFoundCodes, openHouse, playable } from './house.js'
import { eventOf, eventsOf, type MarketOut, marketOf, marketsOf } from './rows.js'

/** An id of the shape of another that nobody has. */
function unlike(id: string): string {
  return /^\d+$/.test(id) ? `9${id.slice(0, -1)}7` : `${id}-zz9`
}

/** Texts that are nobody's id: beyond what venues number, in another venue's spelling, no part of a path. */
const oddly = ['no-such-thing', '999999999999', '12345678901234567890', '9'.repeat(90), '#999990', '../x']

describe.each(playable)('%s', (venue) => {
  let house: House
  let sample: MarketOut[]
  beforeAll(async () => {
    house = await openHouse('natural', venue)
    const open = marketsOf(await house.ask(venue, 'fetchMarkets', [{ limit: 200 }]))
    const closed =
      exceptions[venue]?.noClosedList === undefined
        ? marketsOf(await house.ask(venue, 'fetchMarkets', [{ status: 'closed', limit: 60 }]))
        : []
    const spread = (rows: MarketOut[], step: number) => rows.filter((_row, index) => index % step === 0)
    sample = [...spread(open, 25), ...spread(closed, 20)]
  })
  afterAll(() => house.close())

  const lookUp = async (query: object) => marketOf(await house.ask(venue, 'fetchMarket', [query]))

  test('a listed market is found by its id, whatever its status', async () => {
    for (const row of sample) {
      const found = await lookUp({ marketId: row.marketId })
      expect(found.marketId).toBe(row.marketId)
      expect(found.outcomes.map(({ outcomeId }) => outcomeId)).toEqual(
        row.outcomes.map(({ outcomeId }) => outcomeId),
      )
      expect([found.title, found.eventId]).toEqual([row.title, row.eventId])
    }
  })

  test('and by each of its outcomes', async () => {
    for (const row of sample) {
      for (const { outcomeId } of row.outcomes) {
        expect((await lookUp({ outcomeId })).marketId).toBe(row.marketId)
      }
    }
  })

  test('and by its slug, unless several have it', async () => {
    for (const { slug, marketId } of sample) {
      if (slug === undefined) continue
      const found = await lookUp({ slug }).catch(async (error: unknown) => {
        expect(error).toMatchObject({ code: 'BAD_REQUEST', detail: { kind: 'ambiguous' } })
        return undefined
      })
      if (found !== undefined) expect(found.slug === slug || found.marketId === marketId).toBe(true)
    }
  })

  test('and by the address of its page, unless several share it', async () => {
    for (const { url, marketId } of sample) {
      if (url === undefined) continue
      const found = await lookUp({ marketId: url }).catch((error: unknown) => {
        expect(error, url).toMatchObject({ code: 'BAD_REQUEST', detail: { kind: 'ambiguous' } })
        return undefined
      })
      if (found !== undefined) expect([url, found.marketId]).toEqual([url, marketId])
    }
  })

  test('and a listed event by the address of its page', async () => {
    const events = eventsOf(await house.ask(venue, 'fetchEvents', [{ limit: 40 }]))
    for (const { url, id } of events.filter((_row, index) => index % 8 === 0)) {
      // The front page of a site is no event's own.
      if (url === undefined || new URL(url).pathname === '/') continue
      const found = eventOf(await house.ask(venue, 'fetchEvent', [{ slug: url }]))
      expect([url, found.id]).toEqual([url, id])
    }
  })

  test('a listed event is found by its id, with the same markets', async () => {
    const events = eventsOf(await house.ask(venue, 'fetchEvents', [{ limit: 40 }]))
    for (const row of events.filter((_row, index) => index % 8 === 0)) {
      const found = eventOf(await house.ask(venue, 'fetchEvent', [{ eventId: row.id }]))
      expect([found.id, found.title]).toEqual([row.id, row.title])
      const ids = found.markets.map(({ marketId }) => marketId)
      for (const { marketId } of row.markets) expect(ids).toContain(marketId)
    }
  })

  test('a market names an event that exists', async () => {
    for (const { eventId, marketId } of sample.slice(0, 6)) {
      if (eventId === undefined) continue
      const found = eventOf(await house.ask(venue, 'fetchEvent', [{ eventId }]))
      expect(found.markets.map((market) => market.marketId)).toContain(marketId)
    }
  })

  test('unknown ids are not found, in every method', async () => {
    const [row] = sample
    const outcome = unlike(row?.outcomes[0]?.outcomeId ?? 'x')
    const market = unlike(row?.marketId ?? 'x')
    const calls: [MethodName, unknown[]][] = [
      ...[market, ...oddly, `0x${'0'.repeat(64)}`].flatMap((id): [MethodName, unknown[]][] => [
        ['fetchMarket', [{ marketId: id }]],
        ['fetchMarket', [{ outcomeId: id }]],
        ['fetchEvent', [{ eventId: id }]],
      ]),
      ['fetchMarket', [{ slug: 'no-such-thing' }]],
      ['fetchEvent', [{ slug: 'no-such-thing' }]],
      ...[outcome, ...oddly].flatMap((id): [MethodName, unknown[]][] => [
        ['fetchOrderBook', [id]],
        ['fetchTrades', [id]],
        ['fetchOHLCV', [id, {}]],
      ]),
    ]
    const codes = new Map<string, string>()
    for (const [method, args] of calls) {
      const { code } = await failureOf(() => house.ask(venue, method, args))
      const can = Object(await house.ask(venue, 'has', []))[method]
      // What nobody samples is unknown here, whether the venue has it or not.
      if (code === 'NOT_SUPPORTED' && (can === false || can === 'sampled')) continue
      if (code === exceptions[venue]?.refusesShapes?.code) continue
      if (!notFoundCodes.includes(code)) codes.set(`${method} ${JSON.stringify(args)}`, code)
    }
    expect(Object.fromEntries(codes)).toEqual({})
    expect(await house.ask(venue, 'fetchMarkets', [{ marketId: market }])).toEqual([])
    expect(await house.ask(venue, 'fetchEvents', [{ eventId: market }])).toEqual([])
  })
})
