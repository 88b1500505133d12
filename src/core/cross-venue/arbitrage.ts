import type { ArgsOf } from '../../api/arguments/methods.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { MarketOutcome } from '../../api/models/models.js'
import { arbitrageOf, compareByProfit, type FeeOf, type Quoted } from '../../matching/arbitrage.js'
import { settlementRisksOf } from '../../matching/compare/settlement-risks.js'
import { reasoningOf } from '../../matching/hedges.js'
import { isReversed } from '../../matching/terms/relation-types.js'
import type { CoreAnswer, CoreCall } from '../request/api-call.js'
import { createOmissionHeaders } from '../request/response-headers.js'
import { parseBrowseQuery, pricesOf } from './matches/browse-matches.js'
import type { MatchesDeps } from './matches/market-matches.js'
import { readMatchedBooks } from './matches/match-order-books.js'
import type { MarketPair } from './matches/match-pairs.js'
import { limitIn, shareIn } from './matches/match-query.js'
import { outcomesOf } from './matches/match-rows.js'

type ArbitrageQuery = NonNullable<ArgsOf<'fetchArbitrage'>[0]>

/** Maximum number of pairs whose books one response reads: at most one venue call for each of the two books. */
const MAX_READ = 20

/** One outcome from each market of a pair. The two are worth the same, or one implies the other. */
interface Legs {
  readonly pair: MarketPair
  readonly a: string
  readonly b: string
}

/**
 * Finds outcomes that could be bought on one venue and sold on another for more, by their order books, with the greatest
 * profit first. The cached lists select the pairs whose listed best prices cross most. Prices come only from order books.
 * @throws CATALOG_UNAVAILABLE, VALIDATION_ERROR
 */
export async function findArbitrage(
  { pairs, books, feesOf }: MatchesDeps,
  query: ArbitrageQuery,
  call: CoreCall,
): Promise<CoreAnswer> {
  const limit = limitIn(query)
  const least = shareIn('minSpread', query.minSpread)
  const question = parseBrowseQuery({ category: query.category, relation: query.relations?.join() }, [
    'identity',
  ])
  // A reversed question is worth the same with yes and no swapped.
  const relations = question.relations.includes('identity')
    ? [...new Set([...question.relations, 'conflict' as const])]
    : question.relations
  const { pairs: all, headers } = await pairs.scan({ ...question, relations }, () => false)
  const candidates = all.flatMap(legsOf)
  const chosen = byPromise(candidates).slice(0, MAX_READ)
  const wanted = new Map<string, { readonly venue: VenueId; readonly outcomeId: string }>()
  for (const { pair, a, b } of chosen) {
    wanted.set(keyOf(pair.a.venue, a), { venue: pair.a.venue, outcomeId: a })
    wanted.set(keyOf(pair.b.venue, b), { venue: pair.b.venue, outcomeId: b })
  }
  const asked = [...wanted.values()]
  const read = await readMatchedBooks(books, asked, call, 2 * MAX_READ)
  const known = new Map(
    asked.map((one, at) => [keyOf(one.venue, one.outcomeId), [read.books[at], read.readAt[at]] as const]),
  )
  const bookOf: BookOf = (venue, outcomeId) => {
    const [book, readAt] = known.get(keyOf(venue, outcomeId)) ?? []
    if (book === undefined || book instanceof Error) return undefined
    return { book, ...(readAt === undefined ? {} : { readAt }) }
  }
  const fees = await feesOf([...new Set(asked.map(({ venue }) => venue))])
  const found = chosen.flatMap((legs) => opportunityOf(legs, bookOf, fees) ?? [])
  const rows = found
    .filter(({ spread }) => spread >= least)
    .sort(compareByProfit)
    .slice(0, limit)
  const warnings = [headers[pmxHeaders.warning], read.headers[pmxHeaders.warning], leftOut(candidates.length)]
  const said = warnings.filter((warning) => warning !== undefined)
  return {
    data: rows,
    headers: { ...headers, ...read.headers, ...createOmissionHeaders({ rows: 0, cut: [], warnings: said }) },
  }
}

function leftOut(candidates: number): string | undefined {
  if (candidates <= MAX_READ) return undefined
  return `only the order books of the ${MAX_READ} most promising of ${candidates} pairs were read`
}

function legsOf(pair: MarketPair): Legs[] {
  const { a, b } = outcomesOf(pair)
  if (pair.comparison.relation === 'conflict' && !isReversed(pair.comparison)) return []
  return a === undefined || b === undefined ? [] : [{ pair, a, b }]
}

/**
 * Orders pairs by how promising they are. First are pairs whose listed best prices cross, the widest first. Next are pairs
 * without best prices in a list, by the difference of their last prices. Last are pairs whose best prices do not cross.
 */
function byPromise(all: readonly Legs[]): readonly Legs[] {
  return all
    .map((legs) => ({ legs, ...promiseOf(legs) }))
    .sort((x, y) => y.rank - x.rank || y.worth - x.worth)
    .map(({ legs }) => legs)
}

function promiseOf({ pair, a, b }: Legs): { readonly rank: number; readonly worth: number } {
  const [quotesA, quotesB] = [listedQuotes(pair.a, a), listedQuotes(pair.b, b)]
  if (quotesA === undefined || quotesB === undefined)
    return { rank: 1, worth: pricesOf(pair).difference ?? -1 }
  const { relation } = pair.comparison
  const worth = Math.max(
    relation === 'subset' ? -1 : crossing(quotesA, quotesB),
    relation === 'superset' ? -1 : crossing(quotesB, quotesA),
  )
  return { rank: worth > 0 ? 2 : 0, worth }
}

type ListedQuotes = Pick<MarketOutcome, 'bestBid' | 'bestAsk'>

/** Returns the best prices that a list has of an outcome, or undefined if it has none for the whole market. */
function listedQuotes({ market }: MarketPair['a'], outcomeId: string): ListedQuotes | undefined {
  const isQuoted = market.outcomes.some(
    ({ bestBid, bestAsk }) => bestBid !== undefined || bestAsk !== undefined,
  )
  return isQuoted ? market.outcomes.find((outcome) => outcome.outcomeId === outcomeId) : undefined
}

/** Returns the profit of a contract that is bought and sold at listed prices; -1 if there is no quote. */
function crossing({ bestAsk }: ListedQuotes, { bestBid }: ListedQuotes): number {
  return bestAsk === undefined || bestBid === undefined ? -1 : bestBid - bestAsk
}

type BookOf = (venue: VenueId, outcomeId: string) => Pick<Quoted, 'book' | 'readAt'> | undefined

function opportunityOf({ pair, a, b }: Legs, bookOf: BookOf, fees: FeeOf) {
  const [bookA, bookB] = [bookOf(pair.a.venue, a), bookOf(pair.b.venue, b)]
  if (bookA === undefined || bookB === undefined) return undefined
  const found = arbitrageOf(
    { market: pair.a.wire(), outcomeId: a, ...bookA },
    { market: pair.b.wire(), outcomeId: b, ...bookB },
    isReversed(pair.comparison) ? { ...pair.comparison, relation: 'identity' } : pair.comparison,
    fees,
  )
  if (found === undefined) return undefined
  return {
    ...found,
    reasoning: reasoningOf(pair.comparison.evidence),
    settlementRisks: settlementRisksOf(pair.a.features, pair.b.features),
  }
}

function keyOf(venue: VenueId, outcomeId: string): string {
  return `${venue} ${outcomeId}`
}
