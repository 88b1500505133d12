import type { Context } from 'hono'
import { PmxError } from '../../api/errors.js'
import type { RowKind } from '../../catalog/rows.js'
import type { Across, AcrossQuery } from '../../core/across.js'
import { categoryNamed, DEFAULT_ROWS, MOST_ROWS, venueNamed } from '../../core/across-query.js'
import { readyList } from '../../core/call.js'
import type { RouteEnv } from '../caller-signal.js'
import { assertKnownParams, flagIn, textsIn, wholeNumber } from '../params.js'
import { joinedIfShort, type Responder } from '../respond.js'
import { createRooms } from '../rooms.js'

/** Names of the query, with the one that they are another name of. */
const names: Readonly<Record<string, string>> = {
  query: 'query',
  q: 'query',
  limit: 'limit',
  offset: 'offset',
  closed: 'closed',
  category: 'category',
  exchange: 'exchange',
  sourceExchange: 'exchange',
}

/** `GET /v0/events` and `GET /v0/markets`: what lies ready of all venues, without the envelope of calls. */
export function createCatalogRoute(across: Across | undefined, respond: Responder) {
  const rooms = createRooms()
  return async (c: Context, kind: RowKind): Promise<Response> => {
    const query = readCatalogQuery(new URL(c.req.url).searchParams)
    if (across === undefined)
      throw new PmxError('NOT_SUPPORTED', 'The catalog of all venues is not served from a recording.')
    const { rows, headers } = await across.page(kind, query)
    const meta = { count: rows.length, limit: query.limit, offset: query.offset }
    const body = readyList(rows, '{"data":', `,"meta":${JSON.stringify(meta)}}`)
    return respond.success(
      joinedIfShort(body, rooms.lentTo((c.env as RouteEnv | undefined)?.outgoing)),
      headers,
    )
  }
}

/** @throws VALIDATION_ERROR for what cannot be read, BAD_REQUEST for parameters that the catalog does not have */
function readCatalogQuery(params: URLSearchParams): AcrossQuery {
  assertKnownParams(params, Object.keys(names), 'the catalog')
  const values = textsIn(params, [], names)
  const text = values.get('query')
  const category = values.get('category')
  const exchange = values.get('exchange')
  return {
    limit: Math.min(MOST_ROWS, wholeNumber(values, 'limit', 1) ?? DEFAULT_ROWS),
    offset: wholeNumber(values, 'offset', 0) ?? 0,
    closed: flagIn(values, 'closed'),
    ...(text === undefined || text === '' ? {} : { text }),
    ...(category === undefined || category === '' ? {} : { category: categoryNamed(category) }),
    ...(exchange === undefined || exchange === '' ? {} : { venue: venueNamed(exchange) }),
  }
}
