import * as z from 'zod'
import { parseJson } from '../api/json.js'
import { feedIds } from '../api/source-ids.js'
import { venueIds } from '../api/venue-ids.js'
import type { CallIdentity } from '../transport/call.js'
import { callKey } from '../transport/call.js'
import { wireErrorKinds } from '../transport/errors.js'
import { CassetteError } from './error.js'
import { compareCalls, compareTexts } from './key.js'
import { type Line, linesOfText } from './lines.js'

/** The newest format this version reads. */
const FORMAT = 2
/** What is written of recordings that older versions can replay. */
const FIRST_FORMAT = 1

/** How the wire failed: a kind of `WireError`, or `deadline` when the request's time was up. */
export const failureKinds = [...wireErrorKinds, 'deadline'] as const

export interface Failure {
  readonly kind: (typeof failureKinds)[number]
  readonly message: string
  /** Only with `deadline`: what the request was allowed, ms. */
  readonly allowedMs?: number | undefined
}

/** A body is kept as JSON when that gives back the very same text, else as the text. */
export type Body = { readonly json: unknown } | { readonly text: string }

export interface Reply {
  readonly status: number
  /** Only those of the allow-list. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** One venue call. */
export interface EntryHead {
  /** Query and body as the allow-list leaves them; query pairs are sorted. */
  readonly call: CallIdentity
  /** 0 for the first time this call was made, 1 for the second, ... */
  readonly n: number
  /** Name of the API request that made it: its question and how often that was asked before; absent for other work. */
  readonly by?: string | undefined
  /** The limit it was counted under besides its host's, and the tokens it cost, where those were not 1. */
  readonly group?: string | undefined
  readonly cost?: number | undefined
  /** When the answer came, epoch ms on the recording's clock. */
  readonly at: number
}

/** What became of a call. */
export type Answer = { readonly reply: Reply } | { readonly failure: Failure }

/** One venue call and what became of it. */
export interface Entry extends EntryHead {
  readonly answer: Answer
}

/** An entry whose answer stays in its file until it is asked for: all of them may be more than memory holds. */
export interface StoredEntry extends EntryHead {
  /** As {@link isFailure}. */
  readonly failed: boolean
  /** @throws CassetteError when the line is not what it was */
  load(): Answer
}

/** Which API request it was: its arguments only as a hash, credentials not at all. */
export interface Question {
  readonly exchange: string
  readonly method: string
  readonly hash: string
}

/** When one API request arrived, each time, epoch ms on the recording's clock. It only sets the clock of a replay. */
export interface Ask {
  readonly question: Question
  readonly at: readonly number[]
}

/** One stretch of recording, epoch ms. */
export interface Session {
  readonly from: number
  readonly to: number
  /**
   * Each request asked for all it needed, whatever others had learned before it: it can be replayed alone, in any order.
   * Absent in recordings of the first format.
   */
  readonly apart?: true | undefined
}

export interface Cassette<Kept extends EntryHead = Entry> {
  /** Program and version that wrote it. */
  readonly madeBy: string
  /** In order of time. */
  readonly sessions: readonly Session[]
  readonly asks: readonly Ask[]
  readonly entries: readonly Kept[]
}

export function questionKey({ exchange, method, hash }: Question): string {
  return `${exchange} ${method} ${hash}`
}

/** The text of a body as the venue sent it. */
export function textOfBody(body: Body): string {
  return 'text' in body ? body.text : JSON.stringify(body.json)
}

/** Keeps JSON only when nothing of the text is lost by it: numbers beyond doubles, spaces and escapes stay text. */
export function bodyOfText(text: string): Body {
  try {
    const json: unknown = JSON.parse(text)
    return JSON.stringify(json) === text ? { json } : { text }
  } catch {
    return { text }
  }
}

/** Whether an answer was a failure: of the way, or a status of 400 and above. */
export function isFailure(answer: Answer): boolean {
  return 'failure' in answer || answer.reply.status >= 400
}

export function withAnswer(entry: Entry | StoredEntry): Entry {
  if ('answer' in entry) return entry
  const { load, failed: _failed, ...head } = entry
  return { ...head, answer: load() }
}

/** The file's text as a whole, see {@link renderLines}. */
export function renderCassette(cassette: Cassette<Entry | StoredEntry>): string {
  return [...renderLines(cassette)].join('')
}

/** The file's lines: header, asks, entries, each sorted, so that the same content is the same bytes. */
export function* renderLines({
  madeBy,
  sessions,
  asks,
  entries,
}: Cassette<Entry | StoredEntry>): Generator<string> {
  const format = sessions.some(({ apart }) => apart) ? FORMAT : FIRST_FORMAT
  yield `${JSON.stringify({ pmxCassette: format, madeBy, sessions: sessions.map(renderSession) })}\n`
  const inOrder = [...asks].sort((a, b) => compareTexts(questionKey(a.question), questionKey(b.question)))
  for (const { question, at } of inOrder) {
    const { exchange, method, hash } = question
    yield `${JSON.stringify({ ask: { exchange, method, hash }, at: at.map(toIso) })}\n`
  }
  for (const entry of [...entries].sort((a, b) => compareCalls(a.call, b.call) || a.n - b.n))
    yield `${renderEntry(withAnswer(entry))}\n`
}

function renderSession({ from, to, apart }: Session): object {
  return { from: toIso(from), to: toIso(to), ...(apart === undefined ? {} : { apart }) }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** One entry as its line, without the newline. */
export function renderEntry({ call, n, by, group, cost, at, answer }: Entry): string {
  const { venue, host, method, path, query, body } = call
  const asked = { venue, host, method, path, query, ...(body === undefined ? {} : { body }) }
  const told =
    'failure' in answer
      ? { failure: answer.failure }
      : { status: answer.reply.status, headers: answer.reply.headers, ...answer.reply.body }
  return JSON.stringify({ ...asked, n, by, group, cost, at: toIso(at), ...told })
}

const instant = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text))
const count = z.number().int().min(0)

