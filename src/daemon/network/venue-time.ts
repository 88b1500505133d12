import type { SourceId } from '../../api/envelope/source-ids.js'
import { createOrderTime, createSimulatedOrderTime } from '../../core/trading/records/order-time.js'
import type { Clock } from '../../effects/clock.js'
import { createClockCheck } from '../../effects/clock-check.js'
import { createVenueClocks } from '../../transport/venue-clocks.js'

/**
 * Everything that learns from the time that venues send.
 * @param isReal recordings hold no times of venues: their clock is right, as that of a simulation is
 */
export function createVenueTime(clock: Clock, isReal: boolean) {
  const time = isReal ? createOrderTime(clock) : createSimulatedOrderTime(clock)
  const check = createClockCheck(clock)
  const clocks = createVenueClocks(clock)
  return {
    time,
    isClockConfirmed: isReal ? check.isConfirmed : undefined,
    venueNow: isReal ? clocks.now : () => clock.now(),
    onTime(at: number, venue: SourceId): void {
      time.noteVenueTime(at)
      check.note(at)
      clocks.note(venue, at)
    },
  }
}
