import type { Clock } from '../../effects/clock.js'

/** A venue rejects an invalid subscription within this time. */
const PROBATION_MS = 2_000

/**
 * Finds the topic for which a venue ends a whole connection without naming it. The topics subscribed just before come last on the
 * next connection, one at a time. A topic is blamed if it ends that connection while others are subscribed.
 */
export interface RejectedTopicFinder {
  /** Returns the next topics to subscribe, up to a number, and the wait before that. */
  next(
    untold: readonly string[],
    most: number,
  ): { readonly names: readonly string[]; readonly waitMs: number }
  /** Notes topics that have just been subscribed. */
  noteSubscribed(names: readonly string[]): void
  /**
   * Handles the end of the connection by the venue.
   * @returns the topic that caused it, if that is certain
   */
  ended(): string | undefined
  /** Handles the loss of the connection for any reason. */
  reset(): void
  forget(name: string): void
}

export function createRejectedTopicFinder(clock: Pick<Clock, 'monotonic'>): RejectedTopicFinder {
  /** In the order of subscription. */
  const suspected = new Set<string>()
  /** Subscription times of the topics on this connection. */
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
    noteSubscribed(names) {
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
