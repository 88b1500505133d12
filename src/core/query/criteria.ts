import { invalid } from '../../api/errors.js'
import { parseIso, toInstant } from '../../api/instant.js'
import type { UnifiedEvent, UnifiedMarket } from '../../api/models.js'
import { didYouMean } from '../../api/suggest.js'

/**
 * Filter criteria as the wire carries them: text, or an object (api/README.md, "Filters"). Rows are taken
 * structurally, because `filterMarkets` and `filterEvents` get them from callers: a member of another type than the
 * model's counts as missing.
 */

type Test<Row> = (row: Row) => boolean
type Criteria = Readonly<Record<string, unknown>>

const marketTexts = ['title', 'description', 'category', 'tags', 'outcomes'] as const
const eventTexts = ['title', 'description', 'category', 'tags'] as const

const range = ['min', 'max']
const ofOutcome = ['outcome', ...range]

/** Every criterion, with the members it may have where it is an object. */
type Known = Readonly<Record<string, readonly string[] | undefined>>
const commonCriteria: Known = { text: undefined, searchIn: undefined, category: undefined, tags: undefined }
const marketCriteria: Known = {
  ...commonCriteria,
  volume24h: range,
  volume: range,
  liquidity: range,
  openInterest: range,
  resolutionDate: ['before', 'after'],
  price: ofOutcome,
  priceChange24h: ofOutcome,
}
const eventCriteria: Known = { ...commonCriteria, marketCount: range, totalVolume: range }

/** @throws VALIDATION_ERROR naming the criterion that cannot be read */
export function toMarketTest(criteria: unknown): Test<UnifiedMarket> {
  const wanted = readCriteria(criteria, marketCriteria)
  return all([
    textTest(wanted, marketTexts, marketText),
    rangeTest(wanted['volume24h'], 'volume24h', (market) => knownIn(market, 'volume24h')),
    rangeTest(wanted['volume'], 'volume', (market) => knownIn(market, 'volume')),
    rangeTest(wanted['liquidity'], 'liquidity', (market) => knownIn(market, 'liquidity')),
    rangeTest(wanted['openInterest'], 'openInterest', (market) => numberIn(market.openInterest) ?? 0),
    dateTest(wanted['resolutionDate']),
    categoryTest(wanted['category']),
    tagsTest(wanted['tags']),
    outcomeTest(wanted['price'], 'price'),
    outcomeTest(wanted['priceChange24h'], 'priceChange24h'),
  ])
}

/** @throws VALIDATION_ERROR naming the criterion that cannot be read */
export function toEventTest(criteria: unknown): Test<UnifiedEvent> {
  const wanted = readCriteria(criteria, eventCriteria)
  return all([
    textTest(wanted, eventTexts, eventText),
    categoryTest(wanted['category']),
    tagsTest(wanted['tags']),
    rangeTest(wanted['marketCount'], 'marketCount', (event) => listIn(event.markets).length),
    rangeTest(wanted['totalVolume'], 'totalVolume', (event) =>
      sumOfKnown(listIn(event.markets).map((market) => knownIn(market, 'volume24h'))),
    ),
  ])
}

/** A name that nobody knows would let everything through. */
function readCriteria(criteria: unknown, known: Known): Criteria {
  if (typeof criteria === 'string') return { text: criteria }
  if (typeof criteria === 'object' && criteria !== null && !Array.isArray(criteria)) {
    const wanted: Criteria = { ...criteria }
    assertKnown(wanted, Object.keys(known), '')
    for (const [name, members] of Object.entries(known)) {
      const value = Object.hasOwn(wanted, name) ? wanted[name] : undefined
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (members !== undefined && isObject) assertKnown(value, members, `${name}.`)
    }
    return wanted
  }
  throw invalid('criteria', 'criteria must be text or an object of filters')
}

function assertKnown(wanted: object, known: readonly string[], prefix: string): void {
  const strange = Object.keys(wanted).find((name) => !known.includes(name))
  if (strange === undefined) return
  const name = strange.slice(0, 60)
  throw invalid(
    `${prefix}${name}`,
    `There is no filter criterion '${prefix}${name}'${didYouMean(name, known)}; known are ${known.join(', ')}.`,
  )
}

function all<Row>(tests: readonly (Test<Row> | undefined)[]): Test<Row> {
  const active = tests.filter((test) => test !== undefined)
  return (row) => active.every((test) => test(row))
}

