import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Trade } from '../../../src/api/models/models.js'
import type { TradeQuery } from '../../../src/venue-kit/contract/venue.js'
import { coreOver, fakeVenue } from '../fake-venue.js'

const trade = (id: number, timestamp: number): Trade => ({
  id: `t${id}`,
  timestamp,
  price: 0.5,
  amount: 1,
  side: 'buy',
})

/** A venue with these trades, newest first, in pages. */
function setUp(trades: readonly Trade[], pageSize = 100, facts: { newestOnly?: true } = {}) {
  const asked: TradeQuery[] = []
  let pages = 0
  const venue = fakeVenue({
    rest: {
      trades: {
        ...facts,
        list(_outcomeId, query) {
          asked.push(query)
          return {
            kind: 'offset',
            what: 'trades',
            idOf: ({ id }) => id,
            async fetch(offset) {
              pages++
              const rows = trades.slice(offset, offset + pageSize)
              return { rows, scanned: rows.length }
            },
          }
        },
      },
    },
  })
  const core = coreOver(venue)
  return {
    asked,
    clock: core.clock,
    pages: () => pages,
    answer: (params?: unknown) => core.answer('fetchTrades', ['FOO', params]),
    times: async (params?: unknown): Promise<unknown> => {
      const data = await core.ask('fetchTrades', 'FOO', params)
      return Array.isArray(data) ? data.map((row: Trade) => row.timestamp) : data
    },
  }
}

const BASE = Date.UTC(2026, 10, 20)
const ten = Array.from({ length: 10 }, (_, index) => trade(index, BASE + (9 - index) * 1_000))
const at = (second: number): number => BASE + second * 1_000

