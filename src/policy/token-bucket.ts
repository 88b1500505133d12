import type { Clock } from '../effects/clock.js'
import { createFairQueue, noClient, type QueueClient } from './fair-queue.js'
import { isTrading, priorityOf, type Urgency } from './urgency.js'

export interface BucketLimits {
  /** Maximum burst of tokens. */
  readonly capacity: number
  /** Tokens that are refilled per second. */
  readonly perSecond: number
}

/**
 * A second bound on a bucket, shared with other processes. It can only delay: a cost that it allows was already allowed by the
 * bucket.
 */
export interface Allowance {
  /** Whether a cost may be spent now. Otherwise it is requested, and the bucket is notified of the result. */
  has(cost: number): boolean
  /** Spends a cost, even one that exceeds its tokens. The rest is paid later. */
  spend(cost: number): void
  giveBack(cost: number): void
  /** Returns the estimated ms until a cost may be spent. */
  waitMs(cost: number): number
  /** Reports a pause by the venue to the other processes. */
  pause(ms: number): void
  snapshot(): AllowanceState
}

interface AllowanceState {
  /** `alone`: the server is away, and this process uses its share of the limit. */
  readonly state: 'shared' | 'alone'
  /** Tokens held by this process. */
  readonly left: number
  /** Tokens received since the start. */
  readonly granted: number
}

/** @param onChange called when a requested cost may have become available */
export type CreateAllowance = (onChange: () => void) => Allowance

/**
 * A token bucket with a queue. In any window of `w` seconds, at most `capacity + perSecond * w` tokens are spent. More urgent
 * work goes first (`urgency.ts`), and callers take turns (`fair-queue.ts`): a cancel takes the next refilled tokens.
 */
export interface TokenBucket {
  /**
   * Spends `cost` tokens, and waits for them if necessary.
   * @param isExempt whether it does not wait for the allowance, as trading never does
   * @returns false, without spending, if they are not available within `maxWaitMs`. It returns immediately, or once earlier turns
   * make the wait too long.
   */
  take(
    cost: number,
    maxWaitMs: number,
    urgency: Urgency,
    signal: AbortSignal,
    caller?: QueueClient,
    isExempt?: boolean,
  ): Promise<boolean>
  /** Returns the tokens of a call that was not made, except during the venue's pause. */
  giveBack(cost: number): void
  /**
   * Starts the venue's pause: nothing is spent for `ms`, then the bucket starts empty.
   * @param isShared whether other processes should pause, too
   */
  drain(ms: number, isShared?: boolean): void
  /** Returns the current state, without a change. */
  snapshot(): BucketState
  /** Returns the ms until a new caller would get a token, after those in the queue. */
  waitMs(cost: number): number
}

export interface BucketState extends BucketLimits {
  /** Tokens that are available now, 0 during the venue's pause. */
  readonly left: number
  /** Callers in the queue. */
  readonly waiting: number
  /** Remaining ms of the venue's pause, or 0. */
  readonly pausedMs: number
  /** Its part of a limit that several daemons share. Absent if the limit is not shared. */
  readonly shared?: AllowanceState
}

interface Waiter {
  readonly cost: number
  readonly caller: QueueClient
  readonly urgency: Urgency
  readonly isExempt: boolean
  /** End of the caller's wait, by the monotonic clock. */
  readonly latest: number
  answer(granted: boolean): void
}

/** Waits are reported in whole ms. Rounding must not cost a caller its turn. */
const ROUNDING_MS = 1

export function createTokenBucket(
  limits: BucketLimits,
  clock: Clock,
  createAllowance?: CreateAllowance,
): TokenBucket {
  let tokens = limits.capacity
  let updatedAt = clock.monotonic()
  let blockedUntil = updatedAt
  let cancelTimer: (() => void) | undefined
  const line = createFairQueue<Waiter>(() => serve())
  let queued = 0
  /** Earliest time at which a caller in the queue may have waited too long. */
  let soonest = Number.POSITIVE_INFINITY
  const allowance = createAllowance?.(() => {
    refill()
    refuseLate()
    serve()
  })

  function tokensAt(now: number): number {
    const passed = Math.max(0, now - Math.max(updatedAt, blockedUntil))
    return Math.min(limits.capacity, tokens + (passed * limits.perSecond) / 1000)
  }

  function refill(): void {
    const now = clock.monotonic()
    tokens = tokensAt(now)
    updatedAt = now
  }

  /**
   * Returns the charge for a cost. A cost above the capacity is charged as the whole capacity, because more would never be
   * available.
   */
  const chargeOf = (cost: number): number => Math.min(cost, limits.capacity)

  function msUntil(needed: number): number {
    const blocked = Math.max(0, blockedUntil - clock.monotonic())
    return blocked + Math.max(0, Math.ceil(((needed - tokens) / limits.perSecond) * 1000))
  }

  const waitsForNobody = ({ isExempt, urgency }: Waiter): boolean =>
    isExempt || isTrading(priorityOf(urgency))

  function estimateMs(needed: number): number {
    return Math.max(msUntil(needed), allowance?.waitMs(needed) ?? 0)
  }

  /** Returns the first item in the queue, or, while the allowance is used up, the first that does not wait for it. */
  function findNext(first: Waiter): Waiter | undefined {
    if (allowance === undefined || waitsForNobody(first) || allowance.has(first.cost)) return first
    return [...line].find(waitsForNobody)
  }

  function leave(waiter: Waiter, how: 'remove' | 'take'): void {
    const before = line.size
    line[how](waiter)
    if (line.size < before) queued -= waiter.cost
    if (line.size === 0) soonest = Number.POSITIVE_INFINITY
  }

  /** Refuses callers whose wait would become too long because of a new caller or other processes. */
  function refuseLate(newcomer?: Waiter): void {
    const now = clock.monotonic()
    if (estimateMs(queued) <= soonest - now) return
    let ahead = 0
    for (const waiter of [...line]) {
      const patience = waiter.latest - now + (waiter === newcomer ? 0 : ROUNDING_MS)
      const needed = ahead + waiter.cost
      if ((waitsForNobody(waiter) ? msUntil(needed) : estimateMs(needed)) <= patience) {
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
      const [first] = line
      if (first === undefined) return
      const next = msUntil(first.cost) > 0 ? first : findNext(first)
      if (next === undefined) return
      const wait = msUntil(next.cost)
      if (wait > 0) {
        cancelTimer = clock.setTimer(wait, serve)
        return
      }
      tokens -= next.cost
      allowance?.spend(next.cost)
      leave(next, 'take')
      next.answer(true)
    }
  }

  return {
    take(cost, maxWaitMs, urgency, signal, caller = noClient, isExempt = false) {
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
          isExempt,
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
      allowance?.giveBack(chargeOf(cost))
      if (blockedUntil > clock.monotonic()) return
      tokens = Math.min(limits.capacity, tokens + chargeOf(cost))
      serve()
    },
    drain(ms, isShared = false) {
      refill()
      if (isShared) allowance?.pause(ms)
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
        ...(allowance === undefined ? {} : { shared: allowance.snapshot() }),
      }
    },
    waitMs(cost) {
      refill()
      return estimateMs(queued + chargeOf(cost))
    },
  }
}
