import { describe, expect, test } from 'vitest'
import type { StoredTerms } from '../../../../src/api/arguments/stored-terms.js'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { ListCaller } from '../../../../src/core/listings/cache/list-cache-types.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import { DeadlineExceeded } from '../../../../src/policy/abort.js'
import type { Database } from '../../../../src/storage/driver.js'
import { createOmissions } from '../../../../src/venue-kit/payload/response-notes.js'
import { openCatalog } from '../../../catalog/support/store.js'
import { emptyReply, syncedCatalog } from '../../../catalog/support/synced.js'
import { settle } from '../../../support/clock.js'
import { failureOf } from '../../../support/expect.js'
import { event, fakeVenue, market } from '../../fake-venue.js'

const events = [event('E1', [market('A'), market('B')]), event('E2', [market('C')])]
const noShortWay = () => false

function asker(stored?: StoredTerms) {
  const controller = new AbortController()
  const noted: number[] = []
  const asks: ListCaller & { readonly noted: number[] } = {
    signal: controller.signal,
    priority: 'interactive',
    noteSent: (calls) => noted.push(calls),
    omissions: createOmissions(silentLogger, () => {}),
    noted,
    ...(stored === undefined ? {} : { stored }),
  }
  return { ...asks, noted, end: (why: unknown) => controller.abort(why) }
}

function kept(answer?: Parameters<typeof syncedCatalog>[1], written?: Database) {
  const venue = fakeVenue({ events, pageSize: 1 })
  const catalog = syncedCatalog(() => venue, answer, written)
  const ask = (stored?: StoredTerms) => catalog.keeper.ready(venue, ['active'], asker(stored), noShortWay)
  return { ...catalog, venue, ask }
}

describe('a list that is kept', () => {
  test('is read at the first question, and given without a call while it is as new as is promised', async () => {
    const { ask, requests, clock } = kept()
    expect(await ask()).toEqual({ ageS: 0, cache: 'miss' })
    expect(requests).toHaveLength(2)
    await clock.advance(60_000)
    expect(await ask()).toEqual({ ageS: 60, cache: 'hit' })
    expect(requests).toHaveLength(2)
  })

  test('is given at once and read anew for later ones when it is older', async () => {
    const { ask, requests, clock } = kept()
    await ask()
    await clock.advance(60_001)
    expect(await ask()).toEqual({ ageS: 60, cache: 'stale' })
    await settle()
    expect(requests).toHaveLength(4)
    expect(await ask()).toEqual({ ageS: 0, cache: 'hit' })
  })

  test('is waited for when it is older than that', async () => {
    const { ask, requests, clock } = kept()
    await ask()
    await clock.advance(600_001)
    expect(await ask()).toEqual({ ageS: 0, cache: 'miss' })
    expect(requests).toHaveLength(4)
  })

  test('is read anew for who says no-cache, however new it is', async () => {
    const { ask, requests } = kept()
    await ask()
    expect(await ask({ serves: false, renews: true })).toEqual({ ageS: 0, cache: 'miss' })
    expect(requests).toHaveLength(4)
  })

  test('is read once for all who ask at the same time, and counted for the first', async () => {
    const { keeper, venue, requests } = kept()
    const [first, second] = [asker(), asker()]
    await Promise.all([first, second].map((each) => keeper.ready(venue, ['active'], each, noShortWay)))
    expect(requests).toHaveLength(2)
    expect([first.noted, second.noted]).toEqual([[2], []])
  })

  test('that seems to be of the future is read anew: our clock was set back', async () => {
    const { ask, requests, clock } = kept()
    await ask()
    clock.jump(-86_400_000)
    expect(await ask()).toMatchObject({ cache: 'miss' })
    expect(requests).toHaveLength(4)
  })

  test('has its columns where they are asked for before anybody sees it', async () => {
    const { ask, adopted, reader, clock } = kept()
    await ask()
    const walk = reader.state('kalshi')[0]?.generation?.walk
    expect(adopted).toEqual([`${walk} event 2`, `${walk} market 3`])
    adopted.length = 0
    await clock.advance(600_001)
    await ask()
    const next = reader.state('kalshi')[0]?.generation?.walk
    // What it replaces is asked for until it has been replaced.
    expect(adopted).toEqual([`${next} event 2`, `${next} market 3`, `${walk} let go of for ${next}`])
  })
})

