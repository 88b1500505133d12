import { createValidationError } from '../envelope/errors.js'
import { parseIso, toInstant } from '../times/instant.js'
import { isGiven } from '../values/shown.js'
import type { Fields } from './fields.js'
import { getMethodRow, type MethodName } from './methods.js'

/** Names of time bounds in this API, in SDKs and at venues. A response that ignores its bound has wrong rows. */
const boundNames: ReadonlySet<string> = new Set(
  `start end since until from to after before startTime endTime startDate endDate startTs endTs startAt endAt
  fromTimestamp toTimestamp untilTimestamp`.split(/\s+/),
)

/**
 * Refuses a time bound that the method does not use.
 * @throws VALIDATION_ERROR with the supported names
 */
export function assertNoBound(method: MethodName, name: string): void {
  if (!boundNames.has(toCamelCase(name))) return
  const read = getMethodRow(method).args.flatMap(({ fields = {} }) => boundsOf(fields))
  const advice = read.length === 0 ? 'it has no time window' : `its time bounds are ${read.join(', ')}`
  throw createValidationError(name, `${method} does not read '${name}': ${advice}`)
}

/** Names of filters of lists by series. A list of all venues that ignores the filter has the rows of every series. */
const seriesNames: ReadonlySet<string> = new Set(['series', 'seriesId', 'seriesSlug', 'seriesTicker'])

/**
 * Refuses a series filter that a router method does not use.
 * @throws VALIDATION_ERROR
 */
export function assertNoSeries(method: MethodName, name: string): void {
  if (getMethodRow(method).group !== 'catalog' || !seriesNames.has(toCamelCase(name))) return
  throw createValidationError(
    name,
    `${method} of all venues cannot be filtered by ${name}: use it with one venue`,
  )
}

function boundsOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type === 'date' && boundNames.has(name))
}

/** Converts `start_time` to `startTime`: Python spells argument names with underscores. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
}

/** Smaller numbers are not times (1973) but counts of rows. */
const EARLIEST_TIME = 100_000_000

/**
 * Moves `since` and `limit` of watchTrades to their positions. The Python SDK omits absent arguments before them, so they may
 * arrive in the position of the address or of `since`.
 */
export function moveTradeBounds(raw: readonly unknown[]): readonly unknown[] {
  const [outcomeId, ...rest] = raw
  let [address, since, limit] = rest
  if (isBound(address) && !(isGiven(since) && isGiven(limit))) {
    if (isGiven(since)) limit = since
    since = address
    address = undefined
  }
  if (typeof since === 'number' && since < EARLIEST_TIME && !isGiven(limit)) {
    limit = since
    since = undefined
  }
  return [outcomeId, address, isGiven(since) ? toInstant(since, 'since') : undefined, limit, ...rest.slice(3)]
}

function isBound(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && parseIso(value) !== undefined)
}
