import { createHash } from 'node:crypto'
import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueContext } from '../contract/venue.js'
import { isSchemaMismatch, readPayload, renderPath } from '../payload/payload.js'
import type { MalformedRow, Tally } from '../payload/response-notes.js'
import { findSingleStep, type SingleStep, UNREAD } from '../payload/single-request.js'

/**
 * Lists whose rows are read one by one. The same schemas and conversions serve lookups, where every row is strict:
 * only inside {@link readInList} an odd row is set aside. Reading and converting are synchronous, so one variable holds the
 * list that is being read.
 */
interface Reading {
  readonly places: Map<string, Tally>
  /** Where the row stands that is being read: the lists around it, each with the index in it. */
  readonly around: { readonly at: string; readonly index: number }[]
}

let reading: Reading | undefined

const CONVERTED = ' converted'

/** Rows that were set aside, as the venue sent them, by the list that was read without them. */
const odd = new WeakMap<readonly unknown[], readonly unknown[]>()

/** The rows that could not be read where this list was read: what they are part of lacks something. */
export function malformedRowsIn(rows: readonly unknown[]): readonly unknown[] {
  return odd.get(rows) ?? []
}

/** How many rows the venue sent where this list was read: it may hold fewer. */
export function sentIn(rows: readonly unknown[]): number {
  return rows.length + malformedRowsIn(rows).length
}

/**
 * Schema of a list of rows.
 * @param at the member that holds the list, for messages; '' for a list that is the whole answer
 */
export function rowsOf<Schema extends z.ZodType>(schema: Schema, at: string) {
  let step: SingleStep<z.output<Schema>> | undefined
  return z.array(z.unknown()).transform((list, ctx): z.output<Schema>[] => {
    const rows: z.output<Schema>[] = []
    const left: unknown[] = []
    const aside = reading
    step ??= findSingleStep(schema) ?? (() => UNREAD)
    for (let index = 0; index < list.length; index++) {
      const raw = list[index]
      const row = step(raw)
      if (row !== UNREAD) {
        rows.push(row)
        continue
      }
      const problem = within(aside, at, index, () => {
        const result = schema.safeParse(raw)
        if (result.success) rows.push(result.data)
        return result.success ? undefined : result.error.issues[0]
      })
      if (problem === undefined) continue
      left.push(raw)
      const path = [...problem.path]
      if (aside === undefined)
        ctx.addIssue({ code: 'custom', message: problem.message, path: [index, ...path] })
      else setAside(aside, { at, index, raw }, renderPath(path), problem.message)
    }
    if (aside !== undefined) tallyAt(aside, at).seen += list.length
    if (left.length > 0) odd.set(rows, left)
    return rows
  })
}

/** Schema of rows by their keys, such as prices by outcome. */
export function recordOf<Schema extends z.ZodType>(schema: Schema, at: string) {
  return z.record(z.string(), z.unknown()).transform((members, ctx): Record<string, z.output<Schema>> => {
    const rows: Record<string, z.output<Schema>> = {}
    const aside = reading
    const names = Object.keys(members)
    for (const name of names) {
      const result = schema.safeParse(members[name])
      if (result.success) {
        rows[name] = result.data
        continue
      }
      const [{ message, path } = { message: 'another shape', path: [] }] = result.error.issues
      if (aside === undefined) ctx.addIssue({ code: 'custom', message, path: [name, ...path] })
      else setAside(aside, { at, index: name, raw: members[name] }, renderPath(path), message)
    }
    if (aside !== undefined) tallyAt(aside, at).seen += names.length
    return rows
  })
}

/**
 * Converts rows one by one; those that contradict themselves are set aside in a list, and an error elsewhere.
 * @param at where the rows lie in the answer, for messages
 */
