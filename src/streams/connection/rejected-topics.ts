import type { Clock } from '../../effects/clock.js'

/** A venue that does not like what it was told says so within this time. */
const PROBATION_MS = 2_000

/**
 * Finds the topic for which a venue ends a whole connection without naming one: what was told just before is told last on
 * the next connection, one at a time, and blamed where it ends that as well while others stand.
 */
export interface RejectedTopicFinder {
  /** Which of these to tell next, at most so many, and the wait before that. */
  next(
    untold: readonly string[],
    most: number,
  ): { readonly names: readonly string[]; readonly waitMs: number }
  /** They have just been told. */
  told(names: readonly string[]): void
  /**
   * The venue has ended the connection.
   * @returns the topic that is to blame, if that is certain
   */
  ended(): string | undefined
  /** The connection is gone, for whatever reason. */
  reset(): void
  forget(name: string): void
}

export function createRejectedTopicFinder(clock: Pick<Clock, 'monotonic'>): RejectedTopicFinder {
  /** In the order in which they are to be told. */
  const suspected = new Set<string>()
  /** When what stands on this connection was told. */
  const standing = new Map<string, number>()

  const isOnProbation = (name: string): boolean =>
    clock.monotonic() - (standing.get(name) ?? Number.NEGATIVE_INFINITY) < PROBATION_MS

  return {
    next(untold, most) {
      for (const name of suspected) if (standing.has(name) && !isOnProbation(name)) suspected.delete(name)
      const others = untold.filter((name) => !suspected.has(name))
      if (others.length > 0) return { names: others.slice(0, most), waitMs: 0 }
      const waiting = new Set(untold)
      const names = [...suspected].filter((name) => waiting.has(name)).slice(0, 1)
      const toldAt = Math.max(...standing.values())
      return { names, waitMs: names.length === 0 ? 0 : toldAt + PROBATION_MS - clock.monotonic() }
    },
    told(names) {
      for (const name of names) standing.set(name, clock.monotonic())
    },
    ended() {
      const recent = [...standing.keys()].filter(isOnProbation)
      const [only = ''] = recent
      if (recent.length === 1 && suspected.has(only) && standing.size > 1) return only
      for (const name of recent) {
        suspected.delete(name)
        suspected.add(name)
      }
      return undefined
    },
    reset: () => standing.clear(),
    forget(name) {
      suspected.delete(name)
      standing.delete(name)
    },
  }
}
