import type { UnifiedSeries } from '../../api/models/models.js'
import { pathOf } from '../../transport/call-types.js'
import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import type { CursorPaging, OffsetPaging } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, SeriesSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { collectEvents, eventIdOf } from '../../venue-kit/requests/row-lists.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { readId } from './ids.js'
import { createEventList } from './listing.js'
import { SITE } from './mapping.js'
import { type GammaList, listGammaPages } from './native/gamma.js'
import { promoted } from './promoted.js'
import { type GammaEvent, type GammaSeries, gammaSeries, gammaSeriesList } from './schemas.js'

/** Rows embed their events (a 5-minute series has hundreds a day), so pages are small. */
const SERIES_PAGE = 20

const seriesIdOfSlug = defineMemoKey<string>('polymarket series id', 24 * 60 * 60_000)

/** Converts a Gamma series, without its events. Volumes are USD. */
function toSeries(series: GammaSeries): UnifiedSeries {
  return omitUndefined<UnifiedSeries>({
    id: series.id,
    title: series.title,
    ticker: series.ticker,
    slug: series.slug,
    // As in upstream's own server 2.54.
    url: series.slug === undefined ? undefined : `${SITE}/series/${encodeURIComponent(series.slug)}`,
    description: series.description ?? series.subtitle,
    recurrence: series.recurrence,
    image: series.image,
    sourceExchange: 'polymarket',
    sourceMetadata: toSourceMetadata(series, promoted.series, {
      volumeUnit: 'usd',
      seriesType: series.seriesType,
      active: series.active,
      closed: series.closed,
      archived: series.archived,
      volume: series.volume,
      volume24h: series.volume24hr,
      liquidity: series.liquidity,
    }),
  })
}

export const seriesSource: SeriesSource = {
  list: (ctx): OffsetPaging<UnifiedSeries> => ({
    kind: 'offset',
    what: 'series',
    idOf: (series) => series.id,
    async fetch(offset) {
      const query = { limit: SERIES_PAGE, offset }
      const reply = await ctx.http.send({ host: 'gamma', path: '/series', query })
      const rows = readList(gammaSeriesList, reply.json, 'GET /series', ctx)
      return { rows: rows.map(toSeries), scanned: sentIn(rows) }
    },
  }),

  /** Returns the series with its events. */
  async get(id, statuses, ctx) {
    const series = await findSeries(id, ctx)
    if (series === undefined) return undefined
    const events = await collectEvents(statuses, (status) => listSeriesEvents(series.id, { status }, ctx))
    return { ...toSeries(series), events }
  },
}

/**
 * Lists the events of a series by its id or slug, or none if the venue has no such series.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when an event does not belong to the series. The venue ignores unknown filters, and
 * would then list all events
 */
export function listSeriesEvents(series: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const paging: CursorPaging<EventRow> = {
    kind: 'cursor',
    what: 'events of a series',
    idOf: eventIdOf,
    async fetch(cursor) {
      const id = await seriesIdOf(series, ctx)
      if (id === undefined) return { rows: [] }
      return listGammaPages(ofSeries(createEventList(listing, { series_id: id }), id), ctx).fetch(cursor)
    },
  }
  return { paging, sorted: listing.sort !== 'liquidity' }
}

/** Returns the number of a series, which is the only key that the list filter accepts. */
async function seriesIdOf(series: string, ctx: VenueContext): Promise<string | undefined> {
  const native = readId(series)
  if (native.kind === 'number') return native.number
  if (native.kind !== 'slug') return undefined
  return remember(ctx.memo, seriesIdOfSlug, native.slug, async () => (await findBySlug(native.slug, ctx))?.id)
}

async function findSeries(id: string, ctx: VenueContext): Promise<GammaSeries | undefined> {
  const native = readId(id)
  if (native.kind === 'slug') return findBySlug(native.slug, ctx)
  if (native.kind !== 'number') return undefined
  const reply = await ctx.http.send({
    host: 'gamma',
    path: pathOf`/series/${native.number}`,
    accept: [404, 422],
  })
  if (reply.status >= 300) return undefined
  const series = readPayload(gammaSeries, reply.json, 'GET /series/{id}')
  if (series.id === native.number) return series
  throw createSchemaMismatch('GET /series/{id}', 'id', `requested series ${native.number}, got ${series.id}`)
}

async function findBySlug(slug: string, ctx: VenueContext): Promise<GammaSeries | undefined> {
  const reply = await ctx.http.send({ host: 'gamma', path: '/series', query: { slug, limit: SERIES_PAGE } })
  const found = readPayload(gammaSeriesList, reply.json, 'GET /series')
  return found.find((series) => series.slug?.toLowerCase() === slug)
}

function ofSeries(list: GammaList<GammaEvent, EventRow>, id: string): GammaList<GammaEvent, EventRow> {
  return {
    ...list,
    toRows(rows, what, isFirst, ctx) {
      const own = convertRows(rows, 'events', (event) => {
        if (event.series?.some((series) => series.id === id) === true) return event
        throw createSchemaMismatch(what, 'series', `event ${event.id} does not belong to series ${id}`)
      })
      return list.toRows(own, what, isFirst, ctx)
    },
  }
}
