import type { Clock } from '../../effects/clock.js'

/** SDKs give up after 30 s without a frame, so a quiet market needs a frame before that. */
const QUIET_MS = 20_000
/** Repeats are due on whole seconds, so that those of many topics are sent in one write. */
const GRID_MS = 1_000

/** Calls `repeat` if no frame was sent for {@link QUIET_MS}, within a second. */
export interface QuietTimer {
  start(): void
  noteSent(): void
  stop(): void
}

/** Creates a timer that frames do not reset. It compares the time of the last frame when it fires. */
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
        // Set after the note of a batch, so that a late timer does not shift the grid.
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
