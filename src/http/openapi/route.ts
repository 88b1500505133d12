import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isNotModified } from '../response/ready-responses.js'
import type { Responder } from '../response/respond.js'
import type { DescribedDaemon } from './document.js'

/** Creates the route `/openapi.json`. The text is built at the first request and cached. */
export function createOpenApiRoute(daemon: DescribedDaemon, respond: Pick<Responder, 'text'>) {
  let made: Promise<{ readonly text: string; readonly etag: string }> | undefined
  return async (c: Context): Promise<Response> => {
    made ??= import('./document.js').then(({ describeApi }) => {
      const text = JSON.stringify(describeApi(daemon))
      return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
    })
    const { text, etag } = await made
    const type = 'application/json; charset=utf-8'
    if (!isNotModified({ etag }, c.req.header('if-none-match'))) return respond.text(text, type, { etag })
    const { headers } = respond.text('', type, { etag })
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
}
