import { messageOf } from '../../api/envelope/errors.js'
import { parseJson } from '../../api/values/json.js'
import type { Logger } from '../../observe/logger.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import type { NamedSecret, SecretSet } from '../../policy/secrets/secret-set.js'
import type { VenueCall, Wire, WireReply } from '../../transport/call-types.js'
import { retryAfterSeconds, WireError } from '../../transport/errors.js'
import { allowHeaders, REDACTED, type Recordable } from '../format/allowed-headers.js'
import { toStoredBody } from '../format/body-text.js'
import {
  type RecordedEntry,
  type RecordedFailure,
  type RecordedReply,
  renderEntry,
  spendingOf,
} from '../format/format.js'
import { findPath, hideIn, UNTOLD_NAME } from '../format/personal-texts.js'
import { recordedKeyOf, toAllowedCall, toRecordedCall } from '../format/recorded-call.js'
import { createStandIns } from '../format/stand-ins.js'
import type { ValueKey } from '../format/value-key.js'
import type { CassetteJournal } from '../maintenance/cassette-journal.js'
import { carriesCredentials } from '../maintenance/private-recordings.js'

export interface RecorderDeps {
  readonly journal: Pick<CassetteJournal, 'entry'>
  readonly secrets: SecretSet
  readonly recordable: Recordable
  /** Key for redacted values, or undefined if nothing private is recorded. */
  readonly key?: ValueKey | undefined
  /** Moves the clock to the real time and returns it, epoch ms; called when a response has arrived. */
  step(): number
  /** Returns the name of the running API request; undefined outside of requests. */
  currentRequest(): string | undefined
  /** Returns the texts that are redacted in everything of the running request. */
  own(): readonly string[]
  /** Registers a value that must never be written. */
  withhold(secret: NamedSecret): void
  /** Checks whether this recording may hold the call. @throws PmxError if not */
  refuse(call: VenueCall): void
  readonly log: Logger
}

/** The counters of a recording. */
interface RecordCounts {
  readonly entries: number
  /** Entries that were not written because they contained a secret. */
  readonly withheld: number
  /** Why nothing more is written, or undefined while there is no error. */
  readonly ended: string | undefined
}

export interface RecordingWire extends Wire {
  counts(): RecordCounts
}

/** Searches the content of one call or socket for secrets. */
export type FindSecrets = Pick<SecretSet, 'findIn'>

/** Records every response and failure of the inner transport, and returns exactly what a replay will return. */
export function createRecordingWire(
  inner: Wire,
  { journal, secrets, recordable, key, step, currentRequest, own, withhold, refuse, log }: RecorderDeps,
): RecordingWire {
  const made = new Map<string, number>()
  const standIns = key && createStandIns(key)
  const learned = new Set<string>()
  const tellWithheldNames = createRedactionLog(log)
  let entries = 0
  let withheld = 0
  let ended: string | undefined

  /** Values of a login response may occur in later responses, such as the key that owns an order. */
  function learn({ venue }: VenueCall, { text }: WireReply): void {
    for (const value of textsIn(text)) {
      learned.add(value)
      withhold({ name: `a response from ${venue}`, value })
    }
  }

  function hidePrivate(text: string, mine: readonly string[]): string {
    return withoutAll(hideIn(text, mine), learned).replace(
      signed,
      (_all, name: string) => `${name}"${REDACTED}"`,
    )
  }

  function nextOf(key: string): number {
    const n = made.get(key) ?? 0
    made.set(key, n + 1)
    return n
  }

  /** Whether the entry may be written. Otherwise logs the path of the secret. */
  function isClean(entry: RecordedEntry, sought: FindSecrets): boolean {
    const found = sought.findIn(searchedText(entry))
    if (found === undefined) return true
    const isHit = (text: string): boolean => sought.findIn(text) !== undefined
    const { venue, host, method } = entry.call
    const field = findPath({ ...entry.call, ...toldBy(entry) }, isHit) ?? 'the entry'
    log.warn(
      { venue, host, method, secret: found, field },
      'a venue call was not recorded because it contains a secret',
    )
    return false
  }

  function keep(entry: RecordedEntry, sought: FindSecrets): void {
    if (!isClean(entry, sought)) {
      withheld++
      return
    }
    if (ended !== undefined) return
    try {
      journal.entry(entry)
      entries++
    } catch (error) {
      // The caller still receives the response. The gap in the recording is reported here, in /health and at the end.
      ended = messageOf(error)
      log.error({ reason: ended }, 'recording has stopped')
    }
  }

  return {
    async send(call, url, options) {
      refuse(call)
      const mine = own()
      if (call.isUnrecorded === true) {
        const reply = await inner.send(call, url, options)
        learn(call, reply)
        return reply
      }
      const asIs = toAllowedCall(call, recordable)
      const allowed = standIns?.inCall(asIs) ?? asIs
      const sought = secrets.findingAlso(findHeaderSecrets(call.secretHeaders))
      tellWithheldNames(call.venue, allowed.withheld, sought)
      const told = toRecordedCall(allowed, mine, key)
      const asked = {
        call: told,
        n: nextOf(recordedKeyOf(told)),
        by: currentRequest(),
        ...spendingOf(call.group, call.cost),
      }
      let reply: WireReply
      try {
        reply = await inner.send(call, url, options)
      } catch (error) {
        const failure = failureOf(error)
        if (failure !== undefined) keep({ ...asked, at: step(), answer: { failure } }, sought)
        throw error
      }
      const isPrivate = mine.length > 0 || carriesCredentials(call)
      const hidden = mine.length === 0 ? reply.text : hidePrivate(reply.text, mine)
      const text = (isPrivate ? standIns?.inAnswer(hidden, call.ownMembers) : undefined) ?? hidden
      const kept = toKeptReply({ ...reply, text })
      const at = step()
      keep({ ...asked, at, answer: { reply: kept } }, sought)
      return { status: kept.status, headers: kept.headers, text: reply.text, receivedAt: at }
    },
    counts: () => ({ entries, withheld, ended }),
    close: () => inner.close(),
  }
}

