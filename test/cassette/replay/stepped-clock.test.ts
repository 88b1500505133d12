import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createSteppedClock,
  type RequestTimeline,
  skipSleep,
} from '../../../src/cassette/replay/stepped-clock.js'
import { fakeClock } from '../../support/clock.js'
import { NOON } from '../support/cassettes.js'

function stepped(line?: RequestTimeline) {
  const timers = fakeClock(NOON)
  return createSteppedClock({ timers, from: NOON, lineOfRequest: () => line, sleep: skipSleep })
}

describe('a stepped clock', () => {
  test('stands still between events and never goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (steps) => {
        const clock = stepped()
        let latest = NOON
        for (const step of steps) {
          clock.stepTo(NOON + step)
          latest = Math.max(latest, NOON + step)
          expect([clock.now(), clock.now(), clock.monotonic()]).toEqual([latest, latest, latest])
        }
      }),
    )
  })

  test('shows a request the time of its own events, not those of others', () => {
    const line: RequestTimeline = { now: NOON + 5, until: NOON + 100 }
    let inside: RequestTimeline | undefined = line
    const clock = createSteppedClock({
      timers: fakeClock(NOON),
      from: NOON,
      lineOfRequest: () => inside,
      sleep: skipSleep,
    })
    inside = undefined
    clock.stepTo(NOON + 50)
    inside = line
    expect(clock.now()).toBe(NOON + 5)
    clock.stepTo(NOON + 20)
    expect(clock.now()).toBe(NOON + 20)
    inside = undefined
    expect(clock.now()).toBe(NOON + 50)
  })

  test('does not carry a request into a later session', () => {
    const clock = stepped({ now: NOON, until: NOON + 100 })
    clock.stepTo(NOON + 86_400_000)
    expect(clock.now()).toBe(NOON)
  })

  test('sleeps no longer than a moment, but heeds an abort', async () => {
    const clock = stepped()
    await clock.sleep(1e9)
    await expect(clock.sleep(1, AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
  })

  test('leaves time for other work to a loop that only sleeps', async () => {
    let isOver = false
    setImmediate(() => {
      isOver = true
    })
    while (!isOver) await skipSleep(1)
    expect(isOver).toBe(true)
  })

  test('leaves timers to real time', async () => {
    const timers = fakeClock(NOON)
    const clock = createSteppedClock({ timers, from: NOON, lineOfRequest: () => undefined, sleep: skipSleep })
    let fired = false
    clock.setTimer(100, () => {
      fired = true
    })
    clock.stepTo(NOON + 1e9)
    expect(fired).toBe(false)
    await timers.advance(100)
    expect(fired).toBe(true)
  })
})
