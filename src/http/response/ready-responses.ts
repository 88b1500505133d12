import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getMethodRow, isMethodName } from '../../api/arguments/methods.js'
import { maxAgeIn } from '../../api/arguments/stored-terms.js'
import { successTextOf } from '../../api/envelope/envelope.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { Reuse } from '../../core/request/api-call.js'
import { createLiveAgeHeader, withoutCall } from '../../core/request/response-headers.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { type Access, type CallerRights, readAuthorization } from '../access/access.js'
import { compressed, compressedHeadersOf, MIN_COMPRESSED_BYTES, takesGzip } from './compression.js'

/** A reply kept as the body and headers that go onto the wire. */
export interface ReadyAnswer {
  /** Text where it is short and all ASCII, which Node sends in one write together with the head; else bytes. */
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** Ready replies by the question as it was asked; bounded in bytes, each valid as long as its {@link Reuse} says. */
export interface ReadyAnswers {
  /** False where every request must be heard by the core. */
  readonly isOn: boolean
  /** Memory that is in use. */
  readonly bytes: number
  /**
   * @param asOwner the caller is the daemon's owner, and may see what its credentials brought
   * @param isFinal only an answer that changes no more will do
   */
  get(question: string, asOwner?: boolean, isFinal?: boolean): ReadyAnswer | undefined
  /** Keeps an answer and returns it. */
  put(question: string, json: string, headers: Readonly<Record<string, string>>, reuse: Reuse): ReadyAnswer
}

export interface ReadyDeps {
  readonly clock: Clock
  readonly maxBytes: number
  /** Headers of every reply. */
  readonly base: Readonly<Record<string, string>>
  /** The current generation of a series. */
  generation(seriesKey: string): number
}

interface Kept {
  readonly answer: ReadyAnswer
  readonly reuse: Reuse
  /** By both clocks. */
  readonly putAt: { readonly now: number; readonly monotonic: number }
}

const LIVE_AGE = pmxHeaders.liveAge
/** A wall clock that is corrected by less is not taken for one that was wrong. */
const CORRECTION_MS = 60_000

/** What an entry costs beside its bytes: the question, the headers, the map. */
const ENTRY_OVERHEAD_BYTES = 2_000
/** Beyond this, joining the text with the head costs more than a second write. */
export const MAX_JOINED_LENGTH = 16_000
/** A longer question is not kept: it would cost more memory than it saves. */
const MAX_QUESTION_LENGTH = 4_000

export function createReadyAnswers({ clock, maxBytes, base, generation }: ReadyDeps): ReadyAnswers {
  // Text is kept only where it has as many characters as bytes.
  const kept = createLru<Kept>(maxBytes, ({ answer }) => answer.body.length + ENTRY_OVERHEAD_BYTES)

  /** A clock that is set back makes nothing last longer, and what was final by a wrong clock may not have been. */
  function isFresh({ reuse, putAt }: Kept): boolean {
    const now = clock.now()
    const age = clock.monotonic() - putAt.monotonic
    return now < reuse.freshUntil && age < reuse.freshUntil - putAt.now && now > putAt.now - CORRECTION_MS
  }

  /** What still changes has become older since it was put here. */
  function aged({ answer, putAt }: Kept): ReadyAnswer {
    const liveAge = answer.headers[LIVE_AGE]
    if (liveAge === undefined) return answer
    const { [LIVE_AGE]: age } = createLiveAgeHeader(Number(liveAge) + clock.monotonic() - putAt.monotonic)
    return { ...answer, headers: { ...answer.headers, [LIVE_AGE]: age } }
  }

  function find(key: string, isFinal: boolean): ReadyAnswer | undefined {
    const entry = kept.get(key)
    if (entry === undefined) return undefined
    const { reuse } = entry
    if (isFinal && reuse.freshUntil !== Number.POSITIVE_INFINITY) return undefined
    if (isFresh(entry) && generation(reuse.seriesKey) === reuse.generation) return aged(entry)
    kept.delete(key)
    return undefined
  }

  return {
    isOn: maxBytes > 0,
    get bytes() {
      return kept.weight
    },
    get(question, asOwner = false, isFinal = false) {
      return (asOwner ? find(ownersKey(question), isFinal) : undefined) ?? find(question, isFinal)
    },
    put(question, json, headers, reuse) {
      const body = toReadyBody(successTextOf(json))
      const etag = etagOf(body)
      const answer = {
        body,
        etag,
        headers: {
          ...base,
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(body.length),
          etag,
          [pmxHeaders.cache]: 'hit',
          ...withoutCall,
        },
      }
      const key = reuse.seenBy === 'owner' ? ownersKey(question) : question
      const putAt = { now: clock.now(), monotonic: clock.monotonic() }
      if (question.length <= MAX_QUESTION_LENGTH) kept.set(key, { answer, reuse, putAt })
      return answer
    },
  }
}

/** The same for the same body, whatever was asked of the venue meanwhile and whichever run of the daemon answers. */
function etagOf(body: ReadyAnswer['body']): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Text or bytes as they are sent fastest. */
export function toReadyBody(body: string | Buffer): ReadyAnswer['body'] {
  if (typeof body !== 'string')
    return body.length <= MAX_JOINED_LENGTH && isAscii(body) ? body.toString('latin1') : body
  const isShort = body.length <= MAX_JOINED_LENGTH && Buffer.byteLength(body) === body.length
  return isShort ? body : Buffer.from(body)
}

/** Questions begin with a path, so none of them is spelt like this. */
function ownersKey(question: string): string {
  return `owner ${question}`
}

/** Where ready answers are looked up, once for every call, before the routes are woken. */
export interface ReadyResponses {
  /** Whether the answers of a method may lie here at all. */
  holds(target: string): boolean
  /**
   * The answer that lies ready for this question and that its caller may see; undefined leaves the call to the
   * routes, which also tell a caller what is wrong with his token.
   */
  find(question: string, request: IncomingMessage): ReadyAnswer | undefined
}

/** Undefined for who has to prove who he is, and does not. */
export function callerOf({ headers }: IncomingMessage, access: Access): CallerRights | undefined {
  try {
    return access.identify(...readAuthorization((name) => firstOf(headers[name])))
  } catch {
    return undefined
  }
}

/** A header that came several times is the first of them. */
export function firstOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}

