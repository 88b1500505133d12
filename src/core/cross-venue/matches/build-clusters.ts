import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { isCertain } from '../../../matching/terms/relation-types.js'
import { crossVenueIdOf, type MarketPair, type MatchPairQuery, type Pairs } from './match-pairs.js'

type Member = MarketPair['a']

/** Markets that belong together, and the matches that connect them. */
export interface MarketCluster {
  readonly members: readonly Member[]
  readonly edges: readonly MarketPair[]
}

interface Growth extends MatchPairQuery {
  readonly venues?: readonly VenueId[]
  readonly excludeVenues?: readonly VenueId[]
}

/** Maximum number of members of one cluster; there are sixteen venues. */
const MAX_MEMBERS = 32

/**
 * Builds clusters around some pairs, in their order. A market that matches a member joins its cluster, unless it
 * conflicts with another member. Each market is in one cluster.
 */
export async function* growClusters(
  pairs: Pairs,
  start: readonly MarketPair[],
  question: Growth,
): AsyncGenerator<MarketCluster> {
  const taken = new Set<string>()
  const isFree = (member: Member): boolean => !taken.has(crossVenueIdOf(member))
  for (const seed of seedsOf(start, question)) {
    const cluster = await growNew(pairs, seed, question, isFree)
    if (cluster === undefined) continue
    for (const member of cluster.members) taken.add(crossVenueIdOf(member))
    yield cluster
  }
}

/**
 * Builds clusters of events from clusters of their markets. Each event is in one cluster. Each returned cluster is
 * complete, however few clusters are requested.
 */
export async function* growEventClusters(
  pairs: Pairs,
  start: readonly MarketPair[],
  question: Growth,
): AsyncGenerator<MarketCluster> {
  const taken = new Set<string>()
  const told = new Set<string>()
  const seeds = seedsOf(start, question)
  const ofEvent = groupedByEvent(seeds)
  // Not removed afterwards: two events that only such a market connects have nothing in common.
  const isFree = (member: Member): boolean =>
    !taken.has(crossVenueIdOf(member)) && member.market.eventId !== undefined && !told.has(eventKeyOf(member))
  for (const first of seeds) {
    const events = new Set<string>()
    const parts: MarketCluster[] = []
    const waiting = [first]
    for (const seed of waiting) {
      const part = await growNew(pairs, seed, question, isFree)
      if (part === undefined) continue
      parts.push(part)
      for (const member of part.members) {
        taken.add(crossVenueIdOf(member))
        const key = eventKeyOf(member)
        if (events.has(key)) continue
        events.add(key)
        waiting.push(...(ofEvent.get(key) ?? []))
      }
    }
    for (const key of events) told.add(key)
    if (parts.length > 0)
      yield { members: parts.flatMap(({ members }) => members), edges: parts.flatMap(({ edges }) => edges) }
  }
}

export function eventKeyOf({ venue, market }: Member): string {
  return `${venue} ${market.eventId ?? ''}`
}

function seedsOf(start: readonly MarketPair[], question: Growth): readonly Member[] {
  return start.flatMap(({ a, b }) => [a, b]).filter((seed) => isWanted(seed, question))
}

function groupedByEvent(seeds: readonly Member[]): ReadonlyMap<string, readonly Member[]> {
  const grouped = new Map<string, Member[]>()
  for (const seed of seeds) {
    const key = eventKeyOf(seed)
    const others = grouped.get(key)
    if (others === undefined) grouped.set(key, [seed])
    else others.push(seed)
  }
  return grouped
}

type IsFree = (member: Member) => boolean

/**
 * Returns the cluster around a market, of free markets only, or undefined for a market that is not free or has no match.
 */
async function growNew(
  pairs: Pairs,
  seed: Member,
  question: Growth,
  isFree: IsFree,
): Promise<MarketCluster | undefined> {
  if (!isFree(seed)) return undefined
  const cluster = await growFrom(pairs, seed, question, isFree)
  return cluster.members.length < 2 ? undefined : cluster
}

async function growFrom(
  pairs: Pairs,
  seed: Member,
  question: Growth,
  isFree: IsFree,
): Promise<MarketCluster> {
  const members = new Map([[crossVenueIdOf(seed), seed]])
  const edges = new Map<string, MarketPair>()
  const refused = new Set<string>()
  for (const member of members.values())
    for (const pair of await pairs.fitting(member, question)) {
      const { b } = pair
      const id = crossVenueIdOf(b)
      if (!members.has(id)) {
        const hasRoom = !refused.has(id) && members.size < MAX_MEMBERS
        if (
          !hasRoom ||
          !isCertain(pair.comparison) ||
          !isFree(b) ||
          !isWanted(b, question) ||
          !joins(pairs, b, members.values())
        ) {
          refused.add(id)
          continue
        }
        members.set(id, b)
      }
      const key = [crossVenueIdOf(member), id].sort().join()
      if (!edges.has(key)) edges.set(key, pair)
    }
  return { members: [...members.values()], edges: [...edges.values()] }
}

function joins(pairs: Pairs, market: Member, members: Iterable<Member>): boolean {
  for (const member of members) if (pairs.compare(member, market).relation === 'conflict') return false
  return true
}

function isWanted({ venue }: Member, { venues, excludeVenues }: Growth): boolean {
  return (venues === undefined || venues.includes(venue)) && excludeVenues?.includes(venue) !== true
}
