import type { PriceCandle } from '../../api/models/models.js'
import { parseIso, toIso } from '../../api/times/instant.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { findNumberEnd, parseNumberBytes } from '../../api/values/number-bytes.js'
import type { SeriesIdentity } from '../../candles/store/candle-store.js'
import type { RestoredRow } from '../../candles/store/import-candles.js'
import { formerNameColumns, nameColumns } from './export-rows.js'

/**
 * Reads the lines of an export from their bytes, without decoding text. Nearly all lines have the same form: a series' names,
 * then numbers between fixed texts. Any other line is left to the text reader, which also reports its errors.
 */
export interface FastReader {
  /** Reads a line. @returns undefined for a line of another form */
  read(buffer: Buffer, from: number, to: number, line: number): RestoredRow | undefined
  /** Learns the form of a line from one that was read as text. */
  learn(text: string, form: LineForm | undefined, identity: SeriesIdentity): void
}

/** The fixed parts around a line's values. */
export interface LineForm {
  /** Returns the text before the first value, which identifies the series, or undefined if it is not found. */
  readonly headOf: (text: string) => string | undefined
  /** Returns the end of this text in a line of another series, or -1 if it is not found. */
  readonly headEnd: (buffer: Buffer, from: number, to: number) => number
  readonly values: readonly LineValue[]
  readonly end: Uint8Array
  /** Whether an empty value means an unknown one, as in CSV. */
  readonly mayBeEmpty: boolean
}

interface LineValue {
  readonly name: ValueName
  /** The bytes before the value. */
  readonly before: Uint8Array
}

/** `iso`: the open time as ISO text. `time`: the same again, after the open time as a number. */
type ValueName = 'timestamp' | 'iso' | 'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'available_at'

const formerValues = ['timestamp', 'time', 'open', 'high', 'low', 'close', 'volume'] as const
const values = ['iso', 'open', 'high', 'low', 'close', 'volume', 'available_at'] as const
/** Columns that may be missing from files of earlier versions. */
const mayLack: readonly string[] = ['time', 'volume']

/** Returns the values after the series' names, or undefined for an order that cannot be read from left to right. */
function valuesOf(
  columns: readonly string[],
): { readonly names: number; readonly values: readonly ValueName[] } | undefined {
  const isFormer = columns.includes('series')
  const names: readonly string[] = isFormer ? formerNameColumns : nameColumns
  const own = columns.slice(names.length).map((name) => (isFormer || name !== 'timestamp' ? name : 'iso'))
  const known: readonly ValueName[] = isFormer ? formerValues : values
  const found = known.filter((name) => own.includes(name))
  const isPlain =
    names.every((name) => columns.slice(0, names.length).includes(name)) &&
    found.join() === own.join() &&
    known.every((name) => own.includes(name) || (isFormer && mayLack.includes(name)))
  return isPlain ? { names: names.length, values: found } : undefined
}

const QUOTE = 0x22
const COMMA = 0x2c

/** Returns the form of CSV lines after a header, or undefined for an unsupported header. */
export function csvFormOf(columns: readonly string[]): LineForm | undefined {
  const form = valuesOf(columns)
  if (form === undefined) return undefined
  const comma = Buffer.from(',')
  return {
    headOf(text) {
      let end = text.length
      for (const _name of form.values) end = text.lastIndexOf(',', end - 1)
      return text.slice(0, end)
    },
    headEnd(buffer, from, to) {
      let commas = 0
      for (let at = from; at < to; at++) {
        if (buffer[at] === QUOTE) return -1
        if (buffer[at] === COMMA && ++commas === form.names) return at
      }
      return -1
    },
    values: form.values.map((name) => ({ name, before: comma })),
    end: new Uint8Array(),
    mayBeEmpty: true,
  }
}

