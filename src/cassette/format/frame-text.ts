import { parseJson } from '../../api/values/json.js'
import { allowBody, REDACTED, type Recordable } from './allowed-headers.js'
import type { StoredBody } from './body-text.js'
import { toStoredBody } from './body-text.js'

/** What stands before the JSON of a frame, as socket.io numbers its packets: `42/markets,["subscribe",...]`. */
const packet = /^(\d{1,3}(?:\/[\w/-]*,)?)(?=[[{])/
/** Plain words of a protocol, such as `PING`, are no longer. */
const MAX_PLAIN_LENGTH = 40
/** Names under which each conversation has its own numbers. */
const ownNames = new Set(['id', 'reqId', 'req_id', 'requestId', 'request_id', 'sid', 'sids', 'nonce', 'ts'])
/** What we call ourselves in a greeting: nothing that is subscribed. */
const OWN_NAME = 'pmx-local'
/** A word of the protocol rather than the name of something that is subscribed: no digit, no dash. */
const protocolWord = /^[A-Za-z_.:/]*$/

/** A frame of ours as a cassette may hold it, and the names whose values were left out, such as `body.key`. */
export interface AllowedFrame {
  readonly body: StoredBody
  readonly withheld: readonly string[]
}

/** Reduces a frame that we send to what may be written: as bodies of calls, members by the allow-list. */
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
 * What a frame says, without the numbers that each conversation counts anew: every text in it and every other number.
 * Frames that ask for the same of the same things have the same words, in whatever order.
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

/** Of words those that name something that can be subscribed. */
export function topicsIn(words: Iterable<string>): string[] {
  return [...words].filter((word) => word !== OWN_NAME && !protocolWord.test(word))
}

/** The number by which the answer to a frame is known; undefined where it has none. */
export function frameIdOf(body: StoredBody): string | number | undefined {
  const value = 'json' in body ? body.json : parseFrameJson(body.text)
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  return typeof id === 'number' || typeof id === 'string' ? id : undefined
}

/** The list or object that a frame holds, behind its packet number where it has one; undefined for one without. */
export function parseFrameJson(text: string): unknown {
  const head = packet.exec(text)?.[1] ?? ''
  const value = parseJson(text.slice(head.length))?.value
  return typeof value === 'object' ? value : undefined
}
