import {
  criterionMembers,
  eventCriteria,
  eventTexts,
  marketCriteria,
  marketTexts,
} from '../../api/arguments/criteria.js'
import { toCamelCase } from '../../api/arguments/time-bounds.js'
import { createValidationError } from '../../api/envelope/errors.js'
import { outcomeShortcuts } from '../../api/models/wire-rows.js'
import { toInstant } from '../../api/times/instant.js'
import { isObject, memberOf } from '../../api/values/json.js'
import { suggestName } from '../../api/values/suggest.js'
import type { Range, Ranges, RowFilter, SoughtText, TextField } from '../../catalog/rows/filter.js'

/**
 * Parses filter criteria of the HTTP API: text, or an object (api/README.md, "Filters"). They are parsed once, for tests of
 * single rows (`row-filter.ts`) and for lists in columns.
 */

type Criteria = Readonly<Record<string, unknown>>

/**
 * Parses the criteria for markets.
 * @throws VALIDATION_ERROR naming the criterion that cannot be parsed
 */
export function readMarketCriteria(criteria: unknown): RowFilter {
  const wanted = known(criteria, marketCriteria)
  const texts = readTexts(wanted, marketTexts)
  const ranges = {
    ...readNumbers(wanted, 'volume24h'),
    ...readNumbers(wanted, 'volume'),
    ...readNumbers(wanted, 'liquidity'),
    ...readNumbers(wanted, 'openInterest', unknownAsZero),
    ...readDates(wanted['resolutionDate']),
  }
  const words = { ...readCategory(wanted['category']), ...readTags(wanted['tags']) }
  const prices = {
    ...readPrices(wanted, 'price', 'Price'),
    ...readPrices(wanted, 'priceChange24h', 'Change'),
  }
  return { ...texts, ...words, ranges: { ...ranges, ...prices } }
}

/**
 * Parses the criteria for events.
 * @throws VALIDATION_ERROR naming the criterion that cannot be parsed
 */
export function readEventCriteria(criteria: unknown): RowFilter {
  const wanted = known(criteria, eventCriteria)
  const texts = readTexts(wanted, eventTexts)
  const words = { ...readCategory(wanted['category']), ...readTags(wanted['tags']) }
  const ranges = { ...readNumbers(wanted, 'marketCount'), ...readNumbers(wanted, 'totalVolume') }
  return { ...texts, ...words, ranges }
}

/** Rejects unknown names: an unknown criterion would match every row. */
function known(criteria: unknown, names: typeof marketCriteria | typeof eventCriteria): Criteria {
  if (typeof criteria === 'string') return { text: criteria }
  if (isObject(criteria)) {
    const wanted = inCamelCase(criteria)
    assertKnown(wanted, Object.keys(names), '')
    for (const [name, kind] of Object.entries(names)) {
      const members = criterionMembers[kind]
      const value = Object.hasOwn(wanted, name) ? wanted[name] : undefined
      if (members !== undefined && isObject(value)) assertKnown(value, members, `${name}.`)
    }
    return wanted
  }
  throw createValidationError('criteria', 'criteria must be text or an object with filters')
}

/** @throws VALIDATION_ERROR for a criterion in both spellings */
function inCamelCase(criteria: object): Criteria {
  const wanted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(criteria)) {
    const camel = toCamelCase(name)
    if (camel !== name && Object.hasOwn(criteria, camel))
      throw createValidationError(
        name,
        `${name.slice(0, 60)} and ${camel.slice(0, 60)} are the same criterion. Send only one of them`,
      )
    wanted[camel] = value
  }
  return wanted
}

function assertKnown(wanted: object, names: readonly string[], prefix: string): void {
  const strange = Object.keys(wanted).find((name) => !names.includes(name))
  if (strange === undefined) return
  const name = strange.slice(0, 60)
  throw createValidationError(
    `${prefix}${name}`,
    `Unknown filter criterion '${prefix}${name}'${suggestName(name, names)}. Known criteria: ${names.join(', ')}.`,
  )
}

