import { describe, expect, test } from 'vitest'
import { DeadlineExceeded, linkSignals, startDeadline } from '../../src/policy/abort.js'
import { fakeClock } from '../support/clock.js'
import { warningsOf } from '../support/warnings.js'

describe('a deadline', () => {
  test('aborts when its time is over, and says how much that was', async () => {
    const clock = fakeClock()
    const deadline = startDeadline(clock, 1_000)
    await clock.advance(999)
    expect(deadline.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(deadline.signal.reason).toBeInstanceOf(DeadlineExceeded)
    expect(deadline.signal.reason).toMatchObject({ allowedMs: 1_000 })
  })

  test('counts down, never below 0', async () => {
    const clock = fakeClock()
    const deadline = startDeadline(clock, 1_000)
    await clock.advance(400)
    expect(deadline.remainingMs()).toBe(600)
    await clock.advance(5_000)
    expect(deadline.remainingMs()).toBe(0)
  })

  test('ends early with the reason of its parent', () => {
    const parent = new AbortController()
    const deadline = startDeadline(fakeClock(), 1_000, parent.signal)
    parent.abort(new Error('hung up'))
    expect(deadline.signal.reason).toMatchObject({ message: 'hung up' })
  })

  test('may be listened to by as many calls as a request makes', async () => {
    const { signal } = startDeadline(fakeClock(), 1_000)
    const warnings = await warningsOf(() => {
      for (let call = 0; call < 20; call++) signal.addEventListener('abort', () => call)
    })
    expect(warnings).toEqual([])
  })

  test('has ended when its parent had', () => {
    const deadline = startDeadline(fakeClock(), 1_000, AbortSignal.abort(new Error('gone')))
    expect(deadline.signal.reason).toMatchObject({ message: 'gone' })
  })

  test('of nobody is released like any other', async () => {
    const clock = fakeClock()
    startDeadline(clock, 1_000).release()
    expect(clock.pendingTimers).toBe(0)
  })

  test('once released never aborts and holds nothing', async () => {
    const clock = fakeClock()
    const parent = new AbortController()
    const deadline = startDeadline(clock, 1_000, parent.signal)
    deadline.release()
    expect(clock.pendingTimers).toBe(0)
    await clock.advance(2_000)
    parent.abort()
    expect(deadline.signal.aborted).toBe(false)
  })
})

describe('linked signals', () => {
  test('abort with the first of them', () => {
    const [a, b] = [new AbortController(), new AbortController()]
    const { signal } = linkSignals([a.signal, b.signal])
    b.abort(new Error('b'))
    a.abort(new Error('a'))
    expect(signal.reason).toMatchObject({ message: 'b' })
  })

  test('have aborted when one had', () => {
    const { signal } = linkSignals([new AbortController().signal, AbortSignal.abort(new Error('early'))])
    expect(signal.reason).toMatchObject({ message: 'early' })
  })

  test('once released no longer follow', () => {
    const controller = new AbortController()
    const linked = linkSignals([controller.signal])
    linked.release()
    controller.abort()
    expect(linked.signal.aborted).toBe(false)
  })
})
