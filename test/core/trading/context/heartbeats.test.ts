import { expect, test } from 'vitest'
import { createHeartbeats } from '../../../../src/core/trading/context/heartbeats.js'
import { sleepWith } from '../../../../src/effects/clock.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import { fakeClock } from '../../../support/clock.js'

const SILENCE_MS = 10_000
const FEW_READS = 1_000

/** Timers of a machine ring a little late. Far more reads than a series needs make its time pass, so that it ends. */
function lateClock() {
  const fake = fakeClock()
  let reads = 0
  const clock = {
    monotonic: () => fake.monotonic() + (reads++ > 10 * FEW_READS ? 86_400_000 : 0),
    setTimer: (ms: number, task: () => void) => fake.setTimer(ms + 0.5, task),
    sleep: (ms: number, signal?: AbortSignal) => sleepWith(clock, ms, signal),
  }
  return { clock, advance: fake.advance, reads: () => reads }
}

test.each([
  ['the last sign is due', 0],
  ['a sign fails when no other one is due any more', 2],
])('waits by a timer for the end of the timeout after %s', async (_what, failing) => {
  const { clock, advance, reads } = lateClock()
  let beats = 0
  const heartbeats = createHeartbeats(clock, silentLogger)
  await heartbeats.begin('account', 19_000, {
    everyMs: 5_000,
    silenceMs: SILENCE_MS,
    hasOrders: async () => true,
    async beat() {
      if (++beats === failing) throw new Error('cut')
    },
  })
  for (let second = 0; second < 20; second++) await advance(1_000)
  expect(beats).toBeGreaterThan(1)
  expect(reads()).toBeLessThan(FEW_READS)
})

test.each([14_000, 20_000])(
  'gives the last sign of a timeout of %d ms, also where its timer rings late',
  async (timeoutMs) => {
    const { clock, advance } = lateClock()
    let beatAt = 0
    const heartbeats = createHeartbeats(clock, silentLogger)
    const begun = clock.monotonic()
    await heartbeats.begin('account', timeoutMs, {
      everyMs: 5_000,
      silenceMs: SILENCE_MS,
      hasOrders: async () => true,
      beat: async () => {
        beatAt = clock.monotonic() - begun
      },
    })
    for (let tenth = 0; tenth < 220; tenth++) await advance(100)
    expect(beatAt).toBeGreaterThanOrEqual(timeoutMs - SILENCE_MS)
    expect(beatAt).toBeLessThan(timeoutMs - SILENCE_MS + 1_000)
  },
)

test('goes on for a timeout that begins while it is looked whether anything is open', async () => {
  const clock = fakeClock()
  const beats: number[] = []
  let answer = (_has: boolean): void => undefined
  const pulse = {
    everyMs: 5_000,
    silenceMs: SILENCE_MS,
    hasOrders: () =>
      new Promise<boolean>((resolve) => {
        answer = resolve
      }),
    beat: async () => void beats.push(clock.monotonic()),
  }
  const heartbeats = createHeartbeats(clock, silentLogger)
  await heartbeats.begin('account', 60_000, pulse)
  heartbeats.release('account')
  for (let second = 0; second < 61; second++) await clock.advance(1_000)
  await heartbeats.begin('account', 60_000, pulse)
  const armed = beats.length
  answer(false)
  for (let second = 0; second < 20; second++) await clock.advance(1_000)
  expect(beats.length).toBeGreaterThan(armed + 2)
  heartbeats.close()
})

test('goes on where a look at open orders is older than the timeout that ended since', async () => {
  const clock = fakeClock()
  const beats: number[] = []
  const answers: ((has: boolean) => void)[] = []
  const pulse = {
    everyMs: 5_000,
    silenceMs: SILENCE_MS,
    hasOrders: () => new Promise<boolean>((resolve) => void answers.push(resolve)),
    beat: async () => void beats.push(clock.monotonic()),
  }
  const heartbeats = createHeartbeats(clock, silentLogger)
  await heartbeats.begin('account', 60_000, pulse)
  heartbeats.release('account')
  await live(clock, 61)
  await heartbeats.begin('account', 60_000, pulse)
  await clock.advance(1_000)
  heartbeats.release('account')
  answers[0]?.(false)
  const ended = beats.length
  await live(clock, 30)
  expect([answers.length, beats.length >= ended + 5]).toEqual([1, true])
  heartbeats.close()
})

/** Second by second, as a daemon lives. */
async function live(clock: ReturnType<typeof fakeClock>, seconds: number) {
  for (let second = 0; second < seconds; second++) await clock.advance(1_000)
}

test.each([
  ['a sign', 2, false],
  ['the list of open orders', 0, true],
])(
  'does not wait for %s that hangs, because the venue cancels meanwhile',
  async (_what, hanging, isReleased) => {
    const clock = fakeClock()
    const begun = clock.monotonic()
    const taken: number[] = []
    let beats = 0
    const heartbeats = createHeartbeats(clock, silentLogger)
    await heartbeats.begin('account', 300_000, {
      everyMs: 5_000,
      silenceMs: SILENCE_MS,
      hasOrders: async () => {
        await clock.sleep(25_000)
        return true
      },
      async beat() {
        if (++beats === hanging) {
          await clock.sleep(10_000)
          throw new Error('no answer')
        }
        taken.push(clock.monotonic() - begun)
      },
    })
    if (isReleased) heartbeats.release('account')
    await live(clock, 120)
    const gaps = taken.map((at, index) => at - (taken[index - 1] ?? 0))
    expect(Math.max(...gaps, 120_000 - (taken.at(-1) ?? 0))).toBeLessThan(SILENCE_MS)
    heartbeats.close()
  },
)
