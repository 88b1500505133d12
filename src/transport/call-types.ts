import { createValidationError, PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import type { ProxyUse } from './proxy.js'

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined

/** An adapter's request to a venue. The transport decides about rates, waits and retries. */
export interface VenueRequest {
  /** Name of one of the venue's hosts (see its `hosts.ts`). */
  readonly host: string
  /**
   * Path below the host's base URL, beginning with `/`, or '' for the configured URL itself. Build it with {@link pathOf} if it
   * contains an id.
   */
  readonly path: string
  /** Lists become repeated keys. Undefined members are omitted. */
  readonly query?: Readonly<Record<string, QueryValue>>
  /** JSON body. The method is then POST by default. */
  readonly body?: unknown
  /** Parameters that are sent in a signed header instead of a body. Only recordings read them, to distinguish calls. */
  readonly headerBody?: unknown
  /** Overrides the method that follows from `body`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whether a POST only reads. It may then be repeated and shared like a GET. */
  readonly read?: true
  /** The documented limit group that counts it, in addition to the host's general limit. */
  readonly group?: string
  /** Number of tokens that it costs, 1 by default. */
  readonly cost?: number
  /** Statuses other than 2xx that the adapter handles itself, such as 404 for "no such market". */
  readonly accept?: readonly number[]
  /** Whether the response remains bytes, because another thread parses it. */
  readonly unread?: true
  /** Whether its body or its response is a secret, such as a password or a session token. It is never recorded. */
  readonly isUnrecorded?: true
  /**
   * Members of its response that identify the account, in addition to those common to all venues. Recordings contain placeholders
   * for them.
   */
  readonly ownMembers?: readonly string[]
  /** Whether an older recording may contain the request's previous form, which the adapter sends next. */
  readonly hasOlderForm?: true
  /** Whether a successful response may have an empty body, which is read as `{}`. Otherwise an empty body counts as cut off. */
  readonly mayBeEmpty?: true
  /** Whether integers with 16 or more digits, which may exceed a double's precision, are read as text. */
  readonly keepsLongNumbers?: true
  /** Headers without secrets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that carry credentials: never recorded, logged or shared between callers. */
  readonly secretHeaders?: Readonly<Record<string, string>>
}

/** The venue limits that a request uses. */
export type CallEndpoint = Pick<VenueRequest, 'host' | 'group' | 'cost'>

/** A complete request, as it is sent, recorded and looked up in a replay. */
export interface VenueCall {
  readonly venue: SourceId
  readonly host: string
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly body?: unknown
  /** As in {@link VenueRequest}. */
  readonly headerBody?: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly secretHeaders: Readonly<Record<string, string>>
  /** As in {@link VenueRequest}. */
  readonly isUnrecorded?: true
  /** As in {@link VenueRequest}. */
  readonly ownMembers?: readonly string[]
  /** As in {@link VenueRequest}. */
  readonly hasOlderForm?: true
  /** As in {@link VenueRequest}: the limit group that it spends. */
  readonly group?: string | undefined
  readonly cost?: number | undefined
}

/** The parts that identify a call: everything except its headers and limits. */
export type CallIdentity = Omit<
  VenueCall,
  | 'headers'
  | 'headerBody'
  | 'secretHeaders'
  | 'isUnrecorded'
  | 'ownMembers'
  | 'hasOlderForm'
  | 'group'
  | 'cost'
>

/** A response as received. It is text, so that the recorded text is the same as the parsed text. */
export interface WireReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Replaces the text, which is then empty. See {@link WireOptions.unread}. */
  readonly bytes?: Uint8Array
  /** Epoch ms. Set only in recordings and replays. */
  readonly receivedAt?: number
}

/** Sends a call to the network, a cassette, or both. */
export interface Wire {
  send(call: VenueCall, url: URL, options: WireOptions): Promise<WireReply>
  close(): Promise<void>
}

export interface WireOptions {
  readonly signal: AbortSignal
  readonly proxy: ProxyUse | undefined
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Whether the venue's data need not be converted to text. A wire may return text anyway. */
  readonly unread?: boolean
}

/** A response as adapters receive it. */
export interface VenueReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
  /** Replaces `json` for a request with `unread`. */
  readonly bytes?: Uint8Array
  /** Epoch ms. Set only in recordings and replays. */
  readonly receivedAt?: number
}

/**
 * Returns a path with escaped ids: ``pathOf`/markets/${ticker}/orderbook` ``.
 * @throws VALIDATION_ERROR for an id that would change the path (empty, `.` and `..` survive escaping) or that no path can
 * contain
 */
export function pathOf(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => path + segmentOf(ids[index - 1]) + part)
}

