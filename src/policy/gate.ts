import { createFairQueue, noClient, type QueuedWork } from './fair-queue.js'
import { isTrading, priorityOf } from './urgency.js'

/** Limits how many pieces of work run concurrently. The others wait in a queue. */
export interface Semaphore {
  /** Runs `work` when there is a free slot. Rejects with the signal's reason if it aborts during the wait. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>, who?: QueuedWork): Promise<Value>
  /** Takes a slot until the returned function is called, once. Rejects with the signal's reason if it aborts during the wait. */
  enter(signal: AbortSignal, who?: QueuedWork): Promise<() => void>
  readonly waiting: number
}

const somebody: QueuedWork = { caller: noClient, urgency: 'interactive' }

/**
 * @param width slots for any work
 * @param spare further slots for cancels, orders and the reads that those need, so that a slow read does not delay a cancel
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

  /**
   * Returns the first item in the queue that may enter. The search ends after two blocked items that are not trading, because
   * other work precedes trading at most once.
   */
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
