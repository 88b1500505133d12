import { toArgumentsFromQuery } from '../../api/arguments/arguments.js'
import { type Arg, getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { messageOf } from '../../api/envelope/errors.js'
import { isObject } from '../../api/values/json.js'
import { suggestName } from '../../api/values/suggest.js'
import { renderCount } from '../output/counted.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/**
 * Parses typed words into a method's positional arguments. `null` is an omitted argument. A JSON list contains all arguments.
 * JSON objects, bare words and `name=value` pairs may be mixed. Pairs are assigned by name, as in a query string, and the other
 * words fill the remaining positions in order. The method table checks types later.
 * @throws CommandFailed (usage) with the word that does not fit
 */
export function readCallArguments(method: MethodName, words: readonly string[]): readonly unknown[] {
  const [only] = words
  if (only !== undefined && words.length === 1 && only.trimStart().startsWith('[')) {
    return wholeList(method, parseJson(only))
  }
  const { args } = getMethodRow(method)
  const pairs = words.flatMap((word) => readPair(method, word))
  const named = byName(method, pairs)
  const filled: unknown[] = args.map((_, index) => named[index])
  // An object started by pairs may also take a bare word or a JSON object before them.
  const free = args.flatMap((arg, index) =>
    named[index] === undefined || arg.kind === 'object' ? [index] : [],
  )
  for (const word of words.filter((candidate) => readPair(method, candidate).length === 0)) {
    const index = free.shift()
    const arg = index === undefined ? undefined : args[index]
    if (index === undefined || arg === undefined) throw noPlace(method, word)
    filled[index] = placed(method, arg, word, filled[index])
  }
  return withoutTail(filled.map((value) => value ?? null))
}

type Pair = readonly [name: string, value: string]

/** Reads a word such as `limit=3` as a list of one pair. The list is empty for any other word. */
function readPair(method: MethodName, word: string): readonly Pair[] {
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(word)
  if (match === null) return []
  const [, name = '', value = ''] = match
  const known = knownNames(method)
  if (known === undefined || known.includes(name)) return [[name, value]]
  throw usage(
    `${method} has no argument '${name}'${suggestName(name, known)}${known.length === 0 ? '' : `; it has ${known.join(', ')}`}.\n` +
      `  Write text that contains '=' as JSON: '${JSON.stringify([word])}'`,
  )
}

/** The names that pairs may have, or undefined if the method takes an object with any members. */
function knownNames(method: MethodName): readonly string[] | undefined {
  const { args } = getMethodRow(method)
  if (args.some((arg) => arg.kind === 'object' && arg.fields === undefined)) return undefined
  const names = args.flatMap((arg) =>
    arg.kind === 'object' ? Object.keys(arg.fields ?? {}) : [arg.name, ...(arg.aliases ?? [])],
  )
  return [...new Set(names)]
}

/** Converts pairs into positional arguments, by the rules of a query string. */
function byName(method: MethodName, pairs: readonly Pair[]): readonly unknown[] {
  const query = new URLSearchParams()
  for (const [name, value] of pairs) query.append(name, value)
  return toArgumentsFromQuery(method, query).map((value, index) => {
    const arg = getMethodRow(method).args[index]
    return arg === undefined || value === undefined ? undefined : withAnyRead(arg, value)
  })
}

/** Parses the text for a member of any type as JSON, if it is a JSON list or object. */
function withAnyRead(arg: Arg, value: unknown): unknown {
  if (arg.kind === 'unknown') return jsonIfAny(value)
  if (arg.kind !== 'object' || !isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      arg.fields?.[name]?.type === 'any' ? jsonIfAny(member) : member,
    ]),
  )
}

/** Reads a word as an argument, and merges it with its pairs. */
function placed(method: MethodName, arg: Arg, word: string, sofar: unknown): unknown {
  if (arg.kind !== 'object') return arg.kind === 'string' ? word : jsonIfAny(word)
  if (/^\s*\{/.test(word)) return { ...asRecord(parseJson(word)), ...asRecord(sofar) }
  if (/^\s*\[/.test(word)) throw usage(`A JSON array of all arguments must be the only argument: ${word}`)
  if (arg.textMeans === undefined) throw noPlace(method, word)
  return sofar === undefined ? word : { [arg.textMeans]: word, ...asRecord(sofar) }
}

/** Reads one JSON list as the list of arguments, unless it is itself the first argument. */
function wholeList(method: MethodName, list: unknown): readonly unknown[] {
  if (!Array.isArray(list)) throw usage('The arguments must be a JSON array')
  const { args } = getMethodRow(method)
  const isFirst = args[0]?.kind === 'array' && list.length > 0 && !list.some((item) => Array.isArray(item))
  if (isFirst) return [list]
  if (list.length > args.length)
    throw usage(`${method} takes ${count(args)}; the array contains ${list.length}`)
  return list
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const why = messageOf(error)
    throw usage(
      `Not JSON: ${text}\n  ${why}\n  Shells remove quotes, so enclose the whole text in single quotes.`,
    )
  }
}

function jsonIfAny(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : value
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

function withoutTail(args: readonly unknown[]): readonly unknown[] {
  return args.slice(0, args.findLastIndex((value) => value !== null) + 1)
}

function noPlace(method: MethodName, word: string): CommandFailed {
  const { args } = getMethodRow(method)
  return usage(`${method} takes ${count(args)}. No remaining argument accepts '${word}'`)
}

/** Renders `2 arguments (outcomeId, params: resolution=, start=, end=, limit=)`. */
function count(args: readonly Arg[]): string {
  if (args.length === 0) return 'no arguments'
  const shown = args.map((arg) => {
    const names = arg.kind === 'object' ? Object.keys(arg.fields ?? {}) : []
    return names.length === 0 ? arg.name : `${arg.name}: ${names.map((name) => `${name}=`).join(' ')}`
  })
  return `${renderCount(args.length, 'argument')} (${shown.join(', ')})`
}

function usage(message: string): CommandFailed {
  return new CommandFailed(message, exitCodes.usage)
}