describe('who cannot wait', () => {
  test('is told how far it is when his time is up, and finds it done later', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    const { keeper, venue, ask } = kept(() => (calls++ === 0 ? emptyReply : held.then(() => emptyReply)))
    const patient = asker()
    const waiting = keeper.ready(venue, ['active'], patient, noShortWay)
    const told = failureOf(() => waiting)
    await settle()
    patient.end(new DeadlineExceeded(25_000))
    expect(await told).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { kind: 'still_listing', rowsSoFar: 3 },
    })
    release()
    await settle()
    expect(await ask()).toMatchObject({ cache: 'hit' })
  })

  test('is sent to the venue where there is a short way, and the list is read meanwhile', async () => {
    const { keeper, venue, ask } = kept()
    expect(await keeper.ready(venue, ['active'], asker(), () => true)).toBeUndefined()
    await settle()
    expect(await ask()).toMatchObject({ cache: 'hit' })
  })
})

describe('a venue that cannot be asked', () => {
  const down = () => {
    throw new PmxError('NETWORK_ERROR', 'nobody answers', { exchange: 'kalshi' })
  }

  function worked() {
    let isDown = false
    const catalog = kept(() => (isDown ? down() : emptyReply))
    return {
      ...catalog,
      async fall() {
        await catalog.ask()
        isDown = true
        await catalog.clock.advance(3_600_000)
      },
    }
  }

  test('leaves an error that says what is stored and how it is had', async () => {
    const { ask, fall } = worked()
    await fall()
    expect(await failureOf(() => ask())).toMatchObject({
      code: 'NETWORK_ERROR',
      detail: { stored: { rows: 5, ageSeconds: 3_600, switch: 'stale=ok' } },
    })
  })

  test('leaves the stored list to who takes it, as old as he takes it', async () => {
    const { ask, fall } = worked()
    await fall()
    const given = { ageS: 3_600, cache: 'stale', stale: { reason: 'unreachable' } }
    expect(await ask({ serves: true })).toEqual(given)
    expect(await ask({ serves: true, maxAgeS: 3_600 })).toEqual(given)
    expect(await failureOf(() => ask({ serves: true, maxAgeS: 3_599 }))).toMatchObject({
      code: 'NETWORK_ERROR',
    })
  })

  test('is not asked by who says only-if-cached', async () => {
    const { ask, fall, requests } = worked()
    const only = { serves: true, unasked: 'only_if_cached' } as const
    expect(await failureOf(() => ask(only))).toMatchObject({
      status: 504,
      detail: { kind: 'only_if_cached' },
    })
    await fall()
    const before = requests.length
    expect(await ask(only)).toMatchObject({ ageS: 3_600, stale: { reason: 'only_if_cached' } })
    expect(requests).toHaveLength(before)
  })

  test('leaves the error as it is where nothing is stored', async () => {
    const { ask } = kept(down)
    const failure = await failureOf(() => ask({ serves: true }))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', detail: undefined })
  })

  test('is left alone for longer after each failure, while a list is given that is not too old', async () => {
    let isDown = false
    const { ask, clock, requests, keeper } = kept(() => (isDown ? down() : emptyReply))
    await ask()
    isDown = true
    await clock.advance(60_001)
    const tried: number[] = []
    for (let second = 0; second < 40; second++) {
      const before = requests.length
      await ask()
      await settle()
      if (requests.length > before) tried.push(second)
      await clock.advance(1_000)
    }
    expect(tried).toEqual([0, 5, 15, 35])
    expect(keeper.status('kalshi')).toMatchObject([
      // After its fourth failure, at second 35, it is left alone for 40 s.
      { rows: 5, nextAt: clock.now() + 35_000, lastFailure: { code: 'NETWORK_ERROR' } },
    ])
  })

  test('tells when a question would have it read anew', async () => {
    const { ask, clock, keeper } = kept()
    await ask()
    await clock.advance(10_000)
    expect(keeper.status('kalshi')).toMatchObject([{ rows: 5, nextAt: clock.now() + 50_000 }])
    await clock.advance(90_000)
    expect(keeper.status('kalshi')).toMatchObject([{ nextAt: clock.now() }])
  })
})

