import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(polymarketUs, answers, clock)
}
