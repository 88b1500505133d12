import { createHash } from 'node:crypto'
import { type CallIdentity, callKey, renderCanonicalJson, type VenueCall } from '../../transport/call.js'
import { allowBody, allowQuery, type Recordable } from './allowed-headers.js'
import { hideInAll } from './personal-texts.js'
import { tagHash, type ValueKey } from './value-key.js'

/** A call as a cassette may hold it, and the names whose values were left out. */
export interface AllowedCall {
  readonly call: CallIdentity
  /** Such as `query.user`; empty when everything is on the allow-list. */
  readonly withheld: readonly string[]
  /**
   * Values that were left out, with their names: what else tells this call from others. Values of the signer and of the
   * moment are not among them.
   */
  readonly values: readonly (readonly [name: string, value: unknown])[]
}

/** A call as a cassette holds it. */
export interface RecordedCall extends CallIdentity {
  /** Hash of the values that were left out, with the id of its key; absent where none were, and in older recordings. */
  readonly withheld?: string
}

/** One text for one call of a cassette, its hash included. */
export function recordedKeyOf(call: RecordedCall): string {
  return call.withheld === undefined ? callKey(call) : `${callKey(call)} ${call.withheld}`
}

/** Reduces a call to what may be written and is matched by: never headers; query sorted; allow-listed values only. */
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

/** Names of values that differ with the key that signs, or with the moment, in calls that want the same. */
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

/** A value without what differs with the signer and the moment. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !isPassing(name))
  return Object.fromEntries(members.map(([name, member]) => [name, lasting(member)]))
}

/** What the hash of a call's left-out values is made of; undefined where none were left out. */
export function renderHiddenValues(
  { call, values }: AllowedCall,
  own: readonly string[],
): string | undefined {
  return values.length === 0 ? undefined : renderCanonicalJson(hideInAll([call, values], own))
}

/** The call as it is written down. */
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
 * The hash by which an API request is known again: 64 bits of SHA-256 over its arguments as canonical JSON; with a key,
 * which the arguments of accounts and orders need, its tagged hash.
 */
export function hashArguments(args: unknown, key?: ValueKey): string {
  if (key !== undefined) return tagHash(key, `arguments ${renderCanonicalJson(args)}`)
  return createHash('sha256').update(renderCanonicalJson(args)).digest('hex').slice(0, 16)
}

/** Order of the lines of a cassette: venue, host, method, path, query, body. */
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

/** By code units: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Longest text by which a call is told of in a message. */
const MESSAGE_LENGTH = 300

/** A call in one line, without its venue, such as `GET api/markets?limit=100`; other calls have other lines. */
export function renderCallName({ method, host, path, query, body, withheld }: RecordedCall): string {
  const asked = query.map(([name, value]) => `${plain(name)}=${plain(value)}`).join('&')
  const sent = body === undefined ? '' : ` ${renderCanonicalJson(body)}`
  const hash = withheld === undefined ? '' : ` withheld=${withheld}`
  return `${method} ${host}${path}${asked === '' ? '' : `?${asked}`}${sent}${hash}`
}

/** Keeps what stands between pairs out of them, and line breaks out of the line. */
function plain(text: string): string {
  return text.replace(/[%&=\s]/g, encodeURIComponent)
}

/** {@link renderCallName} for people: what is too long to read is cut. */
export function describeCall(call: CallIdentity): string {
  return clip(renderCallName(call), MESSAGE_LENGTH)
}

export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text
}
