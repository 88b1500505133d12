import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createInterruptedReads } from '../../../src/candles/fetch/partial-fetch.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import type { CandleSource, Venue } from '../../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { engineOver, patientCall } from '../../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)

const hours = (from: number, to: number): CandleQuery => ({
  resolution: '1m',
  start: NOW - from * HOUR,
  end: NOW - to * HOUR,
})

test.each([
  { how: 'apart', reads: [hours(30, 16), hours(15, 0)] },
  { how: 'one within the other', reads: [hours(30, 0), hours(20, 5)] },
  { how: 'overlapping', reads: [hours(30, 10), hours(20, 0)] },
])('reads of one series that run out of time by turns all come to an end: $how', async ({ reads }) => {
  const clock = fakeClock(NOW)
  const hold = async () => clock.passTo(clock.now() + 1_000)
  // Nothing of it is final for two days: all that is known is believed for a second.
  const world = candleWorld({
    clock,
    listedAt: NOW - 60 * HOUR,
    finalAfterMs: 48 * HOUR,
    windowSteps: 60,
    hold,
  })
  const source = world.venue.candles
  if (source === undefined) throw new Error('the world has candles')
  const own: CandleSource = source
  const engine = engineOver(createMemoryStore(), clock)

  /** One question, for which the venue answers five times in time. */
  async function isRead(span: CandleQuery): Promise<boolean> {
    let left = 5
    const fetch: CandleSource['fetch'] = async (...asked) => {
      if (left-- > 0) return own.fetch(...asked)
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'too late', { detail: { kind: 'local_budget' } })
    }
    const venue: Venue = { ...world.venue, candles: { ...own, fetch } }
    return engine.candles(venue, 'yes', span, patientCall()).then(
      () => true,
      () => false,
    )
  }

  let open: readonly CandleQuery[] = reads
  for (let round = 0; round < 8 && open.length > 0; round++) {
    const rest: CandleQuery[] = []
    for (const read of open) if (!(await isRead(read))) rest.push(read)
    open = rest
  }
  expect(open).toEqual([])
})

describe('a question', () => {
  const at = (seconds: number) => ({ now: NOW + seconds * 1_000, monotonic: seconds * 1_000 })
  const steps = (from: number, to: number) => ({ from: from * HOUR, to: to * HOUR })

  /** A read of the hours 0 to 10 that began at 0 s and ended at 10 s without those from 4 to 6. */
  function interrupted() {
    const reads = createInterruptedReads()
    const { begun, first } = reads.begin('a', steps(0, 10), at(0))
    reads.note('a', { begun, first, ended: at(10), missing: [steps(4, 6)] })
    return reads
  }

  test.each<[string, readonly [number, number], number, boolean]>([
    ['that is asked again goes on', [0, 10], 20, true],
    ['that is asked again a step later goes on', [1, 11], 20, true],
    ['of the same length elsewhere does not', [10, 20], 20, false],
    ['about a part that is missing goes on', [5, 6], 20, true],
    ['that reaches into a part that is missing goes on', [5, 9], 20, true],
    ['about a part that had come does not', [6, 9], 20, false],
    ['soon enough goes on', [0, 10], 69.9, true],
    ['a minute later does not', [0, 10], 70, false],
  ])('%s', (_what, [from, to], seconds, isGoingOn) => {
    const { begun, ...read } = interrupted().begin('a', steps(from, to), at(seconds))
    expect(begun).toEqual(at(isGoingOn ? 0 : seconds))
    expect(read).toEqual({ first: steps(from, to), isGoingOn })
  })

  test('of another series does not go on', () => {
    expect(interrupted().begin('b', steps(0, 10), at(20)).isGoingOn).toBe(false)
  })

  test('goes on from one to the next, but not for more than ten minutes in all', () => {
    const reads = interrupted()
    let seconds = 10
    for (; ; seconds += 59) {
      const { begun, first, isGoingOn } = reads.begin('a', steps(0, 10), at(seconds))
      if (!isGoingOn) break
      expect(begun).toEqual(at(0))
      reads.note('a', { begun, first, ended: at(seconds), missing: [steps(4, 6)] })
    }
    expect(seconds).toBe(10 + 59 * 10)
  })

  test('that was asked in the very same way goes before one that only needs a part of it', () => {
    const reads = interrupted()
    const { begun, first } = reads.begin('a', steps(5, 9), at(70))
    reads.note('a', { begun, first, ended: at(75), missing: [steps(5, 9)] })
    reads.note('a', { begun: at(60), first: steps(0, 10), ended: at(65), missing: [steps(9, 10)] })
    expect(reads.begin('a', steps(5, 9), at(80)).begun).toEqual(at(70))
    expect(reads.begin('a', steps(0, 10), at(80)).begun).toEqual(at(60))
  })

  test('has nothing to go on with once all of it has come', () => {
    const reads = interrupted()
    reads.done('a', steps(4, 5))
    expect(reads.begin('a', steps(0, 10), at(20)).isGoingOn).toBe(true)
    reads.done('b', steps(0, 10))
    expect(reads.begin('a', steps(0, 10), at(20)).isGoingOn).toBe(true)
    reads.done('a', steps(4, 6))
    expect(reads.begin('a', steps(0, 10), at(20)).isGoingOn).toBe(false)
  })

  test('leaves the reads of other times where they are when one of them ends', () => {
    const reads = interrupted()
    reads.note('a', { begun: at(5), first: steps(20, 23), ended: at(12), missing: [steps(21, 22)] })
    reads.done('a', steps(21, 22))
    expect(reads.begin('a', steps(20, 23), at(20)).isGoingOn).toBe(false)
    expect(reads.begin('a', steps(0, 10), at(20)).isGoingOn).toBe(true)
  })

  test('finds one of the last eight reads of its series', () => {
    const reads = createInterruptedReads()
    for (let read = 0; read < 9; read++) {
      const first = steps(read * 10, read * 10 + 1)
      reads.note('a', { begun: at(read), first, ended: at(read), missing: [first] })
    }
    const isGoingOn = (read: number) => reads.begin('a', steps(read * 10, read * 10 + 1), at(9)).isGoingOn
    expect([isGoingOn(0), isGoingOn(1), isGoingOn(8)]).toEqual([false, true, true])
  })
})
