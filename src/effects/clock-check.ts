import { CLOCK_TOLERANCE_MS, type Clock } from './clock.js'

/** Compares the local wall clock with the time that venues send. */
interface ClockCheck {
  /** Records the time of a venue, epoch ms. */
  note(venueTime: number): void
  /** Whether a venue's time agreed with the wall clock since it was last set. */
  isConfirmed(): boolean
  /** Whether the last venue's time disagreed with the wall clock, and none has agreed since. False before the first one. */
  isDenied(): boolean
}

export function createClockCheck(clock: Pick<Clock, 'now' | 'monotonic'>): ClockCheck {
  const aheadMs = (): number => clock.now() - clock.monotonic()
  const isSetSince = (at: number | undefined): boolean =>
    at === undefined || Math.abs(aheadMs() - at) > CLOCK_TOLERANCE_MS
  let confirmedAt: number | undefined
  let deniedAt: number | undefined
  return {
    note(venueTime) {
      const isRight = Math.abs(venueTime - clock.now()) <= CLOCK_TOLERANCE_MS
      if (isRight) confirmedAt = aheadMs()
      deniedAt = isRight ? undefined : aheadMs()
    },
    isConfirmed: () => !isSetSince(confirmedAt),
    isDenied: () => !isSetSince(deniedAt),
  }
}
