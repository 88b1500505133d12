import { type Clock, runLater, sleepWith } from '../../effects/clock.js'

/** Time that passes as real time does, but never past something that is due and was not done. */
export interface VirtualTime extends Pick<Clock, 'monotonic' | 'setTimer' | 'sleep'> {
  close(): void
}

interface Task {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/**
 * Tasks run one after the other, each when all that the one before has begun was looked after, in the order of their
 * times: a machine that halts for a second changes when they run, and not what they find.
 * @param outside runs what no request has asked for
 */
export function createVirtualTime(
  real: Pick<Clock, 'monotonic' | 'setTimer'>,
  outside: (task: () => void) => void,
): VirtualTime {
  const tasks = new Set<Task>()
  let order = 0
  /** What the time was at a moment of the real clock; it stands still while tasks wait for their turn. */
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
    // A timer may be a moment early.
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
      // What was late stays so: the next task is not held up once more.
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
