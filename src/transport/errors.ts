import { type ErrorCode, PmxError } from '../api/envelope/errors.js'
import { parseJson, replaceLoneSurrogates } from '../api/values/json.js'
import { DeadlineExceeded } from '../policy/abort.js'
import type { VenueReply, WireReply } from './call-types.js'
import { isGenericBody } from './replies/error-texts.js'
import { isGatewayText, isGenericWord } from './replies/generic-words.js'

/** A venue's exception to the general mapping. It returns undefined for responses that the general mapping should handle. */
export type ErrorRule = (reply: VenueReply) => PmxError | undefined

/** The format of a venue's own errors, which distinguishes them from those of gateways and proxies. */
export interface ErrorForm {
  /** Whether a JSON body may be the venue's. If absent, any body with a text may be. */
  readonly isOwn?: (json: unknown) => boolean
  /**
   * Returns the venue's own code in a body, if all of its errors have one, or undefined for the bodies of others. No
   * other server has such errors, regardless of their text, except where the code itself is generic.
   */
  readonly codeIn?: (json: unknown) => string | undefined
  /**
   * Generic codes or texts that the venue also sends, in its spelling. For reads, they count as the venue's. For a call that
   * changes something they prove nothing, because wrongly treating a placed order as refused costs money, while a lookup costs
   * only a call.
   */
  readonly ownGenericWords?: ReadonlySet<string>
  /**
   * Whether the venue's {@link ErrorRule} reads every JSON body, including those without a text. Only for venues without orders.
   */
  readonly isReadByRule?: true
}

/**
 * `dns`: the host's name does not resolve. `tls`: its certificate is not trusted. `unsent`: the call could not be sent at all.
 */
export const wireErrorKinds = [
  'refused',
  'dns',
  'tls',
  'timeout',
  'reset',
  'cut_body',
  'too_large',
  'redirect',
  'unsent',
  'other',
] as const

/** A failure of the connection rather than of the venue: no complete response arrived. */
export class WireError extends Error {
  override readonly name = 'WireError'
  constructor(
    readonly kind: (typeof wireErrorKinds)[number],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

interface CallKind {
  /** Whether responses with accepted statuses must have the venue's own format, because a proxy knows nothing about an account. */
  readonly isOwnOnly?: boolean
  /** Whether the call may change something, so that its errors must show whether they prove a refusal. */
  readonly isWrite?: boolean
}

interface ReplyOptions extends CallKind {
  readonly form?: ErrorForm | undefined
}

/**
 * Parses a raw response into JSON or the error that it represents. Unread data is passed on.
 * @param accept statuses besides 2xx that are passed on
 */
export function readReply(
  reply: WireReply,
  accept: readonly number[],
  rule: ErrorRule | undefined,
  { form, isOwnOnly = false, isWrite = false }: ReplyOptions = {},
): { ok: VenueReply } | { error: PmxError } {
  if (reply.bytes !== undefined && isSuccess(reply.status)) {
    const { text: _none, ...unread } = reply
    return { ok: { ...unread, json: undefined } }
  }
  if (isBlockPage(reply))
    return { error: withRest(toBlockPageError(reply, retryAfterSeconds(reply.headers)), reply) }
  const json = parseJson(replaceLoneSurrogates(reply.text))
  const succeeded = isSuccess(reply.status)
  if (json === undefined && succeeded) return { error: notJson(reply) }
  const { text, ...told } = reply
  const parsed: VenueReply = { ...told, json: json === undefined ? text : json.value }
  const origin = originOf(parsed, textOf(parsed.json), form, { isOwnOnly, isWrite })
  const isOthers = origin === 'foreign'
  // A plain text may be a known text of the venue. A generic code of the venue has no other meaning than its status.
  const isGeneric = origin === 'unproven' && form?.codeIn !== undefined
  const isRead = !(isOthers || isGeneric) || typeof parsed.json === 'string' || form?.isReadByRule === true
  const special = isRead ? rule?.(parsed) : undefined
  if (special !== undefined) return { error: withRest(special, reply) }
  const isAccepted = accept.includes(reply.status) && !(isOwnOnly && isOthers)
  if (succeeded || isAccepted) return { ok: parsed }
  return { error: withRest(toStatusError(parsed, form, { isOwnOnly, isWrite }), reply) }
}

/** Adds the `Retry-After` of an outage to its error (RFC 9110, 10.2.3). */
function withRest(error: PmxError, { status, headers }: WireReply): PmxError {
  const retryAfter = status === 503 ? retryAfterSeconds(headers) : undefined
  return retryAfter === undefined || error.retryAfter !== undefined ? error : error.with({ retryAfter })
}

function notJson(reply: WireReply): PmxError {
  const message =
    reply.text === ''
      ? `The venue returned HTTP ${reply.status} with an empty body.`
      : 'The venue returned text that is not JSON (cut off, or in a different format).'
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    detail: { upstreamStatus: reply.status, kind: 'not_json', bytes: reply.text.length },
  })
}

