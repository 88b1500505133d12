import type { MockCall } from './mock-venue.js'

/**
 * A list of a venue as data: its filters, order and pagination by query. Each reader throws the venue's own error for an invalid
 * value. Other query parameters are ignored.
 */
export interface ListSpec<Row, Call extends MockCall = MockCall> {
  /** By query name; each selects rows, or all when the query has no value for it. */
  readonly filters?: Readonly<Record<string, ListFilter<Row, Call>>>
  /** The order of the list, most important key first; rows are unsorted if absent. */
  readonly order?: (call: Call) => readonly SortKey<Row, Call>[]
  /** Returns the maximum number of rows of a page. */
  readonly limit: (call: Call) => number
  /** Returns the number of rows before the page; 0 if absent. */
  readonly start?: (call: Call, limit: number) => number
  /**
   * Returns the position of the last row of the previous page, in the keys of the order, or undefined on the first page.
   */
  readonly after?: (call: Call) => SortPosition | undefined
}

type Test<Row> = (row: Row) => boolean

/**
 * A filter of a list.
 * @returns undefined when the query has no value with this name
 */
export type ListFilter<Row, Call extends MockCall = MockCall> = (
  call: Call,
  name: string,
) => Test<Row> | undefined

/** Returns the value by which a row is sorted; undefined comes last in either direction. */
export type Key<Row, Call extends MockCall = MockCall> = (row: Row, call: Call) => KeyValue
type KeyValue = number | string | undefined

export interface SortKey<Row, Call extends MockCall = MockCall> {
  readonly key: Key<Row, Call>
  readonly isFalling: boolean
}

/** A row's values of the sort keys of a list. */
export type SortPosition = readonly KeyValue[]

/** A page, and its pagination data. */
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

/** Returns the page of a list that a call requests. @throws the venue's error for an invalid query */
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

/** Returns the position of a row in a list of this order. */
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

/** Returns the key of a table with a name. @param refuse the venue's error for an unknown name */
export function findKey<Row, Call extends MockCall>(
  keys: Readonly<Record<string, Key<Row, Call>>>,
  name: string,
  refuse: (names: string) => Error,
): Key<Row, Call> {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (key === undefined) throw refuse(Object.keys(keys).join(', '))
  return key
}

/** The rules of an integer of the query. */
export interface CountRule {
  readonly otherwise: number
  /** 1 if absent. */
  readonly least?: number
  readonly most?: number
  /** Returns the error for a value that is not an integer, or is too small. */
  readonly refuse: (name: string) => Error
  /** Returns the error for a value above the maximum; if absent, the maximum is used. */
  readonly refuseMore?: (name: string, most: number) => Error
}

/** Returns a reader of an integer, such as `readCountOf('limit', { otherwise: 20, most: 100, refuse })`. */
export function readCountOf(name: string, rule: CountRule): (call: Pick<MockCall, 'query'>) => number {
  const { otherwise, least = 1, most = Number.POSITIVE_INFINITY, refuse, refuseMore } = rule
  return ({ query }) => {
    const value = query.integer(name) ?? otherwise
    if (value === 'bad' || value < least) throw refuse(name)
    if (value > most && refuseMore !== undefined) throw refuseMore(name, most)
    return Math.min(value, most)
  }
}

/** Returns the start of a page that is selected by its number, from 1. */
export function startFromNumber<Call>(page: (call: Call) => number): (call: Call, limit: number) => number {
  return (call, limit) => (page(call) - 1) * limit
}