describe('a list that comes back much shorter than it was', () => {
  const rowsOf = ({ reader }: Pick<ReturnType<typeof kept>, 'reader'>) =>
    reader.state('kalshi')[0]?.generation?.rows

  function shrinking(listed: typeof events = events) {
    const rows = [...listed]
    const venue = fakeVenue({ events: rows, pageSize: 100 })
    const catalog = syncedCatalog(() => venue)
    const ask = (stored?: StoredTerms) => catalog.keeper.ready(venue, ['active'], asker(stored), noShortWay)
    return { ...catalog, venue, rows, ask }
  }

  test('leaves the earlier list to everybody, marked, and is asked for again', async () => {
    const catalog = shrinking()
    const { ask, rows, clock, keeper, requests } = catalog
    await ask()
    rows.length = 0
    await clock.advance(60_001)
    await ask()
    await settle()
    expect(rowsOf(catalog)).toBe(5)
    expect(await ask()).toEqual({ ageS: 60, cache: 'stale', stale: { reason: 'list_shrunk' } })
    expect(keeper.status('kalshi')).toMatchObject([
      {
        rows: 5,
        lastFailure: { code: 'EXCHANGE_NOT_AVAILABLE', message: expect.stringContaining('listed 0') },
      },
    ])
    await clock.advance(600_000)
    const before = requests.length
    rows.push(...events)
    expect(await ask()).toEqual({ ageS: 0, cache: 'miss' })
    expect(requests.length).toBeGreaterThan(before)
    expect([rowsOf(catalog), keeper.status('kalshi')]).toMatchObject([5, [{ rows: 5 }]])
  })

  test('is given to who waits for it in the form it had, also for no-cache', async () => {
    const catalog = shrinking()
    const { ask, rows, clock } = catalog
    await ask()
    rows.length = 0
    await clock.advance(600_001)
    expect(await ask()).toEqual({ ageS: 600, cache: 'stale', stale: { reason: 'list_shrunk' } })
    expect(await ask({ serves: false, renews: true })).toMatchObject({ stale: { reason: 'list_shrunk' } })
    expect(rowsOf(catalog)).toBe(5)
  })

  test('is believed when a reading ten minutes later agrees', async () => {
    const catalog = shrinking()
    const { ask, rows, clock } = catalog
    await ask()
    rows.length = 0
    await clock.advance(600_001)
    await ask()
    await clock.advance(599_000)
    await ask()
    expect(rowsOf(catalog)).toBe(5)
    await clock.advance(1_000)
    expect(await ask()).toEqual({ ageS: 0, cache: 'miss' })
    expect(rowsOf(catalog)).toBe(0)
  })

  test('is believed when a reading of another process agrees, such as the next pmx-local sync', async () => {
    const catalog = shrinking()
    const { ask, rows, clock, openKeeper, venue } = catalog
    await ask()
    rows.length = 0
    await clock.advance(600_001)
    await ask()
    const next = () => openKeeper().ready(venue, ['active'], asker(), noShortWay)
    await clock.advance(599_000)
    expect(await next()).toMatchObject({ stale: { reason: 'list_shrunk' } })
    await clock.advance(1_000)
    expect(await next()).toEqual({ ageS: 0, cache: 'miss' })
    expect(rowsOf(catalog)).toBe(0)
    rows.push(...events)
    await clock.advance(600_001)
    await next()
    rows.length = 0
    await clock.advance(600_001)
    expect(await next()).toMatchObject({ stale: { reason: 'list_shrunk' } })
    expect(rowsOf(catalog)).toBe(5)
  })

  test('is doubted anew where another process has read the whole list meanwhile', async () => {
    const catalog = shrinking()
    const { ask, rows, clock, openKeeper, venue } = catalog
    await ask()
    const next = () =>
      openKeeper().ready(venue, ['active'], asker({ serves: false, renews: true }), noShortWay)
    rows.length = 0
    await clock.advance(60_001)
    const renewing: StoredTerms = { serves: false, renews: true }
    expect(await ask(renewing)).toMatchObject({ stale: { reason: 'list_shrunk' } })
    rows.push(...events)
    await clock.advance(60_001)
    expect(await next()).toEqual({ ageS: 0, cache: 'miss' })
    rows.length = 0
    await clock.advance(600_001)
    expect(await ask(renewing)).toMatchObject({ stale: { reason: 'list_shrunk' } })
    expect(rowsOf(catalog)).toBe(5)
  })
})

