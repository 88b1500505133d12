import { CLOCK_TOLERANCE_MS, type Clock } from './clock.js'

/** Compares the local wall clock with the time that venues send. */
interface ClockCheck {
  /** Records the time of a venue, epoch ms. */
  note(venueTime: number): void
  /** Whether a venue's time agreed with the wall clock since it was last set. */
  isConfirmed(): boolean
}

export function createClockCheck(clock: Pick<Clock, 'now' | 'monotonic'>): ClockCheck {
  const aheadMs = (): number => clock.now() - clock.monotonic()
  let confirmedAt: number | undefined
  return {
    note(venueTime) {
      if (Math.abs(venueTime - clock.now()) <= CLOCK_TOLERANCE_MS) confirmedAt = aheadMs()
    },
    isConfirmed: () => confirmedAt !== undefined && Math.abs(aheadMs() - confirmedAt) <= CLOCK_TOLERANCE_MS,
  }
}
