import type { Context } from 'hono'
import { PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import { feedIds } from '../../api/envelope/source-ids.js'
import { createOmissionHeaders, createUpstreamHeader } from '../../core/request/response-headers.js'
import type { Ids } from '../../effects/ids.js'
import type { FeedCall, FeedService } from '../../feeds/feed-service.js'
import { type Access, assertReader, readAuthorization } from '../access/caller-rights.js'
import { methodsAt } from '../access/served-methods.js'
import { createCallerSignal } from '../request/connections.js'
import { createSuccessBody, type Responder } from '../response/respond.js'

export interface FeedRouteDeps {
  readonly feedService: FeedService
  readonly access: Access
  readonly respond: Responder
  readonly ids: Pick<Ids, 'requestId'>
  readonly stopping: AbortSignal
}

/**
 * Creates `GET /api/feeds/` and `GET /api/feeds/{feed}/{method}` (api/README.md, "Data feeds"). Errors are text, because the
 * SDKs' feed clients show `error` unchanged.
 */
export function createFeedRoute({ feedService, access, respond, ids, stopping }: FeedRouteDeps) {
  function refuse(error: PmxError, more: Readonly<Record<string, string>> = {}): Response {
    // An invalid call is not a failure of the feed.
    return respond.textFailure(error.with({ exchange: undefined }), {
      'x-request-id': ids.requestId(),
      ...more,
    })
  }

  async function run(c: Context, call: FeedCall): Promise<Response> {
    const ends = createCallerSignal(c, stopping)
    try {
      const { data, sent, omitted } = await feedService.run(call, ends.signal)
      const ignored = call.ignored.join(', ').replace(/[^\x20-\x7e]/g, '?')
      return respond.success(createSuccessBody(data), {
        ...createUpstreamHeader(sent),
        ...(omitted === undefined ? {} : createOmissionHeaders(omitted)),
        ...(ignored === '' ? {} : { [pmxHeaders.ignored]: ignored.slice(0, 200) }),
      })
    } catch (error) {
      if (error instanceof PmxError && error.code === 'VALIDATION_ERROR') return refuse(error)
      throw error
    } finally {
      ends.release()
    }
  }

  return async (c: Context): Promise<Response> => {
    assertReader(access.identifyTokenless(...readAuthorization((name) => c.req.header(name))))
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const message = `Data feeds only accept GET: GET ${c.req.path.slice(0, 120)}`
      return refuse(new PmxError('BAD_REQUEST', message, { status: 405 }), {
        allow: (methodsAt(c.req.path) ?? []).join(', '),
      })
    }
    const [feed = '', method, ...rest] = partsOf(c.req.path)
    if (feed === '' && method === undefined) return respond.success(createSuccessBody(feedIds), {})
    if (method === undefined || rest.length > 0) {
      const message = `Nothing is served at ${c.req.path.slice(0, 120)}: call GET /api/feeds/{feed}/{method}`
      return refuse(new PmxError('NOT_FOUND', message))
    }
    const read = await readCall(feedService, feed, method, new URL(c.req.url).searchParams)
    return read instanceof PmxError ? refuse(read) : run(c, read)
  }
}

/** Returns the call, or the error in it. */
async function readCall(
  desk: FeedService,
  feed: string,
  method: string,
  query: URLSearchParams,
): Promise<FeedCall | PmxError> {
  try {
    return await desk.read(feed, method, query)
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
}

/** Returns the parts of the path after `/api/feeds/`. */
function partsOf(path: string): string[] {
  return path.replace(/^\/api\/feeds\/?/, '').split('/')
}
