import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { OrderBook, OrderLevel, UnifiedMarket } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { sumNumbers } from '../../api/values/decimal-sum.js'
import { roundPrice } from '../../venue-kit/unify/unified-market.js'
import { assertNoPast, depthOf, findIgnoredInBook, sideIn, sideOf } from '../market-data/order-books.js'
import type { CoreAnswer, CoreCall } from '../request/api-call.js'
import { createOmissionHeaders } from '../request/response-headers.js'
import { getSingleRow } from './catalog/resolve-name.js'
import type { MatchesDeps } from './matches/market-matches.js'
import { readMatchedBooks } from './matches/match-order-books.js'
import { correspondingOf, findNamedOutcome } from './matches/match-rows.js'

/**
 * Merges the order books of an outcome and of its matches on other venues. Sizes at the same price are summed
 * (api/README.md, "Merged order books"). The call fails if the named book cannot be read. Other books that cannot be read
 * are left out and reported.
 * @throws MARKET_NOT_FOUND, BAD_REQUEST if several markets have the name, VALIDATION_ERROR, the failure of the named
 * book, and NOT_SUPPORTED for the hosted archive's since/until
 */
export async function readMergedBook(
  { catalogSearch, pairs, books }: Pick<MatchesDeps, 'catalogSearch' | 'pairs' | 'books'>,
  args: ArgsOf<'fetchOrderBook'>,
  call: CoreCall,
): Promise<CoreAnswer> {
  const [name, limit, params = {}] = args
  assertNoPast(params)
  const depth = depthOf(limit ?? params.limit)
  const { outcome, side: named } = params
  const word = outcome === undefined ? undefined : sideIn(outcome)
  if (word !== undefined && named !== undefined && named !== word)
    throw createValidationError('side', `side '${named}' contradicts outcome '${word}'`)
  const asked = outcome === undefined || word !== undefined ? name : outcome
  const sought = getSingleRow('market', asked, await catalogSearch.marketsNamed(asked), ({ wire }) => wire())
  const own = outcomeOf(sought.market, asked, word ?? named)
  const beside = await pairs.fitting(sought, { relations: ['identity'], minConfidence: 0 })
  const others = beside.flatMap((pair) => {
    const outcomeId = correspondingOf(pair, own)
    return outcomeId === undefined ? [] : [{ venue: pair.b.venue, outcomeId }]
  })
  const wanted = [{ venue: sought.venue, outcomeId: own }, ...others]
  const read = await readMatchedBooks(books, wanted, call)
  const [first] = read.books
  if (first instanceof PmxError) throw first
  const found = wanted.flatMap((one, at) => {
    const book = read.books[at]
    return book === undefined || book instanceof PmxError ? [] : [{ ...one, book }]
  })
  const known = found.filter(({ book }) => unitOf(book) === unitOf(first))
  const of = known.map(({ venue, outcomeId }) => ({ venue, outcomeId }))
  const merged = mergeBooks(known.map(({ book }) => book))
  const { bids, asks } = merged
  const cut = { ...merged, bids: bids.slice(0, depth), asks: asks.slice(0, depth) }
  const data = { ...cut, sourceMetadata: { books: of } }
  const warnings = [read.headers[pmxHeaders.warning], otherUnits(found.length - known.length)]
  const said = warnings.filter((warning) => warning !== undefined)
  const headers = { ...read.headers, ...createOmissionHeaders({ rows: 0, cut: [], warnings: said }) }
  return { data, headers, ignored: findIgnoredInBook(args) }
}

/** Returns the payout unit of a book's contracts, which is a dollar if the book does not name one. */
function unitOf(book: OrderBook | undefined): unknown {
  return book?.sourceMetadata?.['sizeUnit'] ?? 'contracts'
}

function otherUnits(count: number): string | undefined {
  return count === 0
    ? undefined
    : `${count} order books were left out, because their contracts pay in a different currency`
}

/** Returns the requested outcome: the named one, otherwise the side of the named market, yes by default. */
function outcomeOf(market: UnifiedMarket, name: string, side: 'yes' | 'no' | undefined): string {
  const named = findNamedOutcome(market, name)
  if (named === undefined) return sideOf(market, side ?? 'yes')
  if (side === undefined || sideOf(market, side) === named) return named
  throw createValidationError('side', `Outcome '${named}' is not the ${side} side of its market`)
}

/** Merges books into one, with the age of the oldest book, and without a time if any of the times are unknown. */
export function mergeBooks(books: readonly OrderBook[]): OrderBook {
  const times = books.map(({ timestamp }) => timestamp)
  const oldest = times.includes(undefined) ? undefined : Math.min(...(times as number[]))
  return {
    bids: summed(books.flatMap(({ bids }) => bids)).sort((a, b) => b.price - a.price),
    asks: summed(books.flatMap(({ asks }) => asks)).sort((a, b) => a.price - b.price),
    ...(oldest === undefined ? {} : { timestamp: oldest, datetime: toIso(oldest) }),
  }
}

function summed(levels: readonly OrderLevel[]): OrderLevel[] {
  const sizes = new Map<number, number[]>()
  for (const { price, size } of levels) {
    // Computed prices, such as those of complement books, differ in floating-point noise.
    const same = roundPrice(price)
    sizes.set(same, [...(sizes.get(same) ?? []), size])
  }
  return [...sizes].map(([price, all]) => ({ price, size: sumNumbers(all) }))
}
