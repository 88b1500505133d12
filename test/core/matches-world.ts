import type { ArgsOf, MethodName } from '../../src/api/arguments/methods.js'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { ClusterKind, ClusterQuery } from '../../src/core/cross-venue/matches/clusters.js'
import { createRouter } from '../../src/core/cross-venue/router.js'
import type { CoreCall } from '../../src/core/request/api-call.js'
import type { FeeOf } from '../../src/matching/arbitrage.js'
import { type LinkView, noLinks } from '../../src/matching/links.js'
import type { EventRow, MarketRow, Venue } from '../../src/venue-kit/contract/venue.js'
import { fakeClock, settle } from '../support/clock.js'
import { acrossOf, memoryShelvesOf } from './across-world.js'
import { event, fakeVenue, market } from './fake-venue.js'

const NOW = Date.UTC(2026, 10, 21)

export interface Asked {
  readonly id: string
  readonly title: string
  readonly ends?: string
  readonly volume24h?: number
  readonly price?: number
  /** Best prices of its yes, as its list has them. */
  readonly bestBid?: number
  readonly bestAsk?: number
  readonly category?: string
  readonly event?: string
  /** Of its event; the title of the first market in it without. */
  readonly eventTitle?: string
}

/** More markets than one answer looks beside, each alone with what it asks. */
export const beyondOneLook: readonly Asked[] = Array.from({ length: 320 }, (_, at) => ({
  id: `M${at}`,
  title: `Will team number ${at} be sold?`,
}))

/** A link of the user between any two markets of these venues. */
export function linkedVenues(says: 'same' | 'other', ...both: readonly [VenueId, VenueId]): LinkView {
  return {
    ...noLinks,
    between: (a, b) =>
      a.venue !== b.venue && both.every((id) => id === a.venue || id === b.venue)
        ? { a, b, says, at: 1 }
        : undefined,
  }
}

/** A venue whose markets are yes and no, each in an event of its own where none is named. */
export function venueOf(id: VenueId, markets: readonly Asked[]) {
  const byEvent = new Map<string, MarketRow[]>()
  const titles = new Map<string, string>()
  for (const asked of markets) {
    const { id: marketId, title, ends = '2026-12-31T23:59:00.000Z', price, event: named } = asked
    const { volume24h, category, bestBid, bestAsk } = asked
    const facts = { title, slug: `slug-${marketId}`, ...optional({ volume24h, category }) }
    const row = market(marketId, facts)
    const yes = {
      outcomeId: `${marketId}-yes`,
      marketId,
      label: 'Yes',
      ...optional({ price, bestBid, bestAsk }),
    }
    const no = { outcomeId: `${marketId}-no`, marketId, label: 'No' }
    const own = { sourceExchange: id, outcomes: [yes, no], yes, no, up: yes, down: no, resolutionDate: ends }
    const rows = byEvent.get(named ?? `e-${marketId}`) ?? []
    titles.set(named ?? `e-${marketId}`, titles.get(named ?? `e-${marketId}`) ?? asked.eventTitle ?? title)
    byEvent.set(named ?? `e-${marketId}`, [...rows, { ...row, market: { ...row.market, ...own } }])
  }
  const events = [...byEvent].map(([eventId, rows]): EventRow => {
    const volumes = rows.flatMap(({ market: { volume24h: one } }) => one ?? [])
    const { category } = rows[0]?.market ?? {}
    const made = event(eventId, rows, {
      title: titles.get(eventId) ?? '',
      ...optional({ category }),
      ...(volumes.length === 0 ? {} : { volume24h: volumes.reduce((sum, one) => sum + one, 0) }),
    })
    return { ...made, event: { ...made.event, sourceExchange: id } }
  })
  return fakeVenue({ events, rest: { id } })
}

function optional<Facts extends object>(facts: Facts): { [Name in keyof Facts]?: NonNullable<Facts[Name]> } {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as { [Name in keyof Facts]?: NonNullable<Facts[Name]> }
}

export const anyCluster: ClusterQuery = {
  relations: ['identity'],
  minConfidence: 0,
  minVenues: 2,
  withOrderbook: false,
  includeRawMatches: false,
  sort: 'volume',
  limit: 50,
  offset: 0,
  edgeLimit: 500,
}

type Read = (outcomeId: string, call: CoreCall) => Promise<{ data: unknown; headers: Record<string, string> }>

export async function routerOver(
  venues: readonly Venue[],
  read: Read = () => Promise.reject(new Error('no book is wanted')),
  feeOf: FeeOf = () => 0,
) {
  const clock = fakeClock(NOW)
  const { shelves, wire } = memoryShelvesOf(venues, clock)
  shelves.keep()
  await settle()
  const listed = wire.calls.length
  const feesAsked: VenueId[][] = []
  const said: { links: LinkView } = { links: noLinks }
  const router = createRouter({
    catalogSearch: acrossOf(shelves, clock),
    books: { clock, read },
    feesOf: async (asked) => {
      feesAsked.push([...asked])
      return feeOf
    },
    links: () => said.links,
  })
  const hangUp = new AbortController()
  const call: CoreCall = {
    venue: 'router',
    signal: hangUp.signal,
    credentials: { apiKey: 'of-the-router' },
    trusted: false,
  }
  const ask = async <M extends MethodName>(method: M, ...args: ArgsOf<M>) => {
    const { data, ...rest } = await router.run(method, args, call)
    return { rows: data as Record<string, unknown>[], ...rest }
  }
  const clusterAnswer = (kind: ClusterKind, query: Partial<ClusterQuery> = {}) =>
    router.clusters(kind, { ...anyCluster, ...query }, call)
  const clusters = async (kind: ClusterKind, query: Partial<ClusterQuery> = {}) =>
    (await clusterAnswer(kind, query)).data as Record<string, unknown>[]
  const sent = () => wire.calls.length - listed
  return { router, said, ask, clusters, clusterAnswer, clock, hangUp, sent, feesAsked }
}
