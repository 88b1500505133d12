import { invalid, PmxError } from '../api/errors.js'
import type { ArgsOf } from '../api/methods.js'
import type { OrderBook, UnifiedMarket } from '../api/models.js'
import { shown } from '../api/shown.js'
import { isVenueId, type VenueId } from '../api/venue-ids.js'
import { compareMarkets } from '../matching/compare.js'
import { type Features, featuresOf } from '../matching/features.js'
import { type Hedge, hedgeOf, priceComparison } from '../matching/hedges.js'
import type { Comparison } from '../matching/verdict.js'
import type { Across } from './across.js'
import { DEFAULT_ROWS, MOST_ROWS } from './across-query.js'
import type { CoreAnswer, CoreCall } from './call.js'
import { around, type ReadMarket, type ToldMarket } from './lookalikes.js'
import { type BooksBeside, readBeside } from './match-books.js'
import { assertPage } from './query/select.js'
import { onlyRow } from './router-lookup.js'

type MatchQuery = NonNullable<ArgsOf<'fetchMarketMatches'>[0]>
type Relation = Comparison['relation']

/** What a question for the markets beside one is about, where its caller does not say it. */
interface Purpose {
  readonly relations: readonly Relation[]
  /** Order books are read even where nobody asks for them. */
  readonly isPriced?: boolean
  /** Only markets that hedge a yes in the one that is asked about, each with how. */
  readonly isHedge?: boolean
}

/** Relations that the wire has a word for (api/README.md, "Matches"). */
const told: readonly Relation[] = ['identity', 'subset', 'superset', 'overlap']
/** Those that are told only to who asks for them by name. */
const namedOnly: readonly Relation[] = ['related', 'conflict']

export const purposes = {
  fetchMarketMatches: { relations: told },
  compareMarketPrices: { relations: ['identity'], isPriced: true },
  fetchRelatedMarkets: { relations: ['subset', 'superset', 'overlap'] },
  fetchHedges: { relations: ['identity', 'subset', 'superset'], isHedge: true },
} as const satisfies Readonly<Record<string, Purpose>>

/** A market of another venue, and how the one that is asked about lies to it. */
interface Found {
  readonly told: ToldMarket
  readonly comparison: Comparison
  /** The outcome that corresponds to the one that is asked about; undefined where none does. */
  readonly outcomeId: string | undefined
  readonly hedge: Hedge | undefined
}

export interface MatchesDeps {
  readonly across: Across
  readonly books: BooksBeside
}

/**
 * The open markets of other venues beside one, the surest first within each relation. Lists that lie ready tell them; a
 * venue is called for order books alone.
 * @throws MARKET_NOT_FOUND, BAD_REQUEST where several markets bear the name, VALIDATION_ERROR, NOT_SUPPORTED without a name
 */
export async function marketsBeside(
  { across, books }: MatchesDeps,
  query: MatchQuery,
  purpose: Purpose,
  call: CoreCall,
): Promise<CoreAnswer> {
  const { name, venue } = nameIn(query)
  const relations = relationsIn(query, purpose)
  const limit = limitIn(query)
  const least = leastConfidenceIn(query)
  const sought = onlyRow('market', name, await across.marketsNamed(name, venue), ({ wire }) => wire())
  const { markets, headers } = await across.alike(sought)
  const features = featuresOf(sought.market, around(sought.eventTitle))
  const outcome = outcomeNamed(sought.market, name)
  const found = markets
    .map((market) => compared(features, outcome, market))
    .filter(({ comparison }) => relations.includes(comparison.relation) && comparison.confidence >= least)
    .filter(({ hedge }) => purpose.isHedge !== true || hedge !== undefined)
    .sort((a, b) => inOrder(relations, a.comparison, b.comparison))
    .slice(0, limit)
  const isPriced = query.includePrices ?? purpose.isPriced === true
  const read = isPriced ? await readBeside(books, found.map(bookOf), call) : undefined
  return {
    data: found.map((one, at) => rowOf(one, read?.books[at], purpose)),
    headers: { ...headers, ...read?.headers },
    ignored: idleBeside(query),
  }
}

