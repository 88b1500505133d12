import type { BucketLimits } from '../../policy/token-bucket.js'

/** A server-side limit, which accepts or rejects a call immediately. */
export interface Meter {
  /** Counts a call, with weight 1 by default. Returns false for a call over the limit. */
  spend(now: number, weight?: number): boolean
}

/** Creates a token bucket. */
export function createMeter(limits: BucketLimits): Meter {
  let tokens = limits.capacity
  let updatedAt: number | undefined
  return {
    spend(now, weight = 1) {
      const passed = Math.max(0, now - (updatedAt ?? now))
      tokens = Math.min(limits.capacity, tokens + (passed * limits.perSecond) / 1000)
      updatedAt = now
      if (tokens < weight) return false
      tokens -= weight
      return true
    },
  }
}

/** Maximum number of calls in any window of this length. */
export interface WindowLimits {
  readonly calls: number
  readonly windowMs: number
}

/** Creates a limit over the preceding window. Rejected calls do not count. */
export function createWindowMeter({ calls, windowMs }: WindowLimits): Meter {
  /** Times of the last accepted calls, as a ring buffer. */
  const times: number[] = []
  let next = 0
  return {
    spend(now) {
      const oldest = times[next]
      // A time in the future comes from a clock that was set back.
      if (oldest !== undefined && oldest <= now && now - oldest < windowMs) return false
      times[next] = now
      next = (next + 1) % calls
      return true
    },
  }
}
