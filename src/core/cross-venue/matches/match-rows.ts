import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { OrderBook, UnifiedMarket } from '../../../api/models/models.js'
import type { Features } from '../../../matching/compare/features.js'
import { toPriceComparison } from '../../../matching/hedges.js'
import { bestIn } from '../../../venue-kit/unify/unified-market.js'
import { toBestPrices, withBestPrices } from '../../query/best-prices.js'
import type { CoreCall } from '../../request/api-call.js'
import { type MatchedBooks, readMatchedBooks } from './match-order-books.js'
import type { MarketPair } from './match-pairs.js'

interface TellMatches {
  /** Whether the order books of corresponding outcomes are read. */
  readonly isPriced: boolean
  /** Whether each row has the market for which it was found. */
  readonly withSource?: boolean
  /** Returns the outcome of a pair's first market whose counterpart's book is read; the yes outcome by default. */
  readonly outcomeOf?: (pair: MarketPair) => string | undefined
}

interface ToldMatches {
  /** In the order of the pairs. */
  readonly rows: readonly object[]
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Renders matches for the HTTP API (api/README.md, "Matches"): the second market of each pair, and how the first relates to
 * it.
 */
export async function matchRows(
  books: MatchedBooks,
  pairs: readonly MarketPair[],
  { isPriced, withSource = false, outcomeOf }: TellMatches,
  call: CoreCall,
): Promise<ToldMatches> {
  const asked = pairs.map((pair) => bookOf(pair, outcomeOf?.(pair)))
  const read = isPriced ? await readMatchedBooks(books, asked, call) : undefined
  return {
    rows: pairs.map((pair, at) => ({
      ...rowOf(pair, asked[at]?.outcomeId, read?.books[at]),
      ...(withSource ? { sourceMarket: pair.a.wire() } : {}),
    })),
    headers: read?.headers ?? {},
  }
}

/** Returns the outcome by which a market was named, or undefined if the market has the same name. */
export function findNamedOutcome({ marketId, outcomes }: UnifiedMarket, name: string): string | undefined {
  if (name === marketId) return undefined
  return outcomes.find(({ outcomeId }) => outcomeId === name)?.outcomeId
}

/**
 * Returns the outcome of the second market whose book and price correspond to an outcome of the first. That outcome is
 * the first market's yes by default. The result is undefined if no outcome certainly corresponds.
 */
export function correspondingOf(
  { a, b, comparison }: MarketPair,
  asked = a.features.yesId,
): string | undefined {
  const { outcomes, relation } = comparison
  if (asked === undefined) return outcomes.length === 1 ? outcomes[0]?.b : undefined
  if (outcomes.length > 0) return outcomes.find((pair) => pair.a === asked)?.b
  // Where one question implies the other, yes implies yes; for other relations no correspondence is known.
  const isImplied = relation === 'subset' || relation === 'superset'
  return isImplied ? sameSide(a.features, b.features, asked) : undefined
}

/**
 * Returns the outcomes whose prices are compared for a pair, if there are any. The first is the yes outcome of the first
 * market, otherwise its first outcome with a known correspondence. The second is the corresponding outcome of the second
 * market.
 */
export function outcomesOf(pair: MarketPair): {
  readonly a: string | undefined
  readonly b: string | undefined
} {
  const a = pair.a.features.yesId ?? pair.comparison.outcomes[0]?.a
  return { a, b: correspondingOf(pair, a) }
}

/** Returns the outcome of the same side: no outcome pays out in the same cases, so yes is compared with yes, and no with no. */
function sameSide({ yesId, noId }: Features, other: Features, asked: string): string | undefined {
  if (asked === yesId) return other.yesId
  return asked === noId ? other.noId : undefined
}

function bookOf(pair: MarketPair, outcome: string | undefined): { venue: VenueId; outcomeId?: string } {
  const outcomeId = correspondingOf(pair, outcome)
  return { venue: pair.b.venue, ...(outcomeId === undefined ? {} : { outcomeId }) }
}

function rowOf(
  { b, comparison }: MarketPair,
  outcomeId: string | undefined,
  book: OrderBook | PmxError | undefined,
): object {
  const read = book instanceof PmxError ? undefined : book
  const market = withBestPrices(b.wire(), outcomeId, read)
  // Clients look for the prices on the market, too.
  const quoted = read === undefined ? market : { ...market, ...toBestPrices(bestIn(read)) }
  return {
    ...toPriceComparison(quoted, comparison, read),
    ...(comparison.reasons.length === 0 ? {} : { reasons: comparison.reasons }),
    ...(book instanceof PmxError ? { bookError: { code: book.code, message: book.message } } : {}),
  }
}