describe('a catalog that does not work', () => {
  test('leaves its venue to be asked without it, and is left alone for a minute', async () => {
    const { ask, database, faults, requests, clock, keeper } = kept()
    database.exec('PRAGMA query_only = ON')
    expect(await ask()).toBeUndefined()
    expect(faults).toMatchObject([{ fault: 'unwritable' }])
    expect(keeper.status('kalshi')).toMatchObject([
      {
        status: 'active',
        lastFailure: { code: 'CATALOG_UNAVAILABLE', message: expect.stringContaining('cannot be stored') },
      },
    ])
    const before = requests.length
    expect(await ask()).toBeUndefined()
    expect(requests).toHaveLength(before)
    database.exec('PRAGMA query_only = OFF')
    await clock.advance(60_000)
    expect(await ask()).toEqual({ ageS: 0, cache: 'miss' })
  })

  test('of which the thread has crashed leaves its venue to be asked without it, and begins another thread a minute later', async () => {
    let isHeld = true
    const { ask, threads, clock } = kept(() => (isHeld ? new Promise(() => {}) : emptyReply))
    const asking = ask()
    await settle()
    threads[0]?.crash()
    expect(await asking).toBeUndefined()
    isHeld = false
    await clock.advance(60_000)
    expect(await ask()).toMatchObject({ cache: 'miss' })
    expect(threads).toHaveLength(2)
  })

  test('that was moved away while its thread wrote it leaves its venue to be asked, and is begun anew', async () => {
    const { ask, threads } = kept(undefined, openCatalog().database)
    expect(await ask()).toBeUndefined()
    expect(threads.map(({ hasEnded }) => hasEnded)).toEqual([true])
    expect(await ask()).toMatchObject({ cache: 'miss' })
  })

  test('that was deleted is opened anew, and its old lists are not given as new ones', async () => {
    const { ask, threads, clock, reopened, write } = kept()
    await ask()
    await clock.advance(15_000)
    write(openCatalog(':memory:', clock).database)
    expect(await ask({ serves: false, renews: true })).toBeUndefined()
    expect(reopened).toHaveLength(1)
    expect(threads.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
  })

  test('that was deleted is noticed by whoever reads lists anew for nobody, and begun anew', async () => {
    const { ask, clock, reopened, write } = kept()
    await ask()
    await clock.advance(60_001)
    write(openCatalog(':memory:', clock).database)
    expect(await ask()).toMatchObject({ cache: 'stale' })
    await settle()
    expect(reopened).toHaveLength(1)
  })

  test('keeps no thread that has nothing to do', async () => {
    const { ask, threads, clock } = kept()
    await ask()
    await clock.advance(1_000)
    expect(threads.map(({ hasEnded }) => hasEnded)).toEqual([true])
  })
})

test('lists of a venue that nobody reads without credentials are not kept', async () => {
  const { keeper, venue } = kept()
  const closed = { ...venue, isPrivate: true as const }
  expect(await keeper.ready(closed, ['active'], asker(), noShortWay)).toBeUndefined()
})