function textTest<Row, Name extends string>(
  wanted: Criteria,
  names: readonly Name[],
  textsOf: (row: Row, name: Name) => readonly unknown[],
): Test<Row> | undefined {
  const text = wanted['text']
  if (text === undefined || text === null || text === '') return undefined
  if (typeof text !== 'string') throw invalid('text', 'text must be text')
  const searchIn = wanted['searchIn'] ?? ['title']
  const list: unknown[] = [...new Set(Array.isArray(searchIn) ? searchIn : [searchIn])]
  const fields = list.map((name) => {
    const known = names.find((candidate) => candidate === name)
    if (known === undefined)
      throw invalid('searchIn', `searchIn may hold ${names.join(', ')}; got ${clipped(name)}`)
    return known
  })
  const needle = text.toLowerCase()
  return (row) =>
    fields.some((name) =>
      textsOf(row, name).some((value) => typeof value === 'string' && value.toLowerCase().includes(needle)),
    )
}

function marketText(market: UnifiedMarket, name: (typeof marketTexts)[number]): readonly unknown[] {
  if (name === 'outcomes') return listIn(market.outcomes).map((outcome) => memberOf(outcome, 'label'))
  return name === 'tags' ? listIn(market.tags) : [market[name]]
}

function eventText(event: UnifiedEvent, name: (typeof eventTexts)[number]): readonly unknown[] {
  return name === 'tags' ? listIn(event.tags) : [event[name]]
}

function clipped(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `a ${typeof value}`
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A number of a row; undefined too where the row shows 0 and says that it is unknown. */
function knownIn(row: unknown, name: string): number | undefined {
  const unknown = listIn(memberOf(memberOf(row, 'metadata'), 'unknown'))
  return unknown.includes(name) ? undefined : numberIn(memberOf(row, name))
}

function sumOfKnown(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0)
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

interface Range {
  readonly min: number
  readonly max: number
}

function readRange(value: unknown, name: string): Range | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalid(name, `${name} must be an object with min and/or max`)
  return {
    min: bound(memberOf(value, 'min'), `${name}.min`, Number.NEGATIVE_INFINITY),
    max: bound(memberOf(value, 'max'), `${name}.max`, Number.POSITIVE_INFINITY),
  }
}

function bound(value: unknown, name: string, unbounded: number): number {
  if (value === undefined || value === null) return unbounded
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(name, `${name} must be a number`)
}

/** What is unknown reaches no minimum, and exceeds no maximum. */
function rangeTest<Row>(
  value: unknown,
  name: string,
  numberOf: (row: Row) => number | undefined,
): Test<Row> | undefined {
  const range = readRange(value, name)
  if (range === undefined) return undefined
  return (row) => {
    const number = numberOf(row)
    if (number === undefined) return range.min === Number.NEGATIVE_INFINITY
    return number >= range.min && number <= range.max
  }
}

/** Both bounds exclusive; a market without a date fails. */
function dateTest(value: unknown): Test<UnifiedMarket> | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalid('resolutionDate', 'resolutionDate must hold before and/or after')
  const latest = instant(memberOf(value, 'before'), 'resolutionDate.before') ?? Number.POSITIVE_INFINITY
  const earliest = instant(memberOf(value, 'after'), 'resolutionDate.after') ?? Number.NEGATIVE_INFINITY
  return ({ resolutionDate }) => {
    const at = typeof resolutionDate === 'string' ? parseIso(resolutionDate) : undefined
    return at !== undefined && at < latest && at > earliest
  }
}

function instant(value: unknown, name: string): number | undefined {
  return value === undefined || value === null ? undefined : toInstant(value, name)
}

/** Exact and case-sensitive. */
function categoryTest(value: unknown): Test<{ category?: string | undefined }> | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid('category', 'category must be text')
  return (row) => row.category === value
}

/** Any of them, whatever the case. */
function tagsTest(value: unknown): Test<{ readonly tags?: unknown }> | undefined {
  if (value === undefined || value === null) return undefined
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const wanted = new Set(
    list.map((tag) => {
      if (typeof tag !== 'string') throw invalid('tags', 'tags must be a list of texts')
      return tag.toLowerCase()
    }),
  )
  if (wanted.size === 0) return undefined
  return (row) => listIn(row.tags).some((tag) => typeof tag === 'string' && wanted.has(tag.toLowerCase()))
}

function outcomeTest(value: unknown, name: 'price' | 'priceChange24h'): Test<UnifiedMarket> | undefined {
  const range = readRange(value, name)
  if (range === undefined) return undefined
  const side = memberOf(value, 'outcome') ?? 'yes'
  if (side !== 'yes' && side !== 'no' && side !== 'up' && side !== 'down') {
    throw invalid(`${name}.outcome`, `${name}.outcome must be yes, no, up or down`)
  }
  return (market) => {
    const number = numberIn(memberOf(market[side], name))
    return number !== undefined && number >= range.min && number <= range.max
  }
}
