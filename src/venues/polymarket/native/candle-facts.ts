import * as z from 'zod'

/** What is kept of an outcome: its market, and what a share of it paid once that is decided. */
export const candleFacts = z.object({
  marketId: z.string(),
  conditionId: z.string(),
  payout: z.number().exactOptional(),
})

export type CandleFacts = z.output<typeof candleFacts>
