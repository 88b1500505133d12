/**
 * Waits for a turn.
 * @param goesOn the piece goes on with what it holds from an earlier turn: it comes before those that have not begun,
 * or everybody would hold something while nobody comes to an end
 */
export type Turn = (goesOn?: boolean) => Promise<void>

/**
 * Lets pieces of heavy work go one by one with the event loop in between, so that many that become ready at the same
 * moment do not keep everybody else waiting. A piece that comes alone goes at once.
 * @param later runs a task once the event loop has looked after everybody else
 */
export function createTurns(later: (task: () => void) => void): Turn {
  const queue: (() => void)[] = []
  let isTaken = false

  function next(): void {
    const go = queue.shift()
    isTaken = go !== undefined
    if (go === undefined) return
    later(next)
    go()
  }

  return (goesOn = false) => {
    if (isTaken) return new Promise((resolve) => (goesOn ? queue.unshift(resolve) : queue.push(resolve)))
    isTaken = true
    later(next)
    return Promise.resolve()
  }
}
