import type { UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { memberOf } from '../../api/values/json.js'
import { isCategory } from '../../catalog/query/category.js'
import { isInRange, type RowFilter, type TextField } from '../../catalog/rows/filter.js'
import type { LateNumberName, NumberName } from '../../catalog/rows/row-numbers.js'
import { sumKnown } from '../../venue-kit/unify/unified-market.js'
import { readEventCriteria, readMarketCriteria } from './parse-filter.js'

/**
 * Tests single rows against a filter. Rows are typed structurally, because callers send them to `filterMarkets` and
 * `filterEvents`. A member whose type differs from the model's counts as missing.
 */

type Test<Row> = (row: Row) => boolean

/**
 * Parses the criteria of a market filter.
 * @throws VALIDATION_ERROR naming the criterion that cannot be parsed
 */
export function toMarketTest(criteria: unknown): Test<UnifiedMarket> {
  return testOf(readMarketCriteria(criteria), marketText, marketNumber)
}

/**
 * Parses the criteria of an event filter.
 * @throws VALIDATION_ERROR naming the criterion that cannot be parsed
 */
export function toEventTest(criteria: unknown): Test<UnifiedEvent> {
  return testOf(readEventCriteria(criteria), rowText, eventNumber)
}

interface Worded {
  readonly category?: unknown
  readonly tags?: unknown
}

function testOf<Row extends Worded>(
  { texts = [], category, tags, ranges = {} }: RowFilter,
  textsOf: (row: Row, field: TextField) => readonly unknown[],
  numberOf: (row: Row, name: string) => number | undefined,
): Test<Row> {
  const tests: Test<Row>[] = []
  for (const { text, fields } of texts) {
    const needle = text.toLowerCase()
    const holds = (value: unknown) => typeof value === 'string' && value.toLowerCase().includes(needle)
    tests.push((row) => fields.some((field) => textsOf(row, field).some(holds)))
  }
  if (category !== undefined) {
    const isWanted = isCategory(category)
    tests.push(({ category: word }) => typeof word === 'string' && isWanted(word))
  }
  if (tags !== undefined) {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
    const isWanted = (tag: unknown) => typeof tag === 'string' && wanted.has(tag.toLowerCase())
    tests.push((row) => listIn(row.tags).some(isWanted))
  }
  for (const [name, range] of Object.entries(ranges))
    tests.push((row) => isInRange(range, numberOf(row, name)))
  return (row) => tests.every((test) => test(row))
}

function marketText(market: UnifiedMarket, field: TextField): readonly unknown[] {
  if (field === 'outcomes') return listIn(market.outcomes).map((outcome) => memberOf(outcome, 'label'))
  return rowText(market, field)
}

function rowText(row: Worded, field: TextField): readonly unknown[] {
  return field === 'tags' ? listIn(row.tags) : [memberOf(row, field)]
}

function marketNumber(market: UnifiedMarket, name: string): number | undefined {
  const price = pricesOf[name]
  if (price !== undefined) return numberIn(memberOf(memberOf(market, price[0]), price[1]))
  if (name === 'openInterest') return numberIn(market.openInterest)
  if (name !== 'endsAt') return knownIn(market, name)
  const { resolutionDate } = market
  return typeof resolutionDate === 'string' ? parseIso(resolutionDate) : undefined
}

const pricesOf: Readonly<Partial<Record<string, readonly [side: string, name: string]>>> = {
  yesPrice: ['yes', 'price'],
  noPrice: ['no', 'price'],
  upPrice: ['up', 'price'],
  downPrice: ['down', 'price'],
  yesChange: ['yes', 'priceChange24h'],
  noChange: ['no', 'priceChange24h'],
  upChange: ['up', 'priceChange24h'],
  downChange: ['down', 'priceChange24h'],
} satisfies Partial<Record<NumberName | LateNumberName, readonly [string, string]>>

function eventNumber({ markets }: UnifiedEvent, name: string): number | undefined {
  const list = listIn(markets)
  if (name === 'marketCount') return list.length
  return sumKnown(list.map((market) => knownIn(market, 'volume24h')))
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Returns a number of a row; undefined also if the row has 0 and marks it as unknown. */
function knownIn(row: unknown, name: string): number | undefined {
  const unknown = listIn(memberOf(memberOf(row, 'metadata'), 'unknown'))
  return unknown.includes(name) ? undefined : numberIn(memberOf(row, name))
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
