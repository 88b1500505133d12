import { createHash } from 'node:crypto'
import { type CallIdentity, canonicalJson, type VenueCall } from '../transport/call.js'
import { allowBody, allowQuery, type Recordable } from './allow.js'

/** A call as a cassette may hold it, and the names whose values were left out. */
export interface AllowedCall {
  readonly call: CallIdentity
  /** Such as `query.user`; empty when everything is on the allow-list. */
  readonly withheld: readonly string[]
}

/** Reduces a call to what may be written and is matched by: never headers; query sorted; allow-listed values only. */
export function toAllowedCall(
  { venue, host, method, path, query, body }: VenueCall,
  recordable: Recordable,
): AllowedCall {
  const pairs = allowQuery(query, recordable)
  const content = allowBody(body, recordable)
  const sorted = [...pairs.kept].sort((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)))
  const call = { venue, host, method, path, query: sorted }
  return {
    call: body === undefined ? call : { ...call, body: content.kept },
    withheld: [...pairs.withheld, ...content.withheld],
  }
}

/** The hash by which an API request is known again: 64 bits of SHA-256 over its arguments as canonical JSON. */
export function hashArguments(args: unknown): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex').slice(0, 16)
}

/** Order of the lines of a cassette: venue, host, method, path, query, body. */
export function compareCalls(a: CallIdentity, b: CallIdentity): number {
  return (
    compareTexts(a.venue, b.venue) ||
    compareTexts(a.host, b.host) ||
    compareTexts(a.method, b.method) ||
    compareTexts(a.path, b.path) ||
    compareTexts(JSON.stringify(a.query), JSON.stringify(b.query)) ||
    compareTexts(bodyText(a), bodyText(b))
  )
}

function bodyText({ body }: CallIdentity): string {
  return body === undefined ? '' : canonicalJson(body)
}

/** By code units: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Longest text by which a call is told of in a message. */
const MESSAGE_LENGTH = 300

/** A call in one line, without its venue, such as `GET api/markets?limit=100`; other calls have other lines. */
export function nameOfCall({ method, host, path, query, body }: CallIdentity): string {
  const asked = query.map(([name, value]) => `${plain(name)}=${plain(value)}`).join('&')
  const sent = body === undefined ? '' : ` ${canonicalJson(body)}`
  return `${method} ${host}${path}${asked === '' ? '' : `?${asked}`}${sent}`
}

/** Keeps what stands between pairs out of them, and line breaks out of the line. */
function plain(text: string): string {
  return text.replace(/[%&=\s]/g, encodeURIComponent)
}

/** {@link nameOfCall} for people: what is too long to read is cut. */
export function describeCall(call: CallIdentity): string {
  return clip(nameOfCall(call), MESSAGE_LENGTH)
}

export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text
}
