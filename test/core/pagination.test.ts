import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createSnapshots } from '../../src/core/query/cursor-snapshots.js'
import { fakeClock } from '../support/clock.js'
import { coreOver, event, fakeVenue, idsIn, market } from './fake-venue.js'

const resultPage = z.object({
  data: z.array(z.unknown()),
  total: z.number(),
  nextCursor: z.string().optional(),
})

function setUp(count: number) {
  const rows = Array.from({ length: count }, (_, index) => market(`M${index}`, { volume24h: index }))
  const core = coreOver(fakeVenue({ events: [event('E1', rows), event('E2', [])] }))
  const page = async (params?: unknown) => {
    const { data, total, nextCursor } = resultPage.parse(await core.ask('fetchMarketsPaginated', params))
    return { ids: idsIn(data), total, nextCursor }
  }
  return { core, page }
}

/** Snapshots of lists that the test hands over, in pages of one row. */
function snapshotsOf(maxOwnRows: number) {
  type Row = { readonly id: string; readonly at: number; readonly tags: readonly unknown[] }
  let taken = 0
  const instanceId = () => `${String(taken++).padStart(8, '0')}-0000`
  const ids = {
    instanceId,
    requestId: () => 'r',
    uuid: () => '00000000-0000-4000-8000-000000000000',
    orderName: () => '00000000-0000-4000-8000-000000000000',
    secret: () => 's',
  }
  const snapshots = createSnapshots<Row>(fakeClock(), ids, ({ id }) => id, maxOwnRows)
  return {
    page: (cursor: string | undefined, rows: readonly Row[] = []) =>
      snapshots.page({ cursor, limit: 1, test: undefined, scope: 'kalshi' }, async () => [...rows]),
  }
}

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `M${from + index}`)
const expired = { code: 'BAD_REQUEST', status: 400, message: 'Cursor has expired', field: 'cursor' }

describe('pages', () => {
  test('follow each other by their cursors; the last has none', async () => {
    const { page } = setUp(5)
    const first = await page({ limit: 2 })
    expect(first).toMatchObject({ ids: ids(0, 2), total: 5, nextCursor: expect.stringMatching(/^\S+$/) })
    const second = await page({ limit: 2, cursor: first.nextCursor })
    expect(second).toMatchObject({ ids: ids(2, 4), total: 5 })
    const third = await page({ limit: 2, cursor: second.nextCursor })
    expect(third).toEqual({ ids: ids(4, 5), total: 5, nextCursor: undefined })
  })

  test.each([undefined, {}, { limit: 0 }, { limit: 5 }, { limit: 99 }])(
    '%j is the whole list, without a cursor',
    async (params) => {
      const { page } = setUp(5)
      expect(await page(params)).toEqual({ ids: ids(0, 5), total: 5, nextCursor: undefined })
    },
  )

  test('may change their size on the way, and end with all that is left', async () => {
    const { page } = setUp(6)
    const { nextCursor } = await page({ limit: 1 })
    expect(await page({ limit: 3, cursor: nextCursor })).toMatchObject({ ids: ids(1, 4) })
    expect(await page({ cursor: nextCursor })).toEqual({ ids: ids(1, 6), total: 6, nextCursor: undefined })
  })

  test('are filtered after cutting: a page may be short, even empty, while the list goes on', async () => {
    const { page } = setUp(5)
    const filter = { volume24h: { min: 3 } }
    const first = await page({ limit: 2, filter })
    expect(first).toMatchObject({ ids: [], total: 5, nextCursor: expect.any(String) })
    expect(await page({ limit: 2, filter, cursor: first.nextCursor })).toMatchObject({ ids: ['M3'] })
  })

  test('of events have the same rules', async () => {
    const { core } = setUp(1)
    const first = resultPage.parse(await core.ask('fetchEventsPaginated', { limit: 1 }))
    expect([idsIn(first.data), first.total]).toEqual([['E1'], 2])
    const second = resultPage.parse(
      await core.ask('fetchEventsPaginated', { limit: 1, cursor: first.nextCursor }),
    )
    expect(second).toMatchObject({ data: [{ id: 'E2' }] })
    expect(second.nextCursor).toBeUndefined()
  })

  test('of the old fetchEventsPage say null at the end', async () => {
    const { core } = setUp(1)
    expect(await core.ask('fetchEventsPage', { limit: 5 })).toMatchObject({
      events: [{ id: 'E1' }, { id: 'E2' }],
      cursor: null,
      nextCursor: null,
    })
  })

  test('laid end to end are the list', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 12, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10 }), sizes, async (count, limits) => {
        const { page } = setUp(count)
        const seen: unknown[] = []
        let cursor: string | undefined
        for (const limit of limits) {
          const got = await page({ limit, ...(cursor === undefined ? {} : { cursor }) })
          seen.push(...got.ids)
          cursor = got.nextCursor
          if (cursor === undefined) break
        }
        expect(seen).toEqual(ids(0, count))
      }),
      { numRuns: 30 },
    )
  })
})

