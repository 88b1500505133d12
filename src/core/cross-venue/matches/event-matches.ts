import type { ArgsOf } from '../../../api/arguments/methods.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { UnifiedEvent, UnifiedMarket } from '../../../api/models/models.js'
import type { CoreAnswer, CoreCall } from '../../request/api-call.js'
import type { ToldMarket } from '../catalog/match-candidates.js'
import { assertSome } from '../catalog/resolve-name.js'
import { questionIn } from './browse-matches.js'
import type { MatchesDeps } from './market-matches.js'
import type { Pair } from './match-pairs.js'
import {
  joinedHeaders,
  limitIn,
  type Named,
  namedBy,
  narrowed,
  sharedNameHeader,
  toldRelations,
} from './match-query.js'
import { matchRows } from './match-rows.js'

type EventMatchQuery = NonNullable<ArgsOf<'fetchEventMatches'>[0]>

/** An event as the catalog of all venues tells it. */
export interface ToldEvent extends UnifiedEvent {
  readonly markets: (UnifiedMarket & { readonly id: string })[]
}

/** Markets of one event that are looked beside, those with the greatest volume. */
const MOST_MARKETS = 50

/**
 * The events of other venues whose markets match those of one, or the best pairs of events where none is named: most
 * matches first. Of each event `marketMatches` has its markets, with the market that each was found beside.
 * @throws EVENT_NOT_FOUND, CATALOG_UNAVAILABLE, VALIDATION_ERROR
 */
export async function eventMatches(
  deps: MatchesDeps,
  query: EventMatchQuery,
  call: CoreCall,
): Promise<CoreAnswer> {
  const limit = limitIn(query)
  const named = nameIn(query)
  const question = questionIn(query, toldRelations)
  const sources = named && (await eventsOfName(deps, named))
  const { pairs, headers } =
    sources === undefined
      ? await deps.pairs.scan(question, (found) => groups(found).length >= limit)
      : await deps.pairs.ofAll(await marketsOfAll(deps, sources), question)
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
  const shared = named && sharedNameHeader('event', sources?.length ?? 0, named.name)
  return { data: rows, headers: { ...headers, ...joinedHeaders(shared ?? {}, told.headers) } }
}

/** The events that a question is about, as {@link marketsOfName} finds markets. @throws EVENT_NOT_FOUND */
export async function eventsOfName(
  { across }: Pick<MatchesDeps, 'across'>,
  named: Named,
): Promise<readonly ToldEvent[]> {
  const read = async (name: string): Promise<readonly ToldEvent[]> =>
    (await across.named('event', name, named.venue)).map((row) => JSON.parse(row.toString()) as ToldEvent)
  const rows = await read(named.name)
  assertSome('event', named.name, rows)
  return narrowed(
    rows,
    named,
    ({ id }) => id,
    async (other) => (await read(other)).map(({ id }) => id),
  )
}

/** The busiest markets of several events. */
export async function marketsOfAll(
  deps: Pick<MatchesDeps, 'across'>,
  events: readonly ToldEvent[],
): Promise<readonly ToldMarket[]> {
  return (await Promise.all(events.map((event) => marketsOf(deps, event)))).flat()
}

/** The markets of an event with the greatest volume, to be compared. */
export async function marketsOf(
  { across }: Pick<MatchesDeps, 'across'>,
  { markets, sourceExchange }: ToldEvent,
): Promise<readonly ToldMarket[]> {
  const busiest = markets.toSorted((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0)).slice(0, MOST_MARKETS)
  const told = await Promise.all(busiest.map(({ id }) => across.marketsNamed(id, sourceExchange as VenueId)))
  return told.flatMap((named) => named.slice(0, 1))
}

/** The event of a market as it is told; undefined where its venue has none for it. */
export async function eventOf(
  { across }: Pick<MatchesDeps, 'across'>,
  market: ToldMarket | undefined,
): Promise<ToldEvent | undefined> {
  if (market?.market.eventId === undefined) return undefined
  const [row] = await across.named('event', market.market.eventId, market.venue)
  return row && (JSON.parse(row.toString()) as ToldEvent)
}

/** Pairs of the same two events together, most first; those that are as many in the order in which they were found. */
function groups(pairs: readonly Pair[]): Pair[][] {
  const byEvents = new Map<string, Pair[]>()
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
