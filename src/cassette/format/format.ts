import * as z from 'zod'
import { feedIds } from '../../api/envelope/source-ids.js'
import { venueIds } from '../../api/envelope/venue-ids.js'
import { parseJson } from '../../api/values/json.js'
import { wireErrorKinds } from '../../transport/errors.js'
import { bodyIn, bodyShape, type StoredBody } from './body-text.js'
import { CassetteError } from './cassette-error.js'
import { checkFields, countField, faultAt, instantField, toIsoMicros } from './checked-fields.js'
import { type FileLine, splitLines } from './line-file.js'
import { compareCalls, compareTexts, type RecordedCall, recordedKeyOf } from './recorded-call.js'
import {
  buildStream,
  compareStreams,
  endpointKeyOf,
  holdInMemory,
  type RecordedStream,
  readStreamEvent,
  readStreamHead,
  renderStream,
  type StreamEvent,
  type StreamHead,
} from './recorded-stream.js'
import { taggedHash } from './value-key.js'

/** The newest format that this version reads. */
const FORMAT = 4
/** The formats of recordings that older versions can replay: without hashes, without sockets, without isolated requests. */
const FORMAT_WITHOUT_HASHES = 3
const FORMAT_WITHOUT_SOCKETS = 2
const FIRST_FORMAT = 1

/** How the connection failed: a kind of `WireError`, or `deadline` if the request's deadline passed. */
export const failureKinds = [...wireErrorKinds, 'deadline'] as const

export interface RecordedFailure {
  readonly kind: (typeof failureKinds)[number]
  readonly message: string
  /** The time that the request was allowed, ms. Present only with `deadline`. */
  readonly allowedMs?: number | undefined
}

