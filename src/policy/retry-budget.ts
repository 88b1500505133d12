/**
 * A budget that limits retries to a small share of all calls, so that an outage does not multiply the load. Each success earns a
 * fraction of a retry, up to a maximum.
 */
export interface RetryBudget {
  /** Spends one retry. Returns false if no retry is left. */
  spend(): boolean
  earn(): void
}

export function createRetryBudget(max = 10, perSuccess = 0.1): RetryBudget {
  let balance = max
  return {
    spend() {
      if (balance < 1) return false
      balance -= 1
      return true
    },
    earn() {
      balance = Math.min(max, balance + perSuccess)
    },
  }
}
