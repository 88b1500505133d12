import { getMethodRow, isMethodName, type MethodName } from '../../api/arguments/methods.js'
import { venueNames } from '../../api/envelope/venue-ids.js'
import { curlOf, type Place, type PlainRequest } from './curl.js'

/** A call that can be written in several languages. */
export interface Call {
  readonly venue: string
  readonly method: MethodName
  /** By position, as in the method table. A missing argument is undefined. */
  readonly args: readonly unknown[]
}

export interface Snippet {
  readonly language: 'curl' | 'pmxtjs' | 'Python'
  readonly text: string
}

/** Returns the same call for a shell and for both SDKs. */
export function snippetsOf(call: Call, place: Place): Snippet[] {
  return [
    { language: 'curl', text: curlOf(requestOf(call), place) },
    { language: 'pmxtjs', text: pmxtjsOf(call, place) },
    { language: 'Python', text: pythonOf(call, place) },
  ]
}

/** Returns a GET if the method has it and every argument fits into a query, otherwise a POST with positional arguments. */
export function requestOf({ venue, method, args }: Call): PlainRequest {
  const row = getMethodRow(method)
  const base = `/api/${encodeURIComponent(venue)}/${method}`
  const query = row.verb === 'get' ? queryOf(call(method, args)) : undefined
  if (query !== undefined) return { method: 'GET', target: query === '' ? base : `${base}?${query}` }
  return { method: 'POST', target: base, body: JSON.stringify({ args: args.map((arg) => arg ?? null) }) }
}

interface NamedValue {
  readonly name: string
  readonly isObject: boolean
  readonly value: unknown
}

function call(method: MethodName, args: readonly unknown[]): NamedValue[] {
  return getMethodRow(method).args.flatMap(({ name, kind }, place) => {
    const value = args[place]
    return value === undefined || value === null ? [] : [{ name, isObject: kind === 'object', value }]
  })
}

/** Returns undefined for arguments other than text, numbers, flags and lists of them. */
function queryOf(values: readonly NamedValue[]): string | undefined {
  const pairs: [string, string][] = []
  for (const { name, isObject, value } of values) {
    const members = isObject && isRecord(value) ? Object.entries(value) : [[name, value] as const]
    for (const [member, one] of members) {
      if (one === undefined || one === null) continue
      for (const item of Array.isArray(one) ? one : [one]) {
        if (typeof item === 'object') return undefined
        pairs.push([member, String(item)])
      }
    }
  }
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

/** Returns the arguments without missing ones at the end. */
function trimmed(args: readonly unknown[]): readonly unknown[] {
  const last = args.findLastIndex((arg) => arg !== undefined && arg !== null)
  return args.slice(0, last + 1)
}

function pmxtjsOf({ venue, method, args }: Call, place: Place): string {
  const name = classOf(venue)
  const given = trimmed(args)
    .map((arg) => (arg === undefined ? 'undefined' : scriptText(arg)))
    .join(', ')
  return [
    `import { ${name} } from 'pmxtjs'`,
    '',
    `const ${variableOf(name)} = new ${name}({ ${optionsOf(place, ': ', ['baseUrl', 'autoStartServer', 'false'])} })`,
    `console.log(await ${variableOf(name)}.${method}(${given}))`,
  ].join('\n')
}

function pythonOf({ venue, method, args }: Call, place: Place): string {
  const name = classOf(venue)
  const row = getMethodRow(method)
  const given = trimmed(args).flatMap((arg, index) => {
    const isLastObject = row.args[index]?.kind === 'object' && isRecord(arg)
    if (!isLastObject) return [arg === undefined || arg === null ? 'None' : pythonText(arg)]
    return Object.entries(arg).map(([key, value]) => `${snake(key)}=${pythonText(value)}`)
  })
  const firstNamed = given.findIndex((text) => /^[a-z_]\w*=/.test(text))
  const options = optionsOf(place, '=', ['base_url', 'auto_start_server', 'False'])
  return [
    'import pmxt',
    '',
    `${snakeClass(name)} = pmxt.${name}(${options})`,
    `print(${snakeClass(name)}.${snake(method)}(${(firstNamed < 0 ? given : given.filter((text, at) => at >= firstNamed || text !== 'None')).join(', ')}))`,
  ].join('\n')
}

/** Returns the options of the SDK client. The SDKs find a daemon at its default address without a base URL. */
function optionsOf(
  { origin }: Place,
  sign: string,
  [base, start, no]: readonly [string, string, string],
): string {
  const isUsual = /^http:\/\/localhost:3847$/.test(origin)
  return [...(isUsual ? [] : [`${base}${sign}'${origin}'`]), `${start}${sign}${no}`].join(', ')
}

/** Returns the name of a venue's class in the SDKs, which is spelled like its display name. */
function classOf(venue: string): string {
  return Object.hasOwn(venueNames, venue) ? venueNames[venue as keyof typeof venueNames] : venue
}

function variableOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function snakeClass(name: string): string {
  return snake(variableOf(name))
}

/** Converts `fetchOHLCV` to `fetch_ohlcv`. */
function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

function scriptText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scriptText).join(', ')}]`
  if (!isRecord(value)) return typeof value === 'string' ? singleQuoted(value) : String(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : singleQuoted(key))
  return `{ ${members.map(([key, member]) => `${keyOf(key)}: ${scriptText(member)}`).join(', ')} }`
}

function pythonText(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null || value === undefined) return 'None'
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  if (!isRecord(value)) return typeof value === 'string' ? singleQuoted(value) : String(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${singleQuoted(key)}: ${pythonText(member)}`)
    .join(', ')}}`
}

/** Quotes a text for both languages. */
function singleQuoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the call in a target, or undefined if it is not a venue method. */
export function callOf(target: string, posted: unknown): Call | undefined {
  const [path = '', query = ''] = splitOnce(target, '?')
  const [, api, venue = '', name = '', ...rest] = path.split('/')
  if (api !== 'api' || rest.length > 0 || !isMethodName(name)) return undefined
  if (Array.isArray(posted)) return { venue, method: name, args: posted }
  return { venue, method: name, args: argumentsIn(name, new URLSearchParams(query)) }
}

/**
 * Returns arguments in the way that a `GET` is parsed. A key that names an argument is that argument, and all others are members
 * of the object.
 */
function argumentsIn(method: MethodName, query: URLSearchParams): unknown[] {
  const row = getMethodRow(method)
  const args: unknown[] = row.args.map(() => undefined)
  const members: Record<string, unknown> = {}
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key)
    const at = row.args.findIndex(({ name, aliases = [] }) => name === key || aliases.includes(key))
    const value =
      values.length > 1 ? values : typed(values[0] ?? '', numbersOf(row.args[at]?.kind, key, method))
    if (at >= 0 && row.args[at]?.kind !== 'object') args[at] = value
    else members[key] = value
  }
  const object = row.args.findIndex(({ kind }) => kind === 'object')
  if (object >= 0 && Object.keys(members).length > 0) args[object] = members
  return args
}

function numbersOf(kind: string | undefined, key: string, method: MethodName): string | undefined {
  if (kind !== undefined && kind !== 'object') return kind
  const fields = getMethodRow(method).args.find((arg) => arg.kind === 'object')?.fields
  const field = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined
  return typeof field === 'object' && 'type' in field ? String(field.type) : undefined
}

/** Converts an argument. Text stays text, because an id may have more digits than a number can hold. */
function typed(text: string, type: string | undefined): unknown {
  if ((type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' || type === 'flag') return text === 'true' || text === '1'
  return text
}

function splitOnce(text: string, at: string): [string, string] {
  const place = text.indexOf(at)
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)]
}
