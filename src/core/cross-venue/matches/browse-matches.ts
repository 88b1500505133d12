import type { ArgsOf } from '../../../api/arguments/methods.js'
import { createValidationError } from '../../../api/envelope/errors.js'
import { renderForMessage } from '../../../api/values/shown.js'
import { toPriceComparison } from '../../../matching/hedges.js'
import type { CoreAnswer, CoreCall } from '../../request/api-call.js'
import { parseCategoryField } from '../catalog/catalog-query.js'
import type { MatchesDeps, MatchQuery } from './market-matches.js'
import type { MarketPair, MatchPairQuery } from './match-pairs.js'
import { defaultRelations, limitIn, relationsIn, shareIn, type WireRelation } from './match-query.js'
import { matchRows, outcomesOf } from './match-rows.js'

type PairQuery = NonNullable<ArgsOf<'fetchMatchedMarkets'>[0]>

/**
 * Returns the best pairs of all venues, by the volume of the first market or as `sort` defines.
 * @throws CATALOG_UNAVAILABLE, VALIDATION_ERROR
 */
export async function browseMatches(
  { pairs, books }: MatchesDeps,
  query: MatchQuery,
  call: CoreCall,
): Promise<CoreAnswer> {
  const limit = limitIn(query)
  const order = orderIn(query.sort)
  const least = query.minDifference
  const { pairs: all, headers } = await pairs.scan(
    parseBrowseQuery(query, defaultRelations),
    (found) => order === undefined && apart(found, least).length >= limit,
  )
  const found = apart(all, least)
  const best = (order === undefined ? found : found.toSorted((a, b) => order(b) - order(a))).slice(0, limit)
  const isPriced = query.includePrices === true
  const { rows, headers: read } = await matchRows(books, best, { isPriced, withSource: true }, call)
  return { data: rows, headers: { ...headers, ...read } }
}

/**
 * Returns the same pairs with the prices of their lists.
 * @throws as {@link browseMatches}
 */
export async function listMatchedMarkets({ pairs }: MatchesDeps, query: PairQuery): Promise<CoreAnswer> {
  const limit = limitIn(query)
  const { category, relations, minDifference } = query
  const question = parseBrowseQuery({ category, relation: relations?.join() }, ['identity'])
  const { pairs: all, headers } = await pairs.scan(
    question,
    (found) => apart(found, minDifference).length >= limit,
  )
  return { data: apart(all, minDifference).slice(0, limit).map(pricedPair), headers }
}

interface Browsed {
  readonly query?: string | undefined
  readonly category?: string | undefined
  readonly relation?: string | undefined
  readonly minConfidence?: number | undefined
}

/** @throws VALIDATION_ERROR */
export function parseBrowseQuery(
  { query, category, relation, minConfidence }: Browsed,
  otherwise: readonly WireRelation[],
): MatchPairQuery {
  return {
    relations: relationsIn(relation, otherwise),
    minConfidence: shareIn('minConfidence', minConfidence),
    ...(query === undefined || query === '' ? {} : { text: query }),
    ...(category === undefined || category === '' ? {} : { category: parseCategoryField(category) }),
  }
}

/** Returns the sort number of pairs, the greatest first, or undefined for the order in which they are found. */
function orderIn(sort = 'volume'): ((pair: MarketPair) => number) | undefined {
  if (sort === 'volume') return undefined
  if (sort === 'confidence') return ({ comparison }) => comparison.confidence
  if (sort === 'priceDifference') return (pair) => pricesOf(pair).difference ?? -1
  throw createValidationError(
    'sort',
    `sort must be one of volume, confidence, priceDifference; got ${renderForMessage(sort)}`,
  )
}

/**
 * Returns pairs whose prices are known and differ by at least this much.
 * @throws VALIDATION_ERROR for a value that is not a price difference
 */
function apart(pairs: readonly MarketPair[], least: number | undefined): readonly MarketPair[] {
  if (least === undefined) return pairs
  const share = shareIn('minDifference', least)
  return pairs.filter((pair) => (pricesOf(pair).difference ?? -1) >= share)
}

interface PricesOf {
  readonly a: number | undefined
  readonly b: number | undefined
  readonly difference: number | undefined
}

/** Returns the listed prices of the first market's yes, and of the corresponding outcome. */
export function pricesOf(pair: MarketPair): PricesOf {
  const ids = outcomesOf(pair)
  const priceIn = ({ market }: MarketPair['a'], id: string | undefined): number | undefined =>
    market.outcomes.find(({ outcomeId }) => outcomeId === id)?.price
  const [a, b] = [priceIn(pair.a, ids.a), priceIn(pair.b, ids.b)]
  const difference = a === undefined || b === undefined ? undefined : Math.round(Math.abs(a - b) * 1e9) / 1e9
  return { a, b, difference }
}

function pricedPair(pair: MarketPair): object {
  const { a, b, difference } = pricesOf(pair)
  const { relation, confidence, reasoning } = toPriceComparison(pair.b.market, pair.comparison, undefined)
  return {
    marketA: pair.a.wire(),
    marketB: pair.b.wire(),
    venueA: pair.a.venue,
    venueB: pair.b.venue,
    priceA: a ?? null,
    priceB: b ?? null,
    priceDifference: difference ?? null,
    relation,
    confidence,
    reasoning,
  }
}
