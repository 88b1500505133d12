import { createValidationError, PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import type { ProxyUse } from './proxy.js'

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined

/** What an adapter asks of a venue. Everything about how often and how patiently is the transport's affair. */
export interface VenueRequest {
  /** Name of one of the venue's hosts, see its `hosts.ts`. */
  readonly host: string
  /**
   * Below the host's base URL, beginning with `/`; '' for that URL itself, as it is configured. Build it with
   * {@link pathOf} when it holds an id.
   */
  readonly path: string
  /** Lists become repeated keys; undefined members are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>
  /** JSON body; makes it a POST. */
  readonly body?: unknown
  /** Parameters that are sent in a signed header in place of a body: only recordings read them, to tell calls apart. */
  readonly headerBody?: unknown
  /** Overrides the method that follows from `body`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A POST that only reads: it may be repeated and shared like a GET. */
  readonly read?: true
  /** The documented limit group it is counted under, besides the host's general one. */
  readonly group?: string
  /** Tokens it costs of its limits; 1 by default. */
  readonly cost?: number
  /** Statuses other than 2xx that the adapter handles itself, such as 404 for "no such market". */
  readonly accept?: readonly number[]
  /** The answer is wanted as it came, in bytes: a thread other than this one reads it. */
  readonly unread?: true
  /** Its body or its answer is a secret, as a password or a token of a session is: no recording holds it. */
  readonly isUnrecorded?: true
  /** Members of its answer that name the account, besides those that all venues have: recordings hold stand-ins of them. */
  readonly ownMembers?: readonly string[]
  /** A recording that was made before this form existed may hold the older one, which the adapter sends next. */
  readonly hasOlderForm?: true
  /** A success may say nothing: an empty body is read as `{}`. Elsewhere it is taken for one that was cut off. */
  readonly mayBeEmpty?: true
  /** Whole numbers of 16 digits and more, which a double may not hold, are read as texts. */
  readonly keepsLongNumbers?: true
  /** Headers without secrets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that carry credentials: never recorded, logged or shared between callers. */
  readonly secretHeaders?: Readonly<Record<string, string>>
}

/** Which of a venue's limits a request spends. */
export type CallEndpoint = Pick<VenueRequest, 'host' | 'group' | 'cost'>

/** A request with every choice made: what is sent, recorded and looked up on replay. */
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
  /** As in {@link VenueRequest}: what it spends of the venue's limits. */
  readonly group?: string | undefined
  readonly cost?: number | undefined
}

/** What tells one call from another: everything but its headers and what it spends. */
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

/** An answer as it came: text, so that what is recorded is what was parsed. */
export interface WireReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** In the place of the text, which is empty then; see {@link WireOptions.unread}. */
  readonly bytes?: Uint8Array
  /** Epoch ms; only where answers are recorded or replayed. */
  readonly receivedAt?: number
}

/** Carries a call to where answers come from: the network, a cassette, or both. */
export interface Wire {
  send(call: VenueCall, url: URL, options: WireOptions): Promise<WireReply>
  close(): Promise<void>
}

export interface WireOptions {
  readonly signal: AbortSignal
  readonly proxy: ProxyUse | undefined
  readonly maxBytes: number
  readonly timeoutMs: number
  /** What looks like a venue's data need not become text; a wire may give text all the same. */
  readonly unread?: boolean
}

/** An answer as adapters see it. */
export interface VenueReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
  /** In the place of `json`, for a request that wants its answer unread. */
  readonly bytes?: Uint8Array
  /** Epoch ms; only where answers are recorded or replayed. */
  readonly receivedAt?: number
}

/**
 * A path with its ids escaped: ``pathOf`/markets/${ticker}/orderbook` ``.
 * @throws VALIDATION_ERROR for an id that would name another path: nothing, `.` and `..` survive escaping; or that no path can hold
 */
export function pathOf(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => path + segmentOf(ids[index - 1]) + part)
}

function segmentOf(id: string | number | undefined): string {
  const escaped = escapeText(String(id ?? ''))
  if (escaped !== undefined && escaped !== '' && escaped !== '.' && escaped !== '..') return escaped
  throw createValidationError('id', `${JSON.stringify(id ?? '')} is no id`)
}

/** Undefined for half a surrogate pair, which has no escaped form. */
function escapeText(text: string): string | undefined {
  try {
    return encodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether it changes nothing, so that it may be sent again. */
export function isRead(call: Pick<VenueCall, 'method'>, request: Pick<VenueRequest, 'read'>): boolean {
  return call.method === 'GET' || request.read === true
}

/** The keys and values of a query in the order in which they are sent; lists as repeated keys, without what is undefined. */
export function listQueryPairs(query: VenueRequest['query'] = {}): (readonly [string, string])[] {
  return Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined) return []
    const values = Array.isArray(value) ? value : [value]
    return values.map((item): readonly [string, string] => [key, String(item)])
  })
}

/** Settles a request into the call that is sent. */
export function toCall(venue: SourceId, request: VenueRequest): VenueCall {
  return {
    venue,
    host: request.host,
    method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
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

/** What an HTTP header can hold: no line break, no other control character, nothing beyond Latin-1. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * What no wire can carry is told before anything is waited for, and tells nothing about the host.
 * @throws AUTHENTICATION_ERROR for a credential, VALIDATION_ERROR for another header; neither repeats the value
 */
export function assertSendable({ venue, headers, secretHeaders }: VenueCall): void {
  const broken = (of: Readonly<Record<string, string>>): string | undefined =>
    Object.entries(of).find(([, value]) => !headerText.test(value))?.[0]
  const what = 'holds a line break or another character that no HTTP header can carry'
  const secret = broken(secretHeaders)
  if (secret !== undefined) {
    const message = `The credential that is sent to ${venue} as '${secret}' ${what}. Give it again without.`
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

/** One text for one call, whatever the order of its query keys or body members; different calls have different texts. */
export function callKey(call: CallIdentity): string {
  const query = call.query.map((pair) => JSON.stringify(pair)).sort()
  const body = call.body === undefined ? '' : renderCanonicalJson(call.body)
  return [call.venue, call.host, call.method, call.path, query.join(), body].join(' ')
}

/** JSON with object members in alphabetical order. */
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

/** What a response shows of time, epoch ms. */
export interface VenueTimes {
  /** Now by the venue's clock, no later than it is. */
  readonly clock: number
  /** The latest moment at which the venue can have made what the response holds. */
  readonly content: number
}

/**
 * The times of a response: the end of the second that `Date` names. Behind `Age`, `Date` is that of the venue or, from
 * caches that write their own, that of now. The clock is not put forward by it, and the content back. Undefined where
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
