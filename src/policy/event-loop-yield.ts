import { nextTick } from 'node:process'

/**
 * Waits for a turn.
 * @param goesOn the piece goes on with what it holds from an earlier turn: it comes before those that have not begun,
 * or everybody would hold something while nobody comes to an end
 */
export type EventLoopYield = (goesOn?: boolean) => Promise<void>

/** Ms for which pieces follow each other before others are let pass. */
const SLICE_MS = 2

/**
 * Lets pieces of heavy work go one by one with the event loop in between, so that many that become ready at the same
 * moment do not keep everybody else waiting. A piece that comes alone goes at once. Small pieces go together, as many as
 * a slice of time holds: a round of the event loop costs as much as some of them.
 * @param later runs a task once the event loop has looked after everybody else
 * @param clock without one, each piece has a round of the event loop for itself
 */
export function createEventLoopYield(
  later: (task: () => void) => void,
  clock?: { monotonic(): number },
): EventLoopYield {
  const queue: (() => void)[] = []
  /** Somebody has this round. */
  let isTaken = false
  let begunAt = 0
  /** Who was granted a turn last has not begun: how long he takes is not known yet. */
  let isGranting = false

  function begin(): void {
    isTaken = true
    begunAt = clock?.monotonic() ?? 0
    later(next)
  }

  function next(): void {
    isTaken = false
    if (queue.length === 0) return
    begin()
    granted()
    queue.shift()?.()
  }

  function mayGoOn(): boolean {
    return clock !== undefined && !isGranting && clock.monotonic() - begunAt < SLICE_MS
  }

  /** Work goes on by way of many promises: it has taken its time once none of them is left that could go on. */
  function granted(): void {
    isGranting = true
    queueMicrotask(() => nextTick(goOn))
  }

  function goOn(): void {
    isGranting = false
    if (queue.length === 0 || !mayGoOn()) return
    granted()
    queue.shift()?.()
  }

  return (goesOn = false) => {
    if (isTaken && (queue.length > 0 || !mayGoOn()))
      return new Promise((resolve) => (goesOn ? queue.unshift(resolve) : queue.push(resolve)))
    if (!isTaken) begin()
    granted()
    return Promise.resolve()
  }
}

/**
 * Connections that arrive, and work that waits while they do. A round of the event loop accepts one of them: where each
 * round holds work as well, the last of a thousand that come at once would wait for a thousand pieces of it.
 */
export interface Arrivals {
  /** A connection was accepted. */
  note(): void
  /** Runs a task once the event loop has looked after whatever else has arrived, and no connection came in a round. */
  later(task: () => void): void
}

/** Work waits no longer, however many still come. */
const MAX_ROUNDS = 100

/** @param nextRound runs a task in the next round of the event loop */
export function createArrivals(nextRound: (task: () => void) => void): Arrivals {
  let count = 0
  return {
    note() {
      count++
    },
    later(task) {
      let [seen, rounds] = [count, 0]
      const look = (): void => {
        if (count === seen || rounds === MAX_ROUNDS) task()
        else {
          seen = count
          rounds++
          nextRound(look)
        }
      }
      nextRound(look)
    },
  }
}
