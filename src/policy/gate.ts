import { createFairQueue, noClient, type QueuedWork } from './fair-queue.js'
import { isTrading, priorityOf } from './urgency.js'

/** Lets at most so many pieces of work run at once; the others wait in line. */
export interface Semaphore {
  /** Runs `work` when there is room. Rejects with the signal's reason when it aborts while waiting. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>, who?: QueuedWork): Promise<Value>
  /**
   * Waits for room and holds it until the returned function is called, once.
   * Rejects with the signal's reason when it aborts while waiting.
   */
  enter(signal: AbortSignal, who?: QueuedWork): Promise<() => void>
  readonly waiting: number
}

const somebody: QueuedWork = { caller: noClient, urgency: 'interactive' }

/**
 * @param width places for any work
 * @param spare further places, which only cancels, orders and what those need take: a read that takes long does not
 * keep a cancel waiting
 */
export function createSemaphore(width: number, spare = 0): Semaphore {
  let running = 0
  const line = createFairQueue<QueuedWork & { admit(): void }>(() => serve())

  function mayEnter({ urgency }: QueuedWork): boolean {
    return running < width || (running < width + spare && isTrading(priorityOf(urgency)))
  }

  function enter(signal: AbortSignal, who: QueuedWork = somebody): Promise<void> {
    if (mayEnter(who)) {
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

  /** The first in line that may enter. What is not of trading comes before trading at most once. */
  function findNext() {
    let others = 0
    for (const waiter of line) {
      if (mayEnter(waiter)) return waiter
      if (!isTrading(priorityOf(waiter.urgency)) && ++others > 1) return undefined
    }
    return undefined
  }

  function serve(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      running++
      line.take(next)
      next.admit()
    }
  }

  function leave(): void {
    running--
    serve()
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