function segmentOf(id: string | number | undefined): string {
  const escaped = escapeText(String(id ?? ''))
  if (escaped !== undefined && escaped !== '' && escaped !== '.' && escaped !== '..') return escaped
  throw createValidationError('id', `${JSON.stringify(id ?? '')} is not a valid id`)
}

/** Returns undefined for half a surrogate pair, which has no escaped form. */
function escapeText(text: string): string | undefined {
  try {
    return encodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether a call only reads, so that it may be repeated. */
export function isRead(call: Pick<VenueCall, 'method'>, request: Pick<VenueRequest, 'read'>): boolean {
  return call.method === 'GET' || request.read === true
}

/** Returns the pairs of a query in the order in which they are sent. Lists become repeated keys, undefined values are omitted. */
export function listQueryPairs(query: VenueRequest['query'] = {}): (readonly [string, string])[] {
  return Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined) return []
    const values = Array.isArray(value) ? value : [value]
    return values.map((item): readonly [string, string] => [key, String(item)])
  })
}

/** Returns the method of a request, which is derived from its body unless it is given. */
export function httpMethodOf({ method, body }: Pick<VenueRequest, 'method' | 'body'>): string {
  return method ?? (body === undefined ? 'GET' : 'POST')
}

/** Resolves a request into the call that is sent. */
export function toCall(venue: SourceId, request: VenueRequest): VenueCall {
  return {
    venue,
    host: request.host,
    method: httpMethodOf(request),
    path: request.path,
    query: listQueryPairs(request.query),
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.headerBody === undefined ? {} : { headerBody: request.headerBody }),
    headers: request.headers ?? {},
    secretHeaders: request.secretHeaders ?? {},
    ...(request.isUnrecorded === true ? { isUnrecorded: true } : {}),
    ...(request.ownMembers === undefined ? {} : { ownMembers: request.ownMembers }),
    ...(request.hasOlderForm === true ? { hasOlderForm: true } : {}),
    ...(request.group === undefined ? {} : { group: request.group }),
    ...(request.cost === undefined ? {} : { cost: request.cost }),
  }
}

/** The text that is valid in an HTTP header: no line breaks or other control characters, and nothing beyond Latin-1. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Rejects a call that cannot be sent, before any wait. The error is not evidence about the host.
 * @throws AUTHENTICATION_ERROR for a credential, VALIDATION_ERROR for another header. Neither contains the value.
 */
export function assertSendable({ venue, headers, secretHeaders }: VenueCall): void {
  const broken = (of: Readonly<Record<string, string>>): string | undefined =>
    Object.entries(of).find(([, value]) => !headerText.test(value))?.[0]
  const what = 'contains a line break or another character that HTTP headers do not allow'
  const secret = broken(secretHeaders)
  if (secret !== undefined) {
    const message = `The credential '${secret}' for ${venue} ${what}. Remove it.`
    throw new PmxError('AUTHENTICATION_ERROR', message, { exchange: venue, detail: { kind: 'not_sent' } })
  }
  const open = broken(headers)
  if (open === undefined) return
  const message = `The header '${open}' for ${venue} ${what}.`
  throw new PmxError('VALIDATION_ERROR', message, {
    exchange: venue,
    field: open,
    detail: { kind: 'not_sent' },
  })
}

/**
 * Returns a text that identifies a call, independent of the order of query keys and body members. Different calls have
 * different texts.
 */
export function callKey(call: CallIdentity): string {
  const query = call.query.map((pair) => JSON.stringify(pair)).sort()
  const body = call.body === undefined ? '' : renderCanonicalJson(call.body)
  return [call.venue, call.host, call.method, call.path, query.join(), body].join(' ')
}

/** Returns JSON with object members in alphabetical order. */
export function renderCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderCanonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${renderCanonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** The times implied by a response, epoch ms. */
export interface VenueTimes {
  /** The venue's current time, which may be later. */
  readonly clock: number
  /** The latest time at which the venue can have created the response's data. */
  readonly content: number
}

/**
 * Returns the times of a response: the end of the second in `Date`. With `Age`, `Date` may be the venue's, or that of a
 * cache which writes its own. The clock is then not moved forward, and the content is moved back. Returns undefined if
 * the response has no time.
 * @param headers lower-case names
 */
export function readVenueTimes(headers: Readonly<Record<string, string>>): VenueTimes | undefined {
  const second = Date.parse(headers['date'] ?? '')
  if (Number.isNaN(second)) return undefined
  const clock = second + 999
  const age = Number(headers['age'] ?? 0)
  return { clock, content: clock - (age > 0 && Number.isFinite(age) ? age * 1000 : 0) }
}
