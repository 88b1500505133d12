import type { Clock } from '../../effects/clock.js'

/** Whether a socket has stopped telling of a book: readings find it changed, and nothing was told between them. */
export interface QuietDetector {
  /** Something was told. */
  heard(): void
  /**
   * It was read.
   * @param hasChanged it is another one than was known
   * @returns since when nothing was told although it should have been, by the monotonic clock; once may be on its way
   */
  read(hasChanged: boolean): number | undefined
}

export function createQuietDetector(clock: Pick<Clock, 'monotonic'>): QuietDetector {
  /** The last reading, unless something was told since. */
  let readAt: number | undefined
  let missedSince: number | undefined
  return {
    heard() {
      readAt = undefined
      missedSince = undefined
    },
    read(hasChanged) {
      const since = hasChanged && readAt !== undefined ? missedSince : undefined
      if (since !== undefined) missedSince = undefined
      else if (hasChanged) missedSince ??= readAt
      readAt = clock.monotonic()
      return since
    },
  }
}
