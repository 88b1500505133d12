import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { OutcomeSide } from './order-wire.js'
import { findNative } from './single-rows.js'

/** A market's tokens, by the number of the side in account rows, or none if the venue no longer has the market. */
export type OutcomeTokens = Readonly<Partial<Record<OutcomeSide, string>>>

/** They never change. */
const tokensOf = defineMemoKey<OutcomeTokens>('opinion tokens of market', 24 * 60 * 60_000)

/** Returns the tokens of markets: account rows name markets and sides, but no tokens (../README.md). */
export async function readTokens(
  marketIds: readonly number[],
  ctx: VenueContext,
): Promise<ReadonlyMap<number, OutcomeTokens>> {
  const asked = [...new Set(marketIds)]
  const found = await Promise.all(
    asked.map(async (marketId) => [marketId, await tokensAt(marketId, ctx)] as const),
  )
  return new Map(found)
}

async function tokensAt(marketId: number, ctx: VenueContext): Promise<OutcomeTokens> {
  const known = await remember(ctx.memo, tokensOf, String(marketId), async () => {
    const market = await findNative(marketId, ctx)
    if (market?.yesTokenId === undefined || market.noTokenId === undefined) return undefined
    return { 1: market.yesTokenId, 2: market.noTokenId }
  })
  return known ?? {}
}
