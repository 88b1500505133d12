import { createValidationError, PmxError } from '../envelope/errors.js'
import type { VenueId } from '../envelope/venue-ids.js'
import { isZoneless, toInstant } from '../times/instant.js'
import { isNestedTooDeep } from '../values/json.js'
import { isDecimal } from '../values/numerals.js'
import { isGiven, renderForMessage } from '../values/shown.js'
import { assertWithin } from './bounds.js'
import type { Field, FieldType } from './fields.js'
import { type Arg, type ArgsOf, getMethodRow, type MethodName, methodOf } from './methods.js'
import { assertNoBound, moveTradeBounds } from './time-bounds.js'
import { readVenuePrefix } from './venue-prefix.js'

/** Arguments validated against the method table, and the sent names that it does not use. */
export interface ReadArguments<M extends MethodName = MethodName> {
  readonly args: ArgsOf<M>
  readonly ignored: readonly string[]
  /** Names of times without a zone, which are read as UTC. Absent if there are none. */
  readonly zoneless?: readonly string[]
}

/** Maximum number of surplus arguments that are named as ignored. */
const MAX_NAMED = 100

/** Maximum length of a text argument: a name, a title or a query. Longer text is neither sent to a venue nor repeated. */
export const MAX_TEXT_LENGTH = 10_000

/** Creates the error for an invalid id in a list. A JSON number has often lost digits of a long id. */
export function createNotAnIdError(place: string, value: unknown): PmxError {
  const advice = typeof value === 'number' ? '; send the id as text' : ''
  return createValidationError(
    place.replace(/\[.*/, ''),
    `${place} must be text of at most ${MAX_TEXT_LENGTH} characters${advice}`,
  )
}

/**
 * Validates positional arguments (a POST body's `args`) against the method table. `null` means an absent argument.
 * Surplus arguments are ignored, except by trading methods, which refuse them. Object members get their types from the
 * table, so ids that consist of digits remain text.
 * @param exchange the venue of the call: some members are for the router only
 * @throws VALIDATION_ERROR naming the first argument that is missing or of another type
 */
export function readArguments<M extends MethodName>(
  method: M,
  given: readonly unknown[],
  exchange?: VenueId,
): ReadArguments<M> {
  const raw = method === methodOf.watchTrades ? moveTradeBounds(given) : given
  const ignored: string[] = []
  const zoneless: string[] = []
  const isRead = (field: Field): boolean =>
    field.unread === undefined || (field.unread === 'by venues' && exchange === 'router')
  const table = getMethodRow(method).args
  const reading: Reading = {
    ignored,
    zoneless,
    isRead,
    readId: (name, value) => readVenuePrefix(name, value, exchange),
  }
  const args = table.map((arg, index) => readArgument(method, arg, raw[index], reading))
  const beyond = raw
    .slice(table.length, table.length + MAX_NAMED)
    .flatMap((value, index) => (isGiven(value) ? [`args[${table.length + index}]`] : []))
  const [surplus] = beyond
  if (surplus !== undefined && getMethodRow(method).group === 'trading')
    throw createValidationError(
      surplus,
      `${method} has no ${surplus}: it takes ${table.map(({ name }) => name).join(', ')}`,
    )
  // The table that types `ArgsOf` is the table just iterated: the only place where the two meet.
  return {
    args: args as unknown as ArgsOf<M>,
    ignored: [...ignored, ...beyond],
    ...(zoneless.length === 0 ? {} : { zoneless }),
  }
}

/**
 * Converts query parameters to the positional arguments that {@link readArguments} validates. An object argument takes
 * every key that does not name another argument; repeated keys become a list (api/README.md, "A call").
 */
export function toArgumentsFromQuery(method: MethodName, query: URLSearchParams): readonly unknown[] {
  return getMethodRow(method).args.map((arg) => {
    if (arg.kind !== 'object') {
      const name = namesOf(arg).find((candidate) => query.has(candidate))
      return name === undefined ? undefined : repeated(query, name)
    }
    const rest = keysLeft(method, query)
    return rest.length === 0 ? undefined : Object.fromEntries(rest.map((key) => [key, repeated(query, key)]))
  })
}

/**
 * Returns query keys that no argument takes, and aliases of arguments that are already given. An object argument takes all
 * remaining keys; {@link readArguments} validates those.
 */
export function findUnreadKeys(method: MethodName, query: URLSearchParams): readonly string[] {
  const { args } = getMethodRow(method)
  const again = args.flatMap((arg) =>
    namesOf(arg)
      .filter((name) => query.has(name))
      .slice(1),
  )
  return args.some(({ kind }) => kind === 'object') ? again : [...again, ...keysLeft(method, query)]
}

/** Returns the query keys that do not name an argument. */
function keysLeft(method: MethodName, query: URLSearchParams): string[] {
  const taken = getMethodRow(method).args.flatMap((arg) => (arg.kind === 'object' ? [] : namesOf(arg)))
  return [...new Set(query.keys())].filter((key) => !taken.includes(key))
}

function namesOf({ name, aliases = [] }: Arg): readonly string[] {
  return [name, ...aliases]
}

function repeated(query: URLSearchParams, key: string): string | readonly string[] {
  const values = query.getAll(key)
  return values.length === 1 ? (values[0] ?? '') : values
}

/** Collected notes about members. */
interface Reading {
  readonly ignored: string[]
  readonly zoneless: string[]
  isRead(field: Field): boolean
  /** Returns the native id of an argument or member that is one, and other values unchanged. */
  readId(name: string, value: unknown): unknown
}

function readArgument(method: MethodName, arg: Arg, raw: unknown, reading: Reading): unknown {
  if (isBlank(raw) && arg.optional === true && getMethodRow(method).group === 'trading') throw empty(arg.name)
  if (raw === undefined || raw === null || (raw === '' && arg.optional === true)) {
    if (arg.optional === true) return undefined
    throw createValidationError(arg.name, `${method} needs '${arg.name}' (${arg.kind})`)
  }
  switch (arg.kind) {
    case 'string': {
      const text = trimmed(readField(arg.name, { type: 'string' }, raw))
      if (text === '') throw createValidationError(arg.name, `${method} needs a non-empty '${arg.name}'`)
      assertWithin(arg.name, arg, text)
      return reading.readId(arg.name, text)
    }
    case 'number':
    case 'boolean': {
      const value = readType(arg.name, arg.kind, raw)
      assertWithin(arg.name, arg, value)
      return value
    }
    case 'array': {
      const list = readArray(arg.name, raw)
      assertWithin(arg.name, arg, list)
      return reading.readId(arg.name, list)
    }
    case 'object':
      return readObject(method, arg, raw, reading)
    case 'unknown':
      return raw
  }
}

function readArray(name: string, raw: unknown): readonly unknown[] {
  const value = typeof raw === 'string' ? jsonOr(raw, [raw]) : raw
  if (Array.isArray(value)) return value
  throw createValidationError(name, `${name} must be a list`)
}

function readObject(method: MethodName, arg: Arg, raw: unknown, reading: Reading): unknown {
  const { ignored, isRead } = reading
  const source = objectIn(method, arg, raw)
  const { fields } = arg
  if (fields === undefined) return source
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(source)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined && isGiven(value)) assertMayBeIgnored(method, arg, name)
    if (field === undefined) ignored.push(name)
    else if (isGiven(value)) {
      const read = readMember(name, field, value)
      if (!isRead(field)) ignored.push(name)
      else if (read !== '') result[name] = reading.readId(name, read)
      noteZoneless(reading, name, field, value)
    }
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.aliasOf !== undefined && result[name] !== undefined)
      takeAlias(result, name, field.aliasOf, field.unread === undefined)
    if (field.required === true && result[name] === undefined) {
      throw createValidationError(name, `${method} needs '${name}' (${field.type})`)
    }
  }
  return result
}

