import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { ListCache, ListCaller } from '../../../../src/core/listings/cache/list-cache-types.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import { createAbort } from '../../../../src/policy/abort.js'
import type { EventRow, Status } from '../../../../src/venue-kit/contract/venue.js'
import { createOmissions } from '../../../../src/venue-kit/payload/response-notes.js'
import { emptyReply, syncedCatalog } from '../../../catalog/support/synced.js'
import { event, fakeVenue, market } from '../../fake-venue.js'

const MINUTE_MS = 60_000
const many = (count: number, closesAt?: number): EventRow[] =>
  Array.from({ length: count }, (_, index) =>
    event(`E${index}`, [{ ...market(`M${index}`), ...(closesAt === undefined ? {} : { closesAt }) }]),
  )

const manyClosed = (count: number): EventRow[] =>
  Array.from({ length: count }, (_, index) =>
    event(`E${index}`, [market(`M${index}`, { status: 'closed' })], { status: 'closed' }),
  )

/** A venue whose list has these events, as the test sets them, and whose pages take that long. */
function listing(rows: EventRow[] = [], pageMs = 0) {
  const state = { fails: false, findsNothing: false, lookUpError: undefined as PmxError | undefined }
  const isOpen = new Set<string>()
  const looked: string[] = []
  const venue = fakeVenue({
    events: rows,
    pageSize: 1_000,
    sources: {
      async getMarket(id) {
        looked.push(id)
        if (state.lookUpError !== undefined) throw state.lookUpError
        if (state.findsNothing) return undefined
        return market(id, { status: isOpen.has(id) ? 'active' : 'closed' })
      },
    },
  })
  const catalog = syncedCatalog(
    () => venue,
    async () => {
      if (state.fails) throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
      await new Promise<void>((resolve) => catalog.clock.setTimer(pageMs, resolve))
      return emptyReply
    },
  )
  const { clock, reader } = catalog
  const asker = (): ListCaller => ({
    signal: createAbort().signal,
    priority: 'interactive',
    noteSent() {},
    omissions: createOmissions(silentLogger, () => {}),
    stored: { serves: false, renews: true },
  })
  /** Reads the list again. @returns how many events are served, and their mark */
  async function look(
    listed: EventRow[],
    keeper: Pick<ListCache, 'ready'> = catalog.keeper,
    status: Status = 'active',
  ): Promise<readonly unknown[]> {
    rows.splice(0, rows.length, ...listed)
    const read = keeper.ready(venue, [status], asker(), () => false)
    await clock.advance(pageMs)
    const state = await read
    const generation = reader.state('kalshi').find((list) => list.status === status)?.generation
    return [Number(generation?.rows) / 2, state?.stale?.reason]
  }
  return {
    ...catalog,
    isOpen,
    looked,
    venue,
    state,
    asker,
    look: (count: number, keeper?: ListCache) => look(many(count), keeper),
    lookAt: look,
  }
}

test('a list that loses more than a tenth within an hour is served as it was, marked, until a second look agrees', async () => {
  const { look, clock } = listing()
  await look(100)
  await clock.advance(5 * MINUTE_MS)
  expect(await look(51)).toEqual([100, 'list_shrunk'])
  await clock.advance(9 * MINUTE_MS)
  expect(await look(51)).toEqual([100, 'list_shrunk'])
  await clock.advance(MINUTE_MS)
  expect(await look(51)).toEqual([51, undefined])
})

test('a list that loses a tenth, or half of its rows in more than an hour, is another list', async () => {
  const { look, clock } = listing()
  await look(100)
  await clock.advance(MINUTE_MS)
  expect(await look(90)).toEqual([90, undefined])
  await clock.advance(61 * MINUTE_MS)
  expect(await look(45)).toEqual([45, undefined])
  await clock.advance(61 * MINUTE_MS)
  expect(await look(22)).toEqual([45, 'list_shrunk'])
})

test('a list of closed rows only grows: whenever it loses more than a tenth, a second look has to agree', async () => {
  const { lookAt, keeper, clock } = listing()
  const look = (count: number) => lookAt(manyClosed(count), keeper, 'closed')
  expect(await look(100)).toEqual([100, undefined])
  await clock.advance(24 * 60 * MINUTE_MS)
  expect(await look(60)).toEqual([100, 'list_shrunk'])
  await clock.advance(MINUTE_MS)
  expect(await look(101)).toEqual([101, undefined])
  await clock.advance(24 * 60 * MINUTE_MS)
  expect(await look(60)).toEqual([101, 'list_shrunk'])
  await clock.advance(10 * MINUTE_MS)
  expect(await look(60)).toEqual([60, undefined])
})