/** Returns the form of lines that contain the given JSON object, or undefined for an unsupported object. */
export function jsonFormOf(value: object): LineForm | undefined {
  const form = valuesOf(Object.keys(value))
  if (form === undefined) return undefined
  const isFormer = !form.values.includes('iso')
  const all: readonly ValueName[] =
    isFormer && !form.values.includes('volume') ? [...form.values, 'volume'] : form.values
  let quote = ''
  const read = all.map((name) => {
    const isQuoted = name === 'time' || name === 'iso'
    const before = Buffer.from(`${quote},"${name === 'iso' ? 'timestamp' : name}":${isQuoted ? '"' : ''}`)
    quote = isQuoted ? '"' : ''
    return { name, before }
  })
  const first = ',"timestamp":'
  return {
    headOf(text) {
      const end = text.indexOf(first)
      return end === -1 ? undefined : text.slice(0, end)
    },
    headEnd(buffer, from, to) {
      // The search is limited to this line: where lines have spaces, the text occurs nowhere in the buffer.
      const at = buffer.subarray(from, to).indexOf(first)
      return at === -1 ? -1 : from + at
    },
    values: read,
    end: Buffer.from('}'),
    mayBeEmpty: false,
  }
}

const slots = { timestamp: 0, iso: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 } as const
const NULL = Buffer.from('null')

export function createFastReader(): FastReader {
  const known = new Map<string, Head>()
  const time = createTimeText()
  const readTime = createTimeReader()
  /** The numbers in the current line. An unknown number is NaN. */
  const numbers = new Float64Array(6)
  let form: LineForm | undefined
  let head: Head | undefined

  /** Returns the head of the line, which is nearly always that of the previous line. */
  function headAt(buffer: Buffer, from: number, to: number): Head | undefined {
    if (head !== undefined && isAt(head.bytes, buffer, from, to)) return head
    const end = form?.headEnd(buffer, from, to) ?? -1
    head = end === -1 ? undefined : known.get(buffer.toString('latin1', from, end))
    return head
  }

  /** Reads a value. @returns the end of the value; -1 if it cannot be read here */
  function take({ name, before }: LineValue, mayBeEmpty: boolean, buffer: Buffer, from: number, to: number) {
    if (!isAt(before, buffer, from, to)) return name === 'volume' && !mayBeEmpty ? from : -1
    const at = from + before.length
    if (name === 'available_at') return endOfTime(buffer, at, to, mayBeEmpty ? 0 : 1)
    return name === 'time' || name === 'iso'
      ? takeTime(name, buffer, at, to)
      : takeNumber(name, mayBeEmpty, buffer, at, to)
  }

  function takeTime(name: 'time' | 'iso', buffer: Buffer, at: number, to: number): number {
    if (name === 'time')
      return time.isAt(numbers[slots.timestamp] ?? 0, buffer, at, to) ? at + TIME_LENGTH : -1
    const opening = readTime(buffer, at, to)
    numbers[slots.iso] = opening
    return Number.isNaN(opening) ? -1 : at + TIME_LENGTH
  }

  function takeNumber(
    name: Exclude<ValueName, 'time' | 'iso' | 'available_at'>,
    mayBeEmpty: boolean,
    buffer: Buffer,
    at: number,
    to: number,
  ): number {
    const end = findNumberEnd(buffer, at, to)
    if (end === at && name === 'volume') return endOfAbsent(buffer, at, to, mayBeEmpty)
    const value = parseNumberBytes(buffer, at, end)
    if (value === undefined) return -1
    numbers[slots[name]] = value
    return end
  }

  return {
    read(buffer, from, to, line) {
      const found = form && headAt(buffer, from, to)
      if (form === undefined || found === undefined) return undefined
      numbers.fill(Number.NaN)
      let at = from + found.bytes.length
      for (const value of form.values) {
        at = take(value, form.mayBeEmpty, buffer, at, to)
        if (at === -1) return undefined
      }
      if (!isAt(form.end, buffer, at, to) || at + form.end.length !== to) return undefined
      return { identity: found.identity, bar: barOf(numbers), line }
    },
    learn(text, formOfLine, identity) {
      const headText = formOfLine?.headOf(text)
      form = headText === undefined ? undefined : formOfLine
      if (headText === undefined) return
      const bytes = Buffer.from(headText)
      head = { bytes, identity }
      known.set(bytes.toString('latin1'), head)
    },
  }
}

