import { type Clock, runLater, sleepWith } from '../../effects/clock.js'

/** A time that passes like real time, but stops at due tasks that have not run. */
export interface VirtualTime extends Pick<Clock, 'monotonic' | 'setTimer' | 'sleep'> {
  close(): void
}

interface Task {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/**
 * Creates a virtual time that runs tasks in the order of their times. Each one waits until the work that the previous one started
 * is done. A machine that pauses for a second changes when they run, but not their results.
 * @param outside runs work outside of requests
 */
export function createVirtualTime(
  real: Pick<Clock, 'monotonic' | 'setTimer'>,
  outside: (task: () => void) => void,
): VirtualTime {
  const tasks = new Set<Task>()
  let order = 0
  /** The virtual time at a moment of the real clock; it stops while tasks wait. */
  let [shown, since] = [0, real.monotonic()]
  let isRunning = false
  let cancel: (() => void) | undefined

  const passed = (): number => shown + real.monotonic() - since
  const monotonic = (): number => {
    const first = earliest(tasks)
    return first === undefined ? passed() : Math.min(passed(), Math.max(shown, first.at))
  }

  function show(time: number): void {
    shown = time
    since = real.monotonic()
  }

  function plan(): void {
    if (isRunning) return
    cancel?.()
    const first = earliest(tasks)
    cancel = first && real.setTimer(Math.max(0, first.at - passed()), () => outside(turn))
  }

  function turn(): void {
    isRunning = true
    const first = earliest(tasks)
    const now = passed()
    // A timer may fire slightly early.
    if (first === undefined || first.at > now + 1) {
      isRunning = false
      plan()
      return
    }
    tasks.delete(first)
    const behind = Math.max(0, now - first.at)
    show(Math.max(shown, first.at))
    first.run()
    runLater(() => {
      // The delay stays, so that the next task is not delayed twice.
      since -= behind
      isRunning = false
      outside(next)
    })
  }

  function next(): void {
    const first = earliest(tasks)
    if (first !== undefined && first.at <= passed()) turn()
    else plan()
  }

  const time: VirtualTime = {
    monotonic,
    setTimer(ms, run) {
      const task: Task = { at: monotonic() + Math.max(0, ms), order: order++, run }
      tasks.add(task)
      plan()
      return () => {
        if (tasks.delete(task)) plan()
      }
    },
    sleep: (ms, signal) => sleepWith(time, ms, signal),
    close() {
      tasks.clear()
      cancel?.()
    },
  }
  return time
}

function earliest(tasks: Iterable<Task>): Task | undefined {
  let first: Task | undefined
  for (const task of tasks)
    if (first === undefined || task.at < first.at || (task.at === first.at && task.order < first.order))
      first = task
  return first
}