export interface RecordedReply {
  readonly status: number
  /** Allow-listed headers only. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: StoredBody
}

/** One venue call. */
export interface EntryHead {
  /** The query and the body, redacted by the allow-list. Query pairs are sorted. */
  readonly call: RecordedCall
  /** 0 for the first time this call was made, 1 for the second, ... */
  readonly n: number
  /** Name of the API request that made it: its hash, and how often it was made before. Absent for other work. */
  readonly by?: string | undefined
  /** The limit used in addition to the host's, and the number of tokens that it cost, if not 1. */
  readonly group?: string | undefined
  readonly cost?: number | undefined
  /** Time of the response, epoch ms on the recording's clock. */
  readonly at: number
}

/** The result of a call. */
export type RecordedOutcome = { readonly reply: RecordedReply } | { readonly failure: RecordedFailure }

/** One venue call and its result. */
export interface RecordedEntry extends EntryHead {
  readonly answer: RecordedOutcome
}

/** An entry whose response stays in its file until it is needed, since all of them may exceed the memory. */
export interface StoredEntry extends EntryHead {
  /** Like {@link isFailure}. */
  readonly failed: boolean
  /** Reads the response. @throws CassetteError when the line has changed */
  load(): RecordedOutcome
}

/** Identifies an API request: its arguments only as a hash, and no credentials. */
export interface RecordedRequest {
  readonly exchange: string
  readonly method: string
  readonly hash: string
}

/** Every arrival time of an API request, epoch ms on the recording's clock. It only sets the clock of a replay. */
export interface RequestTime {
  readonly question: RecordedRequest
  readonly at: readonly number[]
}

/** One session of recording, epoch ms. */
export interface RecordingSession {
  readonly from: number
  readonly to: number
  /**
   * Whether requests are isolated: each one made all the calls that it needs, regardless of what earlier requests had cached.
   * Each can be replayed alone, in any order. Absent in recordings of the first format.
   */
  readonly apart?: true | undefined
}

export interface Cassette<Kept extends EntryHead = RecordedEntry> {
  /** The program and version that wrote the file. */
  readonly madeBy: string
  /** In order of time. */
  readonly sessions: readonly RecordingSession[]
  readonly asks: readonly RequestTime[]
  readonly entries: readonly Kept[]
  /** The sockets, each from its opening to its end. */
  readonly tapes: readonly RecordedStream[]
}

export function requestKey({ exchange, method, hash }: RecordedRequest): string {
  return `${exchange} ${method} ${hash}`
}

/** Whether a result is a failure: a connection failure, or a status of 400 or above. */
export function isFailure(answer: RecordedOutcome): boolean {
  return 'failure' in answer || answer.reply.status >= 400
}

export function withAnswer(entry: RecordedEntry | StoredEntry): RecordedEntry {
  if ('answer' in entry) return entry
  const { load, failed: _failed, ...head } = entry
  return { ...head, answer: load() }
}

/** Returns the whole text of the file, see {@link renderLines}. */
export function renderCassette(cassette: Cassette<RecordedEntry | StoredEntry>): string {
  return [...renderLines(cassette)].join('')
}

/**
 * Yields the lines of the file: header, request times, entries, sockets. Each part is sorted, so the same content results
 * in the same bytes.
 */
export function* renderLines({
  madeBy,
  sessions,
  asks,
  entries,
  tapes,
}: Cassette<RecordedEntry | StoredEntry>): Generator<string> {
  const format = formatOf({ sessions, entries, tapes })
  yield `${JSON.stringify({ pmxCassette: format, madeBy, sessions: sessions.map(renderSession) })}\n`
  const inOrder = [...asks].sort((a, b) => compareTexts(requestKey(a.question), requestKey(b.question)))
  for (const { question, at } of inOrder) {
    const { exchange, method, hash } = question
    yield `${JSON.stringify({ ask: { exchange, method, hash }, at: at.map(toIsoMicros) })}\n`
  }
  for (const entry of [...entries].sort((a, b) => compareCalls(a.call, b.call) || a.n - b.n))
    yield `${renderEntry(withAnswer(entry))}\n`
  for (const tape of [...tapes].sort(compareStreams)) yield* renderStream(tape)
}

function formatOf({
  sessions,
  entries,
  tapes,
}: Pick<Cassette<EntryHead>, 'sessions' | 'entries' | 'tapes'>): number {
  if (entries.some(({ call }) => call.withheld !== undefined)) return FORMAT
  if (tapes.length > 0) return FORMAT_WITHOUT_HASHES
  return sessions.some(({ apart }) => apart) ? FORMAT_WITHOUT_SOCKETS : FIRST_FORMAT
}

function renderSession({ from, to, apart }: RecordingSession): object {
  return { from: toIsoMicros(from), to: toIsoMicros(to), ...(apart === undefined ? {} : { apart }) }
}

/** Returns the line of an entry, without the newline. */
export function renderEntry({ call, n, by, group, cost, at, answer }: RecordedEntry): string {
  const { venue, host, method, path, query, body, withheld } = call
  const asked = { venue, host, method, path, query, ...(body === undefined ? {} : { body }), withheld }
  const told =
    'failure' in answer
      ? { failure: answer.failure }
      : { status: answer.reply.status, headers: answer.reply.headers, ...answer.reply.body }
  return JSON.stringify({ ...asked, n, by, group, cost, at: toIsoMicros(at), ...told })
}

const headerSchema = z.object({
  pmxCassette: z.number().int().positive(),
  madeBy: z.string(),
  sessions: z
    .array(z.strictObject({ from: instantField, to: instantField, apart: z.literal(true).optional() }))
    .min(1),
})

const askSchema = z.strictObject({
  ask: z.strictObject({ exchange: z.string(), method: z.string(), hash: z.string() }),
  at: z.array(instantField).min(1),
})

const callShape = {
  venue: z.enum([...venueIds, ...feedIds]),
  host: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  body: z.unknown().optional(),
  withheld: z.string().regex(taggedHash).optional(),
  n: countField,
  by: z.string().optional(),
  group: z.string().optional(),
  cost: z.number().positive().optional(),
  at: instantField,
}

const replySchema = z.strictObject({
  ...callShape,
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  ...bodyShape,
})

const failureSchema = z.strictObject({
  ...callShape,
  failure: z.strictObject({
    kind: z.enum(failureKinds),
    message: z.string(),
    allowedMs: z.number().optional(),
  }),
})

/**
 * Parses the text of a cassette.
 * @param name file name for messages
 * @throws CassetteError with the line, for anything that is incomplete or not in this format
 */
export function parseCassette(text: string, name: string): Cassette {
  return parseLines(splitLines(text), name, (entry) => entry, holdInMemory)
}

/**
 * Like {@link parseCassette}, line by line.
 * @param keep converts an entry and its line for the result
 * @param hold creates a store for the events of a socket
 */
export function parseLines<Kept extends EntryHead>(
  lines: Iterable<FileLine>,
  name: string,
  keep: (entry: RecordedEntry, line: FileLine) => Kept,
  hold: typeof holdInMemory,
): Cassette<Kept> {
  let header: z.output<typeof headerSchema> | undefined
  const asks: RequestTime[] = []
  const entries: Kept[] = []
  const tapes: RecordedStream[] = []
  let tape: ReturnType<typeof buildStream> | undefined
  const seen = new Map<string, number>()
  for (const line of lines) {
    const { number, text } = line
    if (!line.isWhole) throw faultAt(name, number, 'is truncated: the file does not end with a complete line')
    if (header === undefined) {
      header = parseHeader(text, name)
      continue
    }
    const read = parseLine(text, name, number)
    if (isStreamEvent(read)) {
      if (tape === undefined) throw faultAt(name, number, 'belongs to a socket, but no socket precedes it')
      tape.add(read, line)
      continue
    }
    const key = keyOf(read)
    const first = seen.get(key)
    if (first !== undefined) throw faultAt(name, number, `repeats line ${first}: remove one of them`)
    seen.set(key, number)
    if (tape !== undefined) tapes.push(tape.done())
    tape = undefined
    if ('question' in read) asks.push(read)
    else if ('socket' in read) tape = buildStream(read, hold())
    else entries.push(keep(read, line))
  }
  if (tape !== undefined) tapes.push(tape.done())
  const { madeBy, sessions } = header ?? parseHeader('', name)
  return { madeBy, sessions, asks, entries, tapes }
}

/** The content of a line below the header. The events of a socket follow its opening. */
type Read = RequestTime | RecordedEntry | StreamHead | StreamEvent

export function isStreamEvent(read: Read): read is StreamEvent {
  return 'kind' in read
}

function keyOf(read: Exclude<Read, StreamEvent>): string {
  if ('question' in read) return requestKey(read.question)
  if ('socket' in read) return `${read.n} ${endpointKeyOf(read.socket)}`
  return `${read.n} ${recordedKeyOf(read.call)}`
}

/** Some editors insert this character at the beginning of a file. */
const BYTE_ORDER_MARK = '\ufeff'

function parseHeader(line: string, name: string): z.output<typeof headerSchema> {
  const value = parseJson(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line)?.value
  if (conflictMarker.test(line)) throw conflictAt(name, 1)
  if (typeof value !== 'object' || value === null || !('pmxCassette' in value)) {
    throw faultAt(name, 1, 'is not a cassette header: {"pmxCassette":1,...}')
  }
  const version = value.pmxCassette
  if (typeof version === 'number' && version > FORMAT) {
    throw new CassetteError(
      `${name} has cassette format ${version}, but this version reads formats up to ${FORMAT}. Update pmx-local.`,
    )
  }
  return checkFields(headerSchema, value, name, 1)
}

/** A conflict marker that git leaves in a file after a merge with conflicts. */
const conflictMarker = /^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/

function conflictAt(name: string, number: number): CassetteError {
  return faultAt(
    name,
    number,
    'is a git conflict marker. Save both versions in separate files (git show :2:FILE and :3:FILE) and join them with `pmx-local cassette merge`',
  )
}

/** Parses one line after the header. */
export function parseLine(line: string, name: string, number: number): Read {
  const value = parseJson(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line)?.value
  if (value === undefined && conflictMarker.test(line)) throw conflictAt(name, number)
  if (typeof value === 'object' && value !== null && 'pmxCassette' in value)
    throw faultAt(
      name,
      number,
      'is the header of a second cassette: two cassettes were joined by cat or git. Join their files with `pmx-local cassette merge` instead',
    )
  if (typeof value !== 'object' || value === null) throw faultAt(name, number, 'is not a JSON object')
  if ('ask' in value) {
    const { ask, at: times } = checkFields(askSchema, value, name, number)
    return { question: ask, at: times }
  }
  const taped = readStreamHead(value, name, number) ?? readStreamEvent(value, name, number)
  if (taped !== undefined) return taped
  if ('failure' in value) {
    const { n, by, group, cost, at: time, failure, ...call } = checkFields(failureSchema, value, name, number)
    return { call: withoutUndefined(call), n, by, ...spendingOf(group, cost), at: time, answer: { failure } }
  }
  const read = checkFields(replySchema, value, name, number)
  const { n, by, group, cost, at: time, status, headers, json: _json, text, ...call } = read
  const body = bodyIn(value, text)
  if (body === undefined) throw faultAt(name, number, 'needs either json or text')
  const answer = { reply: { status, headers, body } }
  return { call: withoutUndefined(call), n, by, ...spendingOf(group, cost), at: time, answer }
}

/** Returns the rate-limit cost of a call, unless it is one token of its host's limit. */
export function spendingOf(
  group: string | undefined,
  cost: number | undefined,
): Pick<RecordedEntry, 'group' | 'cost'> {
  return {
    ...(group === undefined ? {} : { group }),
    ...(cost === undefined || cost === 1 ? {} : { cost }),
  }
}

function withoutUndefined({
  body,
  withheld,
  ...rest
}: Omit<RecordedCall, 'body' | 'withheld'> & {
  readonly body?: unknown
  readonly withheld?: string | undefined
}): RecordedCall {
  return {
    ...rest,
    ...(body === undefined ? {} : { body }),
    ...(withheld === undefined ? {} : { withheld }),
  }
}
