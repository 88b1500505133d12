import type { PriceCandle } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { findNumberEnd, parseNumberBytes } from '../../api/values/number-bytes.js'
import type { SeriesIdentity } from '../../candles/store/candle-store.js'
import type { RestoredRow } from '../../candles/store/import-candles.js'
import { identityColumns } from './export-rows.js'

/**
 * Reads lines of an export from their bytes, without decoding text. Nearly all lines have the same form: the names of a
 * series, then numbers between fixed texts. Any other line is left to the text reader, which also reports its errors.
 */
export interface FastReader {
  /** Reads a line. @returns undefined for a line of another form */
  read(buffer: Buffer, from: number, to: number, line: number): RestoredRow | undefined
  /** Learns the form of a line that was read as text. */
  learn(text: string, form: LineForm | undefined, identity: SeriesIdentity): void
}

/** Fixed parts around the values of a line. */
export interface LineForm {
  /** Returns the text before the first value, which identifies the series; undefined where it is not found. */
  readonly headOf: (text: string) => string | undefined
  /** Returns the end of this text in a line of another series; -1 where it is not found. */
  readonly headEnd: (buffer: Buffer, from: number, to: number) => number
  readonly values: readonly LineValue[]
  readonly end: Uint8Array
  /** Whether an empty value is an unknown one, as in csv. */
  readonly mayBeEmpty: boolean
}

interface LineValue {
  readonly name: ValueName
  /** The bytes before the value. */
  readonly before: Uint8Array
}

type ValueName = 'timestamp' | 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'

const needed = ['timestamp', 'open', 'high', 'low', 'close'] as const
const valueNames: readonly string[] = [...needed, 'time', 'volume']

/** Returns the names after those of the series; undefined for an order that cannot be read from left to right. */
function valuesOf(names: readonly string[]): readonly ValueName[] | undefined {
  const heads: readonly string[] = names.slice(0, identityColumns.length)
  const values = names.slice(identityColumns.length)
  const isPlain =
    identityColumns.every((name) => heads.includes(name)) &&
    needed.every((name) => values.includes(name)) &&
    values.every((name) => valueNames.includes(name)) &&
    new Set(values).size === values.length &&
    values[0] === 'timestamp' &&
    (!values.includes('volume') || values.at(-1) === 'volume')
  return isPlain ? (values as ValueName[]) : undefined
}

const QUOTE = 0x22
const COMMA = 0x2c

/** Returns the form of csv lines under a header; undefined for an unsupported header. */
export function csvFormOf(columns: readonly string[]): LineForm | undefined {
  const names = valuesOf(columns)
  if (names === undefined) return undefined
  const comma = Buffer.from(',')
  return {
    headOf(text) {
      let end = text.length
      for (const _name of names) end = text.lastIndexOf(',', end - 1)
      return text.slice(0, end)
    },
    headEnd(buffer, from, to) {
      let commas = 0
      for (let at = from; at < to; at++) {
        if (buffer[at] === QUOTE) return -1
        if (buffer[at] === COMMA && ++commas === identityColumns.length) return at
      }
      return -1
    },
    values: names.map((name) => ({ name, before: comma })),
    end: new Uint8Array(),
    mayBeEmpty: true,
  }
}

/** Returns the form of lines with such a JSON object; undefined for an unsupported object. */
export function jsonFormOf(value: object): LineForm | undefined {
  const names = valuesOf(Object.keys(value))
  if (names === undefined) return undefined
  const all: readonly ValueName[] = names.includes('volume') ? names : [...names, 'volume']
  let quote = ''
  const values = all.map((name) => {
    const before = Buffer.from(`${quote},"${name}":${name === 'time' ? '"' : ''}`)
    quote = name === 'time' ? '"' : ''
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
    values,
    end: Buffer.from('}'),
    mayBeEmpty: false,
  }
}

const slots = { timestamp: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 } as const

export function createFastReader(): FastReader {
  const known = new Map<string, Head>()
  const time = createTimeText()
  /** Numbers of the current line; an unknown one is NaN. */
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
    const isVolume = name === 'volume'
    if (!isAt(before, buffer, from, to)) return isVolume && !mayBeEmpty ? from : -1
    const at = from + before.length
    if (name === 'time')
      return time.isAt(numbers[slots.timestamp] ?? 0, buffer, at, to) ? at + TIME_LENGTH : -1
    const end = findNumberEnd(buffer, at, to)
    if (end === at && isVolume && mayBeEmpty) return at
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

/** Checks whether bytes are the text of a time. The text of the day is rebuilt when the day changes. */
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

function setDigits(text: Buffer, at: number, count: number, value: number): void {
  let rest = value
  for (let index = at + count - 1; index >= at; index--) {
    text[index] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}
