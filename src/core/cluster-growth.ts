import type { VenueId } from '../api/venue-ids.js'
import { idOf, type Pair, type PairQuestion, type Pairs } from './pairs.js'

type Member = Pair['a']

/** Markets that belong together, and the matches that hold them together. */
export interface MarketCluster {
  readonly members: readonly Member[]
  readonly edges: readonly Pair[]
}

interface Growth extends PairQuestion {
  readonly venues?: readonly VenueId[]
  readonly excludeVenues?: readonly VenueId[]
}

/** Members of one cluster; there are sixteen venues. */
const MOST_MEMBERS = 32

/**
 * Clusters around some pairs: who matches a member belongs to its cluster, unless he looks like another member without
 * being the same. Each market is in one cluster.
 * @param isEnough ends the growth
 */
export async function grown(
  pairs: Pairs,
  start: readonly Pair[],
  question: Growth,
  isEnough: (clusters: readonly MarketCluster[]) => boolean,
): Promise<readonly MarketCluster[]> {
  const taken = new Set<string>()
  const clusters: MarketCluster[] = []
  for (const { a, b } of start)
    for (const seed of [a, b])
      if (isWanted(seed, question) && !taken.has(idOf(seed))) {
        const cluster = await growFrom(pairs, seed, question, taken)
        if (cluster.members.length < 2) continue
        for (const member of cluster.members) taken.add(idOf(member))
        clusters.push(cluster)
        if (isEnough(clusters)) return clusters
      }
  return clusters
}

async function growFrom(
  pairs: Pairs,
  seed: Member,
  question: Growth,
  taken: ReadonlySet<string>,
): Promise<MarketCluster> {
  const members = new Map([[idOf(seed), seed]])
  const edges = new Map<string, Pair>()
  const refused = new Set<string>()
  for (const member of members.values())
    for (const pair of await pairs.fitting(member, question)) {
      const { b } = pair
      const id = idOf(b)
      if (!members.has(id)) {
        const isFree = !taken.has(id) && !refused.has(id) && members.size < MOST_MEMBERS
        if (!isFree || !isWanted(b, question) || !joins(pairs, b, members.values())) {
          refused.add(id)
          continue
        }
        members.set(id, b)
      }
      const key = [idOf(member), id].sort().join()
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