function noteZoneless({ zoneless }: Reading, name: string, { type }: Field, value: unknown): void {
  if (type === 'date' && isZoneless(value)) zoneless.push(name)
}

/** @throws VALIDATION_ERROR for a member whose omission would change the order or the returned rows */
function assertMayBeIgnored(method: MethodName, { fields = {}, refusesOthers }: Arg, name: string): void {
  if (refusesOthers === true)
    throw createValidationError(
      name,
      `${method} has no ${renderForMessage(name)}. Ignoring it would place a different order. Known members: ${Object.keys(fields).join(', ')}`,
    )
  assertNoBound(method, name)
}

/** @throws VALIDATION_ERROR where both names are given with different values: one of them would be dropped */
function takeAlias(result: Record<string, unknown>, alias: string, name: string, isStrict: boolean): void {
  if (isStrict && result[name] !== undefined && result[name] !== result[alias])
    throw createValidationError(
      alias,
      `${alias} is another name for ${name}, and their values differ. Send only one of them`,
    )
  result[name] ??= result[alias]
}

function objectIn(
  method: MethodName,
  { name, textMeans, refusesOthers, fields = {} }: Arg,
  raw: unknown,
): object {
  if (typeof raw === 'string' && textMeans !== undefined) return { [textMeans]: raw }
  const source = typeof raw === 'string' ? jsonOr(raw, raw) : raw
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) {
    const blank = Object.entries(source).find(([key, value]) => Object.hasOwn(fields, key) && isBlank(value))
    if (refusesOthers === true && blank !== undefined) throw empty(blank[0])
    return source
  }
  throw createValidationError(name, `${name} of ${method} must be an object, got ${typeName(source)}`)
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** Creates the error for an empty member of an order: ignoring an empty name, limit or market would change the order. */
function empty(name: string): PmxError {
  return createValidationError(name, `${renderForMessage(name)} is empty. Give it a value, or leave it out`)
}

