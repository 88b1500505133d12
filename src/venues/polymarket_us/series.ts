import type { UnifiedSeries } from '../../api/models/models.js'
import { pathOf } from '../../transport/call-types.js'
import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import { type CursorPaging, mapPages, type OffsetPaging } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, SeriesSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertHonoured, assertSameSubject, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, readInList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { requestList, requestOptional } from '../../venue-kit/requests/request-list.js'
import { eventIdOf } from '../../venue-kit/requests/row-lists.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { readId } from './ids.js'
import { isNative, listEventPages } from './listing.js'
import { SITE } from './mapping.js'
import { toRows } from './native/event-pages.js'
import { promoted } from './promoted.js'
import { type NativeEvent, type NativeSeries, seriesListReply, seriesReply } from './schemas.js'

const SERIES_A_PAGE = 100
const list = { host: 'gateway', path: '/v1/series', what: 'GET /v1/series' } as const

function toSeries(series: NativeSeries): UnifiedSeries {
  return omitUndefined<UnifiedSeries>({
    id: series.id,
    title: series.title ?? series.slug ?? series.id,
    slug: series.slug,
    // As in upstream's own server 2.54.
    url: series.slug === undefined ? undefined : `${SITE}/series/${encodeURIComponent(series.slug)}`,
    description: series.subtitle,
    recurrence: series.recurrence,
    image: series.image,
    sourceExchange: 'polymarket_us',
    sourceMetadata: toSourceMetadata(series, promoted.series, { active: series.active }),
  })
}

/** Series without their events. Events are requested with a single series. */
export const seriesSource: SeriesSource = {
  list: (ctx): OffsetPaging<UnifiedSeries> => ({
    kind: 'offset',
    what: 'series',
    idOf: (series) => series.id,
    async fetch(offset) {
      const query = { limit: SERIES_A_PAGE, offset }
      const { series } = await requestList(ctx, seriesListReply, { ...list, query })
      expectSomewhere(series, ['slug', 'title'], list.what, 'series')
      return { rows: series.map(toSeries), scanned: sentIn(series) }
    },
  }),

  async get(id, _statuses, ctx) {
    const found = await findSeries(id, ctx)
    return found && toSeries(found)
  },
}

/** Returns the series with this number or slug, or undefined if the venue has none. */
async function findSeries(id: string, ctx: VenueContext): Promise<NativeSeries | undefined> {
  const native = readId(id)
  if (native.kind === 'number') {
    const what = 'GET /v1/series/id/{id}'
    const path = pathOf`/v1/series/id/${native.number}`
    const reply = await requestOptional(ctx, seriesReply, { host: 'gateway', path, what })
    if (reply !== undefined) assertSameSubject(native.number, reply.series.id, what, 'series.id')
    return reply?.series
  }
  if (native.kind !== 'slug') return undefined
  const { series } = await requestList(ctx, seriesListReply, { ...list, query: { slug: native.slug } })
  return series.find(({ slug }) => slug?.toLowerCase() === native.slug)
}

/** Numbers and slugs of series never change. */
const seriesOf = defineMemoKey<NativeSeries | undefined>('polymarket_us series', 24 * 3_600_000)

/**
 * Lists the events of a series by its number or slug, or none if the venue has no such series.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when an event of another series is returned. The venue ignores unknown filters, and
 * would then list all events
 */
export function listSeriesEvents(series: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const paging: CursorPaging<EventRow> = {
    kind: 'cursor',
    what: 'events of a series',
    idOf: eventIdOf,
    async fetch(cursor) {
      const found = await remember(ctx.memo, seriesOf, series.trim().toLowerCase(), () =>
        findSeries(series, ctx),
      )
      if (found === undefined) return { rows: [] }
      const pages = mapPages(listEventPages({ seriesId: found.id }, listing, ctx), (events) =>
        toRows(ownOf(found, events, ctx), ctx),
      )
      return pages.fetch(cursor)
    },
  }
  return { paging, sorted: isNative(listing) }
}

/** Events of another series count as malformed rows. If most rows are malformed, the filter was ignored. */
function ownOf(
  { slug }: NativeSeries,
  events: readonly NativeEvent[],
  ctx: VenueContext,
): readonly NativeEvent[] {
  const what = 'GET /v1/events'
  return readInList(what, ctx, () =>
    convertRows(events, 'events', (event) => {
      const { seriesSlug = 'none' } = event
      assertHonoured(slug === undefined || seriesSlug === slug, what, 'seriesSlug', seriesSlug)
      return event
    }),
  )
}
