import { expect, test } from 'vitest'
import { createContact } from '../../../src/cli/backfill/contact.js'
import {
  renderBackfillProgress,
  renderIdFailure,
  renderOutcomeLine,
  renderSummary,
  renderUnconfirmed,
  sumUp,
  toIdJson,
  toOutcomeJson,
} from '../../../src/cli/backfill/describe.js'
import { createBackfillProgress, type FilledId, fillMany } from '../../../src/cli/backfill/fill-many.js'
import { summarizeSeries } from '../../../src/cli/backfill/fill-series.js'
import { Stopped } from '../../../src/cli/process/stop-signals.js'
import { present } from '../../support/expect.js'
import { callerOverCandles } from '../support/candle-caller.js'

const HOUR = 3_600_000
const MINUTE = 60_000
const CLOSED_AT = Date.UTC(2026, 10, 27, 10)
const NOW = CLOSED_AT + 12 * HOUR
const yes = { venue: 'kalshi', id: 'yes' } as const

/** A market of four days that closed 12 hours ago. */
function setUp(lived = 96 * HOUR, isQuiet = (): boolean => false) {
  const made = callerOverCandles({ now: NOW, listedAt: CLOSED_AT - lived, closedAt: CLOSED_AT, isQuiet })
  const window = { resolution: '1h', stepMs: HOUR, start: NOW - 240 * HOUR, end: NOW }
  const stop = new AbortController()
  const deps = {
    caller: made.caller,
    clock: made.clock,
    signal: stop.signal,
    contact: createContact(),
    onWait: () => undefined,
  }
  const filled: FilledId[] = []
  const fill = (ids: readonly { venue: 'kalshi'; id: string }[], waits = false) => {
    const progress = createBackfillProgress(ids, window)
    const done = fillMany(ids, { window, waits, deps, progress, onId: () => undefined }, filled)
    return { progress, done }
  }
  const truth = made.world.truth('yes', HOUR, { from: window.start, to: NOW }, NOW).length
  return { ...made, window, stop, filled, fill, truth }
}

test('the last candle of a closed market is told as provisional, with the time of the next look', async () => {
  const { fill, filled, window, truth } = setUp()
  await fill([yes]).done
  const [one] = filled
  const [outcome] = one?.outcomes ?? []
  if (one === undefined || outcome === undefined) throw new Error('nothing was filled')
  expect(renderOutcomeLine(one, outcome, window)).toBe(
    `kalshi yes: ${truth - 1} 1h candles stored, 1 provisional, final after 2026-11-27 22:10, 2026-11-17 22:00 to 2026-11-27 23:00, 0 venue calls`,
  )
  expect(sumUp(filled)).toMatchObject({ candles: truth - 1, provisional: 1 })
})

test.each([
  ['the middle', [60, 90], '1 provisional, 30 intervals unconfirmed'],
  ['the newest half', [48, 1_000], '48 intervals unconfirmed'],
] as const)('a response that lost %s is told as unconfirmed', async (_part, [from, to], said) => {
  const { fill, filled, window, truth, world } = setUp()
  world.tamper = (batch) =>
    batch.kind === 'bars' ? { ...batch, bars: batch.bars.filter((_, at) => at < from || at >= to) } : batch
  await fill([yes]).done
  const lost = Math.min(to, truth) - from
  const one = present(filled[0])
  const outcome = present(one.outcomes[0])
  const line = renderOutcomeLine(one, outcome, window)
  expect(line).toContain(` 1h candles stored, ${said}, final after 2026-11-27 22:`)
  expect(renderSummary(filled, 1, window)).toContain(`${said}, final after 2026-11-27 22:`)
  expect(toOutcomeJson(outcome)).toMatchObject({ unconfirmed: lost, isUnconfirmed: true })
  expect(toOutcomeJson(outcome)).toHaveProperty('finalAfter')
  expect(renderUnconfirmed(filled)).toMatch(/^Some empty ranges/)
})

test('one response without any candle does not end a run, and a second one does', async () => {
  const { clock, fill, filled } = setUp(96 * HOUR, () => true)
  await fill([yes]).done
  expect(sumUp(filled)).toMatchObject({ candles: 0, provisional: 0, isUnconfirmed: true, isFinal: false })
  filled.length = 0
  clock.passTo(NOW + 2 * HOUR)
  await fill([yes]).done
  expect(sumUp(filled)).toMatchObject({ candles: 0, isUnconfirmed: false, isFinal: true })
})

