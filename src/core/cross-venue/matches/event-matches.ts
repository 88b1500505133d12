import type { ArgsOf } from '../../../api/arguments/methods.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { UnifiedEvent, UnifiedMarket } from '../../../api/models/models.js'
import type { CoreAnswer, CoreCall } from '../../request/api-call.js'
import type { ContextualMarket } from '../catalog/match-candidates.js'
import { assertSome } from '../catalog/resolve-name.js'
import { parseBrowseQuery } from './browse-matches.js'
import type { MatchesDeps } from './market-matches.js'
import type { MarketPair } from './match-pairs.js'
import {
  createSharedNameHeader,
  defaultRelations,
  joinHeaders,
  limitIn,
  type Named,
  namedBy,
  narrowRows,
} from './match-query.js'
import { matchRows } from './match-rows.js'

type EventMatchQuery = NonNullable<ArgsOf<'fetchEventMatches'>[0]>

/** An event as the cross-venue catalog returns it. */
export interface CatalogEvent extends UnifiedEvent {
  readonly markets: (UnifiedMarket & { readonly id: string })[]
}

/** Maximum number of markets of one event that are compared, those with the greatest volume. */
const MAX_MARKETS = 50

/**
 * Lists the events of other venues whose markets match those of one event, or the best pairs of events if no event is
 * named. Events with the most matches come first. Each event has its matching markets in `marketMatches`, each with the
 * market for which it was found.
 * @throws EVENT_NOT_FOUND, CATALOG_UNAVAILABLE, VALIDATION_ERROR
 */
export async function listEventMatches(
  deps: MatchesDeps,
  query: EventMatchQuery,
  call: CoreCall,
): Promise<CoreAnswer> {
  const limit = limitIn(query)
  const named = nameIn(query)
  const question = parseBrowseQuery(query, defaultRelations)
  const sources = named && (await findNamedEvents(deps, named))
  const { pairs, headers } =
    sources === undefined
      ? await deps.pairs.scan(question, (found) => groups(found).length >= limit)
      : await deps.pairs.ofAll(await listBusiestMarkets(deps, sources), question)
  const found = groups(pairs).slice(0, limit)
  const isPriced = query.includePrices === true
  const told = await matchRows(deps.books, found.flat(), { isPriced, withSource: true }, call)
  const isOne = sources?.length === 1
  const rows: object[] = []
  let from = 0
  for (const group of found) {
    const marketMatches = told.rows.slice(from, from + group.length)
    from += group.length
    const [event, sourceEvent] = await Promise.all([eventOf(deps, group[0]?.b), eventOf(deps, group[0]?.a)])
    if (event !== undefined) rows.push({ event, ...(isOne ? {} : { sourceEvent }), marketMatches })
  }
  const shared = named && createSharedNameHeader('event', sources?.length ?? 0, named.name)
  return { data: rows, headers: { ...headers, ...joinHeaders(shared ?? {}, told.headers) } }
}

/**
 * Returns the events that a query names, as {@link findNamedMarkets} finds markets.
 * @throws EVENT_NOT_FOUND
 */
export async function findNamedEvents(
  { catalogSearch }: Pick<MatchesDeps, 'catalogSearch'>,
  named: Named,
): Promise<readonly CatalogEvent[]> {
  const read = async (name: string): Promise<readonly CatalogEvent[]> =>
    (await catalogSearch.named('event', name, named.venue)).map(
      (row) => JSON.parse(row.toString()) as CatalogEvent,
    )
  const rows = await read(named.name)
  assertSome('event', named.name, rows)
  return narrowRows(
    rows,
    named,
    ({ id }) => id,
    async (other) => (await read(other)).map(({ id }) => id),
  )
}

/** Returns the markets with the highest volume from several events. */
export async function listBusiestMarkets(
  deps: Pick<MatchesDeps, 'catalogSearch'>,
  events: readonly CatalogEvent[],
): Promise<readonly ContextualMarket[]> {
  return (await Promise.all(events.map((event) => marketsOf(deps, event)))).flat()
}

/** Returns an event's markets with the highest volume, for comparison. */
export async function marketsOf(
  { catalogSearch }: Pick<MatchesDeps, 'catalogSearch'>,
  { markets, sourceExchange }: CatalogEvent,
): Promise<readonly ContextualMarket[]> {
  const busiest = markets.toSorted((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0)).slice(0, MAX_MARKETS)
  const told = await Promise.all(
    busiest.map(({ id }) => catalogSearch.marketsNamed(id, sourceExchange as VenueId)),
  )
  return told.flatMap((named) => named.slice(0, 1))
}

/** Returns the catalog's event of a market, or undefined if its venue has none for it. */
export async function eventOf(
  { catalogSearch }: Pick<MatchesDeps, 'catalogSearch'>,
  market: ContextualMarket | undefined,
): Promise<CatalogEvent | undefined> {
  if (market?.market.eventId === undefined) return undefined
  const [row] = await catalogSearch.named('event', market.market.eventId, market.venue)
  return row && (JSON.parse(row.toString()) as CatalogEvent)
}

/** Groups pairs by their two events, the largest group first; groups of equal size stay in the order in which they were found. */
function groups(pairs: readonly MarketPair[]): MarketPair[][] {
  const byEvents = new Map<string, MarketPair[]>()
  for (const pair of pairs) {
    const { a, b } = pair
    if (b.market.eventId === undefined) continue
    const key = JSON.stringify([a.venue, a.market.eventId, b.venue, b.market.eventId])
    const group = byEvents.get(key)
    if (group === undefined) byEvents.set(key, [pair])
    else group.push(pair)
  }
  return [...byEvents.values()].sort((a, b) => b.length - a.length)
}

function nameIn({ eventId, slug, url, event, sourceExchange }: EventMatchQuery): Named | undefined {
  const given = event as Partial<UnifiedEvent> | undefined
  return namedBy([eventId, slug, url], given, [given?.id, given?.slug, given?.url], sourceExchange)
}
