import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../support/clock.js'
import { coreOver, event, fakeVenue, idsIn, market } from '../fake-venue.js'

const REQUEST_ALLOWED_MS = 25_000

/** A venue that waits before each page until the test lets it go on. */
function slowVenue(pages: number) {
  const clock = fakeClock()
  const rows = Array.from({ length: pages }, (_, index) => event(`E${index}`, [market(`M${index}`)]))
  const waiting: (() => void)[] = []
  const venue = fakeVenue({
    events: rows,
    pageSize: 1,
    hold: () => new Promise<void>((resolve) => waiting.push(resolve)),
  })
  const core = coreOver(venue, { clock })
  const release = async (count: number): Promise<void> => {
    for (let page = 0; page < count; page++) {
      await core.settle()
      waiting.shift()?.()
    }
    await core.settle()
  }
  return { core, clock, venue, release, waiting }
}

describe('a list that takes longer than a caller may wait', () => {
  test('tells him how far it is and goes on; his next try finds it done', async () => {
    const { core, clock, venue, release } = slowVenue(5)
    const first = core.ask('fetchMarkets').catch((error: unknown) => error)
    await release(2)
    await clock.advance(REQUEST_ALLOWED_MS)
    expect(await first).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
      retryable: true,
      detail: { kind: 'still_listing', rowsSoFar: 2 },
    })
    await release(3)
    const { data, headers } = await core.answer('fetchMarkets', [])
    expect(idsIn(data)).toEqual(['M0', 'M1', 'M2', 'M3', 'M4'])
    expect(headers['x-pmx-upstream-requests']).toBe('0')
    expect(venue.listings).toHaveLength(1)
  })

  test('is joined, not started again, by a try that comes before it is done', async () => {
    const { core, clock, venue, release } = slowVenue(3)
    const first = core.ask('fetchMarkets').catch(() => 'too early')
    await release(1)
    await clock.advance(REQUEST_ALLOWED_MS)
    const second = core.ask('fetchMarkets')
    await release(2)
    expect(await first).toBe('too early')
    expect(idsIn(await second)).toEqual(['M0', 'M1', 'M2'])
    expect(venue.listings).toHaveLength(1)
  })

  test('is read afresh a while after it was done', async () => {
    const { core, clock, venue, release } = slowVenue(2)
    const first = core.ask('fetchMarkets').catch(() => 'too early')
    await release(1)
    await clock.advance(REQUEST_ALLOWED_MS)
    await release(1)
    await first
    await clock.advance(61_000)
    const later = core.ask('fetchMarkets')
    await release(2)
    expect(idsIn(await later)).toEqual(['M0', 'M1'])
    expect(venue.listings).toHaveLength(2)
  })

  test('ends with a failure for nobody when everybody has left, and the next try starts afresh', async () => {
    const clock = fakeClock()
    let failures = 1
    const held: (() => void)[] = []
    const venue = fakeVenue({
      events: [event('E', [market('M')])],
      hold: async () => {
        await new Promise<void>((resolve) => held.push(resolve))
        if (failures-- > 0) throw new Error('the venue broke')
      },
    })
    const core = coreOver(venue, { clock })
    const first = core.ask('fetchMarkets').catch((error: unknown) => error)
    await clock.advance(REQUEST_ALLOWED_MS)
    expect(await first).toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringContaining('did not respond within 25 s'),
      detail: { kind: 'still_listing', rowsSoFar: 0 },
    })
    held.shift()?.()
    await core.settle()
    const second = core.ask('fetchMarkets')
    await core.settle()
    held.shift()?.()
    expect(idsIn(await second)).toEqual(['M'])
  })

  test('is given up after three minutes', async () => {
    const { core, clock, venue } = slowVenue(3)
    const first = core.ask('fetchMarkets').catch(() => 'too early')
    await clock.advance(REQUEST_ALLOWED_MS)
    await first
    const second = core.ask('fetchMarkets').catch(() => 'too early')
    await clock.advance(180_000)
    await second
    expect(venue.listings).toHaveLength(1)
  })
})

describe('callers who hang up', () => {
  function hungUp(core: ReturnType<typeof slowVenue>['core'], query: object) {
    const caller = new AbortController()
    const asked = core
      .answer('fetchMarkets', [query], { call: { signal: caller.signal } })
      .catch(() => 'left')
    return { asked, hangUp: () => caller.abort(new Error('hung up')) }
  }

  test('end the reading with the last of them, and the next caller starts afresh', async () => {
    const { core, venue, release, waiting } = slowVenue(5)
    const callers = [hungUp(core, {}), hungUp(core, {})]
    await release(1)
    callers[0]?.hangUp()
    await release(1)
    expect(waiting).toHaveLength(1)
    callers[1]?.hangUp()
    await Promise.all(callers.map(({ asked }) => asked))
    // The page that was under way comes; no further one is asked for.
    await release(3)
    expect(waiting).toHaveLength(0)
    const later = core.ask('fetchMarkets')
    await release(5)
    expect(idsIn(await later)).toHaveLength(5)
    expect(venue.listings).toHaveLength(2)
  })

  test('never have more than a few lists of a venue read at once', async () => {
    const { core, waiting } = slowVenue(5)
    const callers = Array.from({ length: 50 }, (_, offset) => hungUp(core, { offset, limit: 1 }))
    await core.settle()
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.length).toBeLessThanOrEqual(4)
    for (const { hangUp } of callers) hangUp()
    await Promise.all(callers.map(({ asked }) => asked))
  })
})

