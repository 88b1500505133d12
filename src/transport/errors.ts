import { type ErrorCode, PmxError } from '../api/envelope/errors.js'
import { parseJson, replaceLoneSurrogates } from '../api/values/json.js'
import { DeadlineExceeded } from '../policy/abort.js'
import type { VenueReply, WireReply } from './call.js'

/** A venue's exception to the general mapping; undefined leaves a reply to it. */
export type ErrorRule = (reply: VenueReply) => PmxError | undefined

/** The form of a venue's own failures, by which those of gateways and proxies before it are told apart. */
export interface ErrorForm {
  /** Whether a body of JSON may be the venue's; without it every body that has a text may be. */
  readonly isOwn?: (json: unknown) => boolean
  /** No other server words failures like this, so the venue is believed whatever its text. */
  readonly isDistinct?: true
}

/** `dns`: the host's name has no address; `tls`: nobody known vouches for it; `unsent`: the call could not be put on the wire at all. */
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

/** Failure of the way to the venue rather than of the venue: no whole answer came. */
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

/**
 * Turns a raw answer into JSON, or into the error it means; data that is wanted unread is handed on.
 * @param accept statuses besides 2xx that are handed through
 * @param isOwnOnly whether they are only in the venue's own words: what stands in between knows nothing of an account
 */
export function readReply(
  reply: WireReply,
  accept: readonly number[],
  rule: ErrorRule | undefined,
  { form, isOwnOnly = false }: { readonly form?: ErrorForm | undefined; readonly isOwnOnly?: boolean } = {},
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
  const isOthers = isForeign(parsed, textOf(parsed.json), form)
  // A plain text may be one that the venue is known for.
  const special = isOthers && typeof parsed.json !== 'string' ? undefined : rule?.(parsed)
  if (special !== undefined) return { error: withRest(special, reply) }
  const isAccepted = accept.includes(reply.status) && !(isOwnOnly && isOthers)
  if (succeeded || isAccepted) return { ok: parsed }
  return { error: withRest(toStatusError(parsed, form), reply) }
}

/** A host that is out for a while may say for how long as well (RFC 9110, 10.2.3). */
function withRest(error: PmxError, { status, headers }: WireReply): PmxError {
  const retryAfter = status === 503 ? retryAfterSeconds(headers) : undefined
  return retryAfter === undefined || error.retryAfter !== undefined ? error : error.with({ retryAfter })
}

function notJson(reply: WireReply): PmxError {
  const message =
    reply.text === ''
      ? `The venue answered HTTP ${reply.status} with an empty body.`
      : 'The venue answered with text that is not JSON (cut off or another format).'
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    detail: { upstreamStatus: reply.status, kind: 'not_json', bytes: reply.text.length },
  })
}

/** The general mapping of a venue's failure status and text (api/README.md, "Errors"). */
export function toStatusError(reply: VenueReply, form?: ErrorForm): PmxError {
  const said = textOf(reply.json)
  const code = codeOf(reply.status, said.toLowerCase())
  const retryAfter = code === 'RATE_LIMIT_EXCEEDED' ? retryAfterSeconds(reply.headers) : undefined
  const kind =
    reply.status === 451 || (code === 'PERMISSION_DENIED' && /region|country|jurisdiction/i.test(said))
  return new PmxError(code, `The venue answered HTTP ${reply.status}${said === '' ? '' : `: ${said}`}`, {
    retryAfter,
    detail: {
      upstreamStatus: reply.status,
      ...(code === 'PERMISSION_DENIED' ? { kind: kind ? 'geo' : 'unknown' } : {}),
      ...(isForeign(reply, said, form) ? { body: 'foreign' } : {}),
    },
  })
}

/** Statuses that a proxy between here and the venue gives for reasons of its own. */
export const proxyStatuses: ReadonlySet<number> = new Set([404, 409, 422, 499])

/** Whether a refusal may be a proxy's: text that is not JSON, JSON without a message, or not in the venue's form. */
function isForeign({ status, json }: VenueReply, said: string, form: ErrorForm = {}): boolean {
  if (!proxyStatuses.has(status)) return false
  if (typeof json === 'string' || said === '' || form.isOwn?.(json) === false) return true
  return form.isDistinct !== true && gatewayTexts.test(said)
}

/**
 * Texts of servers that know no such path, spelled as they spell them: Kong, the gateways of AWS, Azure and Google Cloud,
 * Apigee, Tyk, Express, Fastify, and those that repeat the phrase of the status.
 */
const gatewayTexts = new RegExp(
  `^(?:${[
    'no Route matched with those values',
    'Missing Authentication Token',
    'Resource not found',
    'Requested entity was not found\\.',
    'The current request is not defined by this API\\.',
    'Unable to identify proxy for host.*',
    'Requested endpoint is forbidden',
    'Cannot (?:GET|POST|PUT|PATCH|DELETE) /.*',
    'Route (?:GET|POST|PUT|PATCH|DELETE):/.* not found',
    'Not Found|Conflict|Unprocessable (?:Entity|Content)|Client Closed Request|Forbidden',
  ].join('|')})$`,
)

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
      // What the host does unasked is not the caller's fault.
      return status >= 500 || isNoAnswer(status) ? 'EXCHANGE_NOT_AVAILABLE' : 'BAD_REQUEST'
  }
}

/** The venue's own words, at most 200 characters, from the usual places of an error body. */
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

/** Whether a node of JSON-RPC says that it was asked too often: its code means another thing on another node. */
export function isTooManyRequests(words: string): boolean {
  return /too many|(rate|request|rps) limit/i.test(words)
}

