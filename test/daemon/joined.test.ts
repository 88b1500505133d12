import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import type { MethodName } from '../../src/api/arguments/methods.js'
import { renderSuccess } from '../../src/api/envelope/envelope.js'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { loadConfig } from '../../src/config/load.js'
import { ReadyJson } from '../../src/core/request/api-call.js'
import { type Core, createCore } from '../../src/daemon/compose-core.js'
import type { Clock } from '../../src/effects/clock.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'
import { openedWorld } from '../support/worlds.js'

/**
 * Cores over demo venues, by real HTTP: one that keeps to the venues' limits, and one for each answer, which asks for
 * it by itself.
 */

const NOON = Date.UTC(2026, 10, 21, 12, 3, 20)
const venues = ['kalshi', 'polymarket'] as const satisfies readonly VenueId[]

const folder = temporaryFolder()
let simulator: Simulator
/** Time that passes for who waits; what it is by the calendar changes only where a test says so. */
const passing = fakeClock()
let now = NOON
const clock: Clock = { ...passing, now: () => now }

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues })
})
beforeEach(() => {
  // What the test before has spent of a venue's limits comes back.
  now += 10_000
  simulator.requests.reset()
})
afterAll(async () => {
  await simulator.close()
  folder.remove()
})

function coreWith(limits: 'none' | 'venue', candleFile?: string): Promise<Core> {
  const settings = venues.map((id) => [
    id,
    { hosts: simulator.urls[id] ?? {}, ...(limits === 'none' ? { limits } : {}) },
  ])
  return createCore({
    config: loadConfig({ flags: { venues: Object.fromEntries(settings) }, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(undefined),
    candleFile,
  })
}

type Ask = readonly [venue: VenueId, method: MethodName, ...args: unknown[]]

/** An answer or an error, as text. */
async function told(core: Core, [venue, method, ...raw]: Ask, client?: string): Promise<string> {
  const { signal } = new AbortController()
  const call = { venue, signal, client, credentials: undefined, trusted: false }
  try {
    const { data } = await core.dispatcher.run(method, readArguments(method, raw).args, call)
    return data instanceof ReadyJson ? data.text : renderSuccess(data)
  } catch (error) {
    return String(error)
  }
}

/** Each by itself, of venues that let everybody in. */
async function oneByOne(asks: readonly Ask[], candleFile?: string): Promise<string[]> {
  simulator.switches.limits = 'off'
  const core = await coreWith('none', candleFile)
  const answers: string[] = []
  for (const ask of asks) answers.push(await told(core, ask))
  await core.close()
  simulator.switches.limits = 'on'
  simulator.requests.reset()
  return answers
}

/** All at the same time, within the limits; time passes while they wait. */
async function atOnce(asks: readonly Ask[], candleFile?: string): Promise<string[]> {
  const core = await coreWith('venue', candleFile)
  const answers = await throughTime(Promise.all(asks.map((ask) => told(core, ask))))
  await core.close()
  return answers
}

async function throughTime<Value>(work: Promise<Value>): Promise<Value> {
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  // Little by little, so that nobody's patience ends while real calls are under way.
  while (!isOver) await passing.advance(1)
  return work
}

async function markets(venue: VenueId, count: number): Promise<UnifiedMarket[]> {
  const [text = ''] = await oneByOne([[venue, 'fetchMarkets', { limit: count }]])
  const { data } = JSON.parse(text) as { data: UnifiedMarket[] }
  expect(data).toHaveLength(count)
  return data
}

function asked(): string[] {
  return simulator.requests.recent.map(({ method, target }) => `${method} ${target.split('?')[0]}`)
}

const refused = () => simulator.requests.recent.filter(({ status }) => status === 429)

describe('books that are asked for one by one', () => {
  test.each([
    ['kalshi', 'GET /trade-api/v2/markets/orderbooks', 2],
    // Positions of Protocol V2 are looked up together first.
    ['polymarket', 'POST /books', 2],
  ] as const)(
    'of 100 markets of %s cost few calls, and are the same as alone',
    async (venue, route, most) => {
      const asks = (await markets(venue, 100)).map(
        ({ yes }, index): Ask => [venue, 'fetchOrderBook', yes?.outcomeId, index % 2 === 0 ? 3 : null],
      )
      const alone = await oneByOne(asks)
      expect(await atOnce(asks)).toEqual(alone)
      expect(asked().length).toBeLessThanOrEqual(most)
      expect(asked()).toContain(route)
      expect(refused()).toEqual([])
    },
  )

  test.each([
    ['kalshi', 'KXNOSUCHMARKET-27JAN01-NONE'],
    ['polymarket', '7'.repeat(77)],
  ] as const)(
    'of %s, one of which does not exist, fail for that one alone, as it fails alone',
    async (venue, stranger) => {
      const known = (await markets(venue, 40)).map(({ yes }) => yes?.outcomeId)
      const asks = [...known.slice(0, 20), stranger, ...known.slice(20)].map(
        (id): Ask => [venue, 'fetchOrderBook', id],
      )
      const alone = await oneByOne(asks)
      expect(alone.filter((answer) => !answer.startsWith('{'))).toEqual([alone[20]])
      expect(await atOnce(asks)).toEqual(alone)
      expect(asked().length).toBeLessThanOrEqual(3)
      expect(refused()).toEqual([])
    },
  )
})

describe('candles of many markets', () => {
  test.each([
    ['kalshi', 'GET /trade-api/v2/markets/candlesticks', 3],
    // One alone would ask the newer route first, whose samples are others.
    ['polymarket', 'POST /batch-prices-history', 10],
  ] as const)(
    'of %s that are running come together, and are the same as alone',
    async (venue, route, most) => {
      simulator.switches.polymarket.dataV2 = 'gone'
      const ids = (await markets(venue, 40)).map(({ yes }) => yes?.outcomeId)
      const running = (): Ask[] =>
        ids.map((id) => [venue, 'fetchOHLCV', id, { resolution: '1m', start: NOON - 600_000 }])
      // Where they are is known.
      const file = join(folder.path, `${venue}.db`)
      await oneByOne(running(), file)
      now += 60_000
      const alone = await oneByOne(running())
      const answers = await atOnce(running(), file)
      expect(answers).toEqual(alone)
      expect(alone.filter((answer) => answer.startsWith('[{')).length).toBeGreaterThan(10)
      expect(asked()).toContain(route)
      expect(asked().length).toBeLessThanOrEqual(most)
      expect(refused()).toEqual([])
    },
  )
})

describe('markets that nobody has asked for before', () => {
  test.each([
    ['kalshi', 'KXNOSUCHMARKET-27JAN01-NONE', 12],
    ['polymarket', '7'.repeat(77), 21],
  ] as const)(
    'of %s have the candles of 100 for a few calls, and the one that does not exist fails alone',
    async (venue, stranger, most) => {
      simulator.switches.polymarket.dataV2 = 'gone'
      const known = (await markets(venue, 100)).map(
        ({ yes, no }, index) => (index % 2 === 0 ? yes : no)?.outcomeId,
      )
      const ids = [...known.slice(0, 50), stranger, ...known.slice(50)]
      const asks = ids.map(
        (id): Ask => [venue, 'fetchOHLCV', id, { resolution: '1m', start: NOON - 600_000 }],
      )
      const alone = await oneByOne(asks)
      expect(alone.filter((answer) => !answer.startsWith('['))).toEqual([alone[50]])
      expect(await atOnce(asks)).toEqual(alone)
      expect(asked().length).toBeLessThanOrEqual(most)
      expect(refused()).toEqual([])
    },
  )

  test('of kalshi are looked up together for their trades', async () => {
    const ids = (await markets('kalshi', 10)).map(({ no }) => no?.outcomeId)
    const asks = ids.map((id): Ask => ['kalshi', 'fetchTrades', id, { limit: 3 }])
    const alone = await oneByOne(asks)
    expect(await atOnce(asks)).toEqual(alone)
    expect(asked().filter((call) => !call.endsWith('/trades')).length).toBeLessThanOrEqual(5)
  })

  test('of kalshi are looked up one by one by the call for one', async () => {
    const [market] = await markets('kalshi', 1)
    const id = market?.yes?.outcomeId
    await atOnce([['kalshi', 'fetchTrades', id, { limit: 1 }]])
    expect(asked()[0]).toBe(`GET /trade-api/v2/markets/${id}`)
  })
})

describe('markets that are looked up by their ids', () => {
  const idsOf = (rows: readonly UnifiedMarket[]): string[] => rows.map(({ marketId }) => marketId)
  const lookUp = (venue: VenueId, marketId: string): Ask => [venue, 'fetchMarket', { marketId }]

  // Of kalshi two lists of markets, two of their events, and the series once.
  test.each([
    ['kalshi', 'GET /trade-api/v2/markets', 5],
    ['polymarket', 'GET /markets/keyset', 2],
  ] as const)('200 of %s at once cost two calls, and are the same as alone', async (venue, route, most) => {
    const asks = idsOf(await markets(venue, 200)).map((id) => lookUp(venue, id))
    const alone = await oneByOne(asks)
    expect(alone.every((answer) => answer.startsWith('{'))).toBe(true)
    expect(await atOnce(asks)).toEqual(alone)
    expect(asked().filter((call) => call === route)).toHaveLength(2)
    expect(asked().length).toBeLessThanOrEqual(most)
    expect(refused()).toEqual([])
  })

  test.each([
    ['kalshi', 'KXNOSUCHMARKET-27JAN01-NONE', 8],
    ['polymarket', '987654321', 4],
  ] as const)(
    'of %s, one of which does not exist, fail for that one alone, as it fails alone',
    async (venue, stranger, most) => {
      const known = idsOf(await markets(venue, 40))
      const asks = [...known.slice(0, 20), stranger, ...known.slice(20)].map((id) => lookUp(venue, id))
      const alone = await oneByOne(asks)
      expect(alone.filter((answer) => !answer.startsWith('{'))).toEqual([alone[20]])
      expect(await atOnce(asks)).toEqual(alone)
      expect(asked().length).toBeLessThanOrEqual(most)
      expect(refused()).toEqual([])
    },
  )

  test('of kalshi are found in whatever tier they are, and combos, whose events no list has', async () => {
    const { api = '' } = simulator.urls.kalshi ?? {}
    const tickersAt = async (path: string): Promise<string[]> => {
      simulator.switches.limits = 'off'
      const reply = await fetch(`${api}${path}`)
      const { markets: rows } = (await reply.json()) as { markets: { ticker: string }[] }
      return rows.map(({ ticker }) => ticker)
    }
    const archived = await tickersAt('/historical/markets?limit=12')
    const combos = await tickersAt('/markets?mve_filter=only&limit=3')
    expect([archived.length, combos.length]).toEqual([12, 3])
    const live = idsOf(await markets('kalshi', 12))
    const asks = [...archived, ...combos, ...live].map((id) => lookUp('kalshi', id))
    const alone = await oneByOne(asks)
    expect(alone.filter((answer) => !answer.startsWith('{'))).toEqual([])
    expect(await atOnce(asks)).toEqual(alone)
    for (const ticker of archived)
      expect(asked()).not.toContain(`GET /trade-api/v2/historical/markets/${ticker}`)
    for (const ticker of combos) expect(asked()).toContain(`GET /trade-api/v2/markets/${ticker}`)
  })

  test('of polymarket are found when they have closed, for a call more', async () => {
    const [text = ''] = await oneByOne([['polymarket', 'fetchMarkets', { status: 'closed', limit: 20 }]])
    const closed = idsOf((JSON.parse(text) as { data: UnifiedMarket[] }).data)
    const asks = [...closed, ...idsOf(await markets('polymarket', 20))].map((id) => lookUp('polymarket', id))
    const alone = await oneByOne(asks)
    expect(alone.filter((answer) => !answer.startsWith('{'))).toEqual([])
    expect(await atOnce(asks)).toEqual(alone)
    expect(asked()).toEqual(['GET /markets/keyset', 'GET /markets/keyset'])
  })

  test.each(venues)('of %s are asked for by the call for one when they are alone', async (venue) => {
    const [id = ''] = idsOf(await markets(venue, 1))
    await atOnce([lookUp(venue, id)])
    expect(asked()[0]).toMatch(new RegExp(`/markets/${id}$`))
  })

  test('by slugs and outcomes are looked up each by itself', async () => {
    const rows = await markets('polymarket', 6)
    const asks = rows.map(
      ({ slug, yes }, index): Ask => [
        'polymarket',
        'fetchMarket',
        { marketId: index % 2 === 0 ? slug : yes?.outcomeId },
      ],
    )
    const alone = await oneByOne(asks)
    expect(alone.filter((answer) => !answer.startsWith('{'))).toEqual([])
    expect(await atOnce(asks)).toEqual(alone)
    expect(asked().length).toBeGreaterThanOrEqual(6)
  })
})

test('a client who asks for much delays one who asks for little by no more than a round', async () => {
  const ids = (await markets('kalshi', 20)).map(({ yes }) => yes?.outcomeId)
  const core = await coreWith('venue')
  const trades = (id: string | undefined): Ask => ['kalshi', 'fetchTrades', id, { limit: 1 }]
  const greedy = ids.slice(1).map((id) => told(core, trades(id), 'greedy'))
  await passing.advance(0)
  const modest = told(core, trades(ids[0]), 'modest')
  await throughTime(Promise.all([modest, ...greedy]))
  await core.close()
  const place = simulator.requests.recent.findIndex(({ target }) => target.includes(`${ids[0]}`))
  // Five go at once, and one of the others may be next.
  expect(place).toBeLessThanOrEqual(6)
  expect(simulator.requests.recent.length).toBeGreaterThan(15)
})