/** Whether a member identifies a thing. */
function isKey(name: string): boolean {
  return name === 'slug' || name === 'series' || /(^i|I)d$/.test(name)
}

/** Trims an identifier; its spaces come from copying. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

function readMember(name: string, field: Field, raw: unknown): unknown {
  const read = readField(name, field, raw)
  return isKey(name) ? trimmed(read) : read
}

function readField(name: string, field: Field, raw: unknown): unknown {
  const value = readType(name, field.type, raw)
  assertWithin(name, field, value)
  return value
}

function readType(name: string, type: FieldType, raw: unknown): unknown {
  if (type === 'date') return toInstant(raw, name)
  const value = readers[type](raw)
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    throw createValidationError(name, `${name} is longer than ${MAX_TEXT_LENGTH} characters`)
  if (value !== undefined) return value
  if (type === 'string' && Number.isInteger(raw)) {
    throw createValidationError(
      name,
      `${name} must be text: as a JSON number ${renderForMessage(raw)} has lost digits; send the id as text`,
    )
  }
  throw createValidationError(name, `${name} must be ${withArticle(type)}; got ${renderForMessage(raw)}`)
}

/** Readers of values by type, lenient with query spellings, or undefined for an invalid value. */
const readers: Readonly<Record<Exclude<FieldType, 'date'>, (raw: unknown) => unknown>> = {
  string: (raw) =>
    typeof raw === 'string'
      ? raw
      : typeof raw === 'number' && Number.isSafeInteger(raw)
        ? String(raw)
        : undefined,
  number: (raw) => {
    const value = typeof raw === 'string' && isDecimal(raw) ? Number(raw) : raw
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  },
  boolean: (raw) =>
    typeof raw === 'boolean' ? raw : raw === 'true' ? true : raw === 'false' ? false : undefined,
  'string[]': (raw) => {
    const list = typeof raw === 'string' ? jsonOr(raw, [raw]) : raw
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined
  },
  object: (raw) => {
    const value = typeof raw === 'string' ? jsonOr(raw, raw) : raw
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  },
  any: (raw) => raw,
}

/** Returns the parsed JSON when the text is a JSON list or object, otherwise the fallback. */
function jsonOr(text: string, fallback: unknown): unknown {
  if (!/^\s*[[{]/.test(text) || isNestedTooDeep(text)) return fallback
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}

function withArticle(type: FieldType): string {
  if (type === 'string[]') return 'a list of strings'
  if (type === 'string') return 'text'
  return type === 'object' ? 'an object' : `a ${type}`
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value
}

/** Returns the members of a POST body that are not read because it has `args` or `kwargs`. */
export function findUnreadMembers(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const { credentials: _read, args, ...rest } = body as Readonly<Record<string, unknown>>
  const others = Object.keys(rest).filter((name) => isGiven(rest[name]))
  if (Array.isArray(args)) return others
  return isKwargs(rest['kwargs']) ? others.filter((name) => name !== 'kwargs') : []
}

/**
 * Returns the positional arguments of a POST body: `{"args": [...]}`. Any other object is `args[0]` (a flat body) without `args`,
 * `kwargs` and `credentials`. An empty object or no body means no arguments (api/README.md, "A call").
 * @throws BAD_REQUEST when the body is not an object, or `args` not a list
 */
export function toArgumentsFromBody(body: unknown): readonly unknown[] {
  if (body === undefined) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PmxError(
      'BAD_REQUEST',
      `The body must be a JSON object such as {"args":[]}; got ${typeName(body)}`,
    )
  }
  const { args, kwargs, credentials: _dropped, ...flat } = body as Readonly<Record<string, unknown>>
  if (Array.isArray(args)) return args
  if (args !== undefined && args !== null) {
    throw new PmxError(
      'BAD_REQUEST',
      `args must be a list of the arguments in their order, such as {"args":[]}; got ${typeName(args)}`,
      { field: 'args' },
    )
  }
  if (isKwargs(kwargs)) return [kwargs]
  return Object.keys(flat).length === 0 ? [] : [flat]
}

/** Whether this member replaces a flat body. */
function isKwargs(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
