import { describe, expect, test } from 'vitest'
import { silentLogger } from '../../src/observe/logger.js'
import { createResilientFile, type ResilientFileDeps } from '../../src/storage/resilient-file.js'
import { fakeClock } from '../support/clock.js'

/** What SQLite throws, by its code. */
function sqliteError(code: string): Error {
  return Object.assign(new Error(`simulated ${code}`), { code })
}

/** A file whose handles are numbers, counted from 1 in the order of opening. */
function setUp(given: Partial<ResilientFileDeps<number>> = {}) {
  const clock = fakeClock()
  const events: string[] = []
  let count = 0
  const world = { refuses: undefined as Error | undefined, newer: false, moves: true }
  const file = createResilientFile<number>({
    open() {
      if (world.refuses !== undefined) {
        events.push('refused')
        throw world.refuses
      }
      events.push(`opened ${++count}`)
      return { handle: count, newer: world.newer }
    },
    closeHandle: (handle) => events.push(`closed ${handle}`),
    moveAside() {
      if (!world.moves) throw new Error('no room')
      events.push('moved')
      return '/elsewhere'
    },
    words: { inLog: 'the book', inReasons: 'the book', unusable: 'unusable', readOnly: 'read only' },
    clock,
    log: silentLogger,
    ...given,
  })
  return { file, clock, events, world }
}

const full = sqliteError('SQLITE_FULL')
const damaged = sqliteError('SQLITE_CORRUPT')

