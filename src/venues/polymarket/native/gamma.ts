import { PmxError } from '../../../api/envelope/errors.js'
import type { QueryValue } from '../../../transport/call-types.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import { type CursorPaging, createLazyPage } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { readInList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { keysetCursor } from '../schemas.js'
import { sendIfThere } from './generations.js'

/** Maximum number of rows per page in Gamma's lists. Larger limits are clamped (README.md). */
export const PAGE_SIZE = 100
/** Larger offsets are refused with 422 on `/events` and `/markets`. */
const LARGEST_OFFSET = 2_000
/** Statuses that mean "no such route, or not with these parameters". The older route is then tried instead. */
const routeGone = [404, 405, 410, 422]

const keysetGone = defineMemoKey<true>('polymarket keyset gone', 10 * 60_000)

/** One of Gamma's two lists. Each exists with a keyset cursor and, in an older form, with an offset. */
export interface GammaList<Native, Row> {
  readonly matter: 'events' | 'markets'
  readonly query: Readonly<Record<string, QueryValue>>
  readonly pageSize: number
  /** Reads the rows in a response of the keyset route. */
  readKeyset(json: unknown, what: string): readonly Native[]
  /** Reads a response of the offset route. */
  readList(json: unknown, what: string): readonly Native[]
  /** Validates and converts the rows of one page. */
  toRows(rows: readonly Native[], what: string, isFirst: boolean, ctx: VenueContext): readonly Row[]
  idOf(row: Row): string
}

/**
 * Paginates a Gamma list by keyset, or by offset if the keyset route no longer exists. The first page decides, and a later
 * failure is an error.
 * @throws BAD_REQUEST when the offset route ends at its limit before the list does
 */
export function listGammaPages<Native, Row>(
  list: GammaList<Native, Row>,
  ctx: VenueContext,
): CursorPaging<Row> {
  return {
    kind: 'cursor',
    what: list.matter,
    idOf: (row) => list.idOf(row),
    async fetch(cursor) {
      const offset = cursor === undefined ? undefined : offsetIn(cursor)
      if (offset !== undefined) return offsetPage(list, offset, ctx)
      if (cursor === undefined && ctx.memo.get(keysetGone, list.matter) === true)
        return offsetPage(list, 0, ctx)
      const page = await keysetPage(list, cursor, ctx)
      if (page !== 'gone') return page
      ctx.memo.set(keysetGone, list.matter, true)
      return offsetPage(list, 0, ctx)
    },
  }
}

async function keysetPage<Native, Row>(
  list: GammaList<Native, Row>,
  cursor: string | undefined,
  ctx: VenueContext,
) {
  const what = `GET /${list.matter}/keyset`
  const query = { limit: list.pageSize, ...list.query, after_cursor: cursor }
  const request = { host: 'gamma', path: `/${list.matter}/keyset`, query, group: list.matter }
  const reply =
    cursor === undefined ? await sendIfThere(request, ctx, routeGone) : await ctx.http.send(request)
  if (reply === 'gone') return 'gone'
  const { next_cursor: next } = readPayload(keysetCursor, reply.json, what)
  return createLazyPage(next, () => {
    const rows = readInList(what, ctx, () => list.readKeyset(reply.json, what))
    return readInList(what, ctx, () => list.toRows(rows, what, cursor === undefined, ctx))
  })
}

async function offsetPage<Native, Row>(list: GammaList<Native, Row>, offset: number, ctx: VenueContext) {
  if (offset > LARGEST_OFFSET) throw offsetWall(list.matter)
  const what = `GET /${list.matter}`
  const query = { limit: list.pageSize, ...list.query, offset }
  const reply = await ctx.http.send({ host: 'gamma', path: `/${list.matter}`, query, group: list.matter })
  const rows = readInList(what, ctx, () => list.readList(reply.json, what))
  const sent = sentIn(rows)
  // A short page does not end the list: older deployments cap pages below the requested size. Only an empty page ends it.
  const next = sent === 0 ? undefined : `offset:${offset + sent}`
  return { rows: readInList(what, ctx, () => list.toRows(rows, what, offset === 0, ctx)), next }
}

function offsetIn(cursor: string): number | undefined {
  const match = /^offset:(\d+)$/.exec(cursor)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

function offsetWall(matter: string): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `Polymarket no longer has cursors for ${matter}, and its older paging ends after ${LARGEST_OFFSET} rows, ` +
      'before the end of the list. Request fewer rows, or look up rows by id, slug or search.',
    { detail: { kind: 'offset_wall', largestOffset: LARGEST_OFFSET } },
  )
}
