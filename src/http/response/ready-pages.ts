import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Standing } from '../../catalog/cross-venue/cross-venue-search.js'
import type {
  CatalogPage,
  CatalogSearch,
  CatalogSearchQuery,
} from '../../core/cross-venue/catalog/catalog-search.js'
import { createReadyList, ReadyPieces } from '../../core/request/api-call.js'
import { createLru } from '../../policy/lru.js'
import type { Access } from '../access/caller-rights.js'
import { type CatalogRequest, parseCatalogRequest } from '../request/catalog-query.js'
import { createBufferPool, type LendBuffer } from './buffer-pool.js'
import { callerOf, isNotModified, type ReadyAnswer, toReadyBody } from './ready-responses.js'
import { type BaseHeaders, joinIfShort, type ResponseBody } from './respond.js'

/** Cached pages of the catalog of all venues, which are sent without the routes. */
export interface ReadyPages {
  /**
   * Returns the response to a GET request, for its caller only. Returns undefined if the routes must respond: the request is not
   * for a page, must wait, fails, or its response is too long for memory.
   */
  find(request: IncomingMessage, response: ServerResponse): ReadyAnswer | undefined
  /** Records the state of a page sent by the routes. @returns its ETag, which is the previous one if the page is unchanged */
  note(target: string, question: CatalogRequest, page: CatalogPage): string
}

export interface ReadyPagesDeps {
  /** Undefined if the catalog is not served. */
  readonly catalogSearch: CatalogSearch | undefined
  readonly access: Access
  /** Headers of every response. */
  readonly base: BaseHeaders
  /** Distinguishes this run's ETags from those of earlier runs. */
  readonly instanceId: string
  readonly maxBytes?: number
}

/** A request that has been received before. */
interface Known extends CatalogRequest {
  readonly target: string
  readonly standing: Standing
  readonly etag: string
  /** Cached from the second request on, because most requests come once. */
  readonly body?: Buffer | string
  /** Whether the routes must stream the response. */
  readonly isLong?: boolean
  /** The last response. */
  last?: { readonly headers: CatalogPage['headers']; readonly answer: ReadyAnswer }
}

const MAX_BYTES = 8_000_000
/** The size of an entry, without its target and its response. */
const ENTRY_OVERHEAD_BYTES = 1_000
/** A longer target is not cached: it would cost more memory than it saves. */
const MAX_TARGET_LENGTH = 4_000

/** Returns the body of a catalog response. */
export function createPageBody(
  { limit, offset }: CatalogSearchQuery,
  { rows }: CatalogPage,
  lend?: LendBuffer,
): ResponseBody {
  const meta = { count: rows.length, limit, offset }
  return joinIfShort(createReadyList(rows, '{"data":', `,"meta":${JSON.stringify(meta)}}`), lend)
}

export function createReadyPages(deps: ReadyPagesDeps): ReadyPages {
  const { catalogSearch, access, base, instanceId, maxBytes = MAX_BYTES } = deps
  const known = createLru<Known>(
    maxBytes,
    ({ target, body }) => ENTRY_OVERHEAD_BYTES + target.length + (body?.length ?? 0),
  )
  const rooms = createBufferPool()
  const common = { ...base, 'content-type': 'application/json; charset=utf-8' }
  const run = instanceId.slice(0, 8)
  let told = 0

  function keep(one: Known): void {
    if (one.target.length <= MAX_TARGET_LENGTH) known.set(one.target, one)
  }

  function note(
    target: string,
    question: CatalogRequest,
    { standing }: CatalogPage,
    more: Pick<Known, 'body' | 'isLong'> = {},
  ): string {
    const before = known.get(target)
    const isSame =
      before?.standing.index === standing.index && before.standing.openUntil === standing.openUntil
    const etag = isSame ? before.etag : `"${run}.p${++told}"`
    keep({ ...question, ...more, target, standing, etag })
    return etag
  }

  function answerOf(etag: string, body: Buffer | string, headers: CatalogPage['headers']): ReadyAnswer {
    const length = { 'content-length': String(body.length), etag }
    return { body, etag, headers: { ...common, ...headers, ...length } }
  }

  /** Returns the same response with current headers, which are mostly the same object as before. */
  function answerAgain(known: Known, body: Buffer | string, headers: CatalogPage['headers']): ReadyAnswer {
    const { last } = known
    if (last?.headers === headers && last.answer.body === body) return last.answer
    const answer = answerOf(known.etag, body, headers)
    known.last = { headers, answer }
    return answer
  }

  /** @param lend buffer for a response that is sent once. Without it the response is cached. */
  function make(
    of: CatalogSearch,
    target: string,
    { kind, query }: CatalogRequest,
    lend?: LendBuffer,
  ): ReadyAnswer | undefined {
    const page = of.pageNow(kind, query)
    if (page === undefined) return undefined
    const made = createPageBody(query, page, lend)
    if (made instanceof ReadyPieces) {
      note(target, { kind, query }, page, { isLong: true })
      return undefined
    }
    const body = toReadyBody(made)
    const etag = note(target, { kind, query }, page, lend === undefined ? { body } : {})
    return answerOf(etag, body, page.headers)
  }

  function find(
    of: CatalogSearch,
    request: IncomingMessage,
    response: ServerResponse,
  ): ReadyAnswer | undefined {
    const { url: target = '' } = request
    const before = known.get(target)
    const question = before ?? parseCatalogRequest(target)
    if (question === undefined) return undefined
    if (!access.isOpen && callerOf(request, access)?.rights.has('read') !== true) return undefined
    const headers = before && of.again(before.kind, before.query, before.standing)
    if (before === undefined || headers === undefined)
      return make(of, target, question, rooms.lentTo(response))
    const { body, isLong } = before
    if (body !== undefined || isNotModified(before, request.headers['if-none-match']))
      return answerAgain(before, body ?? '', headers)
    return isLong === true ? undefined : make(of, target, question)
  }

  return {
    note: (target, question, page) => note(target, question, page),
    find(request, response) {
      if (catalogSearch === undefined || request.url?.startsWith('/v0/') !== true) return undefined
      try {
        return find(catalogSearch, request, response)
      } catch {
        // The routes get the same error and return it to the caller.
        return undefined
      }
    },
  }
}
