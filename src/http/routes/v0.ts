import type { Context } from 'hono'
import { PmxError } from '../../api/envelope/errors.js'
import type { RowKind } from '../../catalog/rows/row-numbers.js'
import type { CatalogSearch } from '../../core/cross-venue/catalog/catalog-search.js'
import { readCatalogQuery } from '../request/catalog-query.js'
import { queryIn } from '../request/query-parameters.js'
import { createPageBody, type ReadyPages } from '../response/ready-pages.js'
import type { Responder } from '../response/respond.js'

/**
 * Creates `GET /v0/events` and `GET /v0/markets`: the cached lists of all venues, without the envelope of calls. Most requests
 * are served before they reach this route (http/response/ready-pages.ts).
 */
export function createCatalogRoute(across: CatalogSearch | undefined, pages: ReadyPages, respond: Responder) {
  return async (c: Context, kind: RowKind): Promise<Response> => {
    const { url } = c.req
    const query = readCatalogQuery(queryIn(url))
    if (across === undefined) throw new PmxError('NOT_SUPPORTED', 'A recording has no catalog of all venues.')
    const page = await across.page(kind, query)
    const etag = pages.note(url.slice(url.indexOf('/', 8)), { kind, query }, page)
    return respond.success(createPageBody(query, page), { ...page.headers, etag })
  }
}
