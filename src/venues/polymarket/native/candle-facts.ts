import * as z from 'zod'

/** Stored facts of an outcome: its market, and the payout of a share once that is decided. */
export const candleFacts = z.object({
  marketId: z.string(),
  conditionId: z.string(),
  payout: z.number().exactOptional(),
})

export type CandleFacts = z.output<typeof candleFacts>
