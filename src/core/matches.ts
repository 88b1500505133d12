import { invalid } from '../api/errors.js'
import type { ArgsOf } from '../api/methods.js'
import type { UnifiedMarket } from '../api/models.js'
import type { VenueId } from '../api/venue-ids.js'
import type { FeeOf } from '../matching/arbitrage.js'
import { hedgeOf } from '../matching/hedges.js'
import type { Comparison } from '../matching/verdict.js'
import type { Across } from './across.js'
import type { CoreAnswer, CoreCall } from './call.js'
import type { BooksBeside } from './match-books.js'
import { limitIn, nameAmong, type Relation, relationsIn, shareIn, toldRelations } from './match-query.js'
import { matchRows, outcomeNamed } from './match-rows.js'
import type { Pair, Pairs } from './pairs.js'
import { onlyRow } from './router-lookup.js'

export type MatchQuery = NonNullable<ArgsOf<'fetchMarketMatches'>[0]>

/** What a question for the markets beside one is about, where its caller does not say it. */
interface Purpose {
  readonly relations: readonly Relation[]
  /** Order books are read even where nobody asks for them. */
  readonly isPriced?: boolean
  /** Only markets that hedge a yes in the one that is asked about, each with how. */
  readonly isHedge?: boolean
}

export const purposes = {
  fetchMarketMatches: { relations: toldRelations },
  compareMarketPrices: { relations: ['identity'], isPriced: true },
  fetchRelatedMarkets: { relations: ['subset', 'superset', 'overlap'] },
  fetchHedges: { relations: ['identity', 'subset', 'superset', 'conflict'], isHedge: true },
} as const satisfies Readonly<Record<string, Purpose>>

export interface MatchesDeps {
  readonly across: Across
  readonly pairs: Pairs
  readonly books: BooksBeside
  /** What venues are known to take of an order that is filled at once. */
  readonly feesOf: (venues: readonly VenueId[]) => Promise<FeeOf>
}

/**
 * The open markets of other venues beside one, the surest first within each relation. Lists that lie ready tell them; a
 * venue is called for order books alone.
 * @throws MARKET_NOT_FOUND, BAD_REQUEST where several markets bear the name, VALIDATION_ERROR
 */
export async function marketsBeside(
  { across, pairs, books }: MatchesDeps,
  query: MatchQuery,
  purpose: Purpose,
  call: CoreCall,
): Promise<CoreAnswer> {
  const { name, venue } = marketNameIn(query) ?? nobody()
  const relations = relationsIn(query.relation, purpose.relations)
  const limit = limitIn(query)
  const least = shareIn('minConfidence', query.minConfidence)
  const sought = onlyRow('market', name, await across.marketsNamed(name, venue), ({ wire }) => wire())
  const beside = await pairs.beside(sought)
  const found = beside.pairs
    .filter(({ comparison }) => relations.includes(comparison.relation) && comparison.confidence >= least)
    .filter((pair) => purpose.isHedge !== true || hedgeIn(pair) !== undefined)
    .sort((a, b) => inOrder(relations, a.comparison, b.comparison))
    .slice(0, limit)
  const isPriced = query.includePrices ?? purpose.isPriced === true
  const outcome = outcomeNamed(sought.market, name)
  const { rows, headers } = await matchRows(books, found, { isPriced, outcome }, call)
  return {
    data: purpose.isHedge === true ? rows.map((row, at) => hedged(row, found[at])) : rows,
    headers: { ...beside.headers, ...headers },
    ignored: browsing.filter((name) => query[name] !== undefined),
  }
}

function hedged(row: object, pair: Pair | undefined): object {
  return { ...row, hedge: pair && hedgeIn(pair) }
}

function hedgeIn({ a, b, comparison }: Pair): ReturnType<typeof hedgeOf> {
  return hedgeOf(comparison, a.features, b.features)
}

/** As the relations stand in the question; within one, the surest first. */
function inOrder(relations: readonly Relation[], a: Comparison, b: Comparison): number {
  return relations.indexOf(a.relation) - relations.indexOf(b.relation) || b.confidence - a.confidence
}

/** The market that a question names; undefined where it names none. */
export function marketNameIn({ marketId, slug, url, market }: MatchQuery) {
  const given = market as Partial<UnifiedMarket> | undefined
  return nameAmong(marketId, [slug, url, given?.marketId], given)
}

function nobody(): never {
  throw invalid('marketId', 'This is asked of one market: name it by marketId, slug or url')
}

/** What only matters where no market is named. */
const browsing = ['query', 'category', 'minDifference', 'sort'] as const