export function convertRows<Native, Row>(
  natives: readonly Native[],
  at: string,
  convert: (native: Native) => Row | readonly Row[] | undefined,
): Row[] {
  const aside = reading
  const rows: Row[] = []
  for (let index = 0; index < natives.length; index++) {
    const native = natives[index] as Native
    try {
      const made = within(aside, at, index, () => convert(native))
      if (isList(made)) rows.push(...made)
      else if (made !== undefined) rows.push(made)
    } catch (error) {
      if (aside === undefined || !isSchemaMismatch(error)) throw error
      const { path, problem } = { path: '', problem: error.message, ...error.detail }
      setAside(aside, { at, index, raw: native }, String(path), String(problem), CONVERTED)
    }
  }
  // Counted apart: the rows have been counted once where they were read.
  if (aside !== undefined) tallyAt(aside, at, CONVERTED).seen += natives.length
  return rows
}

/** A row of many that is read like one alone; undefined where it cannot be: it is asked for alone, and fails alone. */
export function readUnlessMalformed<Row>(read: () => Row): Row | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PmxError) return undefined
    throw error
  }
}

function isList<Row>(made: Row | readonly Row[] | undefined): made is readonly Row[] {
  return Array.isArray(made)
}

/**
 * Reads or converts a list: rows inside that cannot be read are set aside and noted.
 * @param what the venue call, such as `GET /events`
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when most of them cannot be read, or what is around them
 */
export function readInList<Result>(
  what: string,
  { omissions }: Pick<VenueContext, 'omissions'>,
  work: () => Result,
): Result {
  const outer = reading
  const own: Reading = { places: new Map(), around: [] }
  reading = own
  let result: Result
  try {
    result = work()
  } finally {
    reading = outer
  }
  omissions.noteRows(what, own.places)
  return result
}

/** Reads the answer of a list, its rows one by one. */
export function readList<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
  what: string,
  ctx: Pick<VenueContext, 'omissions'>,
): z.output<Schema> {
  return readInList(what, ctx, () => readPayload(schema, payload, what))
}

/**
 * After reading lists in vain: what was looked for may be among what could not be read of them.
 * @throws EXCHANGE_NOT_AVAILABLE when anything could not
 */
export function assertAllRead(what: string, { omissions }: Pick<VenueContext, 'omissions'>): void {
  if (omissions.isWhole) return
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${what} was not found, but not all of the venue's list could be read: ${omissions.warnings[0] ?? ''}`,
    { detail: { kind: 'partly_read', warnings: omissions.warnings } },
  )
}

/**
 * A call that only decorates an answer. When it fails the answer is right without, because absent means unknown.
 * @param what what is missing then, for the warning
 */
export async function loadOrElse<Value>(
  what: string,
  ctx: VenueContext,
  load: () => Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof PmxError) || ctx.signal.aborted) throw error
    ctx.omissions.noteMissing(what, error)
    return otherwise
  }
}

function within<Result>(aside: Reading | undefined, at: string, index: number, work: () => Result): Result {
  if (aside === undefined) return work()
  aside.around.push({ at, index })
  try {
    return work()
  } finally {
    aside.around.pop()
  }
}

function setAside(
  aside: Reading,
  { at, index, raw }: { readonly at: string; readonly index: number | string; readonly raw: unknown },
  path: string,
  problem: string,
  kind = '',
): void {
  const places = [...aside.around, { at, index }].map((place) =>
    typeof place.index === 'number' ? `${place.at}[${place.index}]` : joined(place.at, place.index),
  )
  const row: MalformedRow = { path: joined(...places, path), problem, fingerprint: fingerprintOf(raw) }
  tallyAt(aside, at, kind).odd.push(row)
}

function fingerprintOf(row: unknown): string {
  const text = JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256')
    .update(text ?? '')
    .digest('base64')
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

function tallyAt(aside: Reading, at: string, kind = ''): Tally {
  let place = ''
  for (const around of aside.around) place += `${around.at}[*].`
  place += at + kind
  const known = aside.places.get(place)
  if (known !== undefined) return known
  const tally: Tally = { seen: 0, odd: [] }
  aside.places.set(place, tally)
  return tally
}
