import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import { type CandidateMarket, withFeatures } from '../../src/core/cross-venue/catalog/match-candidates.js'
import { market } from './fake-venue.js'

/** A market of yes and no, with what it asks. */
export function readMarketOf(venue: VenueId, marketId: string, title: string): CandidateMarket {
  const { market: row } = market(marketId, { title })
  const [yes, no] = ['Yes', 'No'].map((label) => ({ outcomeId: `${marketId}-${label}`, marketId, label }))
  const told = { ...row, sourceExchange: venue, outcomes: [yes, no], yes, no } as typeof row
  return withFeatures({ venue, market: told, wire: () => told })
}