test('a list that lacks markets that are still open is in doubt, however long ago it was read', async () => {
  const { lookAt, isOpen, looked, clock } = listing()
  await lookAt(many(100))
  await clock.advance(24 * 60 * MINUTE_MS)
  isOpen.add('M65')
  expect(await lookAt(many(51))).toEqual([100, 'list_shrunk'])
  await clock.advance(10 * MINUTE_MS)
  expect(await lookAt(many(51))).toEqual([51, undefined])
  await clock.advance(24 * 60 * MINUTE_MS)
  isOpen.clear()
  looked.splice(0)
  expect(await lookAt(many(30))).toEqual([30, undefined])
  expect(looked).toEqual(['M32', 'M36', 'M40', 'M44', 'M48'])
  await clock.advance(24 * 60 * MINUTE_MS)
  looked.splice(0)
  expect(await lookAt(many(28))).toEqual([28, undefined])
  expect(looked).toEqual([])
})

test.each([
  ['NETWORK_ERROR', 'list_shrunk', 5],
  ['NOT_SUPPORTED', undefined, 1],
] as const)(
  'markets that a list lacks and whose look-up fails with %s leave it %s',
  async (code, mark, count) => {
    const { lookAt, looked, state, clock } = listing()
    await lookAt(many(100))
    await clock.advance(24 * 60 * MINUTE_MS)
    state.lookUpError = new PmxError(code, 'no answer')
    expect(await lookAt(many(51))).toEqual([mark === undefined ? 51 : 100, mark])
    expect(looked).toHaveLength(count)
    await clock.advance(10 * MINUTE_MS)
    expect(await lookAt(many(51))).toEqual([51, undefined])
  },
)

test('the age of the earlier list counts to the first look that lacks rows', async () => {
  const { look, clock } = listing()
  await look(100)
  await clock.advance(59 * MINUTE_MS)
  expect(await look(60)).toEqual([100, 'list_shrunk'])
  await clock.advance(5 * MINUTE_MS)
  expect(await look(60)).toEqual([100, 'list_shrunk'])
})

test('rows whose close has passed are not missed', async () => {
  const { lookAt, clock } = listing()
  const soon = many(60, clock.now() + 3 * MINUTE_MS)
  const later = many(100).slice(60)
  await lookAt([...soon, ...later])
  await clock.advance(4 * MINUTE_MS)
  expect(await lookAt(later)).toEqual([40, undefined])
  await clock.advance(MINUTE_MS)
  expect(await lookAt(later.slice(10))).toEqual([40, 'list_shrunk'])
})

/** The same number of events, of which only the first ones are the same. */
const others = (count: number, same: number, closesAt?: number): EventRow[] => [
  ...many(count).slice(0, same),
  ...Array.from({ length: count - same }, (_, index) =>
    event(`X${index}`, [{ ...market(`N${index}`), ...(closesAt === undefined ? {} : { closesAt }) }]),
  ),
]

test.each([
  ['none', 0],
  ['half', 20],
])(
  'a list that has %s of the markets of ten minutes ago is in doubt until a second look agrees',
  async (_name, same) => {
    const { lookAt, state, clock } = listing()
    state.findsNothing = true
    await lookAt(many(40))
    await clock.advance(10 * MINUTE_MS)
    expect(await lookAt(others(40, same))).toEqual([40, 'list_shrunk'])
    await clock.advance(MINUTE_MS)
    expect(await lookAt(many(40))).toEqual([40, undefined])
    await clock.advance(MINUTE_MS)
    expect(await lookAt(others(40, same))).toEqual([40, 'list_shrunk'])
    await clock.advance(10 * MINUTE_MS)
    expect(await lookAt(others(40, same))).toEqual([40, undefined])
  },
)

test('markets that make room for others are not missed if they are closed by their own lookups or their time', async () => {
  const { lookAt, looked, isOpen, clock } = listing()
  await lookAt(many(40))
  await clock.advance(10 * MINUTE_MS)
  const next = others(40, 0, clock.now() + 15 * MINUTE_MS)
  expect(await lookAt(next)).toEqual([40, undefined])
  expect(looked.splice(0)).toHaveLength(5)
  await clock.advance(15 * MINUTE_MS)
  expect(await lookAt(many(40))).toEqual([40, undefined])
  expect(looked).toEqual([])
  await clock.advance(24 * 60 * MINUTE_MS)
  isOpen.add('M4')
  expect(await lookAt(others(40, 0)), 'one of them is open, however long ago').toEqual([40, 'list_shrunk'])
})

test.each([
  [0, 40],
  [40, 0],
  [10, 40],
  [45, 20],
])('a look at %i rows and one at %i do not agree: the later one needs another', async (first, second) => {
  const { look, clock } = listing()
  await look(100)
  await clock.advance(MINUTE_MS)
  expect(await look(first)).toEqual([100, 'list_shrunk'])
  await clock.advance(11 * MINUTE_MS)
  expect(await look(second)).toEqual([100, 'list_shrunk'])
  await clock.advance(9 * MINUTE_MS)
  expect(await look(second)).toEqual([100, 'list_shrunk'])
  await clock.advance(MINUTE_MS)
  expect(await look(second)).toEqual([second, undefined])
})

