import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOwnMarkets } from '../../../src/venue-kit/requests/row-lists.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { exceptions, priceToleranceOf } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'
import { type EventOut, eventsOf, type MarketOut, marketsOf, pageOf } from './rows.js'

const MINUTES = 60_000
/** Enough for several pages of what is over, at a quarter of the time. */
const KEPT_CYCLES = 5
const idsOf = (rows: readonly MarketOut[]): string[] => rows.map(({ marketId }) => marketId)
const eventIds = (rows: readonly EventOut[]): string[] => rows.map(({ id }) => id)

describe.each(playable)('%s', (venue) => {
  let house: House
  let active: MarketOut[]
  beforeAll(async () => {
    house = await openHouse('natural', venue, KEPT_CYCLES)
    active = await markets({})
  }, MINUTES)
  afterAll(() => house.close())

  const markets = async (query: object) => marketsOf(await house.ask(venue, 'fetchMarkets', [query]))
  const events = async (query: object) => eventsOf(await house.ask(venue, 'fetchEvents', [query]))

  test('lists markets, each once, with distinct outcomes that name their market', () => {
    expect(active.length).toBeGreaterThan(20)
    expect(new Set(idsOf(active)).size).toBe(active.length)
    const outcomes = active.flatMap((row) => row.outcomes.map(({ outcomeId }) => outcomeId))
    expect(new Set(outcomes).size).toBe(outcomes.length)
    for (const row of active) {
      for (const outcome of row.outcomes) expect(outcome.marketId).toBe(row.marketId)
    }
  })

  test.each([13, 25])('pages of %i laid end to end are the list', async (limit) => {
    const rows: MarketOut[] = []
    for (let offset = 0; offset < 75; offset += limit) rows.push(...(await markets({ limit, offset })))
    expect(idsOf(rows)).toEqual(idsOf(active).slice(0, rows.length))
    expect(rows.length).toBe(Math.min(active.length, Math.ceil(75 / limit) * limit))
  })

  test('so are pages by cursor', async () => {
    const rows: MarketOut[] = []
    let cursor: string | undefined
    do {
      const page = pageOf(await house.ask(venue, 'fetchMarketsPaginated', [{ limit: 90, cursor }]))
      rows.push(...page.data)
      expect(page.total).toBe(active.length)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(idsOf(rows)).toEqual(idsOf(active))
  })

  test.each(['volume', 'liquidity', 'newest'])('pages sorted by %s are the sorted list', async (sort) => {
    const whole = await markets({ sort })
    expect([...idsOf(whole)].sort()).toEqual([...idsOf(active)].sort())
    const pages = [...(await markets({ sort, limit: 9 })), ...(await markets({ sort, limit: 9, offset: 9 }))]
    expect(idsOf(pages)).toEqual(idsOf(whole.slice(0, 18)))
    if (sort === 'newest') return
    const key = sort === 'volume' ? 'volume24h' : 'liquidity'
    const values = whole.map((row) => row[key] ?? -1)
    expect(values).toEqual([...values].sort((a, b) => b - a))
  })

  test(
    'a status holds, and all is the union',
    async () => {
      if (exceptions[venue]?.noClosedList !== undefined) {
        const refusal = await failureOf(() => markets({ status: 'closed' }))
        expect(refusal.code).toBe('NOT_SUPPORTED')
        return
      }
      const closed = idsOf(await markets({ status: 'closed' }))
      const all = idsOf(await markets({ status: 'all' }))
      expect(closed.length).toBeGreaterThan(5)
      const open = new Set(idsOf(active))
      expect(closed.filter((id) => open.has(id))).toEqual([])
      expect([...all].sort()).toEqual([...closed, ...open].sort())
      expect(idsOf(await markets({ status: 'inactive', limit: 5 }))).toEqual(closed.slice(0, 5))
    },
    MINUTES,
  )

  test('an open market asked for among the closed ones is not there', async () => {
    for (const { marketId } of active.slice(0, 3)) {
      expect(await markets({ marketId, status: 'closed' })).toEqual([])
      expect(idsOf(await markets({ marketId, status: 'active' }))).toEqual([marketId])
    }
  })

  test('events hold their markets, and their pages are their list', async () => {
    const whole = await events({})
    expect(new Set(eventIds(whole)).size).toBe(whole.length)
    const pages = [...(await events({ limit: 6 })), ...(await events({ limit: 6, offset: 6 }))]
    expect(eventIds(pages)).toEqual(eventIds(whole).slice(0, 12))
    for (const { id, markets: inside } of whole) {
      for (const { eventId } of inside) expect(eventId).toBe(id)
    }
    const inEvents = new Set(whole.flatMap((one) => idsOf(one.markets)))
    // A market may stand alone; one that names an event is found there.
    const members = active.filter(({ eventId }) => eventId !== undefined)
    const isSplit = exceptions[venue]?.splitInEvents !== undefined
    const isInside = (id: string): boolean =>
      inEvents.has(id) || (isSplit && [...inEvents].some((part) => part.startsWith(`${id}:`)))
    expect(idsOf(members).filter((id) => !isInside(id))).toEqual([])
    // Whose list of markets says that it is that of the events, is not read where those were (catalog/sync).
    const adapter = await present(loadVenue(venue))
    const own = listOwnMarkets(adapter, { status: 'active' }, setUpVenue(adapter, {}).ctx)
    if (own === undefined) expect(idsOf(active).filter((id) => !inEvents.has(id))).toEqual([])
  })

  test('a text is found in titles, and nowhere else', async () => {
    const word = active[0]?.title.split(' ').reduce((a, b) => (b.length > a.length ? b : a), '') ?? ''
    const found = await markets({ query: word })
    const expected = active.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()))
    expect([...idsOf(found)].sort()).toEqual([...idsOf(expected)].sort())
  })

  test('the sides of a market mirror each other', () => {
    for (const { yes, no, marketId } of active) {
      if (yes?.price === undefined || no?.price === undefined) continue
      const within = exceptions[venue]?.ownSides === undefined ? 1e-9 : priceToleranceOf(venue)
      expect(Math.abs(yes.price + no.price - 1), marketId).toBeLessThanOrEqual(within)
    }
    const isPriced = active.some(({ outcomes }) => outcomes[0]?.price !== undefined)
    expect(isPriced).toBe(exceptions[venue]?.unpricedLists === undefined)
  })
})
