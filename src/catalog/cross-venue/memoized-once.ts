import type { Clock } from '../../effects/clock.js'
import type { ListSnapshot } from '../rows/snapshot-rows.js'

/** A value derived from a set of lists. */
export interface Memoized<Value> {
  readonly snapshots: readonly ListSnapshot[]
  readonly value: Value
  /** Unique to this value. */
  readonly mark: symbol
}

interface MadeOnceDeps<Value> {
  readonly clock: Pick<Clock, 'monotonic'>
  /**
   * Returns the minimum time before the value is rebuilt while an older one can serve, ms. The syncs of sixteen venues end one
   * after the other.
   * @param tookMs how long the last build took
   */
  restMs(tookMs: number): number
  make(shelves: readonly ListSnapshot[]): Promise<Value>
}

export interface MemoizedValue<Value> {
  /**
   * Reads from the value if it exists. Otherwise returns undefined and starts building it.
   * @throws errors of `from`
   */
  readNow<Answer>(ready: readonly ListSnapshot[], from: (made: Memoized<Value>) => Answer): Answer | undefined
  /**
   * Reads from the value. Rows of long superseded lists are deleted, so the value is rebuilt once if reading fails.
   * @param ready the current lists, at least one
   */
  read<Answer>(ready: readonly ListSnapshot[], from: (made: Memoized<Value>) => Answer): Promise<Answer>
}

/** Memoizes an expensive value derived from all lists. It is built once for each state of the lists, for all callers. */
export function createMemoizedValue<Value>({
  clock,
  restMs,
  make,
}: MadeOnceDeps<Value>): MemoizedValue<Value> {
  let made: Memoized<Value> | undefined
  let making: Promise<Memoized<Value>> | undefined
  let restUntil = Number.NEGATIVE_INFINITY

  async function makeOf(from: readonly ListSnapshot[]): Promise<Memoized<Value>> {
    const begun = clock.monotonic()
    const value = await make(from)
    const ended = clock.monotonic()
    restUntil = ended + restMs(ended - begun)
    made = { snapshots: from, value, mark: Symbol() }
    return made
  }

  function makeOnce(from: readonly ListSnapshot[]): Promise<Memoized<Value>> {
    making ??= makeOf(from).finally(() => {
      making = undefined
    })
    return making
  }

  /**
   * Returns the value of the current lists. While a new one is built, it returns the older one if that is allowed and has every
   * venue.
   */
  function current(
    now: readonly ListSnapshot[],
    isOldWanted: boolean,
  ): Memoized<Value> | Promise<Memoized<Value>> {
    const before = made
    if (before !== undefined && areSame(before.snapshots, now)) return before
    const hasAll = now.every(({ venue }) => before?.snapshots.some((shelf) => shelf.venue === venue))
    if (before === undefined || !hasAll || !isOldWanted) return makeOnce(now)
    if (clock.monotonic() >= restUntil) makeOnce(now).catch(() => undefined)
    return before
  }

  return {
    readNow(ready, from) {
      const one = current(ready, true)
      if (!(one instanceof Promise)) return from(one)
      // The error is reported to the callers that wait.
      one.catch(() => undefined)
      return undefined
    },
    async read(ready, from) {
      for (let isFirst = true; ; isFirst = false) {
        const one = await current(ready, isFirst)
        try {
          return from(one)
        } catch (error) {
          if (!isFirst) throw error
          made = undefined
        }
      }
    },
  }
}

function areSame(some: readonly ListSnapshot[], others: readonly ListSnapshot[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ venue, key }, at) => venue === others[at]?.venue && key === others[at]?.key)
  )
}
