import { getEventListeners } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTokenBucket, type TokenBucket } from '../../src/policy/token-bucket.js'
import type { Priority } from '../../src/policy/urgency.js'
import { type FakeClock, fakeClock } from '../support/clock.js'

const never = new AbortController().signal
const LONG = 1_000_000

/** Takes one token and notes when it was granted. */
function taker(bucket: TokenBucket, clock: FakeClock) {
  const start = clock.now()
  const granted: [name: string, atMs: number][] = []
  const take = (
    name: string,
    cost = 1,
    priority: Priority = 'interactive',
    maxWaitMs = LONG,
  ): Promise<boolean> =>
    bucket.take(cost, maxWaitMs, priority, never).then((ok) => {
      if (ok) granted.push([name, clock.now() - start])
      return ok
    })
  return { granted, take }
}

describe('a bucket', () => {
  test('grants its capacity at once and then one token a pace, first come first served', async () => {
    const clock = fakeClock()
    const { granted, take } = taker(createTokenBucket({ capacity: 2, perSecond: 10 }, clock), clock)
    for (const name of ['a', 'b', 'c', 'd']) void take(name)
    await clock.advance(1_000)
    expect(granted).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 100],
      ['d', 200],
    ])
  })

  test('fills up while unused, never beyond its capacity', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 2, perSecond: 10 }, clock)
    await clock.advance(3_600_000)
    const { granted, take } = taker(bucket, clock)
    for (const name of ['a', 'b', 'c']) void take(name)
    await clock.advance(1_000)
    expect(granted.map(([, at]) => at)).toEqual([0, 0, 100])
  })

  test('lets interactive callers overtake background ones, each in their own order', async () => {
    const clock = fakeClock()
    const { granted, take } = taker(createTokenBucket({ capacity: 1, perSecond: 1 }, clock), clock)
    void take('first')
    for (const name of ['b1', 'b2']) void take(name, 1, 'background')
    for (const name of ['i1', 'i2']) void take(name, 1, 'interactive')
    await clock.advance(10_000)
    expect(granted.map(([name]) => name)).toEqual(['first', 'i1', 'i2', 'b1', 'b2'])
  })

  test('a cheap call does not slip past a dear one that came first', async () => {
    const clock = fakeClock()
    const { granted, take } = taker(createTokenBucket({ capacity: 5, perSecond: 1 }, clock), clock)
    void take('first', 3)
    void take('dear', 5)
    void take('cheap', 1)
    await clock.advance(10_000)
    expect(granted).toEqual([
      ['first', 0],
      ['dear', 3_000],
      ['cheap', 4_000],
    ])
  })

  test('charges a cost above its capacity as its whole capacity', async () => {
    const clock = fakeClock()
    const { granted, take } = taker(createTokenBucket({ capacity: 2, perSecond: 1 }, clock), clock)
    void take('huge', 100)
    void take('next')
    await clock.advance(5_000)
    expect(granted).toEqual([
      ['huge', 0],
      ['next', 1_000],
    ])
  })

  test('refuses at once, without spending, who would wait longer than he may', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock)
    const { granted, take } = taker(bucket, clock)
    void take('first')
    void take('impatient', 1, 'interactive', 999)
    expect(bucket.waitMs(1)).toBe(1_000)
    void take('patient', 1, 'interactive', 1_000)
    const behind = take('behind the queue', 1, 'interactive', 1_999)
    await clock.advance(5_000)
    expect(await behind).toBe(false)
    expect(granted.map(([name]) => name)).toEqual(['first', 'patient'])
  })

  test('counts ahead of a caller those who go before him: for an interactive one no background callers', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock)
    const { granted, take } = taker(bucket, clock)
    void take('first')
    void take('background', 1, 'background')
    void take('background, too impatient', 1, 'background', 1_999)
    void take('interactive', 1, 'interactive', 1_000)
    void take('interactive, too impatient', 1, 'interactive', 1_999)
    void take('background, behind both', 1, 'background', 2_999)
    expect(bucket.snapshot()).toMatchObject({ left: 0, waiting: 2 })
    expect(bucket.waitMs(1)).toBe(3_000)
    await clock.advance(10_000)
    expect(granted).toEqual([
      ['first', 0],
      ['interactive', 1_000],
      ['background', 2_000],
    ])
  })

  test('listens no longer to a caller whom it has served', async () => {
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, fakeClock())
    const { signal } = new AbortController()
    await bucket.take(1, LONG, 'interactive', signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('gives the place of a caller who leaves to the one behind him', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock)
    const { granted, take } = taker(bucket, clock)
    const leaver = new AbortController()
    void take('first')
    const left = bucket.take(1, LONG, 'interactive', leaver.signal)
    void take('behind')
    leaver.abort(new Error('bye'))
    await expect(left).rejects.toThrow('bye')
    await clock.advance(5_000)
    expect(granted).toEqual([
      ['first', 0],
      ['behind', 1_000],
    ])
  })

  test('rejects a caller who had left before, and holds no timer once nobody waits', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock)
    const leaver = new AbortController()
    await bucket.take(1, LONG, 'interactive', never)
    const left = bucket.take(1, LONG, 'interactive', leaver.signal)
    leaver.abort(new Error('bye'))
    await expect(left).rejects.toThrow('bye')
    expect(clock.pendingTimers).toBe(0)
    await expect(bucket.take(1, LONG, 'interactive', leaver.signal)).rejects.toThrow('bye')
  })
})