test('waiting confirms empty ranges, too, with one call more', async () => {
  const { clock, fill, filled, world } = setUp(96 * HOUR, () => true)
  const { done } = fill([yes], true)
  for (let minutes = 0; minutes < 90; minutes += 1) await clock.advance(MINUTE)
  await done
  expect(sumUp(filled)).toMatchObject({ candles: 0, isUnconfirmed: false, isFinal: true })
  expect(world.asked.length).toBeLessThanOrEqual(3)
})

test('a note names the outcomes of which only one response says that they have no candles', async () => {
  const { fill, filled } = setUp(96 * HOUR, () => true)
  await fill([yes]).done
  const one = present(filled[0])
  const [outcome] = one.outcomes
  if (outcome === undefined) throw new Error('nothing was filled')
  const step = { from: 0, to: HOUR, steps: 1, candles: 3, provisional: 0, venueCalls: 1, upTo: HOUR }
  const other = { ...one, outcomes: [{ ...outcome, fill: { ...outcome.fill, steps: new Map([[0, step]]) } }] }
  expect(sumUp([one, other])).toMatchObject({ candles: 3, isFinal: true })
  expect(renderUnconfirmed([one, other])).toMatch(
    /^Some empty ranges .* 1 of 2 outcomes has no candles at all\./,
  )
  expect(renderUnconfirmed([one, one, other])).toMatch(/2 of 3 outcomes have no candles at all\./)
  expect(renderUnconfirmed([other])).toBeUndefined()
})

test('waiting ends when all is final, with one call more', async () => {
  const { clock, fill, filled, truth, window, world } = setUp()
  const { progress, done } = fill([yes], true)
  for (let minutes = 0; minutes < 90; minutes += 1) await clock.advance(MINUTE)
  await done
  expect(progress.waitsUntil).toBeDefined()
  expect(sumUp(filled)).toMatchObject({ candles: truth, provisional: 0 })
  expect(world.asked.length).toBeLessThanOrEqual(3)
  expect(renderSummary(filled, 1, window)).toMatch(/^1 id: \d+ 1h candles, \d venue calls$/)
})

test('a stop while it waits ends it, and the next run goes on with what is stored', async () => {
  const { clock, fill, filled, stop, truth } = setUp()
  const { done } = fill([yes], true)
  const ended = expect(done).rejects.toThrow(Stopped)
  await clock.advance(MINUTE)
  stop.abort(new Stopped('stopped'))
  await clock.advance(MINUTE)
  await ended
  expect(filled.flatMap(({ outcomes }) => outcomes.map((one) => summarizeSeries(one.fill).candles))).toEqual([
    truth - 1,
  ])
})

test('one id that fails does not end the others, and is named', async () => {
  const { fill, filled, truth, window } = setUp()
  const { progress, done } = fill([yes, { venue: 'kalshi', id: 'nobody' }, { venue: 'kalshi', id: 'no' }])
  await done
  expect(progress.done).toBe(3)
  expect(filled.map(({ id, failure }) => [id, failure === undefined])).toEqual([
    ['yes', true],
    ['nobody', false],
    ['no', true],
  ])
  const failed = filled.find(({ id }) => id === 'nobody')
  if (failed === undefined) throw new Error('no id failed')
  expect(renderIdFailure(failed)).toMatch(/^kalshi:nobody failed: Kalshi has no outcome/)
  expect(toIdJson(failed)).toMatchObject({
    venue: 'kalshi',
    id: 'nobody',
    outcomes: [],
    error: expect.any(String),
  })
  expect(renderSummary(filled, 3, window)).toMatch(
    new RegExp(`^3 ids: ${2 * truth - 2} 1h candles stored, 2 provisional, .*, 1 failed$`),
  )
})

test('the progress of all ids is one line, with the id and the unit', () => {
  const { window } = setUp()
  const progress = createBackfillProgress([yes, { venue: 'kalshi', id: 'no' }], window)
  expect(renderBackfillProgress(progress, 0)).toBe('selecting markets')
  progress.current = 'kalshi yes'
  progress.done = 1
  progress.count = 241
  expect(renderBackfillProgress(progress, 1_000)).toBe(
    '1/2 ids · kalshi yes · ██████████░░░░░░░░░░ 241/482 intervals · 241/s · 1.0 s left',
  )
  progress.waitsUntil = NOW
  expect(renderBackfillProgress(progress, 0)).toBe(
    '1/2 ids · waiting for final candles until 2026-11-27 22:00',
  )
})
