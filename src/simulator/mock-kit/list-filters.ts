import { parseIso } from '../../api/times/instant.js'
import type { Query } from '../http/query.js'
import type { ListFilter } from './list-endpoint.js'
import type { MockCall } from './mock-venue.js'

/** The filters of venues for lists, for the `filters` of a `ListSpec`. */

/** Reads the value of a row that a filter tests. */
type Read<Row, Call, Value> = (row: Row, call: Call) => Value

/** Reads the value with a query name, or undefined if there is none. @throws the venue's error for an invalid value */
type Value<T> = (query: Query, name: string) => T | undefined

/** Selects rows by a flag. @param otherwise the default of the flag; no filter if absent */
export function whereFlag<Row, Call extends MockCall>(
  read: Read<Row, Call, boolean>,
  otherwise?: boolean,
): ListFilter<Row, Call> {
  return (call, name) => {
    const wanted = call.query.flag(name) ?? otherwise
    return wanted === undefined ? undefined : (row) => read(row, call) === wanted
  }
}

/** Selects rows with the text of the query. @param read a row's text, or several */
export function whereEqual<Row, Call extends MockCall>(
  read: Read<Row, Call, string | readonly string[] | undefined>,
): ListFilter<Row, Call> {
  return whereOneOf((query, name) => [query.text(name) ?? []].flat(), read)
}

/**
 * Selects rows with one of the values, from a repeated key or a comma-separated list.
 * @param read a row's text, or several
 */
export function whereOneOf<Row, Call extends MockCall>(
  values: (query: Query, name: string) => readonly string[],
  read: Read<Row, Call, string | readonly string[] | undefined>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const wanted = values(call.query, name)
    return wanted.length === 0 ? undefined : (row) => [read(row, call) ?? []].flat().some(isIn(wanted))
  }
}

/** Selects rows with none of the values. */
export function noneOf<Row, Call extends MockCall>(
  values: (query: Query, name: string) => readonly string[],
  read: Read<Row, Call, string | readonly string[] | undefined>,
): ListFilter<Row, Call> {
  const filter = whereOneOf(values, read)
  return (call, name) => {
    const isOne = filter(call, name)
    return isOne && ((row) => !isOne(row))
  }
}

function isIn(values: readonly string[]): (value: string) => boolean {
  const known = new Set(values)
  return (value) => known.has(value)
}

/** Returns the values of a key that may be repeated. */
export function readRepeated(query: Query, name: string): readonly string[] {
  return query.all(name)
}

/** Returns the values of a key with a comma-separated list. */
export function readCommaSeparated(query: Query, name: string): readonly string[] {
  return query.list(name)
}

/**
 * Selects rows by a keyword.
 * @param words the test for each keyword; undefined selects every row
 * @param refuse returns the venue's error for an unknown keyword; if absent, such a keyword does not filter
 */
export function whereWord<Row, Call extends MockCall>(
  words: Readonly<Record<string, Read<Row, Call, boolean> | undefined>>,
  refuse?: (name: string, words: string) => Error,
): ListFilter<Row, Call> {
  return (call, name) => {
    const asked = call.query.text(name)
    if (asked === undefined) return undefined
    if (!Object.hasOwn(words, asked) && refuse !== undefined)
      throw refuse(name, Object.keys(words).join(', '))
    const test = Object.hasOwn(words, asked) ? words[asked] : undefined
    return test && ((row) => test(row, call))
  }
}

/** Selects rows whose text contains every word of the query, ignoring case. */
export function whereEveryWord<Row, Call extends MockCall>(
  read: Read<Row, Call, string>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const words = (call.query.text(name) ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return undefined
    return (row) => {
      const text = read(row, call).toLowerCase()
      return words.every((one) => text.includes(one))
    }
  }
}

/** Selects rows whose text contains that of the query, ignoring case. */
export function wherePhrase<Row, Call extends MockCall>(
  read: Read<Row, Call, string>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const wanted = call.query.text(name)?.toLowerCase()
    return wanted === undefined ? undefined : (row) => read(row, call).toLowerCase().includes(wanted)
  }
}

/** Selects rows whose number is at least that of the query; rows without a number do not match. */
export function whereAtLeast<Row, Call extends MockCall>(
  value: Value<number>,
  read: Read<Row, Call, number | undefined>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const bound = value(call.query, name)
    return bound === undefined ? undefined : (row) => (read(row, call) ?? Number.NaN) >= bound
  }
}

/** Selects rows whose number is at most that of the query; rows without a number do not match. */
export function whereAtMost<Row, Call extends MockCall>(
  value: Value<number>,
  read: Read<Row, Call, number | undefined>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const bound = value(call.query, name)
    return bound === undefined ? undefined : (row) => (read(row, call) ?? Number.NaN) <= bound
  }
}

/** Returns a reader of a number of the query. */
export function readNumber(refuse: (name: string) => Error): Value<number> {
  return (query, name) => {
    const value = query.number(name)
    if (value === 'bad') throw refuse(name)
    return value
  }
}

/** Returns a reader of an ISO date of the query, epoch ms. */
export function readIsoDate(refuse: (name: string) => Error): Value<number> {
  return (query, name) => {
    const text = query.text(name)
    if (text === undefined) return undefined
    const at = parseIso(text)
    if (at === undefined) throw refuse(name)
    return at
  }
}
