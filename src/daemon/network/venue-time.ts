import type { SourceId } from '../../api/envelope/source-ids.js'
import { createOrderTime, createSimulatedOrderTime } from '../../core/trading/records/order-time.js'
import type { Clock } from '../../effects/clock.js'
import { createClockCheck } from '../../effects/clock-check.js'
import { createVenueClocks } from '../../transport/venue-clocks.js'

/**
 * Creates the clocks that use the time of venue responses.
 * @param isReal false for a recording (it holds no venue times) and a simulation: their clock is right
 */
export function createVenueTime(clock: Clock, isReal: boolean) {
  const check = createClockCheck(clock)
  const clocks = createVenueClocks(clock)
  const time = isReal ? createOrderTime(clock, clocks.told) : createSimulatedOrderTime(clock)
  return {
    time,
    isClockConfirmed: isReal ? check.isConfirmed : undefined,
    isClockDenied: isReal ? check.isDenied : undefined,
    venueNow: isReal ? clocks.now : () => clock.now(),
    onTime(at: number, venue: SourceId): void {
      time.noteVenueTime(at)
      check.note(at)
      clocks.note(venue, at)
    },
  }
}
