import type { BucketLimits } from '../policy/token-bucket.js'

/** A token bucket that answers at once: what a server does with a caller, not what a client does with itself. */
export interface Meter {
  /** Spends a token; false when none is left. */
  spend(now: number): boolean
}

export function createMeter(limits: BucketLimits): Meter {
  let tokens = limits.capacity
  let updatedAt: number | undefined
  return {
    spend(now) {
      const passed = Math.max(0, now - (updatedAt ?? now))
      tokens = Math.min(limits.capacity, tokens + (passed * limits.perSecond) / 1000)
      updatedAt = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
