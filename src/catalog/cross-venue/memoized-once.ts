import type { Clock } from '../../effects/clock.js'
import type { ListSnapshot } from '../rows/snapshot-rows.js'

/** Something made of lists as they stood. */
export interface Memoized<Value> {
  readonly shelves: readonly ListSnapshot[]
  readonly value: Value
  /** Of nothing else that was made. */
  readonly mark: symbol
}

interface MadeOnceDeps<Value> {
  readonly clock: Pick<Clock, 'monotonic'>
  /**
   * It is not made again sooner while there is one that will do, ms: lists of sixteen venues end to be read one after the
   * other.
   * @param tookMs how long making it took the last time
   */
  restMs(tookMs: number): number
  make(shelves: readonly ListSnapshot[]): Promise<Value>
}

export interface MemoizedValue<Value> {
  /**
   * What is read from it where that takes no waiting; undefined where it has to be made, which begins.
   * @throws what reading throws
   */
  readNow<Answer>(ready: readonly ListSnapshot[], from: (made: Memoized<Value>) => Answer): Answer | undefined
  /**
   * What is read from it. Rows of lists that were replaced long ago are no longer kept: when reading fails, it is made
   * anew, once.
   * @param ready what lies ready now: one list at least
   */
  read<Answer>(ready: readonly ListSnapshot[], from: (made: Memoized<Value>) => Answer): Promise<Answer>
}

/** What takes long to make of the lists of all venues: made once for each state of them, whoever asks. */
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
    made = { shelves: from, value, mark: Symbol() }
    return made
  }

  function makeOnce(from: readonly ListSnapshot[]): Promise<Memoized<Value>> {
    making ??= makeOf(from).finally(() => {
      making = undefined
    })
    return making
  }

  /** Made of what lies ready; the one before it while a new one is made, where it has every venue and is wanted. */
  function current(
    now: readonly ListSnapshot[],
    isOldWanted: boolean,
  ): Memoized<Value> | Promise<Memoized<Value>> {
    const before = made
    if (before !== undefined && areSame(before.shelves, now)) return before
    const hasAll = now.every(({ venue }) => before?.shelves.some((shelf) => shelf.venue === venue))
    if (before === undefined || !hasAll || !isOldWanted) return makeOnce(now)
    if (clock.monotonic() >= restUntil) makeOnce(now).catch(() => undefined)
    return before
  }

  return {
    readNow(ready, from) {
      const one = current(ready, true)
      if (!(one instanceof Promise)) return from(one)
      // Told to who waits for it.
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
