import * as z from 'zod'

/** Facts that venues have stored about a series. Later requests to the venue check them (`CandleSource.facts`). */
export const factsShape = z.record(z.string(), z.json())

/** The located series of an outcome, as files and other daemons give it. */
export const seriesShape = z.object({
  outcomeId: z.string(),
  seriesKey: z.string(),
  mirrored: z.boolean(),
  listedAt: z.number().exactOptional(),
  closedAt: z.number().exactOptional(),
  isSettled: z.literal(true).exactOptional(),
  closingToldAt: z.number().exactOptional(),
  listingToldAt: z.number().exactOptional(),
  isUnconfirmed: z.literal(true).exactOptional(),
  facts: factsShape,
})