/**
 * `Retry-After` in seconds, rounded up: a number, or a date measured from the answer's own `Date` header.
 * Undefined when absent or unreadable.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  // A server and a proxy before it may both say it: headers that came twice stand behind each other.
  const number = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(value)?.[1]
  if (number !== undefined) return Math.min(Math.ceil(Number(number)), Number.MAX_SAFE_INTEGER)
  // Without a letter it is no date, though many a number would pass for one.
  if (!/[a-z]/i.test(value)) return undefined
  const seconds = Math.ceil((Date.parse(value) - Date.parse(headers['date'] ?? '')) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** What lies in the call or in the venue's answer to it, and comes again with the next try. */
function isSettled({ kind }: WireError): boolean {
  return kind === 'too_large' || kind === 'redirect' || kind === 'unsent' || kind === 'tls'
}

/** Whether another try may help. A wall, a refusal or a wrong argument does not pass by itself. */
export function isTransient(failure: PmxError): boolean {
  return (
    failure.retryable &&
    (failure.code === 'RATE_LIMIT_EXCEEDED' ||
      failure.code === 'EXCHANGE_NOT_AVAILABLE' ||
      failure.code === 'NETWORK_ERROR')
  )
}

/** Statuses that say that the host could not, whatever was asked of it; 500 may lie in the question. */
const isHostStatus = (status: unknown): boolean =>
  typeof status === 'number' && (status > 500 || status === 425)

/** A part of an answer: no call asks for one, and a list would be short of the rest. */
const PARTIAL = 206

export const isSuccess = (status: number): boolean => status >= 200 && status < 300 && status !== PARTIAL

/**
 * Interim and partial answers, redirects that lead nowhere and "not modified", which a call without conditions never
 * means.
 */
const isNoAnswer = (status: unknown): boolean =>
  typeof status === 'number' && (status < 200 || status === PARTIAL || (status >= 300 && status < 400))

/**
 * What a failure says about the host's health. Only failures of the host count: not what never reached the wire, nor
 * what a host that answers says about one id. `doubtful` where it may be either, such as a 500.
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

/** The error a caller sees for a failure on the way. */
export function toPmxError(error: unknown): PmxError {
  if (error instanceof PmxError) return error
  if (error instanceof DeadlineExceeded) {
    return new PmxError('NETWORK_ERROR', `The venue did not answer in time (${error.allowedMs / 1000} s).`, {
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

/** Whether somebody who stands in front of a venue has refused, rather than the venue itself. */
export function isWalled({ code, detail: { kind, body } = {} }: PmxError): boolean {
  if (code !== 'PERMISSION_DENIED') return false
  return kind === 'geo' || kind === 'bot' || body === 'html' || body === 'edge'
}

const geoWords =
  /error (code: )?1009|not available in your (region|country|location)|restricted (in|region|jurisdiction|location)|geo-?block|unavailable for legal reasons|blocked (in|from) your (country|region)/i
const botWords =
  /error (code: )?10(0[5-8]|10|12|20)|just a moment|cf-chl|challenge-platform|attention required|checking your browser|captcha|enable javascript and cookies|access denied/i
const rateWords = /rate limit(ed|ing)?|too many requests|error 1015|error code:? 1015/i

/** Whether a body is a page for people where JSON was expected, or a refusal by what stands in front of the host. */
export function isBlockPage(reply: WireReply): boolean {
  return isHtml(reply) || isEdge(reply)
}

/** JSON that is only labelled as a page is none. */
function isHtml(reply: WireReply): boolean {
  const type = reply.headers['content-type'] ?? ''
  if (/^\s*<(!doctype|html|head|body|title|script|!--)/i.test(reply.text)) return true
  return /text\/html/i.test(type) && !/^\s*[[{]/.test(reply.text)
}

/** Cloudflare speaks JSON to who asks for JSON, and to others a line (developers.cloudflare.com, "1xxx errors"). */
function isEdge({ status, text }: WireReply): boolean {
  return (
    status >= 400 && (/^\s*error code: 1\d{3}\s*$/.test(text) || /"cloudflare_error"\s*:\s*true/.test(text))
  )
}

/**
 * What a page for people or an edge means: an outage, a rate limit, or a wall in front of the venue.
 * The status is believed where it is specific; a page with status 200 is judged by its words.
 * @param retryAfter seconds, where the reply's headers say so
 */
export function toBlockPageError(reply: WireReply, retryAfter?: number): PmxError {
  const page = reply.text.slice(0, 20_000)
  const ray = reply.headers['cf-ray']
  const body = isHtml(reply) ? 'html' : 'edge'
  const detail = { upstreamStatus: reply.status, body, ...(ray === undefined ? {} : { rayId: ray }) }
  if (reply.status === 429 || (reply.status < 500 && rateWords.test(page))) {
    const message = 'The venue answered with a rate-limit page; slow down and retry.'
    return new PmxError('RATE_LIMIT_EXCEEDED', message, { detail, retryAfter })
  }
  if (reply.status >= 500) {
    const message = `The venue answered with an outage page (HTTP ${reply.status}).`
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
  geo: 'The venue refuses connections from this place (geo block). A proxy can be set as `proxy` or venues.<id>.proxy.',
  bot: 'A bot wall stands in front of the venue and wants a browser. A proxy can be set as `proxy` or venues.<id>.proxy.',
  unknown:
    'Something else than data came: a web page or a refusal by a wall or a proxy that stands in between.',
}
