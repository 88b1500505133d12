import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCassette } from '../../src/cassette/format/cassette-file.js'
import type { Clock } from '../../src/effects/clock.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { DeadlineExceeded } from '../../src/policy/abort.js'
import { WireError } from '../../src/transport/errors.js'
import { type Answer, fakeWire, json, raw } from '../support/wire.js'
import { asking, call, NOON, recording, replaying, send, temporaryFolder } from './support/cassettes.js'

/** Sends one call within one request, and says what came and what time it was then. */
async function ask(
  session: ReturnType<typeof recording>['session'],
  wire: ReturnType<typeof session.wire>,
  path: string,
): Promise<unknown> {
  return session.run(asking('fetchMarket', [path]), async () => {
    const asked = session.clock.now()
    const reply = await send(wire, call(path)).catch((error: unknown) => `${error}`)
    return { asked, got: session.clock.now(), reply }
  })
}

const noWire = (): never => {
  throw new Error('a replay needs no wire')
}

/** A wire whose answers take so many ms each. */
function slowWire(
  clock: { passTo(epochMs: number): void; now(): number },
  tookMs: number,
  answer: Answer = { ok: true },
) {
  return fakeWire(
    new Proxy(
      {},
      {
        has: () => true,
        getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 0 }),
        get: () => () => {
          clock.passTo(clock.now() + tookMs)
          return answer
        },
      },
    ),
  )
}

describe('a recording and its replay', () => {
  test('give the same answers at the same times, a year later', async () => {
    const { session, clock, file } = recording()
    const wire = session.wire(() => slowWire(clock, 137))
    const recorded: unknown[] = []
    for (const path of ['/a', '/b', '/a']) {
      clock.passTo(clock.now() + 60_000)
      recorded.push(await ask(session, wire, path))
    }
    await session.close()
    const replay = replaying(file)
    const replayed: unknown[] = []
    for (const path of ['/a', '/b', '/a']) replayed.push(await ask(replay, replay.wire(noWire), path))
    expect(replayed).toEqual(recorded)
    expect(recorded[0]).toMatchObject({ asked: NOON + 60_000, got: NOON + 60_137 })
    expect(replay.report()).toMatchObject({ answered: 3, missed: 0, unused: { count: 0 } })
  })

  test('hand on the same: no header that is not recorded, Retry-After in seconds', async () => {
    const { session, file } = recording()
    const headers = { 'set-cookie': 's=1', 'cf-ray': 'x', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }
    const answer = raw(429, '{}', { ...headers, 'retry-after': 'Sat, 21 Nov 2026 12:00:07 GMT' })
    const live = await send(
      session.wire(() => fakeWire({ 'GET api/a': answer })),
      call('/a'),
    )
    await session.close()
    expect(live).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, text: '{}' })
    expect(await send(replaying(file).wire(noWire), call('/a'))).toEqual(live)
  })

  test('fail alike: a broken wire and a deadline are recorded, a caller who left is not', async () => {
    const { session, file } = recording()
    const wire = session.wire(() =>
      fakeWire({
        'GET api/reset': new WireError('reset', 'venue.test closed the connection.'),
        'GET api/slow': new DeadlineExceeded(25_000),
        'GET api/left': new Error('the client closed the connection'),
      }),
    )
    for (const path of ['/reset', '/slow', '/left']) await expect(send(wire, call(path))).rejects.toThrow()
    await session.close()
    expect(readCassette(file).entries.map(({ call: { path }, answer }) => [path, answer])).toEqual([
      ['/reset', { failure: { kind: 'reset', message: 'venue.test closed the connection.' } }],
      ['/slow', { failure: { kind: 'deadline', message: 'took longer than 25000 ms', allowedMs: 25_000 } }],
    ])
  })

  test('make the same names within requests', async () => {
    const names = (session: ReturnType<typeof recording>['session']) => {
      const ids = session.ids(createSystemIds())
      const twice = async (): Promise<string[]> => [ids.instanceId(), ids.instanceId()]
      return Promise.all([1, 2, 2].map((arg) => session.run(asking('fetchMarketsPaginated', [arg]), twice)))
    }
    const { session, file } = recording()
    await send(
      session.wire(() => fakeWire({ 'GET api/a': 1 })),
      call('/a'),
    )
    const made = await names(session)
    expect(new Set(made.flat()).size).toBe(6)
    await session.close()
    expect(await names(replaying(file))).toEqual(made)
  })

  test('a request of an earlier session finds its own answer and time, whatever a later one fetched', async () => {
    const first = recording()
    await ask(
      first.session,
      first.session.wire(() => slowWire(first.clock, 5)),
      '/a',
    )
    await ask(
      first.session,
      first.session.wire(() => slowWire(first.clock, 5)),
      '/b',
    )
    await first.session.close()
    const again = recording({ file: join(temporaryFolder(), 'late.cassette') })
    again.clock.passTo(NOON + 86_400_000)
    await again.session.run(asking('fetchMarket', ['/other']), async () => {
      await send(
        again.session.wire(() => slowWire(again.clock, 5)),
        call('/b'),
      )
    })
    await again.session.close()
    const replay = replaying(first.file, { files: [first.file, again.file] })
    expect(await ask(replay, replay.wire(noWire), '/b')).toMatchObject({ asked: NOON + 5, got: NOON + 10 })
  })

  test('an unknown request finds the clock where it stands', async () => {
    const { session, clock, file } = recording()
    clock.passTo(NOON + 1_000)
    await ask(
      session,
      session.wire(() => slowWire(clock, 10)),
      '/a',
    )
    await session.close()
    const replay = replaying(file)
    expect(replay.clock.now()).toBe(NOON)
    await ask(replay, replay.wire(noWire), '/a')
    const seen = await replay.run(asking('fetchTrades', ['?']), async () => replay.clock.now())
    expect(seen).toBe(NOON + 1_010)
  })

  test('the system’s time is there for who wants it', async () => {
    const { session, file } = recording()
    await session.close()
    const year = NOON + 365 * 86_400_000
    const replay = replaying(file, { time: 'live' })
    expect(replay.clock.now()).toBe(year)
    expect(await replay.run(asking('x'), async () => replay.clock.now())).toBe(year)
  })
})

