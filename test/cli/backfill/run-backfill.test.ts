import { describe, expect, test } from 'vitest'
import { toFailure } from '../../../src/api/envelope/envelope.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createContact } from '../../../src/cli/backfill/contact.js'
import { type BackfillDeps, runBackfill, stepsIn } from '../../../src/cli/backfill/run-backfill.js'
import type { ApiCaller, ApiReply } from '../../../src/cli/client/caller.js'
import { callerOverCandles } from '../support/candle-caller.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12)

const plan = {
  venue: 'kalshi',
  outcomeId: 'yes',
  resolution: '1h',
  stepMs: HOUR,
  start: NOW - 8_000 * HOUR,
  end: NOW - 100 * HOUR,
} as const

const callerOver = () => callerOverCandles({ now: NOW, listedAt: NOW - 9_000 * HOUR })

function depsOf({ caller, clock }: Pick<BackfillDeps, 'caller' | 'clock'>, signal?: AbortSignal) {
  const waits: number[] = []
  const deps: BackfillDeps = {
    caller,
    clock,
    signal: signal ?? new AbortController().signal,
    contact: createContact(),
    onWait: (ms) => void waits.push(ms),
  }
  return { deps, waits }
}

async function stepsOf(walked: ReturnType<typeof runBackfill>) {
  const steps = []
  for await (const step of walked) steps.push(step)
  return steps
}

test('a walk reports what one response alone says of old times, until a second one says the same', async () => {
  const { caller, clock, world } = callerOver()
  const ask = async () => {
    const steps = await stepsOf(
      runBackfill({ ...plan, start: NOW - 300 * HOUR }, depsOf({ caller, clock }).deps),
    )
    return steps.map(({ candles, unconfirmed, isUnconfirmed }) => [candles, unconfirmed, isUnconfirmed])
  }
  world.tamper = (batch) => ({ ...batch, kind: 'bars', bars: [] })
  expect(await ask()).toEqual([[0, 201, true]])
  world.tamper = undefined
  clock.passTo(NOW + HOUR)
  expect(await ask()).toEqual([[201, undefined, undefined]])
})

test.each([0.3, 0.45, 0.7, 0.9])(
  'a blank response may be final after a time, also where a clock has moved by %d ms',
  async (share) => {
    const { caller, clock, world } = callerOver()
    let passed = 0
    const pass = (): number => {
      passed += share
      return passed
    }
    clock.now = () => NOW + Math.floor(pass())
    clock.monotonic = pass
    world.tamper = (batch) => ({ ...batch, kind: 'bars', bars: [] })
    const steps = await stepsOf(
      runBackfill({ ...plan, start: NOW - 14 * HOUR, end: NOW - 3 * HOUR }, depsOf({ caller, clock }).deps),
    )
    expect(steps.map(({ candles, finalAfter = 0 }) => [candles, finalAfter > NOW])).toEqual([[0, true]])
  },
)

test('a walk asks oldest first, at most 5,000 candles at a time, as background work', async () => {
  const { caller, clock, world, priorities } = callerOver()
  const steps = await stepsOf(runBackfill(plan, depsOf({ caller, clock }).deps))
  expect(steps.map(({ steps }) => steps)).toEqual([5_000, 2_901])
  expect(steps.reduce((sum, step) => sum + step.steps, 0)).toBe(stepsIn(plan))
  expect(steps.at(-1)?.upTo).toBe(plan.end + HOUR)
  expect(steps.reduce((sum, step) => sum + step.candles, 0)).toBe(
    world.truth('yes', HOUR, { from: plan.start, to: plan.end + HOUR }, NOW).length,
  )
  expect(new Set(priorities)).toEqual(new Set(['background']))
  expect(world.asked[0]?.span.from).toBe(plan.start)
})

test('the same walk again asks the venue nothing', async () => {
  const { caller, clock, world } = callerOver()
  await stepsOf(runBackfill(plan, depsOf({ caller, clock }).deps))
  const before = world.asked.length
  const again = await stepsOf(runBackfill(plan, depsOf({ caller, clock }).deps))
  expect(world.asked.length).toBe(before)
  expect(again.map(({ venueCalls }) => venueCalls)).toEqual([0, 0])
})

test('a walk that is stopped goes on where it was: nothing finished is asked for twice', async () => {
  const { caller, clock, world } = callerOver()
  const stop = new AbortController()
  const first = runBackfill(plan, depsOf({ caller, clock }, stop.signal).deps)
  await first.next()
  stop.abort(new Error('Ctrl-C'))
  await expect(first.next()).rejects.toThrow('Ctrl-C')
  await stepsOf(runBackfill(plan, depsOf({ caller, clock }).deps))
  const spans = world.asked.map(({ span }) => span.from).sort((a, b) => a - b)
  expect(new Set(spans).size).toBe(spans.length)
})

