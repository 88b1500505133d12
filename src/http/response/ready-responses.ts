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
import { type Access, type CallerRights, readAuthorization } from '../access/caller-rights.js'
import { compressed, compressedHeadersOf, MIN_COMPRESSED_BYTES, takesGzip } from './compression.js'

/** A cached response: the body and the headers as they are sent. */
export interface ReadyAnswer {
  /** Text if it is short and entirely ASCII. Node then sends it in one write together with the head. Otherwise bytes. */
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/**
 * Cached responses by the request as it was sent. The cache is bounded in bytes, and {@link Reuse} sets the validity of each
 * response.
 */
export interface ReadyAnswers {
  /** False if every request must reach the core. */
  readonly isOn: boolean
  /** Bytes in use. */
  readonly bytes: number
  /**
   * @param asOwner whether the caller is the daemon's owner and may read data that needed its credentials
   * @param isFinal whether only a response that cannot change is valid
   */
  get(question: string, asOwner?: boolean, isFinal?: boolean): ReadyAnswer | undefined
  /** Caches a response and returns it. */
  put(question: string, json: string, headers: Readonly<Record<string, string>>, reuse: Reuse): ReadyAnswer
}

export interface ReadyDeps {
  readonly clock: Clock
  readonly maxBytes: number
  /** Headers of every response. */
  readonly base: Readonly<Record<string, string>>
  /** Returns the current generation of a series. */
  generation(seriesKey: string): number
}

interface Kept {
  readonly answer: ReadyAnswer
  readonly reuse: Reuse
  /** Time of the entry by both clocks. */
  readonly putAt: { readonly now: number; readonly monotonic: number }
}

const LIVE_AGE = pmxHeaders.liveAge
/** A smaller correction of the wall clock is not treated as a wrong clock. */
const CORRECTION_MS = 60_000

/** The size of an entry without its body: the request, the headers and the map entry. */
const ENTRY_OVERHEAD_BYTES = 2_000
/** Above this length, joining the text with the head costs more than a second write. */
export const MAX_JOINED_LENGTH = 16_000
/** A longer request is not cached: it would cost more memory than it saves. */
const MAX_QUESTION_LENGTH = 4_000

export function createReadyAnswers({ clock, maxBytes, base, generation }: ReadyDeps): ReadyAnswers {
  // Text is cached only if it has as many characters as bytes.
  const kept = createLru<Kept>(maxBytes, ({ answer }) => answer.body.length + ENTRY_OVERHEAD_BYTES)

  /**
   * Whether an entry is still valid. Setting the clock back does not extend entries, and data that was final according to a wrong
   * clock may not have been final.
   */
  function isFresh({ reuse, putAt }: Kept): boolean {
    const now = clock.now()
    const age = clock.monotonic() - putAt.monotonic
    return now < reuse.freshUntil && age < reuse.freshUntil - putAt.now && now > putAt.now - CORRECTION_MS
  }

  /** Returns the response with its live age increased by the time in the cache. */
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

/** Returns an ETag computed from the body alone, so that it is the same after later venue calls and in other runs of the daemon. */
function etagOf(body: ReadyAnswer['body']): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Returns text or bytes, whichever is sent faster. */
export function toReadyBody(body: string | Buffer): ReadyAnswer['body'] {
  if (typeof body !== 'string')
    return body.length <= MAX_JOINED_LENGTH && isAscii(body) ? body.toString('latin1') : body
  const isShort = body.length <= MAX_JOINED_LENGTH && Buffer.byteLength(body) === body.length
  return isShort ? body : Buffer.from(body)
}

/** Returns the key of an owner's response. Requests begin with a path, so none has this form. */
function ownersKey(question: string): string {
  return `owner ${question}`
}

/** Looks up cached responses for every call, before the routes run. */
export interface ReadyResponses {
  /** Whether the responses of a method may be cached here. */
  holds(target: string): boolean
  /**
   * Returns the cached response for this request if its caller may read it. Undefined leaves the call to the routes, which also
   * report token errors.
   */
  find(question: string, request: IncomingMessage): ReadyAnswer | undefined
}

/** Returns the rights of a caller, or undefined if a required token or key is missing. */
export function callerOf({ headers }: IncomingMessage, access: Access): CallerRights | undefined {
  try {
    return access.identify(...readAuthorization((name) => firstOf(headers[name])))
  } catch {
    return undefined
  }
}

/** Returns the first value of a header that may be repeated. */
export function firstOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}

export function createReadyResponses(ready: ReadyAnswers, access: Access): ReadyResponses {
  return {
    holds(target) {
      const end = target.indexOf('?')
      const path = end < 0 ? target : target.slice(0, end)
      const name = path.slice(path.lastIndexOf('/') + 1)
      return ready.isOn && isMethodName(name) && getMethodRow(name).cachedReady === true
    },
    find(question, request) {
      // If the caller sets a maximum age, the core decides whether an open response is fresh enough.
      const isFinal = maxAgeIn(request.headers['cache-control']) !== undefined
      // Most responses are public, so the caller need not be identified.
      const known = access.isOpen ? ready.get(question, false, isFinal) : undefined
      if (known !== undefined) return known
      const caller = callerOf(request, access)
      // Cached data was read from a venue.
      return caller?.rights.has('read') === true ? ready.get(question, caller.trusted, isFinal) : undefined
    },
  }
}

/** The parts of a call that decide whether a 304 is returned. */
interface Asked {
  readonly method: string | undefined
  readonly ifNoneMatch: string | undefined
}

interface ReadyReply {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

/** Returns a cached response as a reply. Only GET requests may get a 304. */
export function replyWith(answer: ReadyAnswer, { method, ifNoneMatch }: Asked): ReadyReply {
  if (method === 'POST' || !isNotModified(answer, ifNoneMatch))
    return { status: 200, headers: answer.headers, body: answer.body }
  const { 'content-length': _bytes, 'content-type': _type, ...headers } = answer.headers
  return { status: 304, headers, body: undefined }
}

/** Whether the caller already has this response, according to its If-None-Match. */
export function isNotModified({ etag }: Pick<ReadyAnswer, 'etag'>, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  // The asterisk matches any existing response (RFC 9110, 13.1.2).
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

/** Writes a cached response directly to the socket. */
export function sendReady(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const asked = { method: request.method, ifNoneMatch: request.headers['if-none-match'] }
  const { status, headers, body } = replyWith(answer, asked)
  const isLong = body !== undefined && body.length >= MIN_COMPRESSED_BYTES
  if (isLong && request.method !== 'HEAD' && takesGzip(firstOf(request.headers['accept-encoding']))) {
    sendCompressed(response, headers, body)
    return
  }
  response.writeHead(status, headers)
  // ASCII is the same in Latin-1, which Node copies without checks.
  response.end(body, 'latin1')
}
