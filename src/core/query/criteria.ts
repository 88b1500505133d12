import { invalid } from '../../contract/errors.js'
import { toInstant } from '../../contract/instant.js'
import type { MarketOutcome, UnifiedEvent, UnifiedMarket } from '../../contract/models.js'

/**
 * Filter criteria as the wire carries them: text, or an object (contract: methods, "Filter objects"). Rows are taken
 * structurally, because `filterMarkets` and `filterEvents` get them from callers.
 */

type Test<Row> = (row: Row) => boolean
type Criteria = Readonly<Record<string, unknown>>

const marketTexts = ['title', 'description', 'category', 'tags', 'outcomes'] as const
const eventTexts = ['title', 'description', 'category', 'tags'] as const

/** @throws VALIDATION_ERROR naming the criterion that cannot be read */
export function toMarketTest(criteria: unknown): Test<UnifiedMarket> {
  const wanted = readCriteria(criteria)
  return all([
    textTest(wanted, marketTexts, marketText),
    rangeTest(wanted['volume24h'], 'volume24h', (market) => market.volume24h ?? 0),
    rangeTest(wanted['volume'], 'volume', (market) => market.volume ?? 0),
    rangeTest(wanted['liquidity'], 'liquidity', (market) => market.liquidity ?? 0),
    rangeTest(wanted['openInterest'], 'openInterest', (market) => market.openInterest ?? 0),
    dateTest(wanted['resolutionDate']),
    categoryTest(wanted['category']),
    tagsTest(wanted['tags']),
    outcomeTest(wanted['price'], 'price', (outcome) => outcome.price),
    outcomeTest(wanted['priceChange24h'], 'priceChange24h', (outcome) => outcome.priceChange24h),
  ])
}

/** @throws VALIDATION_ERROR naming the criterion that cannot be read */
export function toEventTest(criteria: unknown): Test<UnifiedEvent> {
  const wanted = readCriteria(criteria)
  return all([
    textTest(wanted, eventTexts, eventText),
    categoryTest(wanted['category']),
    tagsTest(wanted['tags']),
    rangeTest(wanted['marketCount'], 'marketCount', (event) => (event.markets ?? []).length),
    rangeTest(wanted['totalVolume'], 'totalVolume', (event) =>
      (event.markets ?? []).reduce((sum, market) => sum + (market.volume24h ?? 0), 0),
    ),
  ])
}

function readCriteria(criteria: unknown): Criteria {
  if (typeof criteria === 'string') return { text: criteria }
  if (typeof criteria === 'object' && criteria !== null && !Array.isArray(criteria)) return { ...criteria }
  throw invalid('criteria', 'criteria must be text or an object of filters')
}

function all<Row>(tests: readonly (Test<Row> | undefined)[]): Test<Row> {
  const active = tests.filter((test) => test !== undefined)
  return (row) => active.every((test) => test(row))
}

function textTest<Row, Name extends string>(
  wanted: Criteria,
  names: readonly Name[],
  textsOf: (row: Row, name: Name) => readonly (string | undefined)[],
): Test<Row> | undefined {
  const text = wanted['text']
  if (text === undefined || text === null || text === '') return undefined
  if (typeof text !== 'string') throw invalid('text', 'text must be text')
  const searchIn = wanted['searchIn'] ?? ['title']
  const list: unknown[] = Array.isArray(searchIn) ? searchIn : [searchIn]
  const fields = list.map((name) => {
    const known = names.find((candidate) => candidate === name)
    if (known === undefined)
      throw invalid('searchIn', `searchIn may hold ${names.join(', ')}; got ${String(name)}`)
    return known
  })
  const needle = text.toLowerCase()
  return (row) =>
    fields.some((name) => textsOf(row, name).some((value) => value?.toLowerCase().includes(needle) === true))
}

function marketText(
  market: UnifiedMarket,
  name: (typeof marketTexts)[number],
): readonly (string | undefined)[] {
  if (name === 'outcomes') return (market.outcomes ?? []).map((outcome) => outcome.label)
  return name === 'tags' ? (market.tags ?? []) : [market[name]]
}

function eventText(event: UnifiedEvent, name: (typeof eventTexts)[number]): readonly (string | undefined)[] {
  return name === 'tags' ? (event.tags ?? []) : [event[name]]
}

interface Range {
  readonly min: number
  readonly max: number
}

function readRange(value: unknown, name: string): Range | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') throw invalid(name, `${name} must be an object with min and/or max`)
  const { min, max } = value as { min?: unknown; max?: unknown }
  return {
    min: bound(min, `${name}.min`, Number.NEGATIVE_INFINITY),
    max: bound(max, `${name}.max`, Number.POSITIVE_INFINITY),
  }
}

function bound(value: unknown, name: string, unbounded: number): number {
  if (value === undefined || value === null) return unbounded
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(name, `${name} must be a number`)
}

function rangeTest<Row>(value: unknown, name: string, numberOf: (row: Row) => number): Test<Row> | undefined {
  const range = readRange(value, name)
  if (range === undefined) return undefined
  return (row) => numberOf(row) >= range.min && numberOf(row) <= range.max
}

/** Both bounds exclusive; a market without a date fails. */
function dateTest(value: unknown): Test<UnifiedMarket> | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object')
    throw invalid('resolutionDate', 'resolutionDate must hold before and/or after')
  const { before, after } = value as { before?: unknown; after?: unknown }
  const latest = before === undefined ? Number.POSITIVE_INFINITY : toInstant(before, 'resolutionDate.before')
  const earliest = after === undefined ? Number.NEGATIVE_INFINITY : toInstant(after, 'resolutionDate.after')
  return (market) => {
    const at = market.resolutionDate === undefined ? Number.NaN : Date.parse(market.resolutionDate)
    return at < latest && at > earliest
  }
}

/** Exact and case-sensitive. */
function categoryTest(value: unknown): Test<{ category?: string | undefined }> | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid('category', 'category must be text')
  return (row) => row.category === value
}

/** Any of them, whatever the case. */
function tagsTest(value: unknown): Test<{ tags?: string[] | undefined }> | undefined {
  if (value === undefined || value === null) return undefined
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const wanted = list.map((tag) => {
    if (typeof tag !== 'string') throw invalid('tags', 'tags must be a list of texts')
    return tag.toLowerCase()
  })
  if (wanted.length === 0) return undefined
  return (row) => (row.tags ?? []).some((tag) => wanted.includes(tag.toLowerCase()))
}

function outcomeTest(
  value: unknown,
  name: string,
  numberOf: (outcome: MarketOutcome) => number | undefined,
): Test<UnifiedMarket> | undefined {
  const range = readRange(value, name)
  if (range === undefined) return undefined
  const side = (value as { outcome?: unknown }).outcome ?? 'yes'
  if (side !== 'yes' && side !== 'no' && side !== 'up' && side !== 'down') {
    throw invalid(`${name}.outcome`, `${name}.outcome must be yes, no, up or down`)
  }
  return (market) => {
    const outcome = market[side]
    const number = outcome === undefined ? undefined : numberOf(outcome)
    return number !== undefined && number >= range.min && number <= range.max
  }
}
