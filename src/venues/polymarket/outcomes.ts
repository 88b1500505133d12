import { PmxError } from '../../api/errors.js'
import { memoKey } from '../../venue-kit/memo.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { assertOutcomeShape, readId } from './ids.js'
import { findMarket, findTokenMarket } from './lookup.js'
import type { GammaMarket } from './wire.js'

/** What books, trades and candles need to know about an outcome. */
export interface OutcomeFacts {
  readonly tokenId: string
  readonly marketId: string
  /** Lower case. */
  readonly conditionId: string
  /** Epoch ms; nothing was quoted before. */
  readonly listedAt?: number
  /** Epoch ms of the resolution; absent while it trades and where the venue does not say. */
  readonly closedAt?: number
  /** What a share paid, 0..1; only of a closed market. */
  readonly payout?: number
}

/** While a market is open its closing may be learned this late. */
const ofOpenMarket = memoKey<OutcomeFacts>('polymarket open outcome', 5 * 60_000)
const ofClosedMarket = memoKey<OutcomeFacts>('polymarket closed outcome', 24 * 60 * 60_000)

/**
 * The token id in an outcome id.
 * @throws VALIDATION_ERROR field `id` for what cannot be an outcome id; NOT_FOUND, naming the outcome ids of the
 * market, for the id of a market
 */
export async function requireToken(outcomeId: string, ctx: VenueContext): Promise<string> {
  assertOutcomeShape(outcomeId)
  const native = readId(outcomeId)
  if (native.kind === 'token') return native.tokenId
  const market = await findMarket(outcomeId, ctx)
  const outcomeIds = market?.clobTokenIds?.filter((token) => token !== '') ?? []
  if (market === undefined || outcomeIds.length === 0) throw noSuchOutcome(outcomeId)
  const names = outcomeIds.map((token, index) => `${token} (${market.outcomes?.[index] ?? index})`)
  throw new PmxError(
    'NOT_FOUND',
    `'${outcomeId}' is a Polymarket market, not an outcome. Its outcome ids are ${names.join(', ')}.`,
    { detail: { kind: 'market_not_outcome', marketId: market.id, outcomeIds } },
  )
}

/**
 * The facts about an outcome, remembered for a while.
 * @throws as {@link requireToken}; NOT_FOUND when no market has the token
 */
export async function outcomeFacts(outcomeId: string, ctx: VenueContext): Promise<OutcomeFacts> {
  const tokenId = await requireToken(outcomeId, ctx)
  const remembered = ctx.memo.get(ofClosedMarket, tokenId) ?? ctx.memo.get(ofOpenMarket, tokenId)
  if (remembered !== undefined) return remembered
  const market = await findTokenMarket(tokenId, ctx)
  if (market === undefined) throw noSuchOutcome(tokenId)
  const facts = toOutcomeFacts(market, tokenId)
  ctx.memo.set(facts.closedAt === undefined ? ofOpenMarket : ofClosedMarket, tokenId, facts)
  return facts
}

/** The facts about a token in its market's own words. */
export function toOutcomeFacts(market: GammaMarket, tokenId: string): OutcomeFacts {
  const starts = [market.startDate, market.acceptingOrdersTimestamp, market.createdAt]
  const listed = starts.filter((at) => at !== undefined)
  const closedAt = market.closed ? market.closedTime : undefined
  const index = market.clobTokenIds?.indexOf(tokenId) ?? -1
  const payout = market.closed ? market.outcomePrices?.[index] : undefined
  return {
    tokenId,
    marketId: market.id,
    conditionId: market.conditionId.toLowerCase(),
    // The start date is nominal: quotes can be older than it, never older than the market itself.
    ...(listed.length === 0 ? {} : { listedAt: Math.min(...listed) }),
    // Not the end date, which can lie weeks off either way (README.md).
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(payout === undefined ? {} : { payout }),
  }
}

/** The error for an id that no market's outcome has. */
function noSuchOutcome(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Polymarket has no outcome '${outcomeId.slice(0, 100)}'. An outcome id is the long decimal token id ` +
      "found as outcomeId in a market's outcomes.",
  )
}