function readTexts(wanted: Criteria, names: readonly TextField[]): { readonly texts?: SoughtText[] } {
  const text = wanted['text']
  if (text === undefined || text === null || text === '') return {}
  if (typeof text !== 'string') throw createValidationError('text', 'text must be text')
  const searchIn = wanted['searchIn'] ?? ['title']
  const list: unknown[] = [...new Set(Array.isArray(searchIn) ? searchIn : [searchIn])]
  const fields = list.map((name) => {
    const field = names.find((candidate) => candidate === name)
    if (field === undefined)
      throw createValidationError(
        'searchIn',
        `searchIn must be one or more of ${names.join(', ')}; got ${clipped(name)}`,
      )
    return field
  })
  return { texts: [{ text, fields }] }
}

function clipped(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `a ${typeof value}`
}

type Bounds = Pick<Range, 'min' | 'max'>

function readBounds(value: unknown, name: string): Bounds | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw createValidationError(name, `${name} must be an object with min and/or max`)
  return {
    min: bound(memberOf(value, 'min'), `${name}.min`, Number.NEGATIVE_INFINITY),
    max: bound(memberOf(value, 'max'), `${name}.max`, Number.POSITIVE_INFINITY),
  }
}

function bound(value: unknown, name: string, unbounded: number): number {
  if (value === undefined || value === null) return unbounded
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw createValidationError(name, `${name} must be a number`)
}

/**
 * An unknown number satisfies a minimum of 0, which every number of this kind reaches, and any maximum. It satisfies no other
 * minimum.
 */
function unknownAsLeast({ min }: Bounds): boolean {
  return min <= 0
}

/** Unknown open interest counts as 0. */
function unknownAsZero({ min, max }: Bounds): boolean {
  return min <= 0 && max >= 0
}

function readNumbers(
  wanted: Criteria,
  name: 'volume24h' | 'volume' | 'liquidity' | 'openInterest' | 'marketCount' | 'totalVolume',
  orUnknown: (bounds: Bounds) => boolean = unknownAsLeast,
): Ranges {
  const bounds = readBounds(wanted[name], name)
  return bounds === undefined ? {} : { [name]: { ...bounds, orUnknown: orUnknown(bounds) } }
}

/** Both bounds are exclusive. A market without a date does not match. */
function readDates(value: unknown): Ranges {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw createValidationError('resolutionDate', 'resolutionDate must have before, after or both')
  const max = instant(memberOf(value, 'before'), 'resolutionDate.before') ?? Number.POSITIVE_INFINITY
  const min = instant(memberOf(value, 'after'), 'resolutionDate.after') ?? Number.NEGATIVE_INFINITY
  return { endsAt: { min, max, isOpen: true, orUnknown: false } }
}

function instant(value: unknown, name: string): number | undefined {
  return value === undefined || value === null ? undefined : toInstant(value, name)
}

function readCategory(value: unknown): Pick<RowFilter, 'category'> {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') throw createValidationError('category', 'category must be text')
  return { category: value }
}

/** Matches any of the tags, case-insensitive. */
function readTags(value: unknown): Pick<RowFilter, 'tags'> {
  if (value === undefined || value === null) return {}
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const tags = list.map((tag) => {
    if (typeof tag !== 'string') throw createValidationError('tags', 'tags must be a list of strings')
    return tag
  })
  return tags.length === 0 ? {} : { tags }
}

/** An unknown price is not in any range. */
function readPrices<Kind extends 'Price' | 'Change'>(
  wanted: Criteria,
  name: 'price' | 'priceChange24h',
  kind: Kind,
): Ranges {
  const bounds = readBounds(wanted[name], name)
  if (bounds === undefined) return {}
  const side = memberOf(wanted[name], 'outcome') ?? 'yes'
  const word = outcomeShortcuts.find((one) => one === side)
  if (word === undefined)
    throw createValidationError(`${name}.outcome`, `${name}.outcome must be yes, no, up or down`)
  return { [`${word}${kind}`]: { ...bounds, orUnknown: false } }
}
