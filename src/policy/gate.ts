import { createLine, nobody, type Waiting } from './line.js'

/** Lets at most so many pieces of work run at once; the others wait for their turns (`line.ts`). */
export interface Gate {
  /** Runs `work` when there is room. Rejects with the signal's reason when it aborts while waiting. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>, who?: Waiting): Promise<Value>
  /**
   * Waits for room and holds it until the returned function is called, once.
   * Rejects with the signal's reason when it aborts while waiting.
   */
  enter(signal: AbortSignal, who?: Waiting): Promise<() => void>
  readonly waiting: number
}

const somebody: Waiting = { caller: nobody, urgency: 'interactive' }

export function createGate(width: number): Gate {
  let running = 0
  const line = createLine<Waiting & { admit(): void }>()

  function enter(signal: AbortSignal, who: Waiting = somebody): Promise<void> {
    if (running < width) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        line.remove(waiter)
        reject(signal.reason)
      }
      const waiter = {
        ...who,
        admit(): void {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      if (signal.aborted) return onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      line.push(waiter)
    })
  }

  /** The place of who leaves goes to the next in line, if there is one. */
  function leave(): void {
    const [next] = line
    if (next === undefined) {
      running--
      return
    }
    line.take(next)
    next.admit()
  }

  return {
    get waiting() {
      return line.size
    },
    async enter(signal, who) {
      await enter(signal, who)
      return leave
    },
    async run(signal, work, who) {
      await enter(signal, who)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
