import type { Clock } from '../../../effects/clock.js'
import { createLru } from '../../../policy/lru.js'
import { createShrunkLists } from './shrunk-lists.js'

/** Number of lists whose last size is remembered. */
const MAX_LISTS = 1_000

/** A list that was just read. */
interface ListRead {
  /** Identifies the list. */
  readonly key: string
  /** Whose rows it has, such as `kalshi markets`. */
  readonly name: string
  readonly rows: number
  /** Whether it was read to its end although it has rows. */
  readonly isWhole: boolean
}

/** Judges lists that are returned without a cached list to compare them with. */
export interface ListDoubts {
  /**
   * Returns a warning about a list that one response alone shows to be empty or much shorter, or undefined without a
   * doubt.
   */
  judge(read: ListRead): string | undefined
}

/** Creates the check. A blank or truncated response looks like a list that has become empty or short. */
export function createListDoubts(clock: Pick<Clock, 'now' | 'monotonic'>): ListDoubts {
  const shrunk = createShrunkLists(clock)
  const known = createLru<{ readonly rows: number; readonly beganAt: number }>(MAX_LISTS)
  return {
    judge({ key, name, rows, isWhole }) {
      if (rows > 0 && !isWhole) return undefined
      const before = known.get(key)
      const size = (count: number) => ({ event: 0, market: count })
      // Of a list that was never read, any row would be more than none.
      const served = { size: size(before?.rows ?? 1), beganAt: before?.beganAt ?? clock.now() }
      const doubted = before === undefined && rows > 0 ? undefined : shrunk.judge(key, size(rows), served)
      if (doubted === undefined) {
        known.set(key, { rows, beganAt: clock.now() })
        return undefined
      }
      const count = rows === 0 ? 'no rows' : `${rows} rows`
      const earlier = before === undefined ? '' : `, down from ${before.rows}`
      return `the list of ${name} has ${count}${earlier}; only one response shows this, so rows may be missing`
    },
  }
}
