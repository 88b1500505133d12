import type { BucketLimits } from '../../policy/token-bucket.js'

/** A limit that answers at once: what a server does with a caller, not what a client does with itself. */
export interface Meter {
  /** Takes note of a call, which weighs 1 unless it is said; false for one that is too many. */
  spend(now: number, weight?: number): boolean
}

/** A token bucket. */
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

/** So many calls in any window of that length. */
export interface WindowLimits {
  readonly calls: number
  readonly windowMs: number
}

/** Counts what passed in the time before; what was refused costs nothing. */
export function createWindowMeter({ calls, windowMs }: WindowLimits): Meter {
  /** Of the last calls that passed, each in the place of the one that is as many calls older. */
  const times: number[] = []
  let next = 0
  return {
    spend(now) {
      const oldest = times[next]
      // A time that still lies ahead is of a clock that was set back.
      if (oldest !== undefined && oldest <= now && now - oldest < windowMs) return false
      times[next] = now
      next = (next + 1) % calls
      return true
    },
  }
}
