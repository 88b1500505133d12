/** Lets at most so many pieces of work run at once; the others wait their turn. */
export interface Gate {
  /** Runs `work` when there is room. Rejects with the signal's reason when it aborts while waiting. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>
  /**
   * Waits for room and holds it until the returned function is called, once.
   * Rejects with the signal's reason when it aborts while waiting.
   */
  enter(signal: AbortSignal): Promise<() => void>
  readonly waiting: number
}

export function createGate(width: number): Gate {
  let running = 0
  const queue: (() => void)[] = []

  function enter(signal: AbortSignal): Promise<void> {
    if (running < width) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        const index = queue.indexOf(admit)
        if (index >= 0) queue.splice(index, 1)
        reject(signal.reason)
      }
      const admit = (): void => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      if (signal.aborted) return onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      queue.push(admit)
    })
  }

  /** The place of who leaves goes to the next in line, if there is one. */
  function leave(): void {
    const next = queue.shift()
    if (next === undefined) running--
    else next()
  }

  return {
    get waiting() {
      return queue.length
    },
    async enter(signal) {
      await enter(signal)
      return leave
    },
    async run(signal, work) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