describe('callers take turns', () => {
  function setUp() {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock)
    const granted: string[] = []
    const refused: string[] = []
    const take = (client: string, work: string, maxWaitMs = LONG): void =>
      void bucket
        .take(1, maxWaitMs, 'interactive', never, { client, work })
        .then((ok) => (ok ? granted : refused).push(work))
    return { bucket, clock, granted, refused, take }
  }

  test('one who asks for a thousand does not delay one who asks for one by more than a round', async () => {
    const { clock, granted, take } = setUp()
    for (let index = 0; index < 1_000; index++) take('greedy', `g${index}`)
    take('modest', 'm')
    await clock.advance(3_000)
    expect(granted).toEqual(['g0', 'g1', 'm', 'g2'])
  })

  test('what a large question needs does not delay the small ones of the same client', async () => {
    const { clock, granted, take } = setUp()
    for (let index = 0; index < 10; index++) take('one', 'large')
    take('one', 'small')
    await clock.advance(3_000)
    expect(granted).toEqual(['large', 'large', 'small', 'large'])
  })

  test('a newcomer is not refused for what others wait for, and who loses his turn to him is told at once', async () => {
    const { clock, granted, refused, take } = setUp()
    for (let index = 0; index < 10; index++) take('greedy', `g${index}`, 5_000)
    await clock.advance(500)
    expect(refused).toEqual(['g6', 'g7', 'g8', 'g9'])
    take('modest', 'm', 5_000)
    await clock.advance(0)
    expect(refused).toEqual(['g6', 'g7', 'g8', 'g9', 'g5'])
    await clock.advance(10_000)
    expect(granted).toEqual(['g0', 'g1', 'm', 'g2', 'g3', 'g4'])
    expect(clock.pendingTimers).toBe(0)
  })

  test('nobody who is waiting is refused for the rounding of his wait', async () => {
    const { bucket, clock, granted, refused, take } = setUp()
    take('a', 'a0')
    take('a', 'a1', 1_000)
    await clock.advance(333.4)
    take('b', 'late', 500)
    void bucket.take(1, LONG, 'background', never)
    await clock.advance(2_000)
    expect([granted, refused]).toEqual([['a0', 'a1'], ['late']])
  })
})

test('what is given back is there for the next, and never more than there is room for', async () => {
  const clock = fakeClock()
  const bucket = createTokenBucket({ capacity: 2, perSecond: 0.001 }, clock)
  await bucket.take(2, LONG, 'interactive', never)
  const waiting = bucket.take(1, LONG, 'interactive', never)
  bucket.giveBack(1)
  expect(await waiting).toBe(true)
  bucket.giveBack(5)
  expect(bucket.snapshot().left).toBe(2)
  bucket.drain(1_000)
  bucket.giveBack(2)
  await clock.advance(1_000)
  expect(bucket.snapshot().left).toBe(0)
})

describe('a drained bucket', () => {
  test('grants nothing for the pause and then starts empty', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 5, perSecond: 1 }, clock)
    const { granted, take } = taker(bucket, clock)
    bucket.drain(2_000)
    for (const name of ['a', 'b']) void take(name)
    await clock.advance(10_000)
    expect(granted).toEqual([
      ['a', 3_000],
      ['b', 4_000],
    ])
  })

  test('tells the wait, pause included', () => {
    const bucket = createTokenBucket({ capacity: 5, perSecond: 1 }, fakeClock())
    bucket.drain(2_000)
    expect(bucket.waitMs(1)).toBe(3_000)
  })

  test('keeps the longer of two pauses', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1_000 }, clock)
    const { granted, take } = taker(bucket, clock)
    bucket.drain(5_000)
    bucket.drain(100)
    void take('a')
    await clock.advance(10_000)
    expect(granted).toEqual([['a', 5_001]])
  })

  test('holds up who was waiting already', async () => {
    const clock = fakeClock()
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, clock)
    const { granted, take } = taker(bucket, clock)
    void take('a')
    void take('b')
    await clock.advance(500)
    bucket.drain(10_000)
    await clock.advance(20_000)
    expect(granted).toEqual([
      ['a', 0],
      ['b', 11_500],
    ])
  })
})

test('over any window at most capacity + rate * window tokens are spent, whatever is asked when', async () => {
  const ask = fc.record({
    pauseMs: fc.integer({ min: 0, max: 700 }),
    cost: fc.integer({ min: 1, max: 4 }),
    priority: fc.constantFrom<Priority>('interactive', 'background'),
    leavesAfterMs: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
    drainMs: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined, freq: 8 }),
  })
  const limits = fc.record({
    capacity: fc.integer({ min: 4, max: 8 }),
    perSecond: fc.integer({ min: 1, max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(limits, fc.array(ask, { minLength: 1, maxLength: 15 }), async (limit, asks) => {
      const clock = fakeClock()
      const bucket = createTokenBucket(limit, clock)
      const spent: { at: number; cost: number }[] = []
      const ends: Promise<unknown>[] = []
      for (const { pauseMs, cost, priority, leavesAfterMs, drainMs } of asks) {
        await clock.advance(pauseMs)
        if (drainMs !== undefined) bucket.drain(drainMs)
        const leaver = new AbortController()
        if (leavesAfterMs !== undefined) clock.setTimer(leavesAfterMs, () => leaver.abort())
        const take = bucket.take(cost, LONG, priority, leaver.signal).then(
          () => spent.push({ at: clock.now(), cost }),
          () => undefined,
        )
        ends.push(take)
      }
      await clock.advance(LONG)
      await Promise.all(ends)
      for (const from of spent) {
        for (const to of spent) {
          const inside = spent.filter(({ at }) => at >= from.at && at <= to.at)
          const tokens = inside.reduce((sum, { cost }) => sum + cost, 0)
          const allowed = limit.capacity + (limit.perSecond * (to.at - from.at)) / 1_000
          if (to.at >= from.at) expect(tokens).toBeLessThanOrEqual(allowed + 1e-6)
        }
      }
    }),
    { numRuns: 40 },
  )
})
