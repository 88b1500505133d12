import { parseIso } from '../../api/times/instant.js'
import type { Query } from '../http/query.js'
import type { ListFilter } from './list-endpoint.js'
import type { MockCall } from './mock-venue.js'

/** The ways in which venues filter lists, for the `filters` of a `ListSpec`. */

/** What a filter reads of a row. */
type Read<Row, Call, Value> = (row: Row, call: Call) => Value

/** The value under a query name; undefined when there is none. @throws the venue's refusal of what it cannot read */
type Value<T> = (query: Query, name: string) => T | undefined

/** Keeps the rows that are as a flag says. @param otherwise what it says when it is not given; nothing when absent */
export function whereFlag<Row, Call extends MockCall>(
  read: Read<Row, Call, boolean>,
  otherwise?: boolean,
): ListFilter<Row, Call> {
  return (call, name) => {
    const wanted = call.query.flag(name) ?? otherwise
    return wanted === undefined ? undefined : (row) => read(row, call) === wanted
  }
}

/** Keeps the rows that have the text of the query. @param read a row's one text, or all of them */
export function same<Row, Call extends MockCall>(
  read: Read<Row, Call, string | readonly string[] | undefined>,
): ListFilter<Row, Call> {
  return whereOneOf((query, name) => [query.text(name) ?? []].flat(), read)
}

/**
 * Keeps the rows that have one of the values: of a repeated key, or of a list with commas.
 * @param read a row's one text, or all of them
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

/** Keeps the rows that have none of the values. */
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

/** A key that may be repeated. */
export function whereRepeated(query: Query, name: string): readonly string[] {
  return query.all(name)
}

/** A key that holds a list with commas. */
export function commas(query: Query, name: string): readonly string[] {
  return query.list(name)
}

/**
 * Keeps what a word stands for.
 * @param words undefined: this word keeps every row
 * @param refuse the venue's answer to another word; without it that word filters nothing
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

/** Keeps the rows whose text holds every word of the query, in any case. */
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

/** Keeps the rows whose text holds that of the query, in any case. */
export function phrase<Row, Call extends MockCall>(read: Read<Row, Call, string>): ListFilter<Row, Call> {
  return (call, name) => {
    const wanted = call.query.text(name)?.toLowerCase()
    return wanted === undefined ? undefined : (row) => read(row, call).toLowerCase().includes(wanted)
  }
}

/** Keeps the rows whose number is at least that of the query; none without a number. */
export function whereAtLeast<Row, Call extends MockCall>(
  value: Value<number>,
  read: Read<Row, Call, number | undefined>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const bound = value(call.query, name)
    return bound === undefined ? undefined : (row) => (read(row, call) ?? Number.NaN) >= bound
  }
}

/** Keeps the rows whose number is at most that of the query; none without a number. */
export function whereAtMost<Row, Call extends MockCall>(
  value: Value<number>,
  read: Read<Row, Call, number | undefined>,
): ListFilter<Row, Call> {
  return (call, name) => {
    const bound = value(call.query, name)
    return bound === undefined ? undefined : (row) => (read(row, call) ?? Number.NaN) <= bound
  }
}

/** A number of the query. */
export function numeric(refuse: (name: string) => Error): Value<number> {
  return (query, name) => {
    const value = query.number(name)
    if (value === 'bad') throw refuse(name)
    return value
  }
}

/** An ISO date of the query, epoch ms. */
export function isoDate(refuse: (name: string) => Error): Value<number> {
  return (query, name) => {
    const text = query.text(name)
    if (text === undefined) return undefined
    const at = parseIso(text)
    if (at === undefined) throw refuse(name)
    return at
  }
}
