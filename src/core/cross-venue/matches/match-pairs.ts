import { computeAgeSeconds } from '../../../api/arguments/stored-terms.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import { isVenueId } from '../../../api/envelope/venue-ids.js'
import { catalogIdOf } from '../../../api/values/catalog-id.js'
import type { Category } from '../../../api/values/categories.js'
import type { Clock } from '../../../effects/clock.js'
import { compareLinked, type LinkView } from '../../../matching/links.js'
import type { Comparison } from '../../../matching/terms/relation-types.js'
import { createAgingCache } from '../../../policy/lru.js'
import { createOmissionHeaders, withoutCall } from '../../request/response-headers.js'
import type { CatalogSearch } from '../catalog/catalog-search.js'
import { type CandidateMarket, type ContextualMarket, withFeatures } from '../catalog/match-candidates.js'
import type { WireRelation } from './match-query.js'

/** Two open markets of different venues, and how the first relates to the second. */
export interface MarketPair {
  readonly a: CandidateMarket
  readonly b: CandidateMarket
  readonly comparison: Comparison
}

export interface MatchPairQuery {
  /** Text in the title or the slug of the first market. */
  readonly text?: string
  /** Category of the first market. */
  readonly category?: Category
  readonly relations: readonly WireRelation[]
  /** 0..1 */
  readonly minConfidence: number
}

type Fit = Pick<MatchPairQuery, 'relations' | 'minConfidence'>

interface Scan {
  readonly pairs: readonly MarketPair[]
  readonly headers: Readonly<Record<string, string>>
}

/** Pairs of matching markets of all venues, found market by market. */
export interface Pairs {
  /** Returns how the first market relates to the second. */
  compare(a: CandidateMarket, b: CandidateMarket): Comparison
  /**
   * Compares a market with its match candidates of other venues.
   * @throws CATALOG_UNAVAILABLE
   */
  compareWithCandidates(market: ContextualMarket, most?: number): Promise<Beside>
  /**
   * Returns pairs of the markets with the greatest volume, in that order and each once, until there are enough.
   * @throws CATALOG_UNAVAILABLE
   */
  scan(question: MatchPairQuery, enough: (pairs: readonly MarketPair[]) => boolean): Promise<Scan>
  /**
   * Returns the pairs of one market that match a query, the highest confidence first.
   * @throws CATALOG_UNAVAILABLE
   */
  fitting(market: ContextualMarket, question: Fit): Promise<readonly MarketPair[]>
  /**
   * Returns the matching pairs of several markets, market by market.
   * @throws CATALOG_UNAVAILABLE
   */
  ofAll(markets: readonly ContextualMarket[], question: Fit): Promise<Scan>
}

interface Beside {
  readonly pairs: readonly MarketPair[]
  /** When the oldest of the lists behind the pairs began to be read, epoch ms. */
  readonly beganAt: number
  readonly headers: Readonly<Record<string, string>>
}

/** Maximum number of markets that one scan compares. */
const MAX_SCANNED = 300
/** Maximum duration of a scan; SDKs wait 30 s. */
const PATIENCE_MS = 5_000
/** Number of markets read from the catalog at a time. */
const PAGE = 100
/** Maximum number of candidates compared with each market; a real match is among the first dozen. */
const FEW_ALIKE = 20
/** How long pairs are cached: lists are minutes old anyway. */
const KEPT_MS = 60_000
const MAX_KEPT = 1_000

const LIST_AGE = pmxHeaders.listAge

/** Relations that are not cached: they are rarely requested, and there are many of them. */
const dropped: readonly WireRelation[] = ['unrelated']

