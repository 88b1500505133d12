import type { ArgsOf } from '../api/methods.js'
import type { OrderBook } from '../api/models.js'
import type { VenueId } from '../api/venue-ids.js'
import { arbitrageOf, type FeeOf } from '../matching/arbitrage.js'
import { pricesOf, questionIn } from './browsed-pairs.js'
import type { CoreAnswer, CoreCall } from './call.js'
import { omissionHeaders } from './headers.js'
import { readBeside } from './match-books.js'
import { limitIn, shareIn } from './match-query.js'
import { outcomesOf } from './match-rows.js'
import type { MatchesDeps } from './matches.js'
import type { Pair } from './pairs.js'

type ArbitrageQuery = NonNullable<ArgsOf<'fetchArbitrage'>[0]>

/** Pairs whose books one answer reads: a call of a venue for each of two at most. */
const MOST_READ = 20

/** An outcome of each market of a pair that are worth the same, or of which the one implies the other. */
interface Legs {
  readonly pair: Pair
  readonly a: string
  readonly b: string
}

/**
 * What could be bought at one venue and sold at another for more, as the order books stand: the greatest profit first.
 * Lists that lie ready choose the pairs, those whose listed prices are furthest apart; prices come from books alone.
 * @throws CATALOG_UNAVAILABLE, VALIDATION_ERROR
 */
export async function arbitrage(
  { pairs, books, feesOf }: MatchesDeps,
  query: ArbitrageQuery,
  call: CoreCall,
): Promise<CoreAnswer> {
  const limit = limitIn(query)
  const least = shareIn('minSpread', query.minSpread)
  const question = questionIn({ category: query.category, relation: query.relations?.join() }, ['identity'])
  const { pairs: all, headers } = await pairs.scan(question, () => false)
  const candidates = all.flatMap(legsOf)
  const chosen = candidates.toSorted((x, y) => apartOf(y) - apartOf(x)).slice(0, MOST_READ)
  const wanted = new Map<string, { readonly venue: VenueId; readonly outcomeId: string }>()
  for (const { pair, a, b } of chosen) {
    wanted.set(keyOf(pair.a.venue, a), { venue: pair.a.venue, outcomeId: a })
    wanted.set(keyOf(pair.b.venue, b), { venue: pair.b.venue, outcomeId: b })
  }
  const asked = [...wanted.values()]
  const read = await readBeside(books, asked, call, 2 * MOST_READ)
  const known = new Map(asked.map((one, at) => [keyOf(one.venue, one.outcomeId), read.books[at]]))
  const bookOf = (venue: VenueId, outcomeId: string): OrderBook | undefined => {
    const book = known.get(keyOf(venue, outcomeId))
    return book instanceof Error ? undefined : book
  }
  const fees = await feesOf([...new Set(asked.map(({ venue }) => venue))])
  const found = chosen.flatMap((legs) => opportunityOf(legs, bookOf, fees) ?? [])
  const rows = found
    .filter(({ spread }) => spread >= least)
    .sort((x, y) => y.profit - x.profit)
    .slice(0, limit)
  const warnings = [headers['x-pmx-warning'], read.headers['x-pmx-warning'], leftOut(candidates.length)]
  const said = warnings.filter((warning) => warning !== undefined)
  return {
    data: rows,
    headers: { ...headers, ...read.headers, ...omissionHeaders({ rows: 0, cut: [], warnings: said }) },
  }
}

function leftOut(candidates: number): string | undefined {
  if (candidates <= MOST_READ) return undefined
  return `the books of ${MOST_READ} of ${candidates} pairs were read, those whose listed prices are furthest apart`
}

function legsOf(pair: Pair): Legs[] {
  const { a, b } = outcomesOf(pair)
  return a === undefined || b === undefined ? [] : [{ pair, a, b }]
}

function apartOf({ pair }: Legs): number {
  return pricesOf(pair).difference ?? -1
}

function opportunityOf(
  { pair, a, b }: Legs,
  bookOf: (venue: VenueId, outcomeId: string) => OrderBook | undefined,
  fees: FeeOf,
) {
  const [bookA, bookB] = [bookOf(pair.a.venue, a), bookOf(pair.b.venue, b)]
  if (bookA === undefined || bookB === undefined) return undefined
  return arbitrageOf(
    { market: pair.a.wire(), outcomeId: a, book: bookA },
    { market: pair.b.wire(), outcomeId: b, book: bookB },
    pair.comparison,
    fees,
  )
}

function keyOf(venue: VenueId, outcomeId: string): string {
  return `${venue} ${outcomeId}`
}
