import { toIso } from '../../api/times/instant.js'
import type { QueryValue } from '../../transport/call-types.js'
import type { EventRow, Listed, Listing, Status, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertHonoured, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { convertRows, loadOrElse, readInList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { eventIdOf } from '../../venue-kit/requests/row-lists.js'
import { toEventRow } from './mapping.js'
import { findCutoff } from './native/archive.js'
import { readNextCursor } from './native/cursor.js'
import type { KalshiEnvironment } from './native/environment.js'
import { findAllSeriesFacts, findSeriesFacts, type SeriesFacts } from './native/series-facts.js'
import { eventsReply, type NestedEvent, parentsReply, priceNames } from './schemas.js'

/** Maximum number of events on a page, and of markets (README.md; docs.kalshi.com, get events, get markets). */
const EVENTS_PER_PAGE = 200
const MARKETS_PER_PAGE = 1_000

/** The venue's filter words, which differ from the words of a market's status (README.md; docs.kalshi.com, get events). */
const filterWords = {
  active: ['open', 'unopened'],
  closed: ['closed', 'settled'],
} as const satisfies Record<Status, readonly string[]>

/** Lists events that have a market of the requested status, in pages. */
export function listEvents(
  scope: Scope,
  listing: Listing,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Listed<EventRow> {
  const limit = Math.min(EVENTS_PER_PAGE, Math.max(1, listing.atMost ?? EVENTS_PER_PAGE))
  const legs = filterWords[listing.status].map((status): Leg<EventRow> => {
    const nested = createNestedCheck(EVENTS)
    return {
      async fetch(cursor) {
        if (status === 'settled' && cursor === undefined) await noteArchive(ctx)
        const page = await eventPage({ status, limit, cursor }, scope, environment, ctx)
        if (status !== 'settled') nested(page.natives)
        return page
      },
    }
  })
  const paused = pausedLeg(scope, environment, ctx)
  return {
    sorted: false,
    paging: joinLegs('events', eventIdOf, listing.status === 'active' ? [...legs, paused] : legs),
  }
}

const EVENTS = 'GET /events'

type Scope = { readonly series_ticker?: string }

/** Fetches one page of events with their markets, as native events and as rows. */
async function eventPage(
  filter: Readonly<Record<string, QueryValue>>,
  scope: Scope,
  environment: KalshiEnvironment,
  ctx: VenueContext,
) {
  const query = { ...scope, with_nested_markets: true, ...filter }
  const [reply, seriesOf] = await Promise.all([
    requestList(ctx, eventsReply, { path: '/events', query, what: EVENTS }),
    seriesFacts(scope.series_ticker, ctx),
  ])
  const natives = reply.events
  expectSomewhere(
    natives.flatMap((event) => event.markets ?? []),
    usual,
    EVENTS,
    'events[*].markets',
  )
  for (const [index, { series_ticker: got }] of natives.entries()) {
    assertHonoured(got === (scope.series_ticker ?? got), EVENTS, `events[${index}].series_ticker`, got)
  }
  const now = ctx.clock.now()
  const rows = readInList(EVENTS, ctx, () =>
    convertRows(natives, 'events', (event) => {
      const around = { series: seriesOf.get(event.series_ticker) }
      return toEventRow(event, event.markets ?? [], around, environment, now)
    }),
  )
  return { rows, natives, next: readNextCursor(reply.cursor, sentIn(natives), EVENTS_PER_PAGE, EVENTS) }
}

/** Maximum number of event tickers of one call: the limit of the equivalent filter for markets. */
const TICKERS_PER_CALL = 100

/**
 * Lists events whose only open markets are paused: only the filter of markets has a word for them (README.md; docs.kalshi.com,
 * get events, get markets).
 */
function pausedLeg(scope: Scope, environment: KalshiEnvironment, ctx: VenueContext): Leg<EventRow> {
  const what = 'GET /markets'
  return {
    async fetch(cursor) {
      const query = { ...scope, status: 'paused', mve_filter: 'exclude', limit: MARKETS_PER_PAGE, cursor }
      const reply = await requestList(ctx, parentsReply, { path: '/markets', query, what })
      const tickers = [...new Set(reply.markets.map((market) => market.event_ticker))]
      const rows: EventRow[] = []
      for (let from = 0; from < tickers.length; from += TICKERS_PER_CALL) {
        const part = tickers.slice(from, from + TICKERS_PER_CALL)
        const page = await eventPage(
          { tickers: part.join(','), limit: EVENTS_PER_PAGE },
          scope,
          environment,
          ctx,
        )
        for (const [index, { event_ticker: got }] of page.natives.entries()) {
          assertHonoured(part.includes(got), EVENTS, `events[${index}].event_ticker`, got)
        }
        rows.push(...page.rows)
      }
      return { rows, next: readNextCursor(reply.cursor, sentIn(reply.markets), MARKETS_PER_PAGE, what) }
    },
  }
}

/** Notes the missing part of lists: the archive holds old markets, and their events are returned without them. */
async function noteArchive(ctx: VenueContext): Promise<void> {
  const cutoff = await loadOrElse('where the archive begins', ctx, () => findCutoff(ctx), undefined)
  if (cutoff?.settledBefore === undefined) return
  const day = toIso(cutoff.settledBefore).slice(0, 10)
  ctx.omissions.noteCut(
    `markets settled before ${day}, which Kalshi has archived and does not list: use fetchEvent to get those of an event`,
  )
}

/** Returns category and tags by series: of all series, or of the listed one. */
function seriesFacts(
  listed: string | undefined,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, SeriesFacts>> {
  return loadOrElse(
    'category and tags of series',
    ctx,
    async () => {
      if (listed === undefined) return findAllSeriesFacts(ctx)
      const series = await findSeriesFacts(listed, ctx)
      return new Map(series === undefined ? [] : [[listed, series]])
    },
    new Map(),
  )
}

/** Members that single markets may lack but whole pages never did: prices, ends, and sort keys. */
const usual = [...priceNames, 'close_time', 'volume_24h_fp', 'volume_fp', 'open_time']

/**
 * Creates a check for nested markets. Only markets that settled long ago are left out of their event. Open events without a
 * single market indicate a schema change, and would otherwise count as closed. The check covers all pages, because pages may be
 * small.
 */
function createNestedCheck(what: string): (events: readonly NestedEvent[]) => void {
  let seen: { readonly markets: unknown }[] = []
  return (events) => {
    seen = [...seen, ...events.map(({ markets = [] }) => ({ markets: markets?.[0] }))]
    expectSomewhere(seen, ['markets'], what, 'events')
    if (seen.some(({ markets }) => markets !== undefined)) seen = [{ markets: true }]
  }
}
