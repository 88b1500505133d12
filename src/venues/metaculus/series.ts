import type { UnifiedSeries } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { pathOf } from '../../transport/call-types.js'
import type { OffsetPaging } from '../../venue-kit/contract/paging.js'
import type { SeriesSource } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { readList, rowsOf } from '../../venue-kit/requests/map-rows.js'
import { collectEvents } from '../../venue-kit/requests/row-lists.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { listSeriesEvents } from './listing.js'
import { requestAs } from './native/request-as.js'
import { promoted } from './promoted.js'
import { type Project, project } from './schemas.js'

const what = 'GET /projects/tournaments/'

/** Tournaments and question series, without their events. */
export const seriesSource: SeriesSource = {
  /** One response has all of them. */
  list: (ctx): OffsetPaging<UnifiedSeries> => ({
    kind: 'offset',
    what: 'tournaments',
    idOf: (series) => series.id,
    async fetch() {
      const { json } = await requestAs({ path: '/projects/tournaments/' }, ctx)
      const rows = readList(rowsOf(project, ''), json, what, ctx)
      return { rows: rows.map(toSeries), scanned: rows.length, end: true }
    },
  }),

  /** Returns the tournament with its events. */
  async get(id, statuses, ctx) {
    const asked = id.trim()
    if (!/^[\w-]+$/.test(asked)) return undefined
    const reply = await requestAs({ path: pathOf`/projects/tournaments/${asked}/`, accept: [404] }, ctx)
    if (reply.status === 404) return undefined
    const found = readPayload(project, reply.json, `${what}{id}/`)
    if (![String(found.id), found.slug?.toLowerCase()].includes(asked.toLowerCase())) {
      throw createSchemaMismatch(`${what}{id}/`, 'id', `requested ${asked}, got ${found.id}`)
    }
    const events = await collectEvents(statuses, (status) =>
      listSeriesEvents(String(found.id), { status }, ctx),
    )
    return { ...toSeries(found), events }
  },
}

function toSeries(native: Project): UnifiedSeries {
  return omitUndefined<UnifiedSeries>({
    id: String(native.id),
    title: native.name,
    slug: native.slug,
    description: native.description ?? native.description_preview,
    url: native.slug === undefined ? undefined : `https://www.metaculus.com/tournament/${native.slug}/`,
    image: native.header_image,
    sourceExchange: 'metaculus',
    sourceMetadata: toSourceMetadata(native, promoted.series, {
      type: native.type,
      isOngoing: native.is_ongoing,
      startDate: native.start_date === undefined ? undefined : toIso(native.start_date),
      closeDate: native.close_date === undefined ? undefined : toIso(native.close_date),
    }),
  })
}
