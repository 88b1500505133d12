import type { ArgsOf } from '../../../api/arguments/methods.js'
import { createValidationError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../../api/models/models.js'
import type { FeeOf } from '../../../matching/arbitrage.js'
import { hedgeOf } from '../../../matching/hedges.js'
import type { Comparison } from '../../../matching/terms/relation-types.js'
import type { CoreAnswer, CoreCall } from '../../request/api-call.js'
import type { CatalogSearch } from '../catalog/catalog-search.js'
import type { ContextualMarket } from '../catalog/match-candidates.js'
import { assertSome } from '../catalog/resolve-name.js'
import type { MatchedBooks } from './match-order-books.js'
import { crossVenueIdOf, type MarketPair, type Pairs } from './match-pairs.js'
import {
  createSharedNameHeader,
  defaultRelations,
  joinHeaders,
  limitIn,
  type Named,
  namedBy,
  narrowRows,
  relationsIn,
  shareIn,
  type WireRelation,
} from './match-query.js'
import { findNamedOutcome, matchRows } from './match-rows.js'

export type MatchQuery = NonNullable<ArgsOf<'fetchMarketMatches'>[0]>

/** Defaults of a match method, for options that its caller does not set. */
interface Purpose {
  readonly relations: readonly WireRelation[]
  /** Whether order books are read even if the caller does not request them. */
  readonly isPriced?: boolean
  /** Whether to return only markets that hedge a yes in the named market, each with its hedge. */
  readonly isHedge?: boolean
}

export const purposes = {
  fetchMarketMatches: { relations: defaultRelations },
  compareMarketPrices: { relations: ['identity'], isPriced: true },
  fetchRelatedMarkets: { relations: ['subset', 'superset', 'overlap'] },
  fetchHedges: { relations: ['identity', 'subset', 'superset', 'conflict'], isHedge: true },
} as const satisfies Readonly<Record<string, Purpose>>

export interface MatchesDeps {
  readonly catalogSearch: CatalogSearch
  readonly pairs: Pairs
  readonly books: MatchedBooks
  /** Returns the known taker fees of venues. */
  readonly feesOf: (venues: readonly VenueId[]) => Promise<FeeOf>
}

/**
 * Finds the open markets of other venues that match one market, ordered by relation, then by confidence. They come from the
 * cached lists; venues are called only for order books.
 * @throws MARKET_NOT_FOUND, VALIDATION_ERROR
 */
export async function findMatchingMarkets(
  { catalogSearch, pairs, books }: MatchesDeps,
  query: MatchQuery,
  purpose: Purpose,
  call: CoreCall,
): Promise<CoreAnswer> {
  const named = marketNameIn(query) ?? nobody()
  const relations = relationsIn(query.relation, purpose.relations)
  const limit = limitIn(query)
  const least = shareIn('minConfidence', query.minConfidence)
  const soughts = await findNamedMarkets({ catalogSearch }, named)
  const besides = await Promise.all(soughts.map((sought) => pairs.compareWithCandidates(sought)))
  const found = besides
    .flatMap((beside) => beside.pairs)
    .filter(({ comparison }) => relations.includes(comparison.relation) && comparison.confidence >= least)
    .filter((pair) => purpose.isHedge !== true || hedgeIn(pair) !== undefined)
    .sort((a, b) => inOrder(relations, a.comparison, b.comparison))
    .slice(0, limit)
  const isPriced = query.includePrices ?? purpose.isPriced === true
  const outcomeOf = ({ a }: MarketPair): string | undefined => findNamedOutcome(a.market, named.name)
  const terms = { isPriced, outcomeOf, withSource: soughts.length > 1 }
  const { rows, headers } = await matchRows(books, found, terms, call)
  const told = joinHeaders(createSharedNameHeader('market', soughts.length, named.name), headers)
  return {
    data: purpose.isHedge === true ? rows.map((row, at) => hedged(row, found[at])) : rows,
    headers: { ...besides[0]?.headers, ...told },
    ignored: browsing.filter((name) => query[name] !== undefined),
  }
}

/**
 * Returns the markets that a query names. There are several if several venues have a market with that name and the query
 * does not select a venue. Clients send the venue's own id or the slug of a row, without its venue.
 * @throws MARKET_NOT_FOUND
 */
export async function findNamedMarkets(
  { catalogSearch }: Pick<MatchesDeps, 'catalogSearch'>,
  named: Named,
): Promise<readonly ContextualMarket[]> {
  const { name, venue } = named
  const rows = await catalogSearch.marketsNamed(name, venue)
  assertSome('market', name, rows)
  return narrowRows(rows, named, crossVenueIdOf, async (other) =>
    (await catalogSearch.marketsNamed(other, venue)).map(crossVenueIdOf),
  )
}

function hedged(row: object, pair: MarketPair | undefined): object {
  return { ...row, hedge: pair && hedgeIn(pair) }
}

function hedgeIn({ a, b, comparison }: MarketPair): ReturnType<typeof hedgeOf> {
  return hedgeOf(comparison, a.features, b.features)
}

/** Orders by the relations as the query lists them; within one relation, the highest confidence first. */
function inOrder(relations: readonly WireRelation[], a: Comparison, b: Comparison): number {
  return relations.indexOf(a.relation) - relations.indexOf(b.relation) || b.confidence - a.confidence
}

/** Returns the market that a query names, or undefined if it names none. */
export function marketNameIn({ marketId, slug, url, market, sourceExchange }: MatchQuery): Named | undefined {
  const given = market as Partial<UnifiedMarket> | undefined
  const own = [given?.id, given?.marketId, given?.slug, given?.url]
  return namedBy([marketId, slug, url], given, own, sourceExchange)
}

function nobody(): never {
  throw createValidationError('marketId', 'This method needs one market: send marketId, slug or url')
}

/** Options that only matter where no market is named. */
const browsing = ['query', 'category', 'minDifference', 'sort'] as const
