import type { FakeClock } from '../../support/clock.js'

/** Turns of the event loop without a result, after which the work is taken to wait for time. */
const IDLE_TURNS = 20
/** Virtual ms that pass at a time while work waits. */
const STEP_MS = 100
/** Longest that one piece of work may wait, virtual ms. */
const PATIENCE_MS = 300_000
/** The last part of a longer pause, in which timers fire at their own times. */
const AWAKE_MS = 60_000

/** Runs work to its end. Virtual time passes only while the work waits for nothing else. */
export async function finishWork<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  let isDone = false
  const end = (): void => {
    isDone = true
  }
  work.then(end, end)
  const patience = clock.monotonic() + PATIENCE_MS
  while (!isDone) {
    for (let turn = 0; turn < IDLE_TURNS && !isDone; turn++) await nextTurn()
    if (isDone) break
    if (clock.monotonic() > patience) throw new Error(`waited ${PATIENCE_MS} virtual ms in vain`)
    await clock.advance(STEP_MS)
  }
  return work
}

/** Lets virtual time pass as on a machine that sleeps: timers that were due meanwhile fire once, near the end. */
export async function passTime(clock: FakeClock, ms: number): Promise<void> {
  if (ms > AWAKE_MS) clock.passTo(clock.now() + ms - AWAKE_MS)
  await clock.advance(Math.min(ms, AWAKE_MS))
}

/** Lets virtual time pass on a machine that is awake: every timer fires at its own time, and calls end soon after it. */
export async function passAwakeTime(clock: FakeClock, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += AWAKE_MS) {
    await clock.advance(Math.min(AWAKE_MS, ms - passedMs))
    for (let turn = 0; turn < IDLE_TURNS; turn++) await nextTurn()
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
