import { createHash } from 'node:crypto'
import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueContext } from '../contract/venue.js'
import { isSchemaMismatch, readPayload, renderPath } from '../payload/payload.js'
import type { MalformedRow, Tally } from '../payload/response-notes.js'
import { findSingleStep, type SingleStep, UNREAD } from '../payload/single-request.js'

/**
 * Lists whose rows are parsed one by one. Lookups use the same schemas and conversions, but treat every row strictly. Only {@link
 * readInList} sets a malformed row aside. Parsing and converting are synchronous, so that one variable holds the current list.
 */
interface Reading {
  readonly places: Map<string, Tally>
  /** Position of the current row: the enclosing lists, each with the index in it. */
  readonly around: { readonly at: string; readonly index: number }[]
}

let reading: Reading | undefined

const CONVERTED = ' converted'

/** Rows that were set aside, as the venue sent them, by the list from which they are missing. */
const odd = new WeakMap<readonly unknown[], readonly unknown[]>()

/** Returns this list's rows that could not be read, without which the list is incomplete. */
export function malformedRowsIn(rows: readonly unknown[]): readonly unknown[] {
  return odd.get(rows) ?? []
}

/** Returns the number of rows that the venue sent in this list, including malformed ones. */
export function sentIn(rows: readonly unknown[]): number {
  return rows.length + malformedRowsIn(rows).length
}

/**
 * Schema of a list of rows.
 * @param at the member that holds the list, for messages; '' for a list that is the whole response
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
 * Converts rows one by one; contradictory rows are set aside in a list, and an error elsewhere.
 * @param at path of the rows in the response, for messages
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
  // Counted separately: the rows were already counted when they were parsed.
  if (aside !== undefined) tallyAt(aside, at, CONVERTED).seen += natives.length
  return rows
}

/**
 * Reads a row of a batch like a single one. Returns undefined if it is malformed, so that it is requested alone and fails alone.
 */
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
 * Reads or converts a list: malformed rows are set aside and noted.
 * @param what the venue call, such as `GET /events`
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when most rows, or the payload around them, cannot be read
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

/** Reads the response of a list, row by row. */
export function readList<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
  what: string,
  ctx: Pick<VenueContext, 'omissions'>,
): z.output<Schema> {
  return readInList(what, ctx, () => readPayload(schema, payload, what))
}

/**
 * Asserts that no row was malformed in lists without the requested row, because a malformed one may be it.
 * @throws EXCHANGE_NOT_AVAILABLE when any row could not be read
 */
export function assertAllRead(what: string, { omissions }: Pick<VenueContext, 'omissions'>): void {
  if (omissions.isWhole) return
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${what} was not found, but the venue's list could only be read in part: ${omissions.warnings[0] ?? ''}`,
    { detail: { kind: 'partly_read', warnings: omissions.warnings } },
  )
}

/**
 * Loads ornamental data. When the call fails, the result is correct without it, because absent means unknown.
 * @param what the missing data, for the warning
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
  const row: MalformedRow = {
    ...{ path: joined(...places, path), problem, fingerprint: fingerprintOf(raw) },
    ...(hasValue(raw) ? {} : { isWithoutValue: true }),
  }
  tallyAt(aside, at, kind).malformed.push(row)
}

function fingerprintOf(row: unknown): string {
  const text = JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256')
    .update(text ?? '')
    .digest('base64')
}

/** Whether a row is an object with any value that may identify it. */
function hasValue(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false
  return Object.values(row).some(
    (value) => hasValue(value) || typeof value === 'number' || (typeof value === 'string' && value !== ''),
  )
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
  const tally: Tally = { seen: 0, malformed: [] }
  aside.places.set(place, tally)
  return tally
}
