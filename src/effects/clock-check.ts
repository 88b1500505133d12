import { CLOCK_TOLERANCE_MS, type Clock } from './clock.js'

/** Compares our wall clock with the time that venues send. */
interface ClockCheck {
  /** A venue has sent its time, epoch ms. */
  note(venueTime: number): void
  /** Whether a venue's time agreed with our clock since that was set last. */
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
