import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Standing } from '../../catalog/cross-venue/cross-venue-search.js'
import type {
  CatalogPage,
  CatalogSearch,
  CatalogSearchQuery,
} from '../../core/cross-venue/catalog/catalog-search.js'
import { createReadyList, ReadyPieces } from '../../core/request/api-call.js'
import { createLru } from '../../policy/lru.js'
import type { Access } from '../access/access.js'
import { type CatalogRequest, parseCatalogRequest } from '../request/catalog-query.js'
import { createBufferPool, type LendBuffer } from './buffer-pool.js'
import { callerOf, isNotModified, type ReadyAnswer, toReadyBody } from './ready-responses.js'
import { type BaseHeaders, joinIfShort, type ResponseBody } from './respond.js'

/** Pages of the catalog of all venues, told without waking the routes. */
export interface ReadyPages {
  /**
   * The answer to a GET, for its caller alone. Undefined leaves it to the routes: what asks for no page, what has to wait, is
   * too long to lie in memory, or goes wrong.
   */
  find(request: IncomingMessage, response: ServerResponse): ReadyAnswer | undefined
  /** Remembers how a page stood that the routes tell. @returns its tag, the one from before where it is the same */
  note(target: string, question: CatalogRequest, page: CatalogPage): string
}

export interface ReadyPagesDeps {
  /** Undefined where it is not served. */
  readonly across: CatalogSearch | undefined
  readonly access: Access
  /** Headers of every reply. */
  readonly base: BaseHeaders
  /** Sets this run's tags apart from those of a run before it. */
  readonly instanceId: string
  readonly maxBytes?: number
}

/** A question that was asked before. */
interface Known extends CatalogRequest {
  readonly target: string
  readonly standing: Standing
  readonly etag: string
  /** Kept from the second time on that it is asked: most questions come once. */
  readonly body?: Buffer | string
  /** Left to the routes, which tell it in pieces. */
  readonly isLong?: boolean
  /** As it was told last. */
  last?: { readonly headers: CatalogPage['headers']; readonly answer: ReadyAnswer }
}

const MAX_BYTES = 8_000_000
/** What a question costs beside its text and its answer. */
const ENTRY_OVERHEAD_BYTES = 1_000
/** A longer question is not kept: it would cost more memory than it saves. */
const MAX_TARGET_LENGTH = 4_000

/** The answer to a question of the catalog, as it goes onto the wire. */
export function createPageBody(
  { limit, offset }: CatalogSearchQuery,
  { rows }: CatalogPage,
  lend?: LendBuffer,
): ResponseBody {
  const meta = { count: rows.length, limit, offset }
  return joinIfShort(createReadyList(rows, '{"data":', `,"meta":${JSON.stringify(meta)}}`), lend)
}

export function createReadyPages(deps: ReadyPagesDeps): ReadyPages {
  const { across, access, base, instanceId, maxBytes = MAX_BYTES } = deps
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

  /** The answer once more; headers are mostly the very ones that were told before. */
  function answerAgain(known: Known, body: Buffer | string, headers: CatalogPage['headers']): ReadyAnswer {
    const { last } = known
    if (last?.headers === headers && last.answer.body === body) return last.answer
    const answer = answerOf(known.etag, body, headers)
    known.last = { headers, answer }
    return answer
  }

  /** @param lend room for an answer that nobody will be told again; without, it is kept */
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
      if (across === undefined || request.url?.startsWith('/v0/') !== true) return undefined
      try {
        return find(across, request, response)
      } catch {
        // The routes meet it as well, and tell the caller.
        return undefined
      }
    },
  }
}