describe('trades', () => {
  test('come newest first', async () => {
    expect(await setUp(ten).times()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(at))
  })

  test.each<[object, number[]]>([
    [{ limit: 2 }, [9, 8]],
    [{ start: at(8) }, [9, 8]],
    [{ end: at(1) }, [1, 0]],
    [{ start: at(3), end: at(5) }, [5, 4, 3]],
    [{ start: at(3), end: at(5), limit: 1 }, [5]],
    [{ start: at(3), end: at(3) }, [3]],
    [{ start: at(50) }, []],
    [{ end: at(-1) }, []],
  ])('for %j lie within both bounds, these included', async (params, seconds) => {
    expect(await setUp(ten).times(params)).toEqual(seconds.map(at))
  })

  test('are told the venue with their bounds, so that it may help', async () => {
    const { asked, times } = setUp(ten)
    await times({ start: at(3), limit: 5 })
    await times({ end: at(7) })
    await times()
    expect(asked).toStrictEqual([{ start: at(3), limit: 5 }, { end: at(7), limit: 1_000 }, { limit: 1_000 }])
  })

  test('are read no further than needed', async () => {
    const limited = setUp(ten, 2)
    await limited.times({ limit: 3 })
    expect(limited.pages()).toBe(2)
    const bounded = setUp(ten, 2)
    await bounded.times({ start: at(8) })
    expect(bounded.pages()).toBe(2)
    const reaching = setUp(ten, 3)
    await reaching.times({ start: at(8) })
    expect(reaching.pages()).toBe(1)
  })

  test('are put in order where the venue does not list them so', async () => {
    const jumbled = [...ten.slice(5), ...ten.slice(0, 5)]
    expect(await setUp(jumbled).times({ limit: 3 })).toEqual([9, 8, 7].map(at))
    expect(await setUp(jumbled).times()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(at))
  })

  test('go on after a page of which nothing counts', async () => {
    let pages = 0
    const fetch = async () => ({ rows: ++pages === 1 ? [] : ten, next: pages === 1 ? 'more' : undefined })
    const list = () => ({ kind: 'cursor' as const, what: 'trades', idOf: ({ id }: Trade) => id, fetch })
    const core = coreOver(fakeVenue({ rest: { trades: { list } } }))
    expect(await core.ask('fetchTrades', 'FOO', { start: at(8) })).toMatchObject([{ id: 't0' }, { id: 't1' }])
  })

  test('that come twice because the list moved are told once', async () => {
    const moved = [...ten.slice(0, 4), ...ten.slice(2)]
    expect(await setUp(moved, 4).times()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(at))
  })

  test.each<[object, string]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: 1_001 }, 'limit'],
    [{ limit: 2.5 }, 'limit'],
    [{ start: at(2), end: at(1) }, 'start'],
  ])('for %j are refused by %s', async (params, field) => {
    await expect(setUp(ten).times(params)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field })
  })

  test('take the deprecated resolution without a word', async () => {
    expect(await setUp(ten).times({ resolution: '1h', limit: 1 })).toEqual([at(9)])
  })

  test('equal a naive choice, whatever the bounds and pages', async () => {
    const second = fc.option(fc.integer({ min: -2, max: 25 }), { nil: undefined })
    const times = fc.array(fc.integer({ min: 0, max: 22 }), { maxLength: 20 })
    const limits = fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(
        times,
        second,
        second,
        limits,
        fc.integer({ min: 1, max: 7 }),
        async (given, a, b, limit, size) => {
          const [start, end] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
          const seconds = [...given].sort((x, y) => y - x)
          const { times: ask } = setUp(
            seconds.map((each, index) => trade(index, at(each))),
            size,
          )
          const params = {
            start: start === undefined ? null : at(start),
            end: end === undefined ? null : at(end),
            limit,
          }
          const wanted = seconds
            .filter((each) => each >= (start ?? -9) && each <= (end ?? 99))
            .slice(0, limit)
          expect(await ask(params)).toEqual(wanted.map(at))
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('more trades than one answer holds', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => trade(index, at(count - index)))

  test('are cut at 1,000, and a header says so', async () => {
    const { data, headers } = await setUp(many(1_001)).answer()
    expect(data).toHaveLength(1_000)
    expect(headers['x-pmx-truncated']).toBe('1000')
  })

  test('are not said to be cut when the caller set the limit, or when there are just 1,000', async () => {
    for (const { headers } of [
      await setUp(many(1_001)).answer({ limit: 1_000 }),
      await setUp(many(1_000)).answer(),
    ])
      expect(headers).not.toHaveProperty('x-pmx-truncated')
  })
})

describe('a list of trades that goes on for long', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => trade(index, at(count - index)))
  const cut = "trades beyond the first 200 pages of the venue's list (the maximum)"

  test('is read 200 pages deep, and a header says what is not read', async () => {
    const world = setUp(many(500), 2)
    const { data, headers } = await world.answer()
    expect(data).toHaveLength(400)
    expect(headers['x-pmx-truncated']).toBe(cut)
    expect(world.pages()).toBe(200)
  })

  test.each([
    ['what is asked for is on the last of these pages', 500, { limit: 400 }, 400],
    ['the start is passed there', 500, { start: at(102) }, 399],
  ])('is not said to be cut where %s', async (_where, count, params, found) => {
    const { data, headers } = await setUp(many(count), 2).answer(params)
    expect(data).toHaveLength(found)
    expect(headers).not.toHaveProperty('x-pmx-truncated')
  })

  test('is said to be cut where the limit or the start lies one trade deeper', async () => {
    for (const params of [{ limit: 401 }, { start: at(101) }, { start: at(100) }]) {
      const { data, headers } = await setUp(many(500), 2).answer(params)
      expect([params, data, headers['x-pmx-truncated']]).toEqual([params, many(500).slice(0, 400), cut])
    }
  })

  test('is an error, not an empty list, where none of these is as new as that', async () => {
    const world = setUp(many(500), 2)
    expect(await world.times({ end: at(101) })).toEqual([at(101)])
    await expect(world.times({ end: at(100) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      retryable: false,
      detail: { kind: 'trades_too_deep' },
    })
  })

  /** A venue of which all pages but the last hold trades of other outcomes. */
  function sparse(count: number) {
    const world = { pages: 0 }
    const fetch = async () => {
      const isLast = ++world.pages === count
      return { rows: isLast ? [trade(1, at(1))] : [], ...(isLast ? {} : { next: String(world.pages) }) }
    }
    const list = () => ({ kind: 'cursor', what: 'trades', idOf: ({ id }: Trade) => id, fetch }) as const
    return { world, core: coreOver(fakeVenue({ rest: { trades: { list } } })) }
  }

  test('may hold nothing of the outcome until its last page, the 200th', async () => {
    const { world, core } = sparse(200)
    const { data, headers } = await core.answer('fetchTrades', ['FOO'])
    expect(data).toMatchObject([{ id: 't1' }])
    expect(headers).not.toHaveProperty('x-pmx-truncated')
    expect(world.pages).toBe(200)
  })

  test('is not read to its 201st', async () => {
    const { world, core } = sparse(201)
    await expect(core.ask('fetchTrades', 'FOO')).rejects.toMatchObject({
      detail: { kind: 'trades_too_deep' },
    })
    expect(world.pages).toBe(200)
  })
})

test('a venue without trades is NOT_SUPPORTED', async () => {
  await expect(coreOver(fakeVenue()).ask('fetchTrades', 'FOO')).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
  })
})

describe('a venue that shows its newest trades only', () => {
  const shown = setUp(ten, 100, { newestOnly: true })
  const truncated = async (params: object) => (await shown.answer(params)).headers['x-pmx-truncated']

  test('says so where they do not reach back to the bounds', async () => {
    expect(await truncated({ start: at(-60) })).toBe('10')
    expect(await truncated({ start: at(-60), end: at(-30) })).toBe('0')
    expect(await truncated({ start: at(3) })).toBeUndefined()
    expect(await truncated({ end: at(5) })).toBe('6')
    expect(await truncated({})).toBeUndefined()
  })

  test('says nothing where the limit is reached before, or a trade lies on the bound', async () => {
    expect(await truncated({ start: at(-60), limit: 10 })).toBeUndefined()
    expect(await truncated({ start: at(0) })).toBeUndefined()
  })

  test('is not taken for one that shows them all', async () => {
    const { headers } = await setUp(ten).answer({ start: at(-60) })
    expect(headers).not.toHaveProperty('x-pmx-truncated')
  })
})