/** @param links the user's links between markets at present: they override computed relations */
export function createPairs(across: CatalogSearch, clock: Clock, links: () => LinkView): Pairs {
  const known = createAgingCache<Beside>(MAX_KEPT, clock)

  /** Counts how often the links have changed; earlier comparisons are then no longer used. */
  let round = 0
  let linksBefore: LinkView | undefined

  /** The links at the last lookup of a market's pairs: reading them costs more than comparing two markets. */
  let seen: LinkView | undefined
  const look = (): LinkView => {
    seen = links()
    return seen
  }

  const compare = (a: CandidateMarket, b: CandidateMarket): Comparison =>
    compareLinked(a.features, b.features, seen ?? look())

  async function beside(market: ContextualMarket, most?: number): Promise<Beside> {
    const { markets, beganAt, headers } = await across.alike(market, most)
    const said = look()
    const others = [...markets, ...(await linkedBeside(market, markets, said))]
    const a = withFeatures(market)
    const pairs = others.map((b) => ({ a, b, comparison: compareLinked(a.features, b.features, said) }))
    return { pairs, beganAt, headers }
  }

  /** Returns markets that the user has linked with one, however little they look alike. */
  async function linkedBeside(
    { venue, market }: ContextualMarket,
    found: readonly CandidateMarket[],
    said: LinkView,
  ): Promise<readonly CandidateMarket[]> {
    const names = said
      .linkedTo({ venue, marketId: market.marketId })
      .filter(
        (name) => !found.some((one) => one.venue === name.venue && one.market.marketId === name.marketId),
      )
    const named = await Promise.all(
      names.map(async (name) => {
        if (!isVenueId(name.venue)) return []
        return (await across.marketsNamed(name.marketId, name.venue)).slice(0, 1)
      }),
    )
    return named.flat().map(withFeatures)
  }

  async function keptBeside(market: ContextualMarket): Promise<Beside> {
    const now = look()
    if (now !== linksBefore) round++
    linksBefore = now
    const key = `${round} ${crossVenueIdOf(market)}`
    const before = known.get(key)
    if (before !== undefined) return before
    const { pairs, ...rest } = await beside(market, FEW_ALIKE)
    const fit = pairs
      .filter(({ comparison }) => !dropped.includes(comparison.relation))
      .sort((x, y) => y.comparison.confidence - x.comparison.confidence)
    const kept = { ...rest, pairs: fit }
    known.set(key, kept, KEPT_MS)
    return kept
  }

  async function fittingOf(market: ContextualMarket, question: Fit): Promise<Beside> {
    const { pairs, ...rest } = await keptBeside(market)
    const fit = pairs.filter(
      ({ comparison: { relation, confidence } }) =>
        question.relations.includes(relation) && confidence >= question.minConfidence,
    )
    return { ...rest, pairs: fit }
  }

  /** Returns headers with the age of the oldest list of a response: cached pairs get older in the meantime. */
  function aged(headers: Scan['headers'], beganAt: number): Scan['headers'] {
    const age = Math.max(computeAgeSeconds(beganAt, clock.now()), Number(headers[LIST_AGE] ?? 0))
    return { ...headers, [LIST_AGE]: String(age) }
  }

  return {
    compare,
    compareWithCandidates: beside,
    fitting: async (market, question) => (await fittingOf(market, question)).pairs,
    async ofAll(markets, question) {
      const pairs: MarketPair[] = []
      let headers: Scan['headers'] = withoutCall
      for (const market of markets) {
        const found = await fittingOf(market, question)
        pairs.push(...found.pairs)
        headers = aged({ ...found.headers, ...headers }, found.beganAt)
      }
      return { pairs, headers }
    },
    async scan({ relations, minConfidence, ...sought }, enough) {
      const begun = clock.monotonic()
      const pairs: MarketPair[] = []
      const seen = new Set<string>()
      let looked = 0
      let headers: Scan['headers'] = {}
      for await (const page of pagesOf(sought)) {
        headers = { ...page.headers, ...headers }
        for (const market of page.markets) {
          if (looked >= MAX_SCANNED || clock.monotonic() - begun > PATIENCE_MS) return cut()
          looked++
          const found = await fittingOf(market, { relations, minConfidence })
          headers = aged(headers, found.beganAt)
          for (const pair of found.pairs) {
            const key = [crossVenueIdOf(pair.a), crossVenueIdOf(pair.b)].sort().join()
            if (!seen.has(key)) pairs.push(pair)
            seen.add(key)
          }
          if (enough(pairs)) return { pairs, headers }
        }
      }
      return { pairs, headers }

      function cut(): Scan {
        const warnings = [`only the ${looked} markets with the highest volume were compared`]
        return { pairs, headers: { ...headers, ...createOmissionHeaders({ rows: 0, cut: [], warnings }) } }
      }
    },
  }

  async function* pagesOf(sought: Pick<MatchPairQuery, 'text' | 'category'>) {
    for (let offset = 0; ; offset += PAGE) {
      const page = await across.markets({ ...sought, limit: PAGE, offset })
      yield page
      if (page.isLast) return
    }
  }
}

/** Returns the cross-venue id of a market. */
export function crossVenueIdOf({ venue, market }: ContextualMarket): string {
  return catalogIdOf(venue, 'market', market.marketId)
}