export function createReadyResponses(ready: ReadyAnswers, access: Access): ReadyResponses {
  return {
    holds(target) {
      const end = target.indexOf('?')
      const path = end < 0 ? target : target.slice(0, end)
      const name = path.slice(path.lastIndexOf('/') + 1)
      return ready.isOn && isMethodName(name) && getMethodRow(name).keptReady === true
    },
    find(question, request) {
      // How old an answer may be that changes is for the core to say where the caller says something of it.
      const isFinal = maxAgeIn(request.headers['cache-control']) !== undefined
      // Most answers are for anybody: who asks need not be known.
      const known = access.isOpen ? ready.get(question, false, isFinal) : undefined
      if (known !== undefined) return known
      const caller = callerOf(request, access)
      // What lies ready was read of a venue.
      return caller?.rights.has('read') === true ? ready.get(question, caller.trusted, isFinal) : undefined
    },
  }
}

/** What a call says of the answer that it may hold already. */
interface Asked {
  readonly method: string | undefined
  readonly ifNoneMatch: string | undefined
}

interface ReadyReply {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

/** A ready answer as a reply: only a GET may be told that it holds the answer already. */
export function replyWith(answer: ReadyAnswer, { method, ifNoneMatch }: Asked): ReadyReply {
  if (method === 'POST' || !isNotModified(answer, ifNoneMatch))
    return { status: 200, headers: answer.headers, body: answer.body }
  const { 'content-length': _bytes, 'content-type': _type, ...headers } = answer.headers
  return { status: 304, headers, body: undefined }
}

/** Whether the caller has this very answer already, as his If-None-Match tells. */
export function isNotModified({ etag }: Pick<ReadyAnswer, 'etag'>, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  // The answer exists, and more the asterisk does not ask (RFC 9110, 13.1.2).
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function sendCompressed(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  compressed(body).then(
    (bytes) => {
      response.writeHead(200, compressedHeadersOf(headers, bytes.length))
      response.end(bytes)
    },
    () => response.destroy(),
  )
}

/** Writes a ready answer straight to the socket. */
export function sendReady(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const asked = { method: request.method, ifNoneMatch: request.headers['if-none-match'] }
  const { status, headers, body } = replyWith(answer, asked)
  const isLong = body !== undefined && body.length >= MIN_COMPRESSED_BYTES
  if (isLong && request.method !== 'HEAD' && takesGzip(firstOf(request.headers['accept-encoding']))) {
    sendCompressed(response, headers, body)
    return
  }
  response.writeHead(status, headers)
  // ASCII is the same in Latin-1, which Node copies without looking.
  response.end(body, 'latin1')
}