/**
 * Maps a venue's error status and text by the general rules (api/README.md, "Errors"). Unless the call is public, generic
 * words are not attributed to the venue.
 */
export function toStatusError(
  reply: VenueReply,
  form?: ErrorForm,
  kind: CallKind = { isOwnOnly: true },
): PmxError {
  const said = textOf(reply.json)
  const code = codeOf(reply.status, said.toLowerCase())
  const retryAfter = code === 'RATE_LIMIT_EXCEEDED' ? retryAfterSeconds(reply.headers) : undefined
  const isGeo =
    reply.status === 451 || (code === 'PERMISSION_DENIED' && /region|country|jurisdiction/i.test(said))
  const body = originOf(reply, said, form, kind)
  return new PmxError(code, `The venue returned HTTP ${reply.status}${said === '' ? '' : `: ${said}`}`, {
    retryAfter,
    detail: {
      upstreamStatus: reply.status,
      ...(code === 'PERMISSION_DENIED' ? { kind: isGeo ? 'geo' : 'unknown' } : {}),
      ...(body === undefined ? {} : { body }),
    },
  })
}

/** Statuses that a proxy may return for reasons of its own. */
export const proxyStatuses: ReadonlySet<number> = new Set([404, 409, 422, 499])

/**
 * Returns the origin of an error whose status a proxy may return, or undefined if it is the venue's.
 * - `foreign`: not JSON, JSON without a message, not in the venue's form, or with nothing but generic words.
 * - `unproven`: the body may be the venue's, but other servers have errors of its form, so that it does not prove what happened
 * to an order.
 */
function originOf(
  { status, json }: VenueReply,
  said: string,
  form: ErrorForm = {},
  { isOwnOnly, isWrite }: CallKind = {},
): 'foreign' | 'unproven' | undefined {
  if (!proxyStatuses.has(status)) return undefined
  const { isOwn, codeIn, ownGenericWords } = form
  if (typeof json === 'string' || said === '' || isOwn?.(json) === false) return 'foreign'
  const unproven = isWrite === true ? 'unproven' : undefined
  if (codeIn === undefined) {
    if (isGatewayText(said)) return 'foreign'
    // Lists of other venues' words are not known: public reads are left to the venue's adapter.
    const isJudged = isOwnOnly === true || isWrite === true
    const isGeneric = isGenericWord(said)
      ? ownGenericWords?.has(said) !== true
      : isGenericBody(json, ownGenericWords)
    return isJudged && isGeneric ? 'foreign' : unproven
  }
  const code = codeIn(json)
  if (code === undefined) return 'foreign'
  if (!isGenericWord(code)) return undefined
  return ownGenericWords?.has(code) === true ? unproven : 'foreign'
}

function codeOf(status: number, said: string): ErrorCode {
  switch (status) {
    case 400:
      if (/insufficient|balance|not enough/.test(said)) return 'INSUFFICIENT_FUNDS'
      if (/invalid order|tick size|price must be|size must be|amount must be/.test(said))
        return 'INVALID_ORDER'
      if (/validation|invalid parameter/.test(said)) return 'VALIDATION_ERROR'
      return 'BAD_REQUEST'
    case 401:
      return 'AUTHENTICATION_ERROR'
    case 403:
    case 451:
      return 'PERMISSION_DENIED'
    case 404:
      if (/order/.test(said) && !/order ?book/.test(said)) return 'ORDER_NOT_FOUND'
      if (/market/.test(said)) return 'MARKET_NOT_FOUND'
      return 'NOT_FOUND'
    case 429:
      return 'RATE_LIMIT_EXCEEDED'
    case 408:
    case 425:
      return 'EXCHANGE_NOT_AVAILABLE'
    default:
      // An unexpected response of the host is not the caller's fault.
      return status >= 500 || isNoAnswer(status) ? 'EXCHANGE_NOT_AVAILABLE' : 'BAD_REQUEST'
  }
}

