import { describe, expect, test } from 'vitest'
import { type Breaker, type CallOutcome, createBreaker } from '../../src/policy/circuit-breaker.js'
import { fakeClock } from '../support/clock.js'

const limits = { consecutive: 3, ratio: 0.5, window: 6, openMs: 1_000 }

function call(breaker: Breaker, outcome: CallOutcome): void {
  begin(breaker)(outcome)
}

/** Makes a call that ends later. */
function begin(breaker: Breaker): (outcome: CallOutcome) => void {
  const admission = breaker.admit()
  if (!admission.ok) throw new Error('the breaker refused')
  return admission.report
}

function opened(clock = fakeClock()) {
  const breaker = createBreaker(clock, limits)
  for (let failure = 0; failure < 3; failure++) call(breaker, 'failure')
  expect(breaker.state.kind).toBe('open')
  return { clock, breaker }
}

describe('a closed breaker', () => {
  test('opens after failures in a row', () => {
    const breaker = createBreaker(fakeClock(), limits)
    call(breaker, 'failure')
    call(breaker, 'failure')
    expect(breaker.state.kind).toBe('closed')
    call(breaker, 'failure')
    expect(breaker.state.kind).toBe('open')
  })

  test('starts counting afresh with a success', () => {
    const breaker = createBreaker(fakeClock(), limits)
    for (const outcome of ['failure', 'failure', 'success', 'failure', 'failure'] as const)
      call(breaker, outcome)
    expect(breaker.state.kind).toBe('closed')
  })

  test('judges the share by the last calls, and not by those before them', () => {
    const breaker = createBreaker(fakeClock(), { ...limits, consecutive: 100 })
    for (let success = 0; success < 20; success++) call(breaker, 'success')
    for (const outcome of ['failure', 'success', 'failure', 'failure', 'success'] as const)
      call(breaker, outcome)
    expect(breaker.state.kind).toBe('closed')
    call(breaker, 'failure')
    expect(breaker.state.kind).toBe('open')
  })

  test('opens when more than its share of the last calls failed, once that many were made', () => {
    const breaker = createBreaker(fakeClock(), { ...limits, consecutive: 100 })
    for (const outcome of ['failure', 'success', 'failure', 'success', 'failure'] as const)
      call(breaker, outcome)
    expect(breaker.state.kind).toBe('closed')
    call(breaker, 'failure')
    expect(breaker.state.kind).toBe('open')
  })

  test('stays closed at exactly its share', () => {
    const breaker = createBreaker(fakeClock(), { ...limits, consecutive: 100 })
    for (let pair = 0; pair < 20; pair++) {
      call(breaker, 'failure')
      call(breaker, 'success')
    }
    expect(breaker.state.kind).toBe('closed')
  })

  test('is not opened by a success', () => {
    const breaker = createBreaker(fakeClock(), { ...limits, consecutive: 100 })
    for (const outcome of ['failure', 'failure', 'failure', 'failure', 'failure', 'success'] as const)
      call(breaker, outcome)
    expect(breaker.state.kind).toBe('closed')
  })

  test('learns nothing from a call whose caller left', () => {
    const breaker = createBreaker(fakeClock(), limits)
    for (let turn = 0; turn < 50; turn++) call(breaker, 'unknown')
    expect(breaker.state.kind).toBe('closed')
    for (let failure = 0; failure < 3; failure++) call(breaker, 'failure')
    expect(breaker.state.kind).toBe('open')
  })
})

describe('an open breaker', () => {
  test('refuses, and says when the next try is due', async () => {
    const { clock, breaker } = opened()
    await clock.advance(400)
    expect(breaker.admit()).toEqual({ ok: false, retryInMs: 600 })
  })

  test('lets exactly one call through when its time is over', async () => {
    const { clock, breaker } = opened()
    await clock.advance(1_000)
    expect(breaker.admit().ok).toBe(true)
    expect(breaker.state.kind).toBe('half-open')
    expect(breaker.admit()).toMatchObject({ ok: false })
  })

  test('is not kept open longer by calls that were under way when it opened', async () => {
    const clock = fakeClock()
    const breaker = createBreaker(clock, limits)
    const calls = Array.from({ length: 12 }, () => begin(breaker))
    for (const end of calls.slice(0, 3)) end('failure')
    await clock.advance(900)
    for (const end of calls.slice(3)) end('failure')
    await clock.advance(100)
    expect(breaker.admit().ok).toBe(true)
  })
})

describe('a half-open breaker', () => {
  /** With its one call under way, and a call from before it opened that has not ended yet. */
  async function halfOpen() {
    const clock = fakeClock()
    const breaker = createBreaker(clock, limits)
    const late = begin(breaker)
    for (let failure = 0; failure < 3; failure++) call(breaker, 'failure')
    await clock.advance(1_000)
    return { clock, breaker, late, probe: begin(breaker) }
  }

  test('closes with the success of its call, and forgets the failures', async () => {
    const { breaker, probe } = await halfOpen()
    probe('success')
    expect(breaker.state.kind).toBe('closed')
    call(breaker, 'failure')
    call(breaker, 'failure')
    expect(breaker.state.kind).toBe('closed')
  })

  test('opens again with its failure, for the whole time', async () => {
    const { clock, breaker, probe } = await halfOpen()
    await clock.advance(300)
    probe('failure')
    expect(breaker.admit()).toEqual({ ok: false, retryInMs: 1_000 })
  })

  test('lets the next call try when the caller of the first one left', async () => {
    const { breaker, probe } = await halfOpen()
    probe('unknown')
    expect(breaker.admit().ok).toBe(true)
    expect(breaker.admit().ok).toBe(false)
  })

  test.each(['success', 'failure', 'unknown'] as const)(
    'waits for its own call: an older one that ends with %s changes nothing',
    async (outcome) => {
      const { breaker, late } = await halfOpen()
      late(outcome)
      expect(breaker.state.kind).toBe('half-open')
      expect(breaker.admit().ok).toBe(false)
    },
  )
})

test('says for how long it refuses, without admitting anybody', async () => {
  expect(createBreaker(fakeClock(), limits).refusedForMs()).toBe(0)
  const { clock, breaker } = opened()
  await clock.advance(400)
  expect(breaker.refusedForMs()).toBe(600)
  await clock.advance(700)
  expect(breaker.refusedForMs()).toBe(0)
  const report = begin(breaker)
  expect(breaker.state.kind).toBe('half-open')
  expect(breaker.refusedForMs()).toBe(limits.openMs)
  report('unknown')
  expect(breaker.refusedForMs()).toBe(0)
})
