import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Allowance, BucketLimits } from '../../policy/token-bucket.js'

/** A token bucket that daemons share. */
export interface BudgetTerms {
  readonly ratePerSecond: number
  readonly burst: number
  /** The length of a pause that the venue requested, during which no tokens are granted, ms. */
  readonly pauseMs?: number
}

/** The tokens that a shared bucket grants, by the tier's clock. */
export interface BudgetGrant {
  /** Whole tokens, at most as many as requested. */
  readonly granted: number
  /** Time until the next token, ms. */
  readonly waitMs: number
}

interface AllowanceDeps {
  readonly limit: BucketLimits
  /** Part of the limit that is used while the tier is unreachable. */
  readonly share: number
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly random: Random
  readonly onChange: () => void
  /** Takes tokens, or undefined if the tier does not respond. Never rejects. */
  request(terms: BudgetTerms, requested: number): Promise<BudgetGrant | undefined>
}

/** Tokens are used at most this long after they were requested, ms. */
const MAX_HOLD_MS = 1_000
const MIN_HOLD_MS = 150
/** Pause before the next request after one without enough tokens, ms. */
const MIN_RETRY_MS = 50
/** Daemons repeat a request at different times within this period, ms. */
const MAX_JITTER_MS = 200
/** Pause after a request that failed, ms. */
const AWAY_MS = 1_000

/** A shared bucket, and how long its tokens may be used. */
interface HeldTerms extends BudgetTerms {
  readonly holdMs: number
}

/**
 * Returns the terms of the shared bucket of a limit. Tokens may be used some time after the bucket was refilled for them,
 * so its burst is smaller than the limit's. If the limit's burst is too small for that, the rate is reduced: `n` calls of
 * one token then take at least `(n - 1) / perSecond`.
 */
export function computeHeldTerms({ capacity, perSecond }: BucketLimits): HeldTerms {
  const half = (500 * (capacity - 1)) / perSecond
  const holdMs = Math.min(MAX_HOLD_MS, Math.max(MIN_HOLD_MS, half))
  const held = (perSecond * holdMs) / 1000
  const burst = capacity - held
  if (burst >= 1) return { ratePerSecond: perSecond, burst, holdMs }
  return { ratePerSecond: perSecond / (1 + held), burst: 1, holdMs }
}

/**
 * This daemon's part of a bucket that daemons share. It holds a slice of tokens for a short time. Slices grow while they
 * are used up, so a busy daemon does not call the tier for each venue call.
 */
export function createSharedAllowance(deps: AllowanceDeps): Allowance {
  const { limit, share, clock, random, onChange, request } = deps
  const { holdMs, ...terms } = computeHeldTerms(limit)
  const maxSlice = Math.max(1, Math.floor((terms.ratePerSecond * holdMs) / 1000))
  const own = { capacity: Math.max(1, share * limit.capacity), perSecond: share * limit.perSecond }
  /** Negative values are calls that did not wait, and are paid with the next tokens. */
  let left = 0
  let expiresAt = Number.NEGATIVE_INFINITY
  let slice = 1
  let granted = 0
  let isAway = false
  let isRequested = false
  /** Earliest time of the next request. */
  let retryAt = Number.NEGATIVE_INFINITY
  /** Consecutive requests that got no tokens. */
  let refusals = 0
  let cancelTimer: (() => void) | undefined
  let ownTokens = own.capacity
  let ownAt = clock.monotonic()

  function refreshTokens(): void {
    const now = clock.monotonic()
    ownTokens = Math.min(own.capacity, ownTokens + ((now - ownAt) * own.perSecond) / 1000)
    ownAt = now
    if (now < expiresAt || left <= 0) return
    left = 0
    slice = 1
  }

  const chargeOf = (cost: number): number => Math.min(cost, terms.burst)
  const ownWaitMs = (cost: number): number =>
    Math.max(0, Math.ceil((1000 * (Math.min(cost, own.capacity) - ownTokens)) / own.perSecond))

  function notifyIn(ms: number): void {
    cancelTimer?.()
    cancelTimer = clock.setTimer(Math.max(1, ms), () => {
      cancelTimer = undefined
      if (left < 0) requestTokens(-left)
      onChange()
    })
  }

  function requestTokens(needed: number): void {
    const now = clock.monotonic()
    if (isRequested) return
    if (now < retryAt) {
      if (!isAway) notifyIn(retryAt - now)
      return
    }
    isRequested = true
    const requested = Math.max(Math.ceil(needed), slice)
    void request(terms, requested).then((grant) => {
      isRequested = false
      noteGrant(grant, requested, now)
      if (left < 0 && !isAway) requestTokens(-left)
      onChange()
    })
  }

  function noteGrant(grant: BudgetGrant | undefined, requested: number, sentAt: number): void {
    refreshTokens()
    const now = clock.monotonic()
    isAway = grant === undefined
    if (grant === undefined) {
      retryAt = now + AWAY_MS
      return
    }
    const { granted: added, waitMs } = grant
    refusals = added > 0 ? 0 : refusals + 1
    // Daemons that got nothing request again sooner than others.
    const jitter = (random() * Math.min(MAX_JITTER_MS, 1000 / terms.ratePerSecond)) / (1 + refusals)
    retryAt = added >= requested ? now : now + Math.max(MIN_RETRY_MS, waitMs) + jitter
    if (added <= 0) return
    granted += added
    left += added
    expiresAt = sentAt + holdMs
    slice = Math.min(maxSlice, 2 * slice)
  }

  return {
    has(cost) {
      refreshTokens()
      const charge = chargeOf(cost)
      if (left >= charge) return true
      requestTokens(charge - left)
      // A call of several tokens keeps those that it has collected.
      if (left > 0) expiresAt = Math.max(clock.monotonic(), retryAt) + holdMs
      if (!isAway) return false
      if (ownWaitMs(cost) === 0) return true
      notifyIn(ownWaitMs(cost))
      return false
    },
    spend(cost) {
      refreshTokens()
      if (left < chargeOf(cost) && isAway) ownTokens = Math.max(-own.capacity, ownTokens - cost)
      else left = Math.max(-limit.capacity, left - cost)
      if (left < 0) requestTokens(-left)
    },
    giveBack(cost) {
      refreshTokens()
      if (isAway) ownTokens = Math.min(own.capacity, ownTokens + cost)
      else left = Math.min(terms.burst, left + cost)
    },
    waitMs(cost) {
      refreshTokens()
      const missing = chargeOf(cost) - left
      if (missing <= 0) return 0
      if (isAway) return ownWaitMs(cost)
      const wait = Math.max(0, retryAt - clock.monotonic())
      return wait === 0 ? 0 : Math.ceil(wait + (1000 * (missing - 1)) / terms.ratePerSecond)
    },
    pause(pauseMs) {
      left = Math.min(0, left)
      void request({ ...terms, pauseMs }, 0)
    },
    snapshot() {
      refreshTokens()
      return {
        state: isAway ? 'alone' : 'shared',
        left: Math.max(0, Math.floor(isAway ? ownTokens : left)),
        granted,
      }
    },
  }
}
