import type { VenueCall } from '../../../src/transport/call-types.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, type FakeWire, queryOf } from '../../support/wire.js'

/** Answers of a venue that has no series, nothing in its archive and nothing paused. */
const quiet: Answers = {
  'GET api/series': { series: [] },
  'GET api/historical/cutoff': { market_settled_ts: null, trades_created_ts: null },
  'GET api/markets': { markets: [], cursor: '' },
}

/** The venue over canned answers, with what was asked of it; where the answers say nothing it is a quiet one. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(kalshi, { ...quiet, ...answers }, clock)
}

/** What was asked but for the facts around lists: series, which are asked for once, the archive, what is not open. */
export function askedIn({ calls }: FakeWire): readonly VenueCall[] {
  return calls.filter((call) => {
    const { status } = queryOf(call)
    const isAside = status === 'unopened' || status === 'paused'
    return !isAside && !call.path.startsWith('/series') && call.path !== '/historical/cutoff'
  })
}
