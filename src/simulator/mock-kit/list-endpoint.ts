import type { MockCall } from './mock-venue.js'

/**
 * A list of a venue as data: what its query filters, sorts and pages by. Each reader throws the venue's own refusal of
 * a value that it cannot read. What the query names besides is ignored.
 */
export interface ListSpec<Row, Call extends MockCall = MockCall> {
  /** By query name; each keeps some of the rows, or all when the query has nothing for it. */
  readonly filters?: Readonly<Record<string, ListFilter<Row, Call>>>
  /** The order of the list, most important first; without it rows stay as they come. */
  readonly order?: (call: Call) => readonly SortKey<Row, Call>[]
  /** Rows of a page at most. */
  readonly limit: (call: Call) => number
  /** Rows before the page, all pages of this size; 0 when absent. */
  readonly start?: (call: Call, limit: number) => number
  /** The place of the last row of the page before, in the keys of the order; undefined on the first page. */
  readonly after?: (call: Call) => SortPosition | undefined
}

type Test<Row> = (row: Row) => boolean

/** @returns undefined when the query asks for nothing by this name */
export type ListFilter<Row, Call extends MockCall = MockCall> = (
  call: Call,
  name: string,
) => Test<Row> | undefined

/** What rows are sorted by; undefined comes last in either direction. */
export type Key<Row, Call extends MockCall = MockCall> = (row: Row, call: Call) => KeyValue
type KeyValue = number | string | undefined

export interface SortKey<Row, Call extends MockCall = MockCall> {
  readonly key: Key<Row, Call>
  readonly isFalling: boolean
}

/** A row's values of the keys that a list is sorted by. */
export type SortPosition = readonly KeyValue[]

/** A page, and what venues tell beside it. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Rows of all pages. */
  readonly total: number
  /** Rows before this page. */
  readonly start: number
  readonly limit: number
  /** Whether rows follow this page. */
  readonly more: boolean
}

/** The page of a list that a call asks for. @throws the venue's refusal of what the call asks */
export function pageOf<Row, Call extends MockCall>(
  spec: ListSpec<Row, Call>,
  call: Call,
  rows: readonly Row[],
): ListPage<Row> {
  const limit = spec.limit(call)
  const start = spec.start?.(call, limit) ?? 0
  const after = spec.after?.(call)
  const { placed, compare } = inOrder(spec, call, rows)
  const left = after === undefined ? placed : placed.filter(({ place }) => compare(place, after) > 0)
  const page = left.slice(start, start + limit).map(({ row }) => row)
  return { rows: page, total: placed.length, start, limit, more: start + page.length < left.length }
}

interface Placed<Row> {
  readonly row: Row
  readonly place: SortPosition
}

function inOrder<Row, Call extends MockCall>(
  { filters = {}, order }: ListSpec<Row, Call>,
  call: Call,
  rows: readonly Row[],
): {
  readonly placed: readonly Placed<Row>[]
  readonly compare: (a: SortPosition, b: SortPosition) => number
} {
  const keys = order?.(call) ?? []
  const tests = Object.entries(filters).flatMap(([name, filter]) => filter(call, name) ?? [])
  const compare = comparison(keys.map(({ isFalling }) => isFalling))
  const placed = rows
    .filter((row) => tests.every((test) => test(row)))
    .map((row) => ({ row, place: sortPositionOf(keys, row, call) }))
  if (keys.length > 0) placed.sort((a, b) => compare(a.place, b.place))
  return { placed, compare }
}

/** Where a row stands in a list of this order. */
export function sortPositionOf<Row, Call extends MockCall>(
  keys: readonly SortKey<Row, Call>[],
  row: Row,
  call: Call,
): SortPosition {
  return keys.map(({ key }) => key(row, call))
}

function comparison(falling: readonly boolean[]): (a: SortPosition, b: SortPosition) => number {
  return (a, b) => {
    for (const [index, isFalling] of falling.entries()) {
      const [left, right] = [a[index], b[index]]
      if (left === right) continue
      if (left === undefined) return 1
      if (right === undefined) return -1
      return left < right === isFalling ? 1 : -1
    }
    return 0
  }
}

/** The key of a table that a name asks for. @param refuse the venue's answer to a name that is none of the table's */
export function keyNamed<Row, Call extends MockCall>(
  keys: Readonly<Record<string, Key<Row, Call>>>,
  name: string,
  refuse: (names: string) => Error,
): Key<Row, Call> {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (key === undefined) throw refuse(Object.keys(keys).join(', '))
  return key
}

/** How a count of the query is read. */
export interface CountRule {
  readonly otherwise: number
  /** 1 when absent. */
  readonly least?: number
  readonly most?: number
  /** The answer to a value that is no whole number or too small. */
  readonly refuse: (name: string) => Error
  /** The answer to more than the most; without it that many are meant. */
  readonly refuseMore?: (name: string, most: number) => Error
}

/** Reads a count, such as `count('limit', { otherwise: 20, most: 100, refuse })`. */
export function readCountOf(name: string, rule: CountRule): (call: Pick<MockCall, 'query'>) => number {
  const { otherwise, least = 1, most = Number.POSITIVE_INFINITY, refuse, refuseMore } = rule
  return ({ query }) => {
    const value = query.integer(name) ?? otherwise
    if (value === 'bad' || value < least) throw refuse(name)
    if (value > most && refuseMore !== undefined) throw refuseMore(name, most)
    return Math.min(value, most)
  }
}

/** The start of a page that is named by its number, from 1 up. */
export function numbered<Call>(page: (call: Call) => number): (call: Call, limit: number) => number {
  return (call, limit) => (page(call) - 1) * limit
}
