import * as z from 'zod'

/** The stored data of an outcome: its market and, once decided, the payout of a share. */
export const candleFacts = z.object({
  marketId: z.string(),
  conditionId: z.string(),
  payout: z.number().exactOptional(),
})

export type CandleFacts = z.output<typeof candleFacts>
