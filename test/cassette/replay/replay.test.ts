import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PmxError } from '../../../src/api/envelope/errors.js'
import type { RecordedEntry } from '../../../src/cassette/format/format.js'
import { type ReplayDeps, type RequestIdentity, replayWire } from '../../../src/cassette/replay/replay.js'
import { call, cassette, entry, NOON, recordable, send } from '../support/cassettes.js'

function replay(entries: readonly RecordedEntry[], options: Partial<ReplayDeps<RecordedEntry>> = {}) {
  const times: number[] = []
  const misses: PmxError[] = []
  const wire = replayWire({
    answerOf: ({ answer }: RecordedEntry) => answer,
    keys: [],
    cassette: cassette(entries),
    recordable,
    onRepeat: 'last',
    currentRequest: () => undefined,
    own: () => [],
    onAnswer: (at) => void times.push(at),
    onMiss: (miss) => misses.push(miss),
    ...options,
  })
  return { wire, times, misses }
}

const three = [0, 1, 2].map((n) => entry('/a', n, { n, at: NOON + n }))

describe('a replay', () => {
  test('answers the n-th same call with the n-th answer, then for ever with the last', async () => {
    const { wire, times } = replay(three)
    const texts = []
    for (let n = 0; n < 5; n++) texts.push((await send(wire, call('/a'))).text)
    expect(texts).toEqual(['0', '1', '2', '2', '2'])
    expect(times).toEqual([NOON, NOON + 1, NOON + 2, NOON + 2, NOON + 2])
  })

  test('makes one call too many an error where the user wants that', async () => {
    const { wire, misses } = replay(three, { onRepeat: 'error' })
    for (let n = 0; n < 3; n++) await send(wire, call('/a'))
    await expect(send(wire, call('/a'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      retryable: false,
      exchange: 'kalshi',
      detail: { kind: 'cassette_miss', call: 'GET api/a', recorded: 3 },
    })
    expect(misses).toHaveLength(1)
  })

  test('names the nearest calls when it does not hold one', async () => {
    const { wire } = replay([entry('/a', 1)])
    await expect(send(wire, call('/a', { limit: '5' }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('query.limit: requested 5, not in the recorded call'),
      detail: {
        kind: 'cassette_miss',
        call: 'GET api/a?limit=5',
        nearest: [{ call: 'GET api/a', differences: ['query.limit: requested 5, not in the recorded call'] }],
      },
    })
    await expect(send(wire, call('/a', {}, { venue: 'myriad' }))).rejects.toThrow(/no calls to this venue/)
  })

  test('gives recorded requests what each got, in whatever order they come now', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `request ${index}`)
    const entries = names.map((by, n) => entry('/a', by, { n, by, at: NOON + n }))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 50 }), async (order) => {
        let asker: RequestIdentity | undefined
        const { wire } = replay(entries, { currentRequest: () => asker })
        for (const name of order) {
          asker = { name, isRecorded: true, line: { now: NOON, until: NOON + 60_000 } }
          expect((await send(wire, call('/a'))).text).toBe(JSON.stringify(name))
        }
        expect(wire.unused().count).toBe(0)
      }),
      { numRuns: 20 },
    )
  })

  test('gives a request that shared another one’s call the answer that came next', async () => {
    const asker: RequestIdentity = {
      name: 'guest',
      isRecorded: true,
      line: { now: NOON + 1, until: NOON + 60_000 },
    }
    const { wire } = replay(
      [0, 1, 2].map((n) => entry('/a', n, { n, by: `host ${n}`, at: NOON + n })),
      { currentRequest: () => asker, onRepeat: 'error' },
    )
    expect((await send(wire, call('/a'))).text).toBe('1')
    expect((await send(wire, call('/a'))).text).toBe('1')
  })

  test('fails as the wire failed', async () => {
    const failed = (kind: 'timeout' | 'deadline', more = {}) =>
      entry('/a', 0, { answer: { failure: { kind, message: 'it took long', ...more } } })
    await expect(send(replay([failed('timeout')]).wire, call('/a'))).rejects.toMatchObject({
      name: 'WireError',
      kind: 'timeout',
      message: 'it took long',
    })
    await expect(
      send(replay([failed('deadline', { allowedMs: 25_000 })]).wire, call('/a')),
    ).rejects.toMatchObject({
      name: 'DeadlineExceeded',
      allowedMs: 25_000,
    })
  })

  test('tells what it missed, each call once with how often, the last one last', async () => {
    const { wire } = replay(three)
    for (const path of ['/x', '/y', '/x']) await send(wire, call(path)).catch(() => undefined)
    expect(wire.misses()).toMatchObject([
      { venue: 'kalshi', call: expect.stringContaining('/y'), times: 1 },
      {
        venue: 'kalshi',
        call: expect.stringContaining('/x'),
        times: 2,
        message: expect.stringContaining('/x'),
      },
    ])
    for (let n = 0; n < 80; n++) await send(wire, call(`/z${n}`)).catch(() => undefined)
    expect(wire.misses()).toHaveLength(50)
    expect(wire.misses().at(-1)?.call).toContain('/z79')
    expect(wire.counts()).toEqual({ answered: 0, missed: 83 })
  })

  test('tells which calls were never asked for', async () => {
    const { wire } = replay([...three, entry('/b', 1)])
    await send(wire, call('/a'))
    expect(wire.unused()).toEqual({
      count: 3,
      calls: ['kalshi GET api/a #1', 'kalshi GET api/a #2', 'kalshi GET api/b'],
    })
    expect(wire.counts()).toEqual({ answered: 1, missed: 0 })
  })
})
