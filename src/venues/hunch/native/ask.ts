import { assertNamed, readPayload } from '../../../venue-kit/payload.js'
import { readList } from '../../../venue-kit/rows.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { QUOTE_COST } from '../hosts.js'
import {
  catalogue,
  type MarketRef,
  type Quote,
  quote,
  type Result,
  result,
  type Trend,
  trending,
} from '../wire.js'

export const CATALOGUE = 'GET /catalogue'
const QUOTE = 'GET /quote'
const RESULT = 'GET /result'
/** Most that the venue shows of what is bet on most. */
const MOST_TRENDING = 25

/** A market of the catalogue with the name of its shelf. */
export interface Shelved {
  readonly market: MarketRef
  readonly shelf: string | undefined
}

/** Every market that takes bets: one answer, without odds. */
export async function fetchCatalogue(ctx: VenueContext): Promise<readonly Shelved[]> {
  const { json } = await ctx.http.send({ host: 'api', path: '/catalogue' })
  const { categories } = readList(catalogue, json, CATALOGUE, ctx)
  return categories.flatMap(({ label, markets }) => markets.map((market) => ({ market, shelf: label })))
}

/**
 * Odds and pools of the markets with most money and bets, by market id. Lists are ordered by them, so that none is
 * given without.
 */
export async function fetchTrending(ctx: VenueContext): Promise<ReadonlyMap<string, Trend>> {
  const query = { limit: MOST_TRENDING }
  const { json } = await ctx.http.send({ host: 'api', path: '/trending', query })
  const rows = readList(trending, json, 'GET /trending', ctx).trending
  return new Map(rows.map((row) => [row.market.id, row]))
}

/**
 * The market with this id or slug, with its odds; undefined when the venue knows none that it would quote. The slug of
 * a recurring market means its current round.
 */
export async function fetchQuote(name: string, ctx: VenueContext): Promise<Quote | undefined> {
  const asked = { host: 'api', path: '/quote', query: { marketId: name }, cost: QUOTE_COST }
  const reply = await ctx.http.send({ ...asked, accept: [404] })
  if (reply.status === 404) return undefined
  const found = readPayload(quote, reply.json, QUOTE)
  assertNamed(name, [found.market.id, found.market.slug], QUOTE, 'market.id')
  return found
}

/** How the market with this id or slug was decided; undefined when the venue knows none. */
export async function fetchResult(name: string, ctx: VenueContext): Promise<Result | undefined> {
  const reply = await ctx.http.send({
    host: 'api',
    path: '/result',
    query: { marketId: name },
    accept: [404],
  })
  if (reply.status === 404) return undefined
  return readPayload(result, reply.json, RESULT).result
}
