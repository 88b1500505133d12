import * as z from 'zod'
import type {
  CandleSeries,
  CandleSource,
  OutcomeSource,
  VenueContext,
} from '../../src/venue-kit/contract/venue.js'

/** What a played venue keeps of a series. */
const playedFacts = z.object({ route: z.string().exactOptional() })
export type PlayedFacts = z.output<typeof playedFacts>
export type PlayedSeries = CandleSeries<PlayedFacts>

interface Played {
  readonly outcomes: OutcomeSource<PlayedSeries>
  readonly places: Pick<CandleSource<PlayedSeries, PlayedFacts>, 'facts' | 'place'>
}

/** Makes outcomes findable in a venue that is played: each with the series that has its candles. */
export function playedSeries(
  find: (outcomeId: string, ctx: VenueContext) => Promise<PlayedSeries | undefined>,
): Played {
  return {
    outcomes: {
      hint: () => 'Ask for one that is played.',
      async locate(id, ctx) {
        const series = await find(id, ctx)
        if (series === undefined) return undefined
        const { seriesKey: _key, mirrored: _side, facts: _facts, ...outcome } = series
        return { kind: 'outcome', outcome: { ...outcome, facts: series } }
      },
    },
    places: {
      facts: playedFacts,
      place: ({ facts: { seriesKey, mirrored, facts } }) => ({ seriesKey, mirrored, facts }),
    },
  }
}
