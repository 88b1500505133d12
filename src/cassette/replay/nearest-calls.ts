import { isObject } from '../../api/values/json.js'
import { type CallIdentity, renderCanonicalJson } from '../../transport/call-types.js'
import { clip, compareCalls, describeCall } from '../format/recorded-call.js'

/** A recorded call that is similar to a requested one, and their differences. */
interface NearCall {
  readonly call: string
  /** One text for each parameter. Empty when only its repetitions are used up. */
  readonly differences: readonly string[]
}

/** A similar call with the facts that only the message needs. */
export interface ComparedCall extends NearCall {
  /** Whether all differences are other times in the same place, as of a test that reads its own clock. */
  readonly differsInTimesOnly: boolean
}

/** Maximum number of similar calls. */
const NEAREST = 3
/** Maximum length of one value in a difference. */
const VALUE_LENGTH = 80

/** Weights of differences: another endpoint is further away than another parameter. */
const weights = { host: 40, method: 40, endpoint: 30, segment: 6, missing: 3, changed: 2, body: 2 }

interface Difference {
  readonly text: string
  readonly weight: number
  /** Whether the value is a time in both calls. */
  readonly isTime?: boolean
}

/** Epoch s, ms, us or ns of this century, or ISO 8601. */
const TIME = /^"?(\d{10}|\d{13}|\d{16}|\d{19}|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?)"?$/

/** Returns the most similar recorded calls of the same venue, the nearest first, or [] if there are none. */
export function findNearestCalls(asked: CallIdentity, recorded: readonly CallIdentity[]): ComparedCall[] {
  return recorded
    .filter(({ venue }) => venue === asked.venue)
    .map((call) => {
      const differences = differencesOf(asked, call)
      return { call, differences, distance: differences.reduce((sum, { weight }) => sum + weight, 0) }
    })
    .sort((a, b) => a.distance - b.distance || compareCalls(a.call, b.call))
    .slice(0, NEAREST)
    .map(({ call, differences }) => ({
      call: describeCall(call),
      differences: differences.map(({ text }) => text),
      differsInTimesOnly: differences.length > 0 && differences.every(({ isTime }) => isTime === true),
    }))
}

function differencesOf(asked: CallIdentity, recorded: CallIdentity): Difference[] {
  return [
    ...named('host', asked.host, recorded.host, weights.host),
    ...named('method', asked.method, recorded.method, weights.method),
    ...pathDifference(asked.path, recorded.path),
    ...queryDifferences(asked, recorded),
    ...bodyDifferences(asked.body, recorded.body),
  ]
}

function named(name: string, asked: string, recorded: string, weight: number): Difference[] {
  return asked === recorded
    ? []
    : [{ text: `${name}: recorded ${show(recorded)}, requested ${show(asked)}`, weight }]
}

/** Paths with the same number of parts are probably one endpoint with different ids. */
function pathDifference(asked: string, recorded: string): Difference[] {
  const [mine, theirs] = [asked.split('/'), recorded.split('/')]
  const others = mine.filter((part, index) => part !== theirs[index]).length
  const isAlike = mine.length === theirs.length && mine[1] === theirs[1]
  return named('path', asked, recorded, isAlike ? others * weights.segment : weights.endpoint)
}

function queryDifferences(asked: CallIdentity, recorded: CallIdentity): Difference[] {
  const [mine, theirs] = [valuesByName(asked.query), valuesByName(recorded.query)]
  const names = [...new Set([...mine.keys(), ...theirs.keys()])].sort()
  return names.flatMap((name) =>
    difference(`query.${name}`, mine.get(name), theirs.get(name), weights.changed),
  )
}

function valuesByName(query: CallIdentity['query']): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of query) {
    const known = values.get(name)
    values.set(name, known === undefined ? value : `${known},${value}`)
  }
  return values
}

function difference(
  name: string,
  asked: string | undefined,
  recorded: string | undefined,
  weight: number,
): Difference[] {
  if (asked === recorded) return []
  if (recorded === undefined)
    return [{ text: `${name}: requested ${show(asked)}, not in the recorded call`, weight: weights.missing }]
  if (asked === undefined)
    return [{ text: `${name}: recorded ${show(recorded)}, not requested`, weight: weights.missing }]
  const isTime = TIME.test(recorded) && TIME.test(asked)
  return [{ text: `${name}: recorded ${show(recorded)}, requested ${show(asked)}`, weight, isTime }]
}

/** Compares member by member where both are objects, otherwise as a whole. */
function bodyDifferences(asked: unknown, recorded: unknown): Difference[] {
  if (!isObject(asked) || !isObject(recorded))
    return difference('body', textOf(asked), textOf(recorded), weights.body)
  const [mine, theirs] = [new Map(Object.entries(asked)), new Map(Object.entries(recorded))]
  const names = [...new Set([...mine.keys(), ...theirs.keys()])].sort()
  return names.flatMap((name) =>
    difference(`body.${name}`, textOf(mine.get(name)), textOf(theirs.get(name)), weights.body),
  )
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : renderCanonicalJson(value)
}

function show(value: string | undefined): string {
  return clip(value ?? '', VALUE_LENGTH)
}
