import { pathOf } from '../../../transport/call-types.js'
import type { Page } from '../../../venue-kit/contract/paging.js'
import type { Status, VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertNamed, expectSomewhere, readPayload } from '../../../venue-kit/payload/payload.js'
import { readList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { isUnknownOrOff } from '../errors.js'
import {
  type HistoryPoint,
  type MarketRef,
  marketReply,
  marketsPage,
  type ResearchOdds,
  type Result,
  researchHistory,
  researchOdds,
  result,
} from '../schemas.js'

export const MARKETS = 'GET /markets'
const MARKET = 'GET /markets/{id}'
export const RESEARCH = 'GET /markets/{id}/research'
const RESULT = 'GET /result'

/** Maximum number of markets per page. */
const ROWS_PER_PAGE = 200

/** The venue's list for each status: ended markets are only in the list of all. */
const statusWords: Readonly<Record<Status, string>> = { active: 'open', closed: 'all' }

/** Fetches a page of markets: those that accept bets, or all. */
export async function fetchMarkets(
  status: Status,
  cursor: string | undefined,
  ctx: VenueContext,
): Promise<Page<MarketRef>> {
  const query = { status: statusWords[status], limit: ROWS_PER_PAGE, cursor }
  const { json } = await ctx.http.send({ host: 'agent', path: '/markets', query })
  const { markets, nextCursor } = readList(marketsPage, json, MARKETS, ctx)
  expectSomewhere(pricedRows(json), ['odds'], MARKETS, 'markets')
  // Older versions of the API had no pages: a full first page without a next one may be incomplete.
  if (cursor === undefined && nextCursor === undefined && sentIn(markets) >= ROWS_PER_PAGE)
    ctx.omissions.noteCut(
      `markets beyond the first ${ROWS_PER_PAGE}, if there are any: Hunch returned no next page`,
    )
  return { rows: markets, next: nextCursor }
}

/** Returns the raw rows of open two-sided markets: the venue reports the odds of each, or null. */
function pricedRows(json: unknown): readonly unknown[] {
  const rows: unknown = Reflect.get(Object(json), 'markets')
  const isPriced = (row: unknown): boolean => {
    const { status, outcomes } = Object(row) as { readonly status?: unknown; readonly outcomes?: unknown }
    return status === 'open' && !(Array.isArray(outcomes) && outcomes.length > 0)
  }
  return Array.isArray(rows) ? rows.filter(isPriced) : []
}

/**
 * Returns the market with this id or slug, or undefined if the venue has none. The slug of a recurring market means its
 * current round.
 */
export async function fetchMarket(name: string, ctx: VenueContext): Promise<MarketRef | undefined> {
  const json = await readUnlessUnknown(pathOf`/markets/${name}`, {}, ctx)
  if (json === undefined) return undefined
  const { market } = readPayload(marketReply, json, MARKET)
  assertNamed(name, [market.id, market.slug], MARKET, 'market.id')
  return market
}

/** Returns the current odds of a market's outcomes, or undefined if the venue has no research for it. */
export async function fetchOdds(marketId: string, ctx: VenueContext): Promise<ResearchOdds | undefined> {
  const json = await readUnlessUnknown(pathOf`/markets/${marketId}/research`, {}, ctx)
  if (json === undefined) return undefined
  const { research } = readPayload(researchOdds, json, RESEARCH)
  assertIsOf(marketId, research.market)
  return research
}

/** Returns the bets on a market so far, if the venue shows them, in its order, and their total number. */
export async function fetchHistory(
  marketId: string,
  ctx: VenueContext,
): Promise<{ readonly points: readonly HistoryPoint[]; readonly bets: number | undefined } | undefined> {
  const json = await readUnlessUnknown(pathOf`/markets/${marketId}/research`, {}, ctx)
  if (json === undefined) return undefined
  const { market, stats, oddsHistory } = readPayload(researchHistory, json, RESEARCH).research
  assertIsOf(marketId, market)
  return { points: oddsHistory, bets: stats?.totalBets }
}

function assertIsOf(marketId: string, market: ResearchOdds['market']): void {
  if (market?.id !== undefined) assertNamed(marketId, [market.id], RESEARCH, 'research.market.id')
}

/** Returns the result of the market with this id or slug, or undefined if the venue has none. */
export async function fetchResult(name: string, ctx: VenueContext): Promise<Result | undefined> {
  const json = await readUnlessUnknown('/result', { marketId: name }, ctx)
  return json === undefined ? undefined : readPayload(result, json, RESULT).result
}

/**
 * Reads a response about a market, or undefined if the venue does not know it. A 404 without that reason may also mean
 * that the API is disabled: then its health path fails as well (../README.md).
 * @throws EXCHANGE_NOT_AVAILABLE while the API is disabled
 */
async function readUnlessUnknown(
  path: string,
  query: Readonly<Record<string, string>>,
  ctx: VenueContext,
): Promise<unknown> {
  try {
    const { status, json } = await ctx.http.send({ host: 'agent', path, query, accept: [404] })
    return status === 404 ? undefined : json
  } catch (error) {
    if (!isUnknownOrOff(error)) throw error
    await ctx.http.send({ host: 'agent', path: '/health' })
    return undefined
  }
}
