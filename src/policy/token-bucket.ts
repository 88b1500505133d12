import type { Clock } from '../effects/clock.js'
import { onRise, type Priority, priorityNow, type Urgency } from './priority.js'

export interface BucketLimits {
  /** Tokens that may be spent at once. */
  readonly capacity: number
  /** Tokens that come back per second. */
  readonly perSecond: number
}

/**
 * A token bucket with a queue. Over any window of `w` seconds at most `capacity + perSecond * w` tokens are spent.
 * Interactive waiters go before background ones; within one priority the order is first come, first served.
 * Who becomes interactive while he waits goes to the end of the interactive queue.
 */
export interface TokenBucket {
  /**
   * Spends `cost` tokens, waiting for them if need be.
   * @returns false, at once and without spending, when they cannot be had within `maxWaitMs`
   */
  take(cost: number, maxWaitMs: number, urgency: Urgency, signal: AbortSignal): Promise<boolean>
  /** Gives back what was taken for a call that was not made after all; not while the venue's stop lasts. */
  giveBack(cost: number): void
  /** The venue said stop: nothing is spent for `ms`, then the bucket starts empty. */
  drain(ms: number): void
  /** How it stands now; asking changes nothing. */
  snapshot(): BucketState
  /** Ms until one token is free for a new caller, queue included. */
  waitMs(cost: number): number
}

export interface BucketState extends BucketLimits {
  /** Tokens that may be spent at once now; 0 while the venue's stop lasts. */
  readonly left: number
  /** Callers in the queue. */
  readonly waiting: number
  /** Ms for which nothing is spent because the venue said stop; else 0. */
  readonly pausedMs: number
}

interface Waiter {
  readonly cost: number
  readonly grant: () => void
}

export function createTokenBucket(limits: BucketLimits, clock: Clock): TokenBucket {
  let tokens = limits.capacity
  let updatedAt = clock.monotonic()
  let blockedUntil = updatedAt
  let cancelTimer: (() => void) | undefined
  const queues: Record<Priority, Waiter[]> = { interactive: [], background: [] }

  function tokensAt(now: number): number {
    const passed = Math.max(0, now - Math.max(updatedAt, blockedUntil))
    return Math.min(limits.capacity, tokens + (passed * limits.perSecond) / 1000)
  }

  function refill(): void {
    const now = clock.monotonic()
    tokens = tokensAt(now)
    updatedAt = now
  }

  /** A cost above the capacity is charged as the whole capacity: it could never be had otherwise. */
  const chargeOf = (cost: number): number => Math.min(cost, limits.capacity)

  function msUntil(needed: number): number {
    const blocked = Math.max(0, blockedUntil - clock.monotonic())
    return blocked + Math.max(0, Math.ceil(((needed - tokens) / limits.perSecond) * 1000))
  }

  const queued = (priority: Priority): number => {
    const ahead =
      priority === 'interactive' ? queues.interactive : [...queues.interactive, ...queues.background]
    return ahead.reduce((sum, waiter) => sum + waiter.cost, 0)
  }

  function serve(): void {
    cancelTimer?.()
    cancelTimer = undefined
    refill()
    for (;;) {
      const queue = queues.interactive.length > 0 ? queues.interactive : queues.background
      const next = queue[0]
      if (next === undefined) return
      const wait = msUntil(next.cost)
      if (wait > 0) {
        cancelTimer = clock.setTimer(wait, serve)
        return
      }
      tokens -= next.cost
      queue.shift()
      next.grant()
    }
  }

  return {
    take(cost, maxWaitMs, urgency, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      refill()
      const charge = chargeOf(cost)
      if (msUntil(queued(priorityNow(urgency)) + charge) > maxWaitMs) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        let queue = queues[priorityNow(urgency)]
        const leaveQueue = (): void => {
          // He is in it: who was served is no longer listened to.
          queue.splice(queue.indexOf(waiter), 1)
        }
        const onAbort = (): void => {
          stopFollowing()
          leaveQueue()
          reject(signal.reason)
          serve()
        }
        const waiter: Waiter = {
          cost: charge,
          grant: () => {
            stopFollowing()
            signal.removeEventListener('abort', onAbort)
            resolve(true)
          },
        }
        const stopFollowing = onRise(urgency, () => {
          leaveQueue()
          queue = queues.interactive
          queue.push(waiter)
          serve()
        })
        signal.addEventListener('abort', onAbort, { once: true })
        queue.push(waiter)
        serve()
      })
    },
    giveBack(cost) {
      refill()
      if (blockedUntil > clock.monotonic()) return
      tokens = Math.min(limits.capacity, tokens + chargeOf(cost))
      serve()
    },
    drain(ms) {
      refill()
      tokens = Math.min(tokens, 0)
      blockedUntil = Math.max(blockedUntil, clock.monotonic() + ms)
      serve()
    },
    snapshot() {
      const now = clock.monotonic()
      const waiting = queues.interactive.length + queues.background.length
      return {
        capacity: limits.capacity,
        perSecond: limits.perSecond,
        left: Math.max(0, Math.floor(tokensAt(now))),
        waiting,
        pausedMs: Math.max(0, Math.ceil(blockedUntil - now)),
      }
    },
    waitMs(cost) {
      refill()
      return msUntil(queued('background') + chargeOf(cost))
    },
  }
}