/** Returns a function that logs each redacted name once. */
export function createRedactionLog(
  log: Logger,
): (venue: string, names: readonly string[], sought: FindSecrets) => void {
  const toldNames = new Set<string>()
  return (venue, names, sought) => {
    const told = (name: string): string =>
      `${venue} ${sought.findIn(name) === undefined ? name : UNTOLD_NAME}`
    const fresh = [...new Set(names.map(told))].filter((name) => !toldNames.has(name))
    if (fresh.length === 0) return
    for (const name of fresh) toldNames.add(name)
    log.warn(
      { names: fresh },
      'values under these names are not recorded because the names are not on the allow-list',
    )
  }
}

/** Response members that authenticate; venues return orders with the signatures with which they were placed. */
const signed = /("(?:signature|sig|secret|passphrase)"\s*:\s*)"[^"\\]*"/gi

function withoutAll(text: string, values: Iterable<string>): string {
  return [...values].reduce((left, value) => left.replaceAll(value, REDACTED), text)
}

/** Shorter texts of a login response are words, such as a status, and not secret. */
const MIN_KEY_LENGTH = 16

/**
 * Texts of a response that are not keys. These are times, and the text that a wallet signs to sign in (EIP-4361). Its lines
 * contain the time and the address of the site, which other responses contain too.
 */
const NO_KEY = /^\d{4}-\d\d-\d\dT|^\S+ wants you to sign in with your /

/** Returns the texts of a response that may be keys. */
function textsIn(json: string): string[] {
  const found: string[] = []
  const value = parseJson(json)?.value
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string' && inner.length >= MIN_KEY_LENGTH && !NO_KEY.test(inner)) found.push(inner)
    return inner
  })
  return found
}

/** `Retry-After` is stored in seconds, since a date needs the Date header, which is not stored. */
function toKeptReply({ status, headers, text }: WireReply): RecordedReply {
  const { 'retry-after': _date, ...others } = headers
  const seconds = retryAfterSeconds(headers)
  const readable = seconds === undefined ? others : { ...others, 'retry-after': String(seconds) }
  return { status, headers: allowHeaders(readable), body: toStoredBody(text) }
}

/** Returns the members of an entry's line that hold the result of the call. */
function toldBy({ answer }: RecordedEntry): object {
  if ('failure' in answer) return { failure: answer.failure }
  const { status, headers, body } = answer.reply
  return { status, headers, ...body }
}

/** Undefined for a call that its caller aborted, since that is not a result of the venue. */
function failureOf(error: unknown): RecordedFailure | undefined {
  if (error instanceof WireError) return { kind: error.kind, message: error.message }
  if (error instanceof DeadlineExceeded)
    return { kind: 'deadline', message: error.message, allowedMs: error.allowedMs }
  return undefined
}

/** Returns the line and, for a body stored as text, also its decoded escapes. */
function searchedText(entry: RecordedEntry): string {
  const line = renderEntry(entry)
  if (!('reply' in entry.answer) || !('text' in entry.answer.reply.body)) return line
  try {
    return `${line}\n${JSON.stringify(JSON.parse(entry.answer.reply.body.text))}`
  } catch {
    return line
  }
}

/** Headers that identify the account or the time. They are not secret, and occur in many responses. */
const plainHeader = /address|timestamp|nonce|expir/i

/** Returns the values of the secret headers (keys, signatures), also without the scheme before them. */
export function findHeaderSecrets(headers: Readonly<Record<string, string>>): NamedSecret[] {
  return Object.entries(headers)
    .filter(([name, value]) => !plainHeader.test(name) && !/^\d+$/.test(value))
    .flatMap(([name, value]) => {
      const bare = /^(?:bearer|basic|token|session-token|jwt|key)\s+(.+)$/i.exec(value)?.[1]
      const secret = { name: `header ${name.toLowerCase()}`, value }
      return bare === undefined ? [secret] : [secret, { ...secret, value: bare }]
    })
}