const headerSchema = z.object({
  pmxCassette: z.number().int().positive(),
  madeBy: z.string(),
  sessions: z.array(z.strictObject({ from: instant, to: instant, apart: z.literal(true).optional() })).min(1),
})

const askSchema = z.strictObject({
  ask: z.strictObject({ exchange: z.string(), method: z.string(), hash: z.string() }),
  at: z.array(instant).min(1),
})

const callShape = {
  venue: z.enum([...venueIds, ...feedIds]),
  host: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  body: z.unknown().optional(),
  n: count,
  by: z.string().optional(),
  group: z.string().optional(),
  cost: z.number().positive().optional(),
  at: instant,
}

const replySchema = z.strictObject({
  ...callShape,
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  json: z.unknown().optional(),
  text: z.string().optional(),
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
 * Reads a cassette's text.
 * @param name file name for messages
 * @throws CassetteError naming the line, for anything that is not whole and in this format
 */
export function parseCassette(text: string, name: string): Cassette {
  return parseLines(linesOfText(text), name, (entry) => entry)
}

/**
 * As {@link parseCassette}, line by line.
 * @param keep what is kept of an entry that stands in a line
 */
export function parseLines<Kept extends EntryHead>(
  lines: Iterable<Line>,
  name: string,
  keep: (entry: Entry, line: Line) => Kept,
): Cassette<Kept> {
  let header: z.output<typeof headerSchema> | undefined
  const asks: Ask[] = []
  const entries: Kept[] = []
  const seen = new Map<string, number>()
  for (const line of lines) {
    const { number, text } = line
    if (!line.isWhole) throw at(name, number, 'is cut off: the file does not end with a whole line')
    if (header === undefined) {
      header = parseHeader(text, name)
      continue
    }
    const read = parseLine(text, name, number)
    const key = 'question' in read ? questionKey(read.question) : `${read.n} ${callKey(read.call)}`
    const first = seen.get(key)
    if (first !== undefined) throw at(name, number, `says the same as line ${first}: keep one of them`)
    seen.set(key, number)
    if ('question' in read) asks.push(read)
    else entries.push(keep(read, line))
  }
  const { madeBy, sessions } = header ?? parseHeader('', name)
  return { madeBy, sessions, asks, entries }
}

function parseHeader(line: string, name: string): z.output<typeof headerSchema> {
  const value = parseJson(line)?.value
  if (typeof value !== 'object' || value === null || !('pmxCassette' in value)) {
    throw at(name, 1, 'is no cassette header: {"pmxCassette":1,...}')
  }
  const version = value.pmxCassette
  if (typeof version === 'number' && version > FORMAT) {
    throw new CassetteError(
      `${name} has cassette format ${version} and this version reads up to ${FORMAT}: update pmx-local.`,
    )
  }
  return checked(headerSchema, value, name, 1)
}

/** One line below the header. */
export function parseLine(line: string, name: string, number: number): Ask | Entry {
  const value = parseJson(line)?.value
  if (typeof value !== 'object' || value === null) throw at(name, number, 'is no JSON object')
  if ('ask' in value) {
    const { ask, at: times } = checked(askSchema, value, name, number)
    return { question: ask, at: times }
  }
  if ('failure' in value) {
    const { n, by, group, cost, at: time, failure, ...call } = checked(failureSchema, value, name, number)
    return { call: withoutUndefined(call), n, by, ...spending(group, cost), at: time, answer: { failure } }
  }
  const read = checked(replySchema, value, name, number)
  const { n, by, group, cost, at: time, status, headers, json, text, ...call } = read
  const hasJson = Object.hasOwn(value, 'json')
  if (hasJson === (text !== undefined)) throw at(name, number, 'needs either json or text')
  const body = text === undefined ? { json } : { text }
  const answer = { reply: { status, headers, body } }
  return { call: withoutUndefined(call), n, by, ...spending(group, cost), at: time, answer }
}

/** What a call spends of limits, as far as that is not one token of its host's. */
export function spending(group: string | undefined, cost: number | undefined): Pick<Entry, 'group' | 'cost'> {
  return {
    ...(group === undefined ? {} : { group }),
    ...(cost === undefined || cost === 1 ? {} : { cost }),
  }
}

function withoutUndefined({
  body,
  ...rest
}: Omit<CallIdentity, 'body'> & { readonly body?: unknown }): CallIdentity {
  return body === undefined ? rest : { ...rest, body }
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
  line: number,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  throw at(name, line, `is broken${path === '' ? '' : ` at ${path}`}: ${issue?.message ?? 'unknown'}`)
}

function at(name: string, line: number, what: string): CassetteError {
  return new CassetteError(`${name}: line ${line} ${what}.`)
}
