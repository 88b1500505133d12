import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../../api/models/models.js'
import { bestIn } from '../../../venue-kit/unify/unified-market.js'
import { toBestPrices, withBestPrices } from '../../query/best-prices.js'
import type { CoreAnswer, CoreCall } from '../../request/api-call.js'
import { eventKeyOf, growClusters, growEventClusters, type MarketCluster } from './build-clusters.js'
import { type CatalogEvent, eventOf, findNamedEvents, listBusiestMarkets } from './event-matches.js'
import { findNamedMarkets, type MatchesDeps } from './market-matches.js'
import { readMatchedBooks } from './match-order-books.js'
import { crossVenueIdOf, type MarketPair, type MatchPairQuery } from './match-pairs.js'

/** A query for clusters (api/README.md, "Clusters"). */
export interface ClusterQuery extends MatchPairQuery {
  /** Name of a market or an event: only the clusters around the markets or events with that name are returned. */
  readonly name?: string
  readonly venues?: readonly VenueId[]
  readonly excludeVenues?: readonly VenueId[]
  /** Minimum number of venues with members in a cluster. */
  readonly minVenues: number
  readonly withOrderbook: boolean
  readonly includeRawMatches: boolean
  readonly sort: 'volume' | 'confidence'
  readonly limit: number
  readonly offset: number
  /** Maximum number of raw matches returned with each cluster. */
  readonly edgeLimit: number
}

export type ClusterKind = 'market' | 'event'

/**
 * Lists markets or events of several venues that belong together, each cluster with the matches that connect it.
 * @throws CATALOG_UNAVAILABLE, MARKET_NOT_FOUND or EVENT_NOT_FOUND for an unknown name
 */
export async function listClusters(
  deps: MatchesDeps,
  kind: ClusterKind,
  query: ClusterQuery,
  call: CoreCall,
): Promise<CoreAnswer> {
  const { pairs, headers, ids } = await startOf(deps, kind, query)
  const made =
    kind === 'market' ? growClusters(deps.pairs, pairs, query) : growEventClusters(deps.pairs, pairs, query)
  const found = await pageOf(made, ids, query)
  if (kind === 'event') {
    const rows = await Promise.all(found.map((cluster) => eventCluster(deps, cluster, query)))
    return { data: rows, headers }
  }
  const read = query.withOrderbook ? await booksOf(deps, found, call) : undefined
  const rows = found.map((cluster) => marketCluster(cluster, query, read?.books))
  return { data: rows, headers: { ...headers, ...read?.headers } }
}

/** Returns the pairs from which clusters are built, and the ids of the named markets; undefined ids if none is named. */
async function startOf(deps: MatchesDeps, kind: ClusterKind, { name, ...query }: ClusterQuery) {
  if (name === undefined) return { ...(await deps.pairs.scan(query, () => false)), ids: undefined }
  const named = { name, others: [] }
  const markets =
    kind === 'event'
      ? await listBusiestMarkets(deps, await findNamedEvents(deps, named))
      : await findNamedMarkets(deps, named)
  return { ...(await deps.pairs.ofAll(markets, query)), ids: new Set(markets.map(crossVenueIdOf)) }
}

/**
 * Returns a page of clusters. Sorted by volume, clusters stay in the order in which they are found, those of the market with
 * the greatest volume first. A full page then ends the search, and all pages together equal one large page.
 */
async function pageOf(
  made: AsyncIterable<MarketCluster>,
  ids: ReadonlySet<string> | undefined,
  { sort, limit, offset, minVenues }: ClusterQuery,
): Promise<readonly MarketCluster[]> {
  const found: MarketCluster[] = []
  const left = new Set(ids)
  for await (const cluster of made) {
    // Pairs that do not fit into the clusters of the named markets form clusters that are not around them.
    const isAround = ids === undefined || cluster.members.some((member) => ids.has(crossVenueIdOf(member)))
    if (isAround && venuesOf(cluster.members).size >= minVenues) found.push(cluster)
    for (const member of cluster.members) left.delete(crossVenueIdOf(member))
    if (ids !== undefined && left.size === 0) break
    if (sort === 'volume' && found.length >= offset + limit) break
  }
  if (sort === 'confidence') found.sort((a, b) => weakest(b) - weakest(a))
  return found.slice(offset, offset + limit)
}