describe('a cursor', () => {
  test('keeps its list while others take theirs', async () => {
    const { core, page } = setUp(4)
    const first = await page({ limit: 1 })
    const cost = core.wire.calls.length
    for (let other = 0; other < 5; other++) await page({ limit: 2 })
    expect(core.wire.calls.length).toBeGreaterThan(cost)
    const again = core.wire.calls.length
    expect(await page({ limit: 1, cursor: first.nextCursor })).toMatchObject({ ids: ['M1'] })
    expect(core.wire.calls).toHaveLength(again)
  })

  test('may be used again', async () => {
    const { page } = setUp(4)
    const { nextCursor } = await page({ limit: 1 })
    for (const _try of [1, 2])
      expect(await page({ limit: 1, cursor: nextCursor })).toMatchObject({ ids: ['M1'] })
  })

  test('lives ten minutes from its last use', async () => {
    const { core, page } = setUp(9)
    let { nextCursor } = await page({ limit: 1 })
    for (let minutes = 0; minutes < 27; minutes += 9) {
      await core.clock.advance(9 * 60_000)
      nextCursor = (await page({ limit: 1, cursor: nextCursor })).nextCursor
    }
    await core.clock.advance(10 * 60_000)
    await expect(page({ limit: 1, cursor: nextCursor })).rejects.toMatchObject(expired)
  })

  test.each(['abc', 'abc:', ':5', 'abc:-1', 'abc:1.5', '99999999-0000:1', 'a b:1', '__proto__:0', 'abc:1:2'])(
    'that is not ours (%s) has expired',
    async (cursor) => {
      const { page } = setUp(3)
      await expect(page({ limit: 1, cursor })).rejects.toMatchObject({ ...expired, exchange: 'kalshi' })
    },
  )

  test('of markets is none of events', async () => {
    const { core, page } = setUp(3)
    const { nextCursor } = await page({ limit: 1 })
    await expect(core.ask('fetchEventsPaginated', { cursor: nextCursor })).rejects.toMatchObject(expired)
  })

  test('past the end of its list gives nothing', async () => {
    const { page } = setUp(3)
    const { nextCursor } = await page({ limit: 1 })
    const beyond = nextCursor?.replace(/:\d+$/, ':50')
    expect(await page({ limit: 1, cursor: beyond })).toEqual({ ids: [], total: 3, nextCursor: undefined })
  })

  test('outlives any number of first pages of others: lists that hardly differ share their rows', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ id: `${index}`, at: 0, tags: ['a', { b: 1 }] }))
    const { page } = snapshotsOf(1_000)
    const first = await page(undefined, rows)
    for (let other = 1; other <= 100; other++) {
      rows[0] = { id: '0', at: other, tags: ['a', { b: 1 }] }
      await page(undefined, structuredClone(rows))
    }
    const second = await page(first.nextCursor)
    expect(second.data).toEqual(structuredClone(rows.slice(1, 2)))
    expect((await page(first.nextCursor?.replace(/:1$/, ':0'))).data).toMatchObject([{ id: '0', at: 0 }])
  })

  test('dies when many different lists were taken after it: memory is bounded', async () => {
    const { page } = snapshotsOf(200)
    const list = (name: string) =>
      Array.from({ length: 50 }, (_, index) => ({ id: `${name}${index}`, at: 0, tags: [] }))
    const first = await page(undefined, list('first'))
    for (let other = 0; other < 4; other++) await page(undefined, list(`other ${other} `))
    await expect(page(first.nextCursor)).rejects.toMatchObject(expired)
  })

  test('is given for a list of any length', async () => {
    const { page } = snapshotsOf(200)
    const long = Array.from({ length: 1_000 }, (_, index) => ({ id: `${index}`, at: 0, tags: [] }))
    expect((await page((await page(undefined, long)).nextCursor)).data).toMatchObject([{ id: '1' }])
  })
})

test.each([-1, 1.5])('a page of %s rows is refused', async (limit) => {
  const { page } = setUp(3)
  await expect(page({ limit })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field: 'limit' })
})
