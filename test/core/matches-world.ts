import type { ArgsOf, MethodName } from '../../src/api/methods.js'
import type { VenueId } from '../../src/api/venue-ids.js'
import type { CoreCall } from '../../src/core/call.js'
import type { ClusterKind, ClusterQuery } from '../../src/core/clusters.js'
import { createRouter } from '../../src/core/router.js'
import type { FeeOf } from '../../src/matching/arbitrage.js'
import { type LinkView, noLinks } from '../../src/matching/links.js'
import type { EventRow, MarketRow, Venue } from '../../src/venue-kit/venue.js'
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
  readonly category?: string
  readonly event?: string
}

/** A venue whose markets are yes and no, each in an event of its own where none is named. */
export function venueOf(id: VenueId, markets: readonly Asked[]) {
  const byEvent = new Map<string, MarketRow[]>()
  for (const asked of markets) {
    const { id: marketId, title, ends = '2026-12-31T23:59:00.000Z', price, event: named } = asked
    const { volume24h, category } = asked
    const facts = { title, slug: `slug-${marketId}`, ...optional({ volume24h, category }) }
    const row = market(marketId, facts)
    const yes = { outcomeId: `${marketId}-yes`, marketId, label: 'Yes', ...optional({ price }) }
    const no = { outcomeId: `${marketId}-no`, marketId, label: 'No' }
    const own = { sourceExchange: id, outcomes: [yes, no], yes, no, up: yes, down: no, resolutionDate: ends }
    const rows = byEvent.get(named ?? `e-${marketId}`) ?? []
    byEvent.set(named ?? `e-${marketId}`, [...rows, { ...row, market: { ...row.market, ...own } }])
  }
  const events = [...byEvent].map(([eventId, rows]): EventRow => {
    const made = event(eventId, rows, { title: rows[0]?.market.title ?? '' })
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
  feeOf: FeeOf = () => undefined,
) {
  const clock = fakeClock(NOW)
  const { shelves, wire } = memoryShelvesOf(venues, clock)
  shelves.keep()
  await settle()
  const listed = wire.calls.length
  const said: { links: LinkView } = { links: noLinks }
  const router = createRouter({
    across: acrossOf(shelves, clock),
    books: { clock, read },
    feesOf: async () => feeOf,
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
  const clusters = async (kind: ClusterKind, query: Partial<ClusterQuery> = {}) =>
    (await router.clusters(kind, { ...anyCluster, ...query }, call)).data as Record<string, unknown>[]
  return { router, said, ask, clusters, clock, hangUp, sent: () => wire.calls.length - listed }
}
