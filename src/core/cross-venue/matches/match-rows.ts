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
  /** Order books of the outcomes that correspond are read. */
  readonly isPriced: boolean
  /** Each with the market that it was found beside. */
  readonly withSource?: boolean
  /** An outcome of the first market of a pair, whose book the other's stands beside; its yes without. */
  readonly outcomeOf?: (pair: MarketPair) => string | undefined
}

interface ToldMatches {
  /** In the order of the pairs. */
  readonly rows: readonly object[]
  readonly headers: Readonly<Record<string, string>>
}

/** Matches as the wire has them (api/README.md, "Matches"): of each pair the second market, and how the first lies to it. */
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

/** The outcome of a market that it was named by; undefined where its name is that of the market as well. */
export function findNamedOutcome({ marketId, outcomes }: UnifiedMarket, name: string): string | undefined {
  if (name === marketId) return undefined
  return outcomes.find(({ outcomeId }) => outcomeId === name)?.outcomeId
}

/** The outcome of the second market whose book and price stand beside those of one of the first; its yes without one; undefined where none is certain to. */
export function correspondingOf(
  { a, b, comparison }: MarketPair,
  asked = a.features.yesId,
): string | undefined {
  const { outcomes, relation } = comparison
  if (asked === undefined) return outcomes.length === 1 ? outcomes[0]?.b : undefined
  if (outcomes.length > 0) return outcomes.find((pair) => pair.a === asked)?.b
  // Where one question implies the other, yes implies yes; of others nothing is known to stand beside it.
  const isImplied = relation === 'subset' || relation === 'superset'
  return isImplied ? sameSide(a.features, b.features, asked) : undefined
}

/**
 * The outcomes whose prices a pair is compared by, as far as there are any: the yes of the first market, without one the
 * first outcome that is known to correspond, and what corresponds in the second.
 */
export function outcomesOf(pair: MarketPair): {
  readonly a: string | undefined
  readonly b: string | undefined
} {
  const a = pair.a.features.yesId ?? pair.comparison.outcomes[0]?.a
  return { a, b: correspondingOf(pair, a) }
}

/** None is paid out in the same cases: prices stand beside each other for what both call yes, or no. */
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
  // Clients look for them on the market, too.
  const quoted = read === undefined ? market : { ...market, ...toBestPrices(bestIn(read)) }
  return {
    ...toPriceComparison(quoted, comparison, read),
    ...(comparison.reasons.length === 0 ? {} : { reasons: comparison.reasons }),
    ...(book instanceof PmxError ? { bookError: { code: book.code, message: book.message } } : {}),
  }
}
