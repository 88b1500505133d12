import type { Clock } from '../../effects/clock.js'

/** SDKs give up after 30 s without a frame, so their loop ends on a quiet market unless it gets one before. */
const QUIET_MS = 20_000
/** Repeats are due on whole seconds: those of many topics leave in one write. */
const GRID_MS = 1_000

/** Calls `repeat` whenever no frame was sent for {@link QUIET_MS}, within a second. */
export interface QuietTimer {
  start(): void
  noteSent(): void
  stop(): void
}

/** A timer that a frame does not set again: it looks at the time of the last frame when it fires. */
export function createQuietTimer(
  clock: Pick<Clock, 'setTimer' | 'monotonic'>,
  repeat: () => void,
): QuietTimer {
  let sentAt = clock.monotonic()
  let cancel: (() => void) | undefined

  function arm(): void {
    const dueAt = Math.ceil((sentAt + QUIET_MS) / GRID_MS) * GRID_MS
    cancel = clock.setTimer(Math.max(0, dueAt - clock.monotonic()), () => {
      if (sentAt + QUIET_MS <= dueAt) {
        repeat()
        // After what a batch notes of itself: a timer that is late does not move the grid.
        sentAt = dueAt
      }
      arm()
    })
  }

  return {
    start() {
      sentAt = clock.monotonic()
      arm()
    },
    noteSent() {
      sentAt = clock.monotonic()
    },
    stop: () => cancel?.(),
  }
}
