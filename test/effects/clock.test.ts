import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/effects/clock.js'
import { fakeClock } from '../support/clock.js'

describe('sleeping', () => {
  test('ends after its time and not before', async () => {
    const clock = fakeClock()
    let over = false
    const sleep = clock.sleep(100).then(() => {
      over = true
    })
    await clock.advance(99)
    expect(over).toBe(false)
    await clock.advance(1)
    await sleep
    expect(over).toBe(true)
  })

  test('ends with the reason of its signal, and leaves no timer behind', async () => {
    const clock = fakeClock()
    const controller = new AbortController()
    const sleep = clock.sleep(100, controller.signal)
    controller.abort(new Error('left'))
    await expect(sleep).rejects.toThrow('left')
    expect(clock.pendingTimers).toBe(0)
  })

  test('does not begin when its signal has aborted already', async () => {
    const clock = fakeClock()
    await expect(clock.sleep(100, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('the real clock', () => {
  test('tells the time in epoch milliseconds', () => {
    expect(systemClock.now()).toBeGreaterThan(Date.UTC(2025, 0, 1))
  })

  test('runs a task once, and not at all when it was cancelled', async () => {
    const done: string[] = []
    const cancel = systemClock.setTimer(1, () => done.push('cancelled'))
    cancel()
    await new Promise<void>((resolve) => {
      systemClock.setTimer(2, () => {
        done.push('run')
        resolve()
      })
    })
    await systemClock.sleep(3)
    expect(done).toEqual(['run'])
  })

  test('does not fire a timer of more than 24.8 days at once', async () => {
    let fired = false
    const cancel = systemClock.setTimer(3_000_000_000, () => {
      fired = true
    })
    await systemClock.sleep(5)
    cancel()
    expect(fired).toBe(false)
  })
})