test('looks of two processes agree only where they see about as many rows', async () => {
  const { look, clock, openKeeper } = listing()
  await look(100)
  await clock.advance(MINUTE_MS)
  expect(await look(0)).toEqual([100, 'list_shrunk'])
  await clock.advance(11 * MINUTE_MS)
  expect(await look(40, openKeeper())).toEqual([100, 'list_shrunk'])
  // What the first process saw is not what was seen last.
  await clock.advance(9 * MINUTE_MS)
  expect(await look(0)).toEqual([100, 'list_shrunk'])
  await clock.advance(10 * MINUTE_MS)
  expect(await look(0, openKeeper())).toEqual([0, undefined])
})

test('a doubted list rests as long as one that was believed', async () => {
  const { look, clock, keeper } = listing([], 20_000)
  await look(100)
  await clock.advance(MINUTE_MS)
  expect(await look(0)).toEqual([100, 'list_shrunk'])
  expect(keeper.status('kalshi')).toMatchObject([{ nextAt: clock.now() + 3 * 20_000 }])
})

test('a list stays marked while a reading after the one that lacked rows fails', async () => {
  const { look, state, keeper, venue, asker, clock } = listing()
  await look(100)
  await clock.advance(MINUTE_MS / 2)
  expect(await look(0)).toEqual([100, 'list_shrunk'])
  state.fails = true
  const failed = expect(keeper.ready(venue, ['active'], asker(), () => false)).rejects.toMatchObject({
    code: 'EXCHANGE_NOT_AVAILABLE',
  })
  await clock.advance(0)
  await failed
  const terms = { ...asker(), stored: { serves: false } }
  expect(await keeper.ready(venue, ['active'], terms, () => false)).toMatchObject({
    cache: 'hit',
    stale: { reason: 'list_shrunk' },
  })
  expect([keeper.isUnconfirmed('kalshi', 'active'), keeper.isUnconfirmed('kalshi', 'closed')]).toEqual([
    true,
    false,
  ])
})

test('a first list without any row is served marked, and asked for again, until a second look agrees', async () => {
  const { look, clock } = listing()
  expect(await look(0)).toEqual([0, 'list_shrunk'])
  await clock.advance(9 * MINUTE_MS)
  expect(await look(0)).toEqual([0, 'list_shrunk'])
  await clock.advance(MINUTE_MS)
  expect(await look(0)).toEqual([0, undefined])
  await clock.advance(MINUTE_MS)
  expect(await look(0)).toEqual([0, undefined])
})

test('a first list without any row gives way to one that has some', async () => {
  const { look, clock } = listing()
  expect(await look(0)).toEqual([0, 'list_shrunk'])
  await clock.advance(MINUTE_MS)
  expect(await look(30)).toEqual([30, undefined])
  await clock.advance(MINUTE_MS)
  expect(await look(0)).toEqual([30, 'list_shrunk'])
})

test('a first list without any row is asked for again in the background, with growing pauses', async () => {
  const { lookAt, keeper, openKeeper, venue, asker, clock, reader } = listing()
  await lookAt([])
  const serve = async (from = keeper) => {
    const state = await from.ready(venue, ['active'], { ...asker(), stored: { serves: true } }, () => false)
    return [state?.stale?.reason, reader.state('kalshi')[0]?.generation?.walk] as const
  }
  const [reason, first] = await serve()
  expect(reason).toBe('list_shrunk')
  await clock.advance(10_000)
  await serve()
  await clock.advance(1_000)
  const [, second] = await serve()
  expect(second).not.toBe(first)
  // Another process knows no more of it than that it is empty.
  expect((await serve(openKeeper()))[0]).toBe('list_shrunk')
})

/** Events whose market ids are numbered so. */
const numbered = (from: number, to: number): EventRow[] => many(to).slice(from)

test.each([
  ['one that lacks half of its markets', numbered(20, 68)],
  ['a list of others', numbered(1_000, 1_100)],
])(
  'a doubt does not let the next list through where lookups show markets of it open: %s',
  async (_name, next) => {
    const { lookAt, isOpen, state, clock } = listing()
    for (let id = 20; id < 120; id++) isOpen.add(`M${id}`)
    await lookAt(numbered(0, 100))
    await clock.advance(10 * MINUTE_MS)
    state.lookUpError = new PmxError('NOT_SUPPORTED', 'no lookup')
    expect(await lookAt(numbered(20, 120))).toEqual([100, 'list_shrunk'])
    state.lookUpError = undefined
    await clock.advance(11 * MINUTE_MS)
    expect(await lookAt(next)).toEqual([100, 'list_shrunk'])
    await clock.advance(9 * MINUTE_MS)
    expect(await lookAt(next), 'the first read of it was nine minutes ago').toEqual([100, 'list_shrunk'])
    await clock.advance(MINUTE_MS)
    expect(await lookAt(next), 'both reads lack the same').toEqual([next.length, undefined])
  },
)

test('markets that a venue forgets when they end make room for others without a doubt', async () => {
  const { lookAt, state, clock } = listing()
  state.findsNothing = true
  for (let turn = 0; turn < 5; turn++) {
    expect(await lookAt(numbered(turn * 17, turn * 17 + 100))).toEqual([100, undefined])
    await clock.advance(10 * MINUTE_MS)
  }
})
