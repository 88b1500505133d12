import { PmxError } from '../../api/errors.js'
import { drift } from '../../venue-kit/payload.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { readId } from './ids.js'
import { findMarketOf } from './places.js'
import { findNative } from './rows.js'
import type { NativeMarket } from './wire.js'

/**
 * The native market that has an outcome.
 * @throws NOT_FOUND when none has it, naming the outcome ids where it is the id of a market
 */
export async function requireOutcome(
  outcomeId: string,
  ctx: VenueContext,
): Promise<{ readonly tokenId: string; readonly market: NativeMarket }> {
  const tokenId = await tokenIn(outcomeId, ctx)
  const number = await findMarketOf(tokenId, ctx)
  const market = number === undefined ? undefined : await findNative(number, ctx)
  if (market === undefined) throw noSuchOutcome(outcomeId)
  if (market.yesTokenId === tokenId || market.noTokenId === tokenId) return { tokenId, market }
  throw drift('GET /market/{id}', 'result.data.yesTokenId', `market ${market.marketId} lost token ${tokenId}`)
}

async function notAnOutcome(number: number, ctx: VenueContext): Promise<PmxError> {
  const market = await findNative(number, ctx)
  const outcomeIds = [market?.yesTokenId, market?.noTokenId].filter((token) => token !== undefined)
  if (outcomeIds.length === 0) return noSuchOutcome(String(number))
  return new PmxError(
    'NOT_FOUND',
    `'${number}' is an Opinion market, not an outcome. Its outcome ids are ${outcomeIds.join(', ')}.`,
    { detail: { kind: 'market_not_outcome', marketId: String(number), outcomeIds } },
  )
}

/**
 * The token in an outcome id.
 * @throws NOT_FOUND for what has not the shape of one, naming the outcome ids where it is the id of a market
 */
export async function tokenIn(outcomeId: string, ctx: VenueContext): Promise<string> {
  const native = readId(outcomeId)
  if (native.kind === 'token') return native.tokenId
  throw native.kind === 'number' ? await notAnOutcome(native.number, ctx) : noSuchOutcome(outcomeId)
}

/** The error for an id that no market's outcome has. */
export function noSuchOutcome(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Opinion has no outcome '${outcomeId.slice(0, 100)}'. An outcome id is the long decimal token id ` +
      "found as outcomeId in a market's outcomes.",
  )
}
