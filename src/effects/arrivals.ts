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
const MOST_ROUNDS = 100

export function createArrivals(
  nextRound: (task: () => void) => void = (task) => void setImmediate(task),
): Arrivals {
  let count = 0
  return {
    note() {
      count++
    },
    later(task) {
      let [seen, rounds] = [count, 0]
      const look = (): void => {
        if (count === seen || rounds === MOST_ROUNDS) task()
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
