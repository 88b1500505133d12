import { createHash } from 'node:crypto'
import {
  type CallIdentity,
  callKey,
  renderCanonicalJson,
  type VenueCall,
} from '../../transport/call-types.js'
import { allowBody, allowQuery, type Recordable } from './allowed-headers.js'
import { hideInAll } from './personal-texts.js'
import { tagHash, type ValueKey } from './value-key.js'

/** A call as a cassette may hold it, and the names whose values were redacted. */
export interface AllowedCall {
  readonly call: CallIdentity
  /** Such as `query.user`. Empty when everything is on the allow-list. */
  readonly withheld: readonly string[]
  /**
   * The redacted values, with their names, which also identify the call. Values that depend on the signer or the time are
   * excluded.
   */
  readonly values: readonly (readonly [name: string, value: unknown])[]
}

/** A call as a cassette holds it. */
export interface RecordedCall extends CallIdentity {
  /** Hash of the redacted values, with the id of its key. Absent if none were redacted, and in older recordings. */
  readonly withheld?: string
}

/** Returns a unique key for a call of a cassette, including its hash. */
export function recordedKeyOf(call: RecordedCall): string {
  return call.withheld === undefined ? callKey(call) : `${callKey(call)} ${call.withheld}`
}

/**
 * Reduces a call to the parts that may be written and matched: no headers, a sorted query, and only allow-listed values.
 */
export function toAllowedCall(
  { venue, host, method, path, query, body, headerBody }: VenueCall,
  recordable: Recordable,
): AllowedCall {
  const pairs = allowQuery(query, recordable)
  const content = allowBody(body, recordable)
  const sorted = [...pairs.kept].sort((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)))
  const call = { venue, host, method, path, query: sorted }
  const withheld = [...pairs.withheld, ...content.withheld]
  const inHeader = Object.entries(Object(headerBody)).map(
    ([name, value]) => [`header.${name}`, value] as const,
  )
  const values = withheld.map((name, index) => [name, [...pairs.values, ...content.values][index]] as const)
  return {
    call: body === undefined ? call : { ...call, body: content.kept },
    withheld,
    values: [...values, ...inHeader].flatMap(([name, value]) =>
      isPassing(name.slice(name.lastIndexOf('.') + 1)) ? [] : [[name, lasting(value)] as const],
    ),
  }
}

/** Names of values that differ by signing key or time in otherwise equal calls. */
const passingNames: ReadonlySet<string> = new Set([
  'expiresAfter',
  'maker',
  'nonce',
  'owner',
  'sign',
  'signature',
  'signer',
  'timestamp',
  'trader',
])

function isPassing(name: string): boolean {
  return passingNames.has(name)
}

/** Returns a value without the members that depend on the signer or the time. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !isPassing(name))
  return Object.fromEntries(members.map(([name, member]) => [name, lasting(member)]))
}

/** Returns the text that is hashed for the redacted values of a call, or undefined if none were redacted. */
export function renderHiddenValues(
  { call, values }: AllowedCall,
  own: readonly string[],
): string | undefined {
  return values.length === 0 ? undefined : renderCanonicalJson(hideInAll([call, values], own))
}

/** Returns the call in its written form. */
export function toRecordedCall(
  allowed: AllowedCall,
  own: readonly string[],
  key: ValueKey | undefined,
): RecordedCall {
  const call = hideInAll(allowed.call, own)
  const text = key && renderHiddenValues(allowed, own)
  return key === undefined || text === undefined ? call : { ...call, withheld: tagHash(key, text) }
}

/**
 * Returns the hash that identifies an API request: 64 bits of SHA-256 over its arguments as canonical JSON. With a key,
 * which arguments of account and order calls require, it returns the tagged hash.
 */
export function hashArguments(args: unknown, key?: ValueKey): string {
  if (key !== undefined) return tagHash(key, `arguments ${renderCanonicalJson(args)}`)
  return createHash('sha256').update(renderCanonicalJson(args)).digest('hex').slice(0, 16)
}

/** Compares the lines of a cassette by venue, host, method, path, query, body. */
export function compareCalls(a: RecordedCall, b: RecordedCall): number {
  return (
    compareTexts(a.venue, b.venue) ||
    compareTexts(a.host, b.host) ||
    compareTexts(a.method, b.method) ||
    compareTexts(a.path, b.path) ||
    compareTexts(JSON.stringify(a.query), JSON.stringify(b.query)) ||
    compareTexts(bodyText(a), bodyText(b)) ||
    compareTexts(a.withheld ?? '', b.withheld ?? '')
  )
}

function bodyText({ body }: CallIdentity): string {
  return body === undefined ? '' : renderCanonicalJson(body)
}

/** Compares by code units, which gives the same order in every locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Maximum length per call in a message. */
const MESSAGE_LENGTH = 300

/** Returns a call as one unique line, without its venue, such as `GET api/markets?limit=100`. */
export function renderCallName({ method, host, path, query, body, withheld }: RecordedCall): string {
  const asked = query.map(([name, value]) => `${plain(name)}=${plain(value)}`).join('&')
  const sent = body === undefined ? '' : ` ${renderCanonicalJson(body)}`
  const hash = withheld === undefined ? '' : ` withheld=${withheld}`
  return `${method} ${host}${path}${asked === '' ? '' : `?${asked}`}${sent}${hash}`
}

/** Encodes the separators of pairs, and line breaks. */
function plain(text: string): string {
  return text.replace(/[%&=\s]/g, encodeURIComponent)
}

/** Returns {@link renderCallName} for messages, truncated if it is too long. */
export function describeCall(call: CallIdentity): string {
  return clip(renderCallName(call), MESSAGE_LENGTH)
}

export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text
}
