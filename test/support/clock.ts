import { type Clock, sleepWith } from '../../src/effects/clock.js'

/** A clock that moves only when told. */
export interface FakeClock extends Clock {
  /** Moves time forward, firing due timers in order and letting their consequences settle in between. */
  advance(ms: number): Promise<void>
  /** Lets time pass until the wall clock shows this, without firing timers. */
  passTo(epochMs: number): void
  /** Sets the wall clock alone, as somebody who corrects it does: no time passes. */
  set(epochMs: number): void
  /** Moves the wall clock alone, forward or back. */
  jump(ms: number): void
  /** What a wall clock that nobody has set would show, epoch ms. */
  trueNow(): number
  readonly pendingTimers: number
}

/** Far from every wall time, so that one clock taken for the other shows. */
const MONOTONIC_FROM = 5_000

export function fakeClock(start = Date.UTC(2026, 10, 21, 12)): FakeClock {
  let passed = 0
  /** How far the wall clock has been set off the time that passes. */
  let off = 0
  let nextId = 0
  const timers = new Map<number, { at: number; task: () => void }>()

  const clock: FakeClock = {
    now: () => start + passed + off,
    monotonic: () => MONOTONIC_FROM + passed,
    trueNow: () => start + passed,
    sleep: (ms, signal) => sleepWith(clock, ms, signal),
    setTimer(ms, task) {
      const id = nextId++
      timers.set(id, { at: passed + ms, task })
      return () => timers.delete(id)
    },
    async advance(ms) {
      const target = passed + ms
      for (;;) {
        await settle()
        const due = [...timers]
          .filter(([, timer]) => timer.at <= target)
          .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
        if (due === undefined) break
        timers.delete(due[0])
        passed = Math.max(passed, due[1].at)
        due[1].task()
      }
      passed = target
      await settle()
    },
    passTo(epochMs) {
      const ms = epochMs - clock.now()
      if (ms < 0)
        throw new RangeError(`time does not pass backwards by ${-ms} ms; set the wall clock instead`)
      passed += ms
    },
    set(epochMs) {
      off = epochMs - start - passed
    },
    jump(ms) {
      off += ms
    },
    get pendingTimers() {
      return timers.size
    },
  }
  return clock
}

/** Lets promise chains that are ready run to their next real wait. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** How far {@link passUntil} goes: more than a call may take. */
const LONGEST_MS = 120_000

/**
 * Lets time pass until the work has ended. Without it, work that pauses on a clock that nobody moves hangs until the time
 * limit of the test, which is long on a busy machine.
 */
export async function passUntil<Value>(clock: FakeClock, work: Promise<Value>, stepMs = 100): Promise<Value> {
  let hasEnded = false
  const end = (): void => {
    hasEnded = true
  }
  work.then(end, end)
  for (let passed = 0; passed <= LONGEST_MS && !hasEnded; passed += stepMs) await clock.advance(stepMs)
  if (!hasEnded) throw new Error(`the work has not ended after ${LONGEST_MS} ms of the clock`)
  return work
}
