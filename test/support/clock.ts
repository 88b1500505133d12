import { type Clock, sleepWith } from '../../src/effects/clock.js'

/** A clock that moves only when told. */
export interface FakeClock extends Clock {
  /** Moves time forward, firing due timers in order and letting their consequences settle in between. */
  advance(ms: number): Promise<void>
  /** Sets the time without firing timers. */
  set(epochMs: number): void
  /** Sets the wall clock alone, as somebody who corrects it does: no time passes. */
  jump(ms: number): void
  readonly pendingTimers: number
}

export function fakeClock(start = Date.UTC(2026, 10, 21, 12)): FakeClock {
  let now = start
  /** How far the wall clock has been set off the time that passes. */
  let off = 0
  let nextId = 0
  const timers = new Map<number, { at: number; task: () => void }>()

  const clock: FakeClock = {
    now: () => now + off,
    monotonic: () => now,
    sleep: (ms, signal) => sleepWith(clock, ms, signal),
    setTimer(ms, task) {
      const id = nextId++
      timers.set(id, { at: now + ms, task })
      return () => timers.delete(id)
    },
    async advance(ms) {
      const target = now + ms
      for (;;) {
        await settle()
        const due = [...timers]
          .filter(([, timer]) => timer.at <= target)
          .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
        if (due === undefined) break
        timers.delete(due[0])
        now = Math.max(now, due[1].at)
        due[1].task()
      }
      now = target
      await settle()
    },
    set(epochMs) {
      now = epochMs - off
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