test('a failure that may pass is waited for, longer each time, and then the walk goes on', async () => {
  const { caller, clock, world } = callerOver()
  world.failNext = 8
  const { deps, waits } = depsOf({ caller, clock })
  const walked = stepsOf(runBackfill({ ...plan, start: plan.end - 3_000 * HOUR }, deps))
  await clock.advance(10 * 60_000)
  expect((await walked).map(({ steps }) => steps)).toEqual([3_001])
  expect(waits.slice(0, 2)).toEqual([1_000, 2_000])
})

test('a venue that stays down ends the walk with its error', async () => {
  const { caller, clock, world } = callerOver()
  world.failNext = 1_000
  const { deps, waits } = depsOf({ caller, clock })
  const ended = expect(stepsOf(runBackfill(plan, deps))).rejects.toThrow('the venue is down')
  await clock.advance(60 * 60_000)
  await ended
  expect(waits).toHaveLength(7)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000)
})

test.each([
  [1, 1],
  [3, expect.stringContaining('kalshi does not know outcome yes at the moment')],
])(
  'of a venue that does not know the outcome %i times in a row, one alone is no end',
  async (times, ends) => {
    const { caller, clock } = callerOver()
    let left = times
    const forgetful: ApiCaller = {
      ...caller,
      call: async () => ({
        status: 200,
        headers: left-- > 0 ? { 'x-pmx-stale': 'not_found; age=75600' } : {},
        body: { success: true, data: [] },
      }),
    }
    const { deps, waits } = depsOf({ caller: forgetful, clock })
    const walked = stepsOf(runBackfill({ ...plan, start: plan.end - 9 * HOUR }, deps)).then(
      (steps) => steps.length,
      (error: unknown) => String(error),
    )
    await clock.advance(HOUR)
    expect(await walked).toEqual(ends)
    expect(waits).toEqual(times === 1 ? [1_000] : [1_000, 2_000])
  },
)

test('an outcome that does not exist is the error of the API, at once', async () => {
  const { caller, clock } = callerOver()
  const { deps, waits } = depsOf({ caller, clock })
  await expect(stepsOf(runBackfill({ ...plan, outcomeId: 'nope' }, deps))).rejects.toThrow('NOT_FOUND')
  expect(waits).toEqual([])
})

describe('without a way to the venue', () => {
  const cut = new PmxError('NETWORK_ERROR', 'the name has no address here', { detail: { kind: 'dns' } })
  const silent = new PmxError('NETWORK_ERROR', 'no answer in time', { detail: { kind: 'timeout' } })
  const paused = new PmxError('EXCHANGE_NOT_AVAILABLE', 'not asked again yet', {
    detail: { kind: 'breaker_open', cause: { code: 'NETWORK_ERROR', message: 'cut', at: NOW } },
  })
  const answered = (venueCalls: number): ApiReply => ({
    status: 200,
    headers: { 'x-pmx-upstream-requests': String(venueCalls) },
    body: { success: true, data: [] },
  })
  const failed = (error: PmxError): ApiReply => ({ ...toFailure(error), headers: {} })

  /** How long a walk waits between its tries, ms, when it gets these answers and then the last one for ever. */
  async function waitsWith(...replies: readonly ApiReply[]): Promise<number[]> {
    const { caller, clock } = callerOver()
    const left = [...replies]
    const call: ApiCaller['call'] = async () => (left.length > 1 ? left.shift() : left[0]) ?? failed(cut)
    const { deps, waits } = depsOf({ caller: { ...caller, call }, clock })
    const ended = expect(stepsOf(runBackfill(plan, deps))).rejects.toThrow('NETWORK_ERROR')
    await clock.advance(60 * 60_000)
    await ended
    return waits
  }
  const short = [1_000, 2_000, 4_000, 8_000]
  const patient = [...short, 16_000, 32_000, 60_000]

  test('a walk that never heard of it ends after five tries', async () => {
    expect(await waitsWith(failed(cut))).toEqual(short)
    expect(await waitsWith(failed(cut), failed(paused), failed(paused), failed(paused), failed(cut))).toEqual(
      short,
    )
  })

  test('what comes from the store is no sign of the venue', async () => {
    expect(await waitsWith(answered(0), failed(cut))).toEqual(short)
  })

  test('a walk to which it has answered stays patient', async () => {
    expect(await waitsWith(answered(1), failed(cut))).toEqual(patient)
  })

  test('a venue that lets a call wait is no sign of being offline', async () => {
    expect(await waitsWith(failed(silent))).toEqual(patient)
    expect(await waitsWith(failed(silent), failed(cut))).toEqual(patient)
  })
})