describe('a file', () => {
  test('is opened by its first use, once', () => {
    const { file, events } = setUp()
    expect(events).toEqual([])
    expect([file.usable('read'), file.usable('write'), file.opened]).toEqual([1, 1, 1])
    expect(events).toEqual(['opened 1'])
    expect(file.trouble).toBeUndefined()
  })

  test('of a newer version is read, and not written', () => {
    const { file, world } = setUp()
    world.newer = true
    expect([file.usable('read'), file.usable('write')]).toEqual([1, undefined])
    expect(file.isNewer).toBe(true)
    expect(file.trouble).toMatchObject({
      kind: 'read_only',
      reason:
        'the book was written by a newer version of pmx-local, so it is opened read-only. Update pmx-local, or move the file aside',
    })
  })

  test('with tables that are not ours is left as it is, and tried again later', async () => {
    const { file, world, clock, events } = setUp()
    world.refuses = sqliteError('SQLITE_ERROR')
    expect(file.usable('read')).toBeUndefined()
    expect(file.trouble).toMatchObject({
      kind: 'unusable',
      reason: 'the book has tables that this version does not know: simulated SQLITE_ERROR',
    })
    world.refuses = undefined
    await clock.advance(500)
    expect(file.usable('read')).toBe(1)
    expect(events).toEqual(['refused', 'opened 1'])
  })

  test('is not opened again after its end', () => {
    const { file, events } = setUp()
    file.usable('read')
    file.close()
    file.quarantine('late finding')
    expect([file.usable('read'), file.usable('write'), file.opened]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([file.isClosed, file.givenUp]).toEqual([true, 0])
    expect(events).toEqual(['opened 1', 'closed 1'])
  })

  test('that refuses to be closed properly is given up all the same', () => {
    const { file } = setUp({
      closeHandle() {
        throw full
      },
    })
    file.usable('read')
    file.quarantine('a finding')
    expect(file.usable('read')).toBe(2)
    file.close()
    expect(file.opened).toBeUndefined()
  })
})

describe('a bug', () => {
  test('is no trouble of the file, in use or while it is opened', () => {
    const { file, world } = setUp()
    const bug = new TypeError('a bug')
    world.refuses = bug
    expect(() => file.usable('read')).toThrow(bug)
    world.refuses = undefined
    file.usable('read')
    expect(() => file.failed(bug, 'write')).toThrow(bug)
    expect(() => file.failed(sqliteError('SQLITE_ERROR'), 'read')).toThrow('simulated SQLITE_ERROR')
    expect(file.trouble).toBeUndefined()
  })
})

describe('a file that does not work', () => {
  test('is left alone each time for twice as long, a minute at most, until it has worked', async () => {
    const { file, clock } = setUp()
    file.usable('read')
    /** How long it is left alone after one more failure. */
    async function pauseMs(): Promise<number> {
      file.failed(full, 'write')
      for (let ms = 0; ; ms += 500) {
        if (file.usable('write') !== undefined) return ms
        await clock.advance(500)
      }
    }
    const pauses: number[] = []
    for (let tries = 0; tries < 9; tries++) pauses.push(await pauseMs())
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    file.worked()
    expect(file.trouble).toBeUndefined()
    expect(await pauseMs()).toBe(500)
  })

  test('is read on when it failed to be written', () => {
    const { file, clock } = setUp()
    file.usable('write')
    expect(file.failed(full, 'write')).toBe('left')
    expect([file.usable('read'), file.usable('write')]).toEqual([1, undefined])
    expect(file.trouble).toEqual({ kind: 'read_only', reason: 'simulated SQLITE_FULL', since: clock.now() })
  })

  test.each([
    [false, 'unusable', undefined],
    [true, 'read_only', 1],
  ])('when it failed to be read is read on: %s', (readsGoOn, kind, handle) => {
    const { file } = setUp({ readsGoOn })
    file.usable('read')
    file.failed(sqliteError('SQLITE_IOERR_READ'), 'read')
    expect(file.trouble?.kind).toBe(kind)
    expect(file.usable('read')).toBe(handle)
  })

  test('and cannot be opened is not tried at every use', async () => {
    const { file, world, clock, events } = setUp({ readsGoOn: true })
    world.refuses = sqliteError('SQLITE_BUSY')
    for (let uses = 0; uses < 5; uses++) expect(file.usable('read')).toBeUndefined()
    expect(file.trouble?.kind).toBe('unusable')
    expect(events).toEqual(['refused'])
    world.refuses = undefined
    await clock.advance(500)
    expect(file.usable('read')).toBe(1)
  })

  test('is said to be so since the first time of the same trouble', async () => {
    const { file, clock } = setUp()
    file.usable('read')
    file.failed(full, 'write')
    const first = clock.now()
    await clock.advance(1_000)
    file.failed(full, 'write')
    expect(file.trouble?.since).toBe(first)
    file.failed(sqliteError('SQLITE_BUSY'), 'write')
    expect(file.trouble?.since).toBe(first + 1_000)
  })

  test('is tried again when the pause is over by who asks for that, and at once when the pause is ended', async () => {
    const retries: number[] = []
    const { file, clock } = setUp({ retry: () => retries.push(clock.monotonic()) })
    const begun = clock.monotonic()
    file.usable('read')
    file.failed(full, 'write')
    await clock.advance(499)
    expect(retries).toEqual([])
    await clock.advance(1)
    expect(retries).toEqual([begun + 500])
    file.failed(full, 'write')
    file.endPause()
    expect(file.usable('write')).toBe(1)
    await clock.advance(0)
    expect(retries).toEqual([begun + 500, begun + 500])
    file.failed(full, 'write')
    file.close()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('a damaged file', () => {
  test('is moved aside, and a new one is begun', () => {
    const { file, events } = setUp({ onBegun: () => events.push('begun') })
    file.usable('read')
    expect(file.failed(damaged, 'read')).toBe('moved')
    expect(events).toEqual(['opened 1', 'closed 1', 'moved', 'opened 2', 'begun'])
    expect([file.usable('read'), file.givenUp, file.trouble]).toEqual([2, 1, undefined])
  })

  test('that is found damaged while it is opened is moved aside too', () => {
    const { file, world, events } = setUp({
      moveAside() {
        world.refuses = undefined
        return undefined
      },
    })
    world.refuses = sqliteError('SQLITE_NOTADB')
    expect(file.usable('write')).toBe(1)
    expect(events).toEqual(['refused', 'opened 1'])
  })

  test('that cannot be moved is left alone for a while', async () => {
    const { file, world, clock } = setUp()
    world.moves = false
    file.usable('read')
    file.failed(damaged, 'write')
    expect(file.usable('read')).toBeUndefined()
    expect(file.trouble).toMatchObject({
      kind: 'unusable',
      reason: 'the file cannot be created again: no room',
    })
    await clock.advance(500)
    expect(file.usable('read')).toBe(2)
  })

  test('that was begun this very moment is not moved aside again', () => {
    const { file, events } = setUp()
    file.usable('write')
    expect(file.failed(damaged, 'write', 'left')).toBe('left')
    expect([file.trouble?.kind, file.givenUp]).toEqual(['read_only', 0])
    expect(events).toEqual(['opened 1'])
  })
})
