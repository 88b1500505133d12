import type { Clock } from '../effects/clock.js'
import { createFairQueue, noClient, type QueueClient } from './fair-queue.js'
import type { Urgency } from './urgency.js'

export interface BucketLimits {
  /** Maximum burst of tokens. */
  readonly capacity: number
  /** Tokens that are refilled per second. */
  readonly perSecond: number
}

/**
 * A token bucket with a queue. Over any window of `w` seconds at most `capacity + perSecond * w` tokens are spent. More urgent
 * work goes first (`urgency.ts`), and callers take turns (`fair-queue.ts`): a cancel takes the next refilled tokens.
 */
export interface TokenBucket {
  /**
   * Spends `cost` tokens, and waits for them if necessary.
   * @returns false, without spending, if they are not available within `maxWaitMs`. It returns immediately, or once earlier turns
   * make the wait too long.
   */
  take(
    cost: number,
    maxWaitMs: number,
    urgency: Urgency,
    signal: AbortSignal,
    caller?: QueueClient,
  ): Promise<boolean>
  /** Returns the tokens of a call that was not made, except during the venue's pause. */
  giveBack(cost: number): void
  /** Starts the venue's pause: nothing is spent for `ms`, then the bucket starts empty. */
  drain(ms: number): void
  /** Returns the current state, without a change. */
  snapshot(): BucketState
  /** Returns the ms until one token is free for a new caller, after the queue. */
  waitMs(cost: number): number
}

export interface BucketState extends BucketLimits {
  /** Tokens that are available now, 0 during the venue's pause. */
  readonly left: number
  /** Callers in the queue. */
  readonly waiting: number
  /** Remaining ms of the venue's pause, or 0. */
  readonly pausedMs: number
}

interface Waiter {
  readonly cost: number
  readonly caller: QueueClient
  readonly urgency: Urgency
  /** End of the caller's wait, on the monotonic clock. */
  readonly latest: number
  answer(granted: boolean): void
}

/** Waits are reported in whole ms. Rounding must not cost a caller its promised turn. */
const ROUNDING_MS = 1

export function createTokenBucket(limits: BucketLimits, clock: Clock): TokenBucket {
  let tokens = limits.capacity
  let updatedAt = clock.monotonic()
  let blockedUntil = updatedAt
  let cancelTimer: (() => void) | undefined
  const line = createFairQueue<Waiter>(() => serve())
  let queued = 0
  /** Earliest time at which a caller in the queue may have waited too long. */
  let soonest = Number.POSITIVE_INFINITY

  function tokensAt(now: number): number {
    const passed = Math.max(0, now - Math.max(updatedAt, blockedUntil))
    return Math.min(limits.capacity, tokens + (passed * limits.perSecond) / 1000)
  }

  function refill(): void {
    const now = clock.monotonic()
    tokens = tokensAt(now)
    updatedAt = now
  }

  /** Returns the charge for a cost. Above the capacity it is the whole capacity, because more would never be available. */
  const chargeOf = (cost: number): number => Math.min(cost, limits.capacity)

  function msUntil(needed: number): number {
    const blocked = Math.max(0, blockedUntil - clock.monotonic())
    return blocked + Math.max(0, Math.ceil(((needed - tokens) / limits.perSecond) * 1000))
  }

  function leave(waiter: Waiter, how: 'remove' | 'take'): void {
    const before = line.size
    line[how](waiter)
    if (line.size < before) queued -= waiter.cost
    if (line.size === 0) soonest = Number.POSITIVE_INFINITY
  }

  /** Refuses callers whose wait would become too long because of a new one. */
  function refuseLate(newcomer: Waiter): void {
    const now = clock.monotonic()
    if (msUntil(queued) <= soonest - now) return
    let ahead = 0
    for (const waiter of [...line]) {
      const patience = waiter.latest - now + (waiter === newcomer ? 0 : ROUNDING_MS)
      if (msUntil(ahead + waiter.cost) <= patience) {
        ahead += waiter.cost
        continue
      }
      leave(waiter, 'remove')
      waiter.answer(false)
    }
  }

  function serve(): void {
    cancelTimer?.()
    cancelTimer = undefined
    refill()
    for (;;) {
      const [next] = line
      if (next === undefined) return
      const wait = msUntil(next.cost)
      if (wait > 0) {
        cancelTimer = clock.setTimer(wait, serve)
        return
      }
      tokens -= next.cost
      leave(next, 'take')
      next.answer(true)
    }
  }

  return {
    take(cost, maxWaitMs, urgency, signal, caller = noClient) {
      if (signal.aborted) return Promise.reject(signal.reason)
      refill()
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          leave(waiter, 'remove')
          reject(signal.reason)
          serve()
        }
        const waiter: Waiter = {
          cost: chargeOf(cost),
          caller,
          urgency,
          latest: clock.monotonic() + maxWaitMs,
          answer(granted) {
            signal.removeEventListener('abort', onAbort)
            resolve(granted)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        line.push(waiter)
        queued += waiter.cost
        soonest = Math.min(soonest, waiter.latest)
        refuseLate(waiter)
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
      return {
        capacity: limits.capacity,
        perSecond: limits.perSecond,
        left: Math.max(0, Math.floor(tokensAt(now))),
        waiting: line.size,
        pausedMs: Math.max(0, Math.ceil(blockedUntil - now)),
      }
    },
    waitMs(cost) {
      refill()
      return msUntil(queued + chargeOf(cost))
    },
  }
}
