import type { VenueCall } from '../../../src/transport/call.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers, FakeWire } from '../../support/wire.js'

/** The venue over canned answers, with what was asked of it. No series is known unless the answers have some. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(kalshi, { 'GET api/series': { series: [] }, ...answers }, clock)
}

/** What was asked but for the facts about series, which lists ask for once. */
export function askedIn({ calls }: FakeWire): readonly VenueCall[] {
  return calls.filter(({ path }) => !path.startsWith('/series'))
}
