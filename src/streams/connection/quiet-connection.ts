import type { Clock } from '../../effects/clock.js'

/** Detects that a socket has stopped sending updates for a book: readings find changes, but no update arrived between them. */
export interface QuietDetector {
  /** Notes an update. */
  noteUpdate(): void
  /**
   * Records a reading.
   * @param hasChanged whether the book differs from the known one
   * @returns the start of the time without a due update, by the monotonic clock. A single update may still be on its way.
   */
  read(hasChanged: boolean): number | undefined
}

export function createQuietDetector(clock: Pick<Clock, 'monotonic'>): QuietDetector {
  /** The last reading, unless an update arrived since. */
  let readAt: number | undefined
  let missedSince: number | undefined
  return {
    noteUpdate() {
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
