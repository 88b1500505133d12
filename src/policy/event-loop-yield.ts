import { nextTick } from 'node:process'

/**
 * Waits for a turn.
 * @param goesOn whether the piece continues and holds resources from an earlier turn. It then precedes new pieces, so that
 * started work finishes first.
 */
export type EventLoopYield = (goesOn?: boolean) => Promise<void>

/** Time for which pieces run consecutively before other work gets a turn, ms. */
const SLICE_MS = 2

/**
 * Runs pieces of heavy work one by one, with event loop turns in between, so that many simultaneous pieces do not block other
 * work. A single piece runs immediately. Small pieces share a time slice, because one event loop turn costs as much as several of
 * them.
 * @param later runs a task after the other work of the event loop
 * @param clock without one, each piece has its own round of the event loop
 */
export function createEventLoopYield(
  later: (task: () => void) => void,
  clock?: { monotonic(): number },
): EventLoopYield {
  const queue: (() => void)[] = []
  /** Whether this round is taken. */
  let isTaken = false
  let begunAt = 0
  /** Whether the last granted piece has not started yet, so that its duration is unknown. */
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

  /** Waits for the granted piece. It may continue through many promises, and has ended once none of them can continue. */
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
 * Delays work while connections arrive. A round of the event loop accepts one connection. If each round also ran work, the last
 * of a thousand connections would wait for a thousand pieces.
 */
export interface Arrivals {
  /** Records that a connection was accepted. */
  note(): void
  /** Runs a task after the other work of the event loop, once a round has brought no connection. */
  later(task: () => void): void
}

/** Work waits at most this many rounds. */
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
