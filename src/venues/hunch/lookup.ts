import { PmxError } from '../../api/envelope/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertNamed } from '../../venue-kit/payload/payload.js'
import { readMarketName, readOutcomeId } from './ids.js'
import { toEventRow, toMarketRow } from './mapping.js'
import { fetchMarket, fetchOdds, fetchResult } from './native/request.js'
import { isTwoSided } from './native/sides.js'

/** Returns the event with this id, slug or page, which is that of its only market. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const row = await getMarket(id, ctx)
  return row && toEventRow(row)
}

/**
 * Returns the market with this id, slug or page, or undefined if the venue has none. The slug of a recurring market means
 * its current round.
 * @throws NOT_FOUND naming the result of a market of which the venue only returns the result
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const name = readMarketName(id)
  if (name === undefined) return undefined
  const market = await fetchMarket(name, ctx)
  if (market === undefined) {
    const over = await fetchResult(name, ctx)
    if (over === undefined) return undefined
    throw onlyResult(name, over.status, over.resolvedOutcome)
  }
  const { status } = market
  const isUndecided = status === 'open' || status === 'closed'
  // The reference of a market has the odds of two sides; those of several are in its research.
  const odds = isUndecided && !isTwoSided(market) ? await fetchOdds(market.id, ctx) : undefined
  const result = status === 'resolved' ? await fetchResult(market.id, ctx) : undefined
  if (result?.marketId !== undefined)
    assertNamed(market.id, [result.marketId], 'GET /result', 'result.marketId')
  const { ladder, stats } = odds ?? {}
  return { ...toMarketRow(market, { ladder, stats, result }, ctx.clock.now()), aliases: [id.trim()] }
}

/** Returns the market with this outcome, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const ref = readOutcomeId(outcomeId)
  const row = ref && (await getMarket(ref.marketId, ctx))
  return row?.market.outcomes.some((outcome) => outcome.outcomeId === outcomeId.trim()) ? row : undefined
}

function onlyResult(name: string, status: string, outcome: string | undefined): PmxError {
  const how = outcome === undefined ? `its result is '${status}'` : `it was decided for '${outcome}'`
  return new PmxError('NOT_FOUND', `Hunch no longer shows the market '${name}': ${how}.`, {
    detail: { kind: 'only_result', status, ...(outcome === undefined ? {} : { resolvedOutcome: outcome }) },
  })
}