function compared(features: Features, outcome: string | undefined, market: ReadMarket): Found {
  const { features: other } = market
  const comparison = compareMarkets(features, other)
  const outcomeId = correspondingOf(features, other, comparison, outcome ?? features.yesId)
  return { told: market, comparison, outcomeId, hedge: hedgeOf(comparison) }
}

/** The outcome of the other market whose book stands beside that of `asked`. */
function correspondingOf(
  { yesId, noId }: Features,
  other: Features,
  { outcomes }: Comparison,
  asked: string | undefined,
): string | undefined {
  if (asked === undefined) return outcomes.length === 1 ? outcomes[0]?.b : undefined
  if (outcomes.length > 0) return outcomes.find(({ a }) => a === asked)?.b
  // None is paid out in the same cases: prices stand beside each other for what both call yes, or no.
  if (asked === yesId) return other.yesId
  return asked === noId ? other.noId : undefined
}

function bookOf({ told, outcomeId }: Found): { readonly venue: VenueId; readonly outcomeId?: string } {
  return { venue: told.venue, ...(outcomeId === undefined ? {} : { outcomeId }) }
}

function rowOf(
  { told, comparison, hedge }: Found,
  book: OrderBook | PmxError | undefined,
  { isHedge }: Purpose,
): unknown {
  const isRead = book !== undefined && !(book instanceof PmxError)
  return {
    ...priceComparison(told.wire(), comparison, isRead ? book : undefined),
    ...(comparison.reasons.length === 0 ? {} : { reasons: comparison.reasons }),
    ...(isHedge === true ? { hedge } : {}),
    ...(book instanceof PmxError ? { bookError: { code: book.code, message: book.message } } : {}),
  }
}

/** As the relations stand in the question; within one, the surest first. */
function inOrder(relations: readonly Relation[], a: Comparison, b: Comparison): number {
  return relations.indexOf(a.relation) - relations.indexOf(b.relation) || b.confidence - a.confidence
}

/** @throws NOT_SUPPORTED where no market is named */
function nameIn({ marketId, slug, url, market }: MatchQuery): { name: string; venue?: VenueId } {
  const given = market as Partial<UnifiedMarket> | undefined
  const name = [marketId, slug, url, given?.marketId].find((one) => typeof one === 'string' && one !== '')
  if (name === undefined)
    throw new PmxError(
      'NOT_SUPPORTED',
      'All matches at once are not told by this version: name a market by marketId, slug or url.',
      { detail: { kind: 'no_browsing' } },
    )
  const venue = marketId === undefined ? given?.sourceExchange : undefined
  return typeof venue === 'string' && isVenueId(venue) ? { name, venue } : { name }
}

/** The outcome that a market was named by; undefined where its name is that of the market as well. */
function outcomeNamed({ marketId, outcomes }: UnifiedMarket, name: string): string | undefined {
  if (name === marketId) return undefined
  return outcomes.find(({ outcomeId }) => outcomeId === name)?.outcomeId
}

/** @throws VALIDATION_ERROR for what is no relation */
function relationsIn({ relation }: MatchQuery, purpose: Purpose): readonly Relation[] {
  if (relation === undefined || relation === '') return purpose.relations
  const known = [...told, ...namedOnly]
  const asked = relation.split(',').map((one) => one.trim().toLowerCase())
  return asked.map((one) => {
    const relation = known.find((name) => name === one)
    if (relation !== undefined) return relation
    throw invalid('relation', `relation must be of ${known.join(', ')}; got ${shown(one)}`)
  })
}

function limitIn(query: MatchQuery): number {
  const { limit = DEFAULT_ROWS } = query
  assertPage({ limit })
  return Math.min(limit, MOST_ROWS)
}

function leastConfidenceIn({ minConfidence = 0 }: MatchQuery): number {
  if (minConfidence >= 0 && minConfidence <= 1) return minConfidence
  throw invalid('minConfidence', `minConfidence must be 0 to 1; got ${minConfidence}`)
}

/** What only matters where no market is named. */
const browsing = ['query', 'category', 'minDifference', 'sort'] as const

function idleBeside(query: MatchQuery): string[] {
  return browsing.filter((name) => query[name] !== undefined)
}
