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

/** What clusters are asked for (api/README.md, "Clusters"). */
export interface ClusterQuery extends MatchPairQuery {
  /** Of a market, or of an event: the cluster around it alone, or those around all that bear it. */
  readonly name?: string
  readonly venues?: readonly VenueId[]
  readonly excludeVenues?: readonly VenueId[]
  /** Of how many venues a cluster has members at least. */
  readonly minVenues: number
  readonly withOrderbook: boolean
  readonly includeRawMatches: boolean
  readonly sort: 'volume' | 'confidence'
  readonly limit: number
  readonly offset: number
  /** Raw matches told of each cluster at most. */
  readonly edgeLimit: number
}

export type ClusterKind = 'market' | 'event'

/**
 * Markets, or events, of several venues that belong together, each with what joins them.
 * @throws CATALOG_UNAVAILABLE, MARKET_NOT_FOUND or EVENT_NOT_FOUND for a name that nothing bears
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

/** The pairs that clusters grow from, and the ids of the markets that are named, of all where none is. */
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
 * By volume they come as they are found, beside the busiest market of each first, so that a page ends the search and pages
 * together are what one large page is.
 */
async function pageOf(
  made: AsyncIterable<MarketCluster>,
  ids: ReadonlySet<string> | undefined,
  { sort, limit, offset, minVenues }: ClusterQuery,
): Promise<readonly MarketCluster[]> {
  const found: MarketCluster[] = []
  const left = new Set(ids)
  for await (const cluster of made) {
    // What does not fit into the clusters of what was named has clusters that are not around it.
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

/** A cluster is as sure as the weakest match that holds it together. */
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

/** The books of the yes of all members, as far as an answer reads any. */
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
