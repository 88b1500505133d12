import * as z from 'zod'
import { parseJson } from '../contract/json.js'
import { venueIds } from '../contract/venue-ids.js'
import type { CallIdentity } from '../transport/call.js'
import { callKey } from '../transport/call.js'
import { wireErrorKinds } from '../transport/errors.js'
import { CassetteError } from './error.js'
import { compareCalls, compareTexts } from './key.js'

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

/** One venue call and what became of it. */
export interface Entry {
  /** Query and body as the allow-list leaves them; query pairs are sorted. */
  readonly call: CallIdentity
  /** 0 for the first time this call was made, 1 for the second, ... */
  readonly n: number
  /** Name of the API request that made it: its question and how often that was asked before; absent for other work. */
  readonly by?: string | undefined
  /** When the answer came, epoch ms on the recording's clock. */
  readonly at: number
  readonly answer: { readonly reply: Reply } | { readonly failure: Failure }
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

export interface Cassette {
  /** Program and version that wrote it. */
  readonly madeBy: string
  /** In order of time. */
  readonly sessions: readonly Session[]
  readonly asks: readonly Ask[]
  readonly entries: readonly Entry[]
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

/** The file's text: header, asks, entries, each sorted, so that the same content is the same bytes. */
export function renderCassette({ madeBy, sessions, asks, entries }: Cassette): string {
  const format = sessions.some(({ apart }) => apart) ? FORMAT : FIRST_FORMAT
  const header = { pmxCassette: format, madeBy, sessions: sessions.map(renderSession) }
  const askLines = [...asks]
    .sort((a, b) => compareTexts(questionKey(a.question), questionKey(b.question)))
    .map(({ question: { exchange, method, hash }, at }) =>
      JSON.stringify({ ask: { exchange, method, hash }, at: at.map(toIso) }),
    )
  const entryLines = [...entries].sort((a, b) => compareCalls(a.call, b.call) || a.n - b.n).map(renderEntry)
  return `${[JSON.stringify(header), ...askLines, ...entryLines].join('\n')}\n`
}

function renderSession({ from, to, apart }: Session): object {
  return { from: toIso(from), to: toIso(to), ...(apart === undefined ? {} : { apart }) }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** One entry as its line, without the newline. */
export function renderEntry({ call, n, by, at, answer }: Entry): string {
  const { venue, host, method, path, query, body } = call
  const asked = { venue, host, method, path, query, ...(body === undefined ? {} : { body }) }
  const told =
    'failure' in answer
      ? { failure: answer.failure }
      : { status: answer.reply.status, headers: answer.reply.headers, ...answer.reply.body }
  return JSON.stringify({ ...asked, n, by, at: toIso(at), ...told })
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
  venue: z.enum(venueIds),
  host: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  body: z.unknown().optional(),
  n: count,
  by: z.string().optional(),
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
  const lines = text.split('\n')
  if (lines.pop() !== '')
    throw at(name, lines.length + 1, 'is cut off: the file does not end with a whole line')
  const header = parseHeader(lines[0] ?? '', name)
  const asks: Ask[] = []
  const entries: Entry[] = []
  const seen = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue
    const read = parseLine(line, name, index + 1)
    const key = 'question' in read ? questionKey(read.question) : `${read.n} ${callKey(read.call)}`
    const first = seen.get(key)
    if (first !== undefined) throw at(name, index + 1, `says the same as line ${first}: keep one of them`)
    seen.set(key, index + 1)
    if ('question' in read) asks.push(read)
    else entries.push(read)
  }
  return { madeBy: header.madeBy, sessions: header.sessions, asks, entries }
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
    const { n, by, at: time, failure, ...call } = checked(failureSchema, value, name, number)
    return { call: withoutUndefined(call), n, by, at: time, answer: { failure } }
  }
  const { n, by, at: time, status, headers, json, text, ...call } = checked(replySchema, value, name, number)
  const hasJson = Object.hasOwn(value, 'json')
  if (hasJson === (text !== undefined)) throw at(name, number, 'needs either json or text')
  const body = text === undefined ? { json } : { text }
  return { call: withoutUndefined(call), n, by, at: time, answer: { reply: { status, headers, body } } }
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
