import { parseJson } from '../../api/values/json.js'
import { allowBody, REDACTED, type Recordable } from './allowed-headers.js'
import type { StoredBody } from './body-text.js'
import { toStoredBody } from './body-text.js'

/** The prefix before the JSON of a socket.io packet: `42/markets,["subscribe",...]`. */
const packet = /^(\d{1,3}(?:\/[\w/-]*,)?)(?=[[{])/
/** Maximum length of plain protocol texts, such as `PING`. */
const MAX_PLAIN_LENGTH = 40
/** Members whose numbers differ in each connection. */
const ownNames = new Set(['id', 'reqId', 'req_id', 'requestId', 'request_id', 'sid', 'sids', 'nonce', 'ts'])
/** The client name in a greeting, which is not a subscription. */
const OWN_NAME = 'pmx-local'
/** A protocol text that names no subscription: no digit, no dash. */
const protocolWord = /^[A-Za-z_.:/]*$/

/** A client frame as a cassette may hold it, and the names whose values were redacted, such as `body.key`. */
export interface AllowedFrame {
  readonly body: StoredBody
  readonly withheld: readonly string[]
}

/** Redacts a client frame by the allow-list, in the same way as request bodies. */
export function toAllowedFrame(text: string, recordable: Recordable): AllowedFrame {
  const head = packet.exec(text)?.[1] ?? ''
  const parsed = parseJson(text.slice(head.length))
  if (typeof parsed?.value !== 'object' || parsed.value === null)
    return text.length <= MAX_PLAIN_LENGTH
      ? { body: toStoredBody(text), withheld: [] }
      : { body: { text: REDACTED }, withheld: ['body'] }
  const { kept, withheld } = allowBody(parsed.value, recordable)
  const whole = withheld.length === 0 ? text : head + JSON.stringify(kept)
  return { body: toStoredBody(whole), withheld }
}

/**
 * Returns all texts and numbers in a frame, except numbers that differ for each connection. Frames with the same
 * subscriptions have the same texts, in any order.
 */
export function frameTextOf(body: StoredBody): readonly string[] {
  const value = 'json' in body ? body.json : parseFrameJson(body.text)
  const words = new Set<string>()
  const look = (inner: unknown, name: string): void => {
    if (Array.isArray(inner)) for (const item of inner) look(item, name)
    else if (typeof inner === 'object' && inner !== null)
      for (const [member, held] of Object.entries(inner)) look(held, member)
    else if (typeof inner === 'string' && inner !== REDACTED && inner !== '') words.add(inner)
    else if (typeof inner === 'number' && !ownNames.has(name)) words.add(String(inner))
  }
  look(value, '')
  return [...words]
}

/** Returns the texts that may name a subscription. */
export function topicsIn(words: Iterable<string>): string[] {
  return [...words].filter((word) => word !== OWN_NAME && !protocolWord.test(word))
}

/** Returns the id that links a frame to its response, or undefined if it has none. */
export function frameIdOf(body: StoredBody): string | number | undefined {
  const value = 'json' in body ? body.json : parseFrameJson(body.text)
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  return typeof id === 'number' || typeof id === 'string' ? id : undefined
}

/** Returns the list or object in a frame, after its packet number if it has one, or undefined for other frames. */
export function parseFrameJson(text: string): unknown {
  const head = packet.exec(text)?.[1] ?? ''
  const value = parseJson(text.slice(head.length))?.value
  return typeof value === 'object' ? value : undefined
}
