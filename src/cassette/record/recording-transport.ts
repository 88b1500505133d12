import { messageOf } from '../../api/envelope/errors.js'
import { parseJson } from '../../api/values/json.js'
import type { Logger } from '../../observe/logger.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import type { NamedSecret, SecretSet } from '../../policy/secrets/secret-set.js'
import type { VenueCall, Wire, WireReply } from '../../transport/call.js'
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
import { recordedKeyOf, toAllowedCall, toRecordedCall } from '../format/hidden-keys.js'
import { findPath, hideIn, UNTOLD_NAME } from '../format/personal-texts.js'
import { createStandIns } from '../format/stand-ins.js'
import type { ValueKey } from '../format/value-key.js'
import type { CassetteJournal } from '../maintenance/cassette-journal.js'
import { carriesCredentials } from '../maintenance/private-recordings.js'

export interface RecorderDeps {
  readonly journal: Pick<CassetteJournal, 'entry'>
  readonly secrets: SecretSet
  readonly recordable: Recordable
  /** Compares values that are left out; undefined where nothing private is recorded. */
  readonly key?: ValueKey | undefined
  /** Moves the clock to the real time and returns it, epoch ms: the answer has come. */
  step(): number
  /** Name of the API request under way; undefined outside of requests. */
  askedBy(): string | undefined
  /** Texts that are left out of what belongs to the request under way. */
  own(): readonly string[]
  /** Tells of a value that must never be written. */
  withhold(secret: NamedSecret): void
  /** @throws PmxError for a call that this recording may not hold */
  refuse(call: VenueCall): void
  readonly log: Logger
}

/** What a recording has come to so far. */
interface RecordCounts {
  readonly entries: number
  /** Entries that were not written because a secret was found in them. */
  readonly withheld: number
  /** Why nothing more is written; undefined while all is well. */
  readonly ended: string | undefined
}

export interface RecordingWire extends Wire {
  counts(): RecordCounts
}

/** What looks for everything secret in what belongs to one call or socket. */
export type FindSecrets = Pick<SecretSet, 'findIn'>

/** Writes down every answer and failure of the wire inside, and hands on exactly what a replay will hand on. */
export function createRecordingWire(
  inner: Wire,
  { journal, secrets, recordable, key, step, askedBy, own, withhold, refuse, log }: RecorderDeps,
): RecordingWire {
  const made = new Map<string, number>()
  const standIns = key && createStandIns(key)
  const learned = new Set<string>()
  const tellWithheldNames = createRedactionLog(log)
  let entries = 0
  let withheld = 0
  let ended: string | undefined

  /** What a login brings may stand in the answers to come, such as the key that owns an order. */
  function learn({ venue }: VenueCall, { text }: WireReply): void {
    for (const value of textsIn(text)) {
      learned.add(value)
      withhold({ name: `an answer of ${venue}`, value })
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

  /** Whether the entry may be written; tells where a secret stands in one that may not. */
  function isClean(entry: RecordedEntry, sought: FindSecrets): boolean {
    const found = sought.findIn(searchedText(entry))
    if (found === undefined) return true
    const isHit = (text: string): boolean => sought.findIn(text) !== undefined
    const { venue, host, method } = entry.call
    const field = findPath({ ...entry.call, ...toldBy(entry) }, isHit) ?? 'the entry'
    log.warn(
      { venue, host, method, secret: found, field },
      'a venue call was not recorded: it holds a secret',
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
      // The caller gets his answer; that the recording has a hole is told here, in /health and at the end.
      ended = messageOf(error)
      log.error({ reason: ended }, 'nothing more is recorded')
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
        by: askedBy(),
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

/** Tells once of each name under which values are left out. */
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
      'values under these names are not recorded: the names are not on the allow-list',
    )
  }
}

/** Members of answers that prove something: orders are told with the signature that they were placed with. */
const signed = /("(?:signature|sig|secret|passphrase)"\s*:\s*)"[^"\\]*"/gi

function withoutAll(text: string, values: Iterable<string>): string {
  return [...values].reduce((left, value) => left.replaceAll(value, REDACTED), text)
}

/** Shorter texts of a login's answer are words, such as a status, and say nothing. */
const MIN_KEY_LENGTH = 16

/**
 * Texts of an answer that are no keys: times, and what a wallet signs to sign in (EIP-4361), whose lines hold the time and
 * the address of the site, which other answers hold as well.
 */
const NO_KEY = /^\d{4}-\d\d-\d\dT|^\S+ wants you to sign in with your /

/** Texts of an answer that may be keys. */
function textsIn(json: string): string[] {
  const found: string[] = []
  const value = parseJson(json)?.value
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string' && inner.length >= MIN_KEY_LENGTH && !NO_KEY.test(inner)) found.push(inner)
    return inner
  })
  return found
}

/** `Retry-After` is kept in seconds: a date would have to be measured from a Date header, which is not kept. */
function toKeptReply({ status, headers, text }: WireReply): RecordedReply {
  const { 'retry-after': _date, ...others } = headers
  const seconds = retryAfterSeconds(headers)
  const readable = seconds === undefined ? others : { ...others, 'retry-after': String(seconds) }
  return { status, headers: allowHeaders(readable), body: toStoredBody(text) }
}

/** The members of an entry's line that tell what became of the call. */
function toldBy({ answer }: RecordedEntry): object {
  if ('failure' in answer) return { failure: answer.failure }
  const { status, headers, body } = answer.reply
  return { status, headers, ...body }
}

/** Undefined for a call that its caller gave up: that says nothing about the venue. */
function failureOf(error: unknown): RecordedFailure | undefined {
  if (error instanceof WireError) return { kind: error.kind, message: error.message }
  if (error instanceof DeadlineExceeded)
    return { kind: 'deadline', message: error.message, allowedMs: error.allowedMs }
  return undefined
}

/** The line, and where the body is kept as text, also what its escapes stand for. */
function searchedText(entry: RecordedEntry): string {
  const line = renderEntry(entry)
  if (!('reply' in entry.answer) || !('text' in entry.answer.reply.body)) return line
  try {
    return `${line}\n${JSON.stringify(JSON.parse(entry.answer.reply.body.text))}`
  } catch {
    return line
  }
}

/** Headers beside the secret ones that name the account or the moment: both stand in many answers. */
const plainHeader = /address|timestamp|nonce|expir/i

/** Values of the secret headers (keys, signatures), without the scheme before them. */
export function findHeaderSecrets(headers: Readonly<Record<string, string>>): NamedSecret[] {
  return Object.entries(headers)
    .filter(([name, value]) => !plainHeader.test(name) && !/^\d+$/.test(value))
    .flatMap(([name, value]) => {
      const bare = /^(?:bearer|basic|token|session-token|jwt|key)\s+(.+)$/i.exec(value)?.[1]
      const secret = { name: `header ${name.toLowerCase()}`, value }
      return bare === undefined ? [secret] : [secret, { ...secret, value: bare }]
    })
}