test('a recording keeps what a call spends of limits, where that is not one token of its host', async () => {
  const { session, file } = recording()
  const wire = session.wire(() => fakeWire({ 'GET api/a': {}, 'GET api/b': {}, 'GET api/c': {} }))
  await send(wire, call('/a', {}, { group: 'quotes' }))
  await send(wire, call('/b', {}, { cost: 20 }))
  await send(wire, call('/c', {}, { cost: 1 }))
  await session.close()
  const spent = readCassette(file).entries.map(({ call: { path }, group, cost }) => ({ path, group, cost }))
  expect(spent).toEqual([{ path: '/a', group: 'quotes' }, { path: '/b', cost: 20 }, { path: '/c' }])
})

describe('a miss', () => {
  test('is what the request ends with, even where an adapter took it for an answer', async () => {
    const { session, file } = recording()
    await session.close()
    const replay = replaying(file)
    const wire = replay.wire(noWire)
    const swallowed = replay.run(asking('fetchMarket'), async () => {
      await send(wire, call('/a')).catch(() => undefined)
      return 'no such market'
    })
    await expect(swallowed).rejects.toMatchObject({ code: 'NOT_FOUND', detail: { kind: 'cassette_miss' } })
    expect(await replay.run(asking('fetchMarket'), async () => 'fine')).toBe('fine')
    expect(replay.report()).toMatchObject({ missed: 1 })
  })
})

describe('a recording', () => {
  test('answers on when its disk refuses, and says that it has ended', async () => {
    const { session, lines } = recording()
    const wire = session.wire(() => fakeWire({ 'GET api/a': json(200, 1) }))
    await session.close()
    expect((await send(wire, call('/a'))).text).toBe('1')
    expect(session.report()).toMatchObject({ entries: 0, ended: expect.stringMatching(/has ended/) })
    expect(lines.join()).toContain('recording has stopped')
  })

  test('tells early that it grows long, again when it has doubled, and of its merge as it goes', async () => {
    let merged = 0
    const onMerge = (bytes: number): void => {
      merged += bytes
    }
    const { session, lines, file } = recording({ longBytes: 2_000, onMerge })
    const wire = session.wire(() => fakeWire({ 'GET api/a': 'x'.repeat(500) }))
    for (let n = 0; n < 10; n++) await send(wire, call('/a'))
    expect(lines.filter((line) => line.includes('this recording is long'))).toHaveLength(2)
    expect(merged).toBe(0)
    await session.close()
    // Read as the journal was written, more than once, and written as the cassette.
    expect(merged).toBeGreaterThan(2 * statSync(file).size)
    expect(readCassette(file).entries).toHaveLength(10)
  })

  test('does not tell a name that is not on the allow-list and a secret', async () => {
    const { session, lines } = recording()
    const key = 'fictional-key-4711'
    session.withhold({ name: 'kalshi.apiKey', value: key })
    const wire = session.wire(() => fakeWire({ 'GET api/a': [] }))
    for (let n = 0; n < 2; n++) await send(wire, call('/a', { [key]: '1' }))
    expect(lines.filter((line) => line.includes('not on the allow-list'))).toHaveLength(1)
    expect(lines.join('')).not.toContain(key)
    await session.close()
  })

  test('tells once of a name that is not on the allow-list', async () => {
    const { session, lines, file } = recording()
    const wire = session.wire(() => fakeWire({ 'GET api/a': 1 }))
    for (const value of ['one', 'two']) await send(wire, call('/a', { strange: value }))
    await session.close()
    expect(lines.filter((line) => line.includes('kalshi query.strange'))).toHaveLength(1)
    expect(readCassette(file).entries.map(({ call: { query }, n }) => [query, n])).toEqual([
      [[['strange', '[withheld]']], 0],
      [[['strange', '[withheld]']], 1],
    ])
  })
})

test('timers of a session are those of the real clock', () => {
  const { session, clock } = recording()
  const timers: Pick<Clock, 'setTimer'> = session.clock
  timers.setTimer(5, () => undefined)
  expect(clock.pendingTimers).toBe(1)
})

test('of recordings that ran at once, each request sees when its own answers came, whichever ended first', async () => {
  const [first, second] = [recording(), recording()]
  first.clock.set(NOON + 60_000)
  second.clock.set(NOON + 60_000)
  const wire = second.session.wire(() => ({
    async send() {
      second.clock.set(NOON + 120_000)
      return { status: 200, headers: {}, text: '1' }
    },
    async close() {},
  }))
  const recorded = await ask(second.session, wire, '/a')
  first.clock.set(NOON + 100_000)
  await first.session.close()
  await second.session.close()
  const replay = replaying(first.file, { files: [first.file, second.file] })
  expect(await ask(replay, replay.wire(noWire), '/a')).toEqual(recorded)
  await replay.close()
})
