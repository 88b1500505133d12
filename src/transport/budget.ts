import type { SourceId } from '../api/envelope/source-ids.js'
import type { Clock } from '../effects/clock.js'
import type { QueueClient } from '../policy/fair-queue.js'
import { type BucketState, createTokenBucket, type TokenBucket } from '../policy/token-bucket.js'
import type { Urgency } from '../policy/urgency.js'
import type { HostFacts, HostLimit } from './hosts.js'

/** The rate budget of every venue host: one for the whole machine, shared by all clients of the daemon. */
export interface Budgets {
  /**
   * Waits until the host's limit and the request's group both allow the call.
   * @returns ms to wait when that is not possible within `maxWaitMs`, else 0
   */
  spend(spending: BudgetSpending): Promise<number>
  /** Gives back what was spent on a call that was not made after all. */
  giveBack(spent: Spent): void
  /** Ms in which the narrowest of the limits lets one such call pass; 0 where there is none. */
  paceMs(spent: Spent): number
  /** The host said stop for `ms`. */
  drain(venue: SourceId, host: string, group: string | undefined, ms: number): void
  /** The narrowest limit of such calls is used up for `ms`; wider ones, which other calls spend, are not. */
  pause(venue: SourceId, host: string, group: string | undefined, ms: number): void
  /** How the limits stand that were spent from so far, by `venue host` and `venue host group`. */
  snapshot(): ReadonlyMap<string, BudgetState>
}

export interface BudgetState extends BucketState {
  /** Only calls of accounts spend it (hosts.ts). */
  readonly ofAccounts?: true
}

/** What a call spends, and of which limits. */
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
  /** For whom; for nobody in particular by default. */
  readonly caller?: QueueClient | undefined
}

/** For answers that cost nobody anything. */
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
): Budgets {
  const buckets = new Map<string, { readonly bucket: TokenBucket; readonly ofAccounts: boolean }>()

  function bucketsOf(venue: SourceId, host: string, group: string | undefined): TokenBucket[] {
    const facts = factsOf(venue, host)
    if (facts === undefined) return []
    const groupLimit = group === undefined ? undefined : facts.groups?.[group]
    const limits: { key: string; limit: HostLimit }[] = []
    if (groupLimit?.isApart !== true) limits.push({ key: `${venue} ${host}`, limit: facts.limit })
    if (groupLimit !== undefined) limits.push({ key: `${venue} ${host} ${group}`, limit: groupLimit })
    return limits.map(({ key, limit }) => {
      let known = buckets.get(key)
      if (known === undefined) {
        known = { bucket: createTokenBucket(limit, clock), ofAccounts: limit.ofAccounts === true }
        buckets.set(key, known)
      }
      return known.bucket
    })
  }

  return {
    async spend({ venue, host, group, cost, maxWaitMs, priority, signal, caller }) {
      // The narrow limit first: who is refused there has not spent from the wide one.
      const latest = clock.monotonic() + maxWaitMs
      for (const bucket of bucketsOf(venue, host, group).reverse()) {
        const granted = await bucket.take(cost, latest - clock.monotonic(), priority, signal, caller)
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
    drain(venue, host, group, ms) {
      for (const bucket of bucketsOf(venue, host, group)) bucket.drain(ms)
    },
    pause: (venue, host, group, ms) => bucketsOf(venue, host, group).at(-1)?.drain(ms),
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
 * Calls a second that the narrowest of the limits allows that public calls spend.
 * @param place where they go; without it all of the venue's limits count that were spent from so far, but for those of
 * accounts, which say nothing of what public data may be asked
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

/** Leave to make one call of a host, now: it is paid from the host's limits, and there is room for it. */
export interface Permit {
  /** Ms in which the host's limits let one such call pass. */
  readonly paceMs: number
  /**
   * Makes use of it, once, for a call that spends the same.
   * @returns what frees the room when the call has ended; undefined where the call has to wait for leave of its own,
   * before which this one is given back
   */
  use(spent: Spent): (() => void) | undefined
  /** Gives it back where no call made use of it. */
  release(): void
}

/**
 * @param leaveRoom frees the room that is held
 * @param giveBack returns what was paid
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
