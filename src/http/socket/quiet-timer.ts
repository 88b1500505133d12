import type { Clock } from '../../effects/clock.js'

/** SDKs give up after 30 s without a frame, so their loop ends on a quiet market unless it gets one before. */
const QUIET_MS = 20_000

/** Calls `repeat` whenever no frame was sent for {@link QUIET_MS}. */
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

  function arm(ms: number): void {
    cancel = clock.setTimer(ms, () => {
      const leftMs = sentAt + QUIET_MS - clock.monotonic()
      if (leftMs > 0) {
        arm(leftMs)
        return
      }
      sentAt = clock.monotonic()
      repeat()
      arm(QUIET_MS)
    })
  }

  return {
    start: () => arm(QUIET_MS),
    noteSent() {
      sentAt = clock.monotonic()
    },
    stop: () => cancel?.(),
  }
}
