/**
 * Lets pieces of heavy work go one by one with the event loop in between, so that many that become ready at the same
 * moment do not keep everybody else waiting. A piece that comes alone goes at once.
 * @param later runs a task once the event loop has looked after everybody else
 */
export function createTurns(later: (task: () => void) => void): () => Promise<void> {
  const queue: (() => void)[] = []
  let isTaken = false

  function next(): void {
    const go = queue.shift()
    isTaken = go !== undefined
    if (go === undefined) return
    later(next)
    go()
  }

  return () => {
    if (isTaken) return new Promise((resolve) => queue.push(resolve))
    isTaken = true
    later(next)
    return Promise.resolve()
  }
}