test('trades of the future are nobody’s, which is told without asking', async () => {
  const world = setUp(ten)
  const { data, headers } = await world.answer({ start: Date.UTC(2100, 0, 1) })
  expect([data, headers['x-pmx-empty-reason'], world.pages()]).toEqual([[], 'in_future', 0])
  expect(headers).not.toHaveProperty('x-pmx-truncated')
})

test('trades from this very moment on may be there already', async () => {
  const world = setUp(ten)
  const { headers } = await world.answer({ start: world.clock.now() })
  expect([headers['x-pmx-empty-reason'], world.pages()]).toEqual([undefined, 1])
})

describe('times for which only one response reports no trades', () => {
  const HEADER = 'x-pmx-provisional'
  type Rows = readonly Trade[]

  /** Pages with the rows of one of two lists, where the other one had none. */
  const halves = new Set<Rows>()
  const halfOf = (...rows: Rows): Rows => {
    halves.add(rows)
    return rows
  }

  /** A venue of which each request gets the next list of pages; a page of no rows is blank. */
  function listed(...lists: readonly (readonly Rows[])[]) {
    let list = -1
    const fetch = async (cursor?: string) => {
      if (cursor === undefined) list = Math.min(list + 1, lists.length - 1)
      const pages = lists[list] ?? []
      const rows = pages[Number(cursor ?? 0)] ?? []
      const next = Number(cursor ?? 0) + 1
      return {
        rows,
        ...(next < pages.length ? { next: String(next) } : {}),
        ...(rows.length === 0 ? { isBlank: true as const } : {}),
        ...(halves.has(rows) ? { isBlank: 'part' as const } : {}),
      }
    }
    const source = () => ({ kind: 'cursor' as const, what: 'trades', idOf: ({ id }: Trade) => id, fetch })
    const core = coreOver(fakeVenue({ rest: { trades: { list: source } } }))
    const window = { start: at(-60), end: at(60) }
    return {
      wait: (ms: number) => core.clock.passTo(core.clock.now() + ms),
      ask: async (params: object = window) =>
        (await core.answer('fetchTrades', ['FOO', params])).headers[HEADER],
    }
  }

  test('are listed where no row came at all', async () => {
    const { ask } = listed([[]])
    expect(await ask()).toBe(`${at(-60)}-${at(60) + 1}`)
    expect(await ask({ start: at(3), end: at(3) })).toBe(`${at(3)}-${at(3) + 1}`)
  })

  test('are confirmed by a second response half an hour later', async () => {
    const { ask, wait } = listed([[]])
    await ask()
    wait(29 * 60_000)
    expect(await ask()).toBeDefined()
    wait(60_000)
    expect(await ask()).toBeUndefined()
    expect(await ask({ start: at(-60), end: at(90) })).toBe(`${at(60) + 1}-${at(90) + 1}`)
  })

  test('are not confirmed by a response before one with trades', async () => {
    const { ask, wait } = listed([[]], [ten], [[]])
    await ask()
    wait(31 * 60_000)
    expect(await ask()).toBeUndefined()
    wait(31 * 60_000)
    expect(await ask()).toBe(`${at(-60)}-${at(60) + 1}`)
  })

  test('are listed where a later page has no row, in the middle and at the end', async () => {
    expect(await listed([ten.slice(0, 5), []]).ask()).toBe(`${at(-60)}-${at(5)}`)
    expect(await listed([ten.slice(0, 3), [], ten.slice(5)]).ask()).toBe(`${at(4)}-${at(7)}`)
    expect(await listed([[], ten]).ask()).toBe(`${at(9)}-${at(60) + 1}`)
  })

  test('are listed down to the start where one of two lists has no row, whatever the other one has', async () => {
    expect(await listed([halfOf(), ten]).ask()).toBe(`${at(-60)}-${at(60) + 1}`)
    expect(await listed([ten.slice(0, 3), halfOf(...ten.slice(3, 5)), ten.slice(5)]).ask()).toBe(
      `${at(-60)}-${at(7)}`,
    )
  })

  test('of one of two lists are confirmed by a second response without it, but by none that has it', async () => {
    const { ask, wait } = listed([halfOf(), ten], [halfOf(), ten], [ten], [halfOf(), ten])
    const later = async () => {
      wait(31 * 60_000)
      return await ask()
    }
    await ask()
    expect([await later(), await later(), await later()]).toEqual([
      undefined,
      undefined,
      `${at(-60)}-${at(60) + 1}`,
    ])
  })

  test('are not listed where trades came, or only trades of another time', async () => {
    expect(await listed([ten]).ask()).toBeUndefined()
    expect(await listed([ten]).ask({ start: at(20), end: at(30) })).toBeUndefined()
    expect(await listed([ten.slice(0, 5), []]).ask({ start: at(6) })).toBeUndefined()
  })
})
