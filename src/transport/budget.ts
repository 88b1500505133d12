import type { SourceId } from '../api/envelope/source-ids.js'
import type { Clock } from '../effects/clock.js'
import type { QueueClient } from '../policy/fair-queue.js'
import {
  type BucketLimits,
  type BucketState,
  type CreateAllowance,
  createTokenBucket,
  type TokenBucket,
} from '../policy/token-bucket.js'
import type { Urgency } from '../policy/urgency.js'
import type { HostFacts, HostLimit } from './hosts.js'

/** The rate budgets of all venue hosts, which all of the daemon's clients share. */
export interface Budgets {
  /**
   * Waits until the limit of the host and that of the request's group both allow the call.
   * @returns 0, or the ms to wait if that is longer than `maxWaitMs`
   */
  spend(spending: BudgetSpending): Promise<number>
  /** Gives back the tokens of a call that was not made. */
  giveBack(spent: Spent): void
  /** Returns the interval between such calls at the tightest limit in ms, or 0 if there is no limit. */
  paceMs(spent: Spent): number
  /**
   * Empties all limits of the call for `ms`, because the host requested a pause.
   * @param isShared whether daemons that share the limit should pause, too
   */
  drain(venue: SourceId, host: string, group: string | undefined, ms: number, isShared?: boolean): void
  /** Empties the tightest limit of such calls for `ms`, but not the wider ones that other calls use. */
  pause(venue: SourceId, host: string, group: string | undefined, ms: number, isShared?: boolean): void
  /** Returns the state of the limits in use, by `venue host` and `venue host group`. */
  snapshot(): ReadonlyMap<string, BudgetState>
}

export interface BudgetState extends BucketState {
  /** Whether only account calls use it (hosts.ts). */
  readonly ofAccounts?: true
}

/** A call's cost, and the limits that it uses. */
export interface Spent {
  readonly venue: SourceId
  readonly host: string
  readonly group: string | undefined
  readonly cost: number
}

export interface BudgetSpending extends Spent {
  readonly maxWaitMs: number
  readonly priority: Urgency
  readonly signal: AbortSignal
  /** The caller, anonymous by default. */
  readonly caller?: QueueClient | undefined
  /** Whether it carries a key. Such a call does not wait for daemons that share the limit, and is counted there afterwards. */
  readonly hasKey?: boolean | undefined
}

/**
 * Connects a limit to the daemons that share it. Returns undefined if it is not shared.
 * @param name `venue host` or `venue host group`
 */
export type ShareLimit = (name: string, limit: BucketLimits) => CreateAllowance | undefined

/** Budgets without limits, for responses without cost to a venue. */
export const unlimitedBudgets: Budgets = {
  spend: async () => 0,
  giveBack() {},
  paceMs: () => 0,
  drain() {},
  pause() {},
  snapshot: () => new Map(),
}

export function createBudgets(
  factsOf: (venue: SourceId, host: string) => HostFacts | undefined,
  clock: Clock,
  shareLimit?: ShareLimit,
): Budgets {
  const buckets = new Map<string, { readonly bucket: TokenBucket; readonly ofAccounts: boolean }>()

  function bucketsOf(venue: SourceId, host: string, group: string | undefined): TokenBucket[] {
    const facts = factsOf(venue, host)
    if (facts === undefined) return []
    const groupLimit = group === undefined ? undefined : facts.groups?.[group]
    const limits: { key: string; limit: HostLimit }[] = []
    if (groupLimit?.isSeparate !== true) limits.push({ key: `${venue} ${host}`, limit: facts.limit })
    if (groupLimit !== undefined) limits.push({ key: `${venue} ${host} ${group}`, limit: groupLimit })
    return limits.map(({ key, limit }) => {
      let known = buckets.get(key)
      if (known === undefined) {
        const isShared = facts.isPrivate !== true && limit.ofAccounts !== true && limit.isOfKeys !== true
        const bucket = createTokenBucket(limit, clock, isShared ? shareLimit?.(key, limit) : undefined)
        known = { bucket, ofAccounts: limit.ofAccounts === true }
        buckets.set(key, known)
      }
      return known.bucket
    })
  }

  return {
    async spend({ venue, host, group, cost, maxWaitMs, priority, signal, caller, hasKey }) {
      // The narrow limit comes first, so that a call refused there has not spent from the wide one.
      const latest = clock.monotonic() + maxWaitMs
      for (const bucket of bucketsOf(venue, host, group).reverse()) {
        const granted = await bucket.take(cost, latest - clock.monotonic(), priority, signal, caller, hasKey)
        if (!granted) return Math.max(1, bucket.waitMs(cost))
      }
      return 0
    },
    giveBack({ venue, host, group, cost }) {
      for (const bucket of bucketsOf(venue, host, group)) bucket.giveBack(cost)
    },
    paceMs({ venue, host, group, cost }) {
      const paces = bucketsOf(venue, host, group).map((bucket) => (1000 * cost) / bucket.snapshot().perSecond)
      return Math.max(0, ...paces)
    },
    drain(venue, host, group, ms, isShared) {
      for (const bucket of bucketsOf(venue, host, group)) bucket.drain(ms, isShared)
    },
    pause: (venue, host, group, ms, isShared) => bucketsOf(venue, host, group).at(-1)?.drain(ms, isShared),
    snapshot: () =>
      new Map(
        [...buckets].map(([key, { bucket, ofAccounts }]) => [
          key,
          { ...bucket.snapshot(), ...(ofAccounts ? { ofAccounts } : {}) },
        ]),
      ),
  }
}

/**
 * Returns the calls per second that the tightest limit of public calls allows.
 * @param place endpoint of the calls. If absent, all of the venue's limits in use count, except account limits, which do not
 * apply to public data.
 */
export function computeCallRate(
  budgets: ReadonlyMap<string, BudgetState>,
  venue: SourceId,
  place?: { readonly host: string; readonly group?: string | undefined },
): number {
  const own = place && [`${venue} ${place.host}`, `${venue} ${place.host} ${place.group}`]
  const rates = [...budgets].flatMap(([key, { perSecond, ofAccounts }]) => {
    const isSpent = own === undefined ? key.startsWith(`${venue} `) && ofAccounts !== true : own.includes(key)
    return isSpent ? perSecond : []
  })
  return Math.min(Number.MAX_SAFE_INTEGER, ...rates)
}

/** Permission to make one call to a host immediately. It has been paid from the host's limits and holds a slot. */
export interface Permit {
  /** Interval between such calls at the host's limits, ms. */
  readonly paceMs: number
  /**
   * Uses the permit once, for a call with the same cost.
   * @returns a function that frees the slot after the call. Returns undefined if the call needs its own permission, for
   * which this permit is first released.
   */
  use(spent: Spent): (() => void) | undefined
  /** Releases a permit that no call used. */
  release(): void
}

/**
 * @param leaveRoom frees the slot
 * @param giveBack returns the spent tokens
 */
export function createPermit(
  paid: Spent,
  paceMs: number,
  leaveRoom: () => void,
  giveBack: () => void,
): Permit {
  let isOpen = true

  function release(): void {
    if (!isOpen) return
    isOpen = false
    leaveRoom()
    giveBack()
  }

  return {
    paceMs,
    use({ venue, host, group, cost }) {
      const fits = paid.venue === venue && paid.host === host && paid.group === group && paid.cost === cost
      if (!fits) release()
      if (!isOpen) return undefined
      isOpen = false
      return leaveRoom
    },
    release,
  }
}