test('whoever wants another part of a list that is read to its end joins the reading', async () => {
  const { core, venue, release } = slowVenue(5)
  const parts = [0, 1, 2, 3].map((offset) => core.ask('fetchMarkets', { sort: 'volume', offset, limit: 1 }))
  await release(5)
  expect((await Promise.all(parts)).map((rows) => idsIn(rows).length)).toEqual([1, 1, 1, 1])
  expect(venue.listings.length).toBeLessThanOrEqual(2)
})

test('a caller who hangs up leaves at once with his own reason', async () => {
  const { core, release } = slowVenue(2)
  const caller = new AbortController()
  const asked = core.answer('fetchMarkets', [], { call: { signal: caller.signal } })
  await release(1)
  caller.abort(new Error('hung up'))
  await expect(asked).rejects.toThrow('hung up')
})

test('a venue whose pages repeat is an error, not an endless list', async () => {
  const row = event('E', [market('M')])
  const venue = fakeVenue({
    sources: {
      listEvents: () => ({
        sorted: false,
        paging: {
          kind: 'cursor',
          what: 'events',
          idOf: () => 'E',
          fetch: async () => ({ rows: [row], next: 'same' }),
        },
      }),
    },
  })
  await expect(coreOver(venue).ask('fetchEvents')).rejects.toMatchObject({
    code: 'EXCHANGE_NOT_AVAILABLE',
    exchange: 'kalshi',
    detail: { kind: 'paging' },
  })
})

test('rows that come twice are listed once', async () => {
  const rows = [
    event('E1', [market('A')]),
    event('E2', [market('A'), market('B')]),
    event('E1', [market('A')]),
  ]
  const core = coreOver(fakeVenue({ events: rows }))
  expect(idsIn(await core.ask('fetchEvents'))).toEqual(['E1', 'E2'])
  expect(idsIn(await core.ask('fetchMarkets'))).toEqual(['A', 'B'])
})

test('a list that cannot even be begun leaves nothing behind', async () => {
  const refused = new Error('no such list')
  const listEvents = () => {
    throw refused
  }
  const { ask, clock } = coreOver(fakeVenue({ sources: { listEvents } }))
  await expect(ask('fetchEvents')).rejects.toBe(refused)
  expect(clock.pendingTimers).toBe(0)
})

describe('a list without a cached one to compare it with', () => {
  test('that is empty or much shorter is marked until a response ten minutes later agrees', async () => {
    const clock = fakeClock()
    const all = Array.from({ length: 30 }, (_, index) => event(`E${index}`, [market(`M${index}`)]))
    const rows = [...all]
    const core = coreOver(fakeVenue({ events: rows }), { clock })
    const warningOf = async (args: unknown[] = []) => {
      const { headers } = await core.answer('fetchMarkets', args)
      return headers['x-pmx-warning']
    }
    expect(await warningOf()).toBeUndefined()
    rows.splice(0, 30)
    expect(await warningOf()).toMatch(
      /the list of kalshi markets has no rows, down from 30; only one response/,
    )
    await clock.advance(5 * 60_000)
    expect(await warningOf()).toMatch(/no rows/)
    rows.push(...all.slice(0, 15))
    expect(await warningOf()).toMatch(/has 15 rows, down from 30/)
    await clock.advance(11 * 60_000)
    expect(await warningOf()).toBeUndefined()
    rows.splice(0, 15)
    expect(await warningOf()).toMatch(/no rows, down from 15/)
    await clock.advance(11 * 60_000)
    expect(await warningOf()).toBeUndefined()
  })

  test('that ends before the limit is compared with the earlier one too', async () => {
    const clock = fakeClock()
    const rows = Array.from({ length: 30 }, (_, index) => event(`E${index}`, [market(`M${index}`)]))
    const core = coreOver(fakeVenue({ events: rows }), { clock })
    const warningOf = async (limit: number) => {
      const { headers } = await core.answer('fetchMarkets', [{ limit }])
      return headers['x-pmx-warning']
    }
    expect(await warningOf(100)).toBeUndefined()
    rows.splice(10, 15)
    await clock.advance(5 * 60_000)
    expect(await warningOf(100)).toMatch(/has 15 rows, down from 30/)
    expect(await warningOf(10)).toBeUndefined()
  })

  test('is marked at its first response too, but not a list of closed markets', async () => {
    const clock = fakeClock()
    const core = coreOver(fakeVenue({ events: [] }), { clock })
    const { headers } = await core.answer('fetchMarkets', [{ limit: 5 }])
    expect(headers['x-pmx-warning']).toMatch(/the list of kalshi markets has no rows; only one response/)
    const closed = await core.answer('fetchMarkets', [{ status: 'closed' }])
    expect(closed.headers).not.toHaveProperty('x-pmx-warning')
  })
})
