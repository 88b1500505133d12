import type { VenueCall } from '../../../src/transport/call-types.js'
import { probable } from '../../../src/venues/probable/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, type FakeWire, queryOf } from '../../support/wire.js'

/** The venue over canned answers, with what was asked of it. No event is listed unless the answers have some. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(probable, { 'GET market/events': [], ...answers }, clock)
}

/** What was asked but for the events, of which lists of markets ask once. */
export function askedIn({ calls }: FakeWire): readonly VenueCall[] {
  return calls.filter(({ path }) => path !== '/events')
}

/** Rows by number of page, as `?page=<n>` asks for them; pages beyond the last are empty. */
export function pageAsked<Row>(pages: readonly (readonly Row[])[], call: VenueCall): readonly Row[] {
  return pages[Number(queryOf(call)['page']) - 1] ?? []
}