/** Returns the venue's error text, at most 200 characters, from the usual members of an error body. */
function textOf(json: unknown): string {
  const found = typeof json === 'string' ? json : findText(json, 0)
  const flat = (found ?? '').replace(/\s+/g, ' ').trim()
  return flat.length > 200 ? `${flat.slice(0, 197)}...` : flat
}

function findText(json: unknown, depth: number): string | undefined {
  if (typeof json !== 'object' || json === null || depth > 2) return undefined
  const members = json as Readonly<Record<string, unknown>>
  const names = [
    'details',
    'detail',
    'message',
    'error',
    'errmsg',
    'errorMsg',
    'description',
    'error_type',
    'code',
    'data',
  ]
  for (const name of names) {
    const member = members[name]
    if (typeof member === 'string' && member !== '') return member
    const inner = findText(member, depth + 1)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Whether a JSON-RPC node reports too many requests. The code alone differs between nodes. */
export function isTooManyRequests(words: string): boolean {
  return /too many|(rate|request|rps) limit/i.test(words)
}

/**
 * Returns `Retry-After` in seconds, rounded up: a number, or a date relative to the response's own `Date` header. Returns
 * undefined if absent or invalid.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  // A server and a proxy may both send it. Values of a repeated header are joined by commas.
  const number = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(value)?.[1]
  if (number !== undefined) return Math.min(Math.ceil(Number(number)), Number.MAX_SAFE_INTEGER)
  // A text without a letter is not a date, although `Date.parse` accepts many numbers.
  if (!/[a-z]/i.test(value)) return undefined
  const seconds = Math.ceil((Date.parse(value) - Date.parse(headers['date'] ?? '')) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Whether the cause is the call or the venue's response to it, so that a retry fails too. */
function isSettled({ kind }: WireError): boolean {
  return kind === 'too_large' || kind === 'redirect' || kind === 'unsent' || kind === 'tls'
}

/** Whether a retry may help. A block page, a refusal and an invalid argument are permanent. */
export function isTransient(failure: PmxError): boolean {
  return (
    failure.retryable &&
    (failure.code === 'RATE_LIMIT_EXCEEDED' ||
      failure.code === 'EXCHANGE_NOT_AVAILABLE' ||
      failure.code === 'NETWORK_ERROR')
  )
}

/** Statuses that mean that the host fails for any request. A 500 may be caused by the request. */
const isHostStatus = (status: unknown): boolean =>
  typeof status === 'number' && (status > 500 || status === 425)

/** A partial response. No call requests a partial response, and a list would be incomplete. */
const PARTIAL = 206

export const isSuccess = (status: number): boolean => status >= 200 && status < 300 && status !== PARTIAL

/** Interim and partial responses, invalid redirects and "not modified", which is never valid for a call without conditions. */
const isNoAnswer = (status: unknown): boolean =>
  typeof status === 'number' && (status < 200 || status === PARTIAL || (status >= 300 && status < 400))

/**
 * Returns what a failure shows about the host's health. Failures before sending, and refusals of a single id, are ignored.
 * `doubtful` if either is possible, such as for a 500.
 */
export function hostOutcomeOf(error: unknown): 'success' | 'failure' | 'doubtful' {
  if (error instanceof WireError) {
    if (isSettled(error)) return 'success'
    return error.kind === 'cut_body' ? 'doubtful' : 'failure'
  }
  const isFailure = error instanceof PmxError && error.code === 'EXCHANGE_NOT_AVAILABLE' && error.retryable
  if (!isFailure) return 'success'
  const { upstreamStatus, kind } = error.detail ?? {}
  if (isHostStatus(upstreamStatus)) return 'failure'
  const isUnclear =
    upstreamStatus === 500 || upstreamStatus === 408 || isNoAnswer(upstreamStatus) || kind === 'not_json'
  return isUnclear ? 'doubtful' : 'success'
}

/** Returns the error for the caller after a failure of a call. */
export function toPmxError(error: unknown): PmxError {
  if (error instanceof PmxError) return error
  if (error instanceof DeadlineExceeded) {
    return new PmxError('NETWORK_ERROR', `The venue did not respond in time (${error.allowedMs / 1000} s).`, {
      detail: { kind: 'timeout' },
      cause: error,
    })
  }
  if (error instanceof WireError) {
    if (error.kind === 'unsent') {
      return new PmxError('VALIDATION_ERROR', error.message, { detail: { kind: 'not_sent' }, cause: error })
    }
    const code =
      error.kind === 'too_large' || error.kind === 'cut_body' ? 'EXCHANGE_NOT_AVAILABLE' : 'NETWORK_ERROR'
    const retryable = isSettled(error) ? false : undefined
    return new PmxError(code, error.message, { detail: { kind: error.kind }, cause: error, retryable })
  }
  throw error
}

type WallKind = 'geo' | 'bot' | 'unknown'

/** Whether a proxy in front of a venue has refused, rather than the venue itself. */
export function isWalled({ code, detail: { kind, body } = {} }: PmxError): boolean {
  if (code !== 'PERMISSION_DENIED') return false
  return kind === 'geo' || kind === 'bot' || body === 'html' || body === 'edge'
}

const geoWords =
  /error (code: )?1009|not available in your (region|country|location)|restricted (in|region|jurisdiction|location)|geo-?block|unavailable for legal reasons|blocked (in|from) your (country|region)/i
const botWords =
  /error (code: )?10(0[5-8]|10|12|20)|just a moment|cf-chl|challenge-platform|attention required|checking your browser|captcha|enable javascript and cookies|access denied/i
const rateWords = /rate limit(ed|ing)?|too many requests|error 1015|error code:? 1015/i

/** Whether a body is an HTML page instead of JSON, or a refusal by a proxy in front of the host. */
export function isBlockPage(reply: WireReply): boolean {
  return isHtml(reply) || isEdge(reply)
}

/** Whether a body is HTML. JSON with an HTML content type is not. */
function isHtml(reply: WireReply): boolean {
  const type = reply.headers['content-type'] ?? ''
  if (/^\s*<(!doctype|html|head|body|title|script|!--)/i.test(reply.text)) return true
  return /text\/html/i.test(type) && !/^\s*[[{]/.test(reply.text)
}

/**
 * Whether the response is Cloudflare's: JSON for clients that accept JSON, one line for others (developers.cloudflare.com, "1xxx
 * errors").
 */
function isEdge({ status, text }: WireReply): boolean {
  return (
    status >= 400 && (/^\s*error code: 1\d{3}\s*$/.test(text) || /"cloudflare_error"\s*:\s*true/.test(text))
  )
}

/**
 * Returns the error of an HTML page or an edge response: an outage, a rate limit, or a block in front of the venue. A specific
 * status determines which. A page with status 200 is classified by its text.
 * @param retryAfter seconds, from the reply's headers
 */
export function toBlockPageError(reply: WireReply, retryAfter?: number): PmxError {
  const page = reply.text.slice(0, 20_000)
  const ray = reply.headers['cf-ray']
  const body = isHtml(reply) ? 'html' : 'edge'
  const detail = { upstreamStatus: reply.status, body, ...(ray === undefined ? {} : { rayId: ray }) }
  if (reply.status === 429 || (reply.status < 500 && rateWords.test(page))) {
    const message = 'The venue returned a rate-limit page. Slow down and retry.'
    return new PmxError('RATE_LIMIT_EXCEEDED', message, { detail, retryAfter })
  }
  if (reply.status >= 500) {
    const message = `The venue returned an outage page (HTTP ${reply.status}).`
    return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { detail })
  }
  const kind = wallKind(reply.status, page)
  return new PmxError('PERMISSION_DENIED', wallMessage[kind], { detail: { ...detail, kind } })
}

function wallKind(status: number, page: string): WallKind {
  if (status === 451 || geoWords.test(page)) return 'geo'
  return botWords.test(page) ? 'bot' : 'unknown'
}

const wallMessage: Record<WallKind, string> = {
  geo: 'The venue refuses connections from this location (geo block). You can set a proxy as `proxy` or venues.<id>.proxy.',
  bot: "The venue's bot protection requires a browser. You can set a proxy as `proxy` or venues.<id>.proxy.",
  unknown: 'The response is not data. It is a web page, or a refusal by bot protection or a proxy.',
}