function marketCluster(cluster: MarketCluster, query: ClusterQuery, books?: BooksById): object {
  const [first] = cluster.members.toSorted((a, b) => volumeOf([b]) - volumeOf([a]))
  return {
    clusterId: `mcl_${cluster.members.map(crossVenueIdOf).sort()[0]}`,
    canonicalTitle: first?.market.title ?? null,
    category: first?.market.category ?? null,
    ...factsOf(cluster),
    volume24h: volumeOf(cluster.members),
    markets: cluster.members.map((member) => {
      const book = books?.get(crossVenueIdOf(member))
      return {
        ...withBestPrices(member.wire(), member.features.yesId, book),
        ...(book === undefined ? {} : toBestPrices(bestIn(book))),
      }
    }),
    ...(query.includeRawMatches ? { rawMatches: rawMatches(cluster, query) } : {}),
  }
}

async function eventCluster(deps: MatchesDeps, cluster: MarketCluster, query: ClusterQuery): Promise<object> {
  const members = new Map(cluster.members.map((member) => [eventKeyOf(member), member]))
  const rows = await Promise.all(
    [...members].map(async ([key, one]) => [key, await eventOf(deps, one)] as const),
  )
  const events = new Map(rows.filter((row): row is [string, CatalogEvent] => row[1] !== undefined))
  const told = [...events.values()].sort((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0))
  const idOfEvent = (member: MarketPair['a']) => events.get(eventKeyOf(member))?.id
  return {
    clusterId: `ecl_${told.map(({ id }) => id).sort()[0] ?? ''}`,
    canonicalTitle: told[0]?.title ?? null,
    category: told[0]?.category ?? null,
    ...factsOf(cluster),
    volume24h: told.reduce((sum, { volume24h = 0 }) => sum + volume24h, 0),
    events: told,
    ...(query.includeRawMatches ? { rawMatches: rawMatches(cluster, query, idOfEvent) } : {}),
  }
}

function factsOf(cluster: MarketCluster) {
  return {
    relations: [...new Set(cluster.edges.map(({ comparison }) => comparison.relation))],
    confidence: weakest(cluster),
  }
}

function rawMatches(
  { edges }: MarketCluster,
  { edgeLimit }: ClusterQuery,
  eventIdOf?: (member: MarketPair['a']) => string | undefined,
): object[] {
  return edges.slice(0, edgeLimit).map(({ a, b, comparison: { relation, confidence } }) => ({
    ...(eventIdOf === undefined ? {} : { eventAId: eventIdOf(a), eventBId: eventIdOf(b) }),
    marketAId: crossVenueIdOf(a),
    marketBId: crossVenueIdOf(b),
    relation,
    confidence,
  }))
}

/** Returns the confidence of a cluster: that of its weakest match. */
function weakest({ edges }: MarketCluster): number {
  return Math.min(...edges.map(({ comparison }) => comparison.confidence))
}

function volumeOf(members: MarketCluster['members']): number {
  return members.reduce((sum, { market }) => sum + (market.volume24h ?? 0), 0)
}

function venuesOf(members: MarketCluster['members']): ReadonlySet<string> {
  return new Set(members.map(({ venue }) => venue))
}

type BooksById = ReadonlyMap<string, OrderBook>

/** Reads the yes books of all members, up to the maximum number of books. */
async function booksOf({ books }: MatchesDeps, found: readonly MarketCluster[], call: CoreCall) {
  const members = found.flatMap((cluster) => cluster.members)
  const asked = members.map(({ venue, features: { yesId } }) => ({
    venue,
    ...(yesId === undefined ? {} : { outcomeId: yesId }),
  }))
  const read = await readMatchedBooks(books, asked, call)
  const known = members.flatMap((member, at): [string, OrderBook][] => {
    const book = read.books[at]
    return book === undefined || book instanceof Error ? [] : [[crossVenueIdOf(member), book]]
  })
  return { books: new Map(known), headers: read.headers }
}