function barOf(numbers: Float64Array): PriceCandle {
  // One by one: destructuring costs more than the rest of reading a line.
  const timestamp = numbers[slots.timestamp] ?? 0
  const open = numbers[slots.open] ?? 0
  const high = numbers[slots.high] ?? 0
  const low = numbers[slots.low] ?? 0
  const close = numbers[slots.close] ?? 0
  const volume = numbers[slots.volume] ?? 0
  return Number.isNaN(volume)
    ? { timestamp, open, high, low, close }
    : { timestamp, open, high, low, close, volume }
}

interface Head {
  readonly bytes: Buffer
  readonly identity: SeriesIdentity
}

function isAt(bytes: Uint8Array, buffer: Buffer, at: number, to: number): boolean {
  if (at + bytes.length > to) return false
  for (let index = 0; index < bytes.length; index++) if (bytes[index] !== buffer[at + index]) return false
  return true
}

const ZERO = 0x30

const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length
/** Last day with a four-digit year in ISO 8601. */
const LAST_TIME = Date.UTC(9999, 11, 31)

/** Checks whether the bytes are the text of a time. The text of the day is rebuilt when the day changes. */
function createTimeText() {
  let day = Number.NaN
  let text = Buffer.from('')
  return {
    isAt(timestamp: number, buffer: Buffer, at: number, to: number): boolean {
      if (!Number.isInteger(timestamp) || timestamp > LAST_TIME || at + TIME_LENGTH > to) return false
      const rest = timestamp % DAY_MS
      if (timestamp - rest !== day) {
        day = timestamp - rest
        text = Buffer.from(toIso(day))
      }
      setDigits(text, 11, 2, Math.floor(rest / 3_600_000))
      setDigits(text, 14, 2, Math.floor(rest / 60_000) % 60)
      setDigits(text, 17, 2, Math.floor(rest / 1_000) % 60)
      setDigits(text, 20, 3, rest % 1_000)
      return isAt(text, buffer, at, to)
    },
  }
}

/**
 * Creates a function that parses ISO 8601 with milliseconds, and returns NaN for any other form. The text of the day is parsed
 * once.
 */
function createTimeReader(): (buffer: Buffer, at: number, to: number) => number {
  let day = Buffer.from('')
  let start = Number.NaN
  return (buffer, at, to) => {
    if (at + TIME_LENGTH > to) return Number.NaN
    if (day.length === 0 || !isAt(day, buffer, at, to)) {
      day = Buffer.from(buffer.subarray(at, at + DAY_LENGTH))
      start = parseIso(`${day.toString('latin1')}00:00:00.000Z`) ?? Number.NaN
    }
    const [hour, minute, second] = [
      digits(buffer, at + 11, 2),
      digits(buffer, at + 14, 2),
      digits(buffer, at + 17, 2),
    ]
    const isPlain =
      buffer[at + 13] === COLON &&
      buffer[at + 16] === COLON &&
      buffer[at + 19] === DOT &&
      buffer[at + 23] === ZULU
    if (!isPlain || hour > 23 || minute > 59 || second > 59) return Number.NaN
    return start + ((hour * 60 + minute) * 60 + second) * 1_000 + digits(buffer, at + 20, 3)
  }
}

const DAY_LENGTH = '2026-01-01T'.length
const [COLON, DOT, ZULU] = [0x3a, 0x2e, 0x5a]

function digits(buffer: Buffer, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) {
    const digit = (buffer[index] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Returns the end of an absent value, or -1 for any other value. */
function endOfAbsent(buffer: Buffer, at: number, to: number, mayBeEmpty: boolean): number {
  if (mayBeEmpty) return at
  return isAt(NULL, buffer, at, to) ? at + NULL.length : -1
}

/** Returns the end of a time that is not used, or -1 for any other form and for an open candle. @param quote bytes of a quote */
function endOfTime(buffer: Buffer, at: number, to: number, quote: number): number {
  const begin = at + quote
  const end = begin + TIME_LENGTH
  const isTime = end + quote <= to && buffer[end - 1] === ZULU && buffer[begin + 10] === 0x54
  return isTime ? end + quote : -1
}

function setDigits(text: Buffer, at: number, count: number, value: number): void {
  let rest = value
  for (let index = at + count - 1; index >= at; index--) {
    text[index] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}
