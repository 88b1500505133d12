import type { Clock } from '../../effects/clock.js'

/** Timers by name, one per name. */
export interface Timers<Name extends string> {
  /** Sets a timer, which replaces the earlier one with that name. */
  set(name: Name, ms: number, task: () => void): void
  has(name: Name): boolean
  stop(...names: readonly Name[]): void
  stopAll(): void
}

export function createTimers<Name extends string>(clock: Pick<Clock, 'setTimer'>): Timers<Name> {
  const timers = new Map<Name, () => void>()
  function stop(...names: readonly Name[]): void {
    for (const name of names) {
      timers.get(name)?.()
      timers.delete(name)
    }
  }
  return {
    set(name, ms, task) {
      stop(name)
      timers.set(
        name,
        clock.setTimer(ms, () => {
          timers.delete(name)
          task()
        }),
      )
    },
    has: (name) => timers.has(name),
    stop,
    stopAll: () => stop(...timers.keys()),
  }
}
