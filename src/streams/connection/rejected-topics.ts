import type { Clock } from '../../effects/clock.js'

/** Venues reject an invalid subscription within this time. */
const PROBATION_MS = 2_000

/**
 * Finds the topic because of which a venue ends a whole connection without naming the topic. On the next connection, the topics
 * that were subscribed to just before come last, one at a time. A topic is considered the cause if that connection ends after it,
 * while others are subscribed.
 */
export interface RejectedTopicFinder {
  /** Returns the next topics to subscribe to, up to a given number, and the wait before that. */
  next(
    untold: readonly string[],
    most: number,
  ): { readonly names: readonly string[]; readonly waitMs: number }
  /** Records topics that have just been subscribed to. */
  noteSubscribed(names: readonly string[]): void
  /**
   * Handles the venue's closing of the connection.
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
  /** Subscription times of this connection's topics. */
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
