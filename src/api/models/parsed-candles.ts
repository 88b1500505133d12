import type { PriceCandle } from './models.js'

/**
 * Candles that were parsed from the text that `renderCandle` returns for them. Such text needs to be neither rendered nor compressed
 * again where these very objects, which never change, are written or served.
 */
export interface ParsedCandles {
  readonly bars: readonly PriceCandle[]
  readonly bytes: Buffer
  /** The beginning of each candle's text, and where another one would begin. A comma is between two texts. */
  readonly starts: Uint32Array
}

/** The candles that were parsed last. */
let newest: ParsedCandles | undefined

const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const TIMESTAMP = toBytes('{"timestamp":')
const OPEN = toBytes(',"open":')
const HIGH = toBytes(',"high":')
const LOW = toBytes(',"low":')
const CLOSE = toBytes(',"close":')
const VOLUME = toBytes(',"volume":')
const ZERO = 0x30
const NINE = 0x39
const POINT = 0x2e
const COMMA = 0x2c
const BRACE = 0x7d

/** Numbers with this many characters are exact, and so are powers of ten. */
const EXACT_DIGITS = 15
const powers = Array.from({ length: EXACT_DIGITS }, (_, power) => 10 ** power)
/** Smaller numbers have text with an exponent. */
const MIN_FRACTION = 1e-6

/** The end of the number that was read last. */
let numberEnd = 0

/** Returns the number at a place, or NaN unless its text is the one that `String` returns. */
function readNumber(bytes: Uint8Array, from: number): number {
  let whole = 0
  let point = -1
  let at = from
  for (; ; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= ZERO && byte <= NINE) whole = whole * 10 + (byte - ZERO)
    else if (byte === POINT && point < 0) point = at
    else break
  }
  numberEnd = at
  if (at - from > EXACT_DIGITS) return readLongNumber(bytes, from, at)
  if (at === from || (bytes[from] === ZERO && at > from + 1 && point !== from + 1)) return Number.NaN
  if (point < 0) return whole
  if (point === from || bytes[at - 1] === ZERO) return Number.NaN
  const value = whole / (powers[at - 1 - point] ?? Number.NaN)
  return point < at - 1 && value >= MIN_FRACTION ? value : Number.NaN
}

function readLongNumber(bytes: Uint8Array, from: number, to: number): number {
  const text = String.fromCharCode(...bytes.subarray(from, to))
  const value = Number(text)
  return String(value) === text ? value : Number.NaN
}

function isAt(bytes: Uint8Array, place: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[place + at] !== text[at]) return false
  return true
}

/** Returns the number behind a name, or NaN unless both are there as `renderCandle` writes them. */
function readMember(bytes: Uint8Array, place: number, name: Uint8Array): number {
  return isAt(bytes, place, name) ? readNumber(bytes, place + name.length) : Number.NaN
}

/** Returns the candle of a text, or undefined unless `renderCandle` returns the same text for it. */
function readCandle(bytes: Uint8Array, from: number, to: number): PriceCandle | undefined {
  const timestamp = readMember(bytes, from, TIMESTAMP)
  const open = readMember(bytes, numberEnd, OPEN)
  const high = readMember(bytes, numberEnd, HIGH)
  const low = readMember(bytes, numberEnd, LOW)
  const close = readMember(bytes, numberEnd, CLOSE)
  // The sum of numbers is NaN if one of them is.
  if (Number.isNaN(timestamp + open + high + low + close)) return undefined
  if (bytes[numberEnd] === BRACE && numberEnd + 1 === to) return { timestamp, open, high, low, close }
  const volume = readMember(bytes, numberEnd, VOLUME)
  if (Number.isNaN(volume) || bytes[numberEnd] !== BRACE || numberEnd + 1 !== to) return undefined
  return { timestamp, open, high, low, close, volume }
}

/**
 * Parses the candles of a text from one place to another.
 * @returns undefined if `renderCandle` would write one of them in another way
 */
export function parseCandles(
  bytes: Buffer,
  starts: Uint32Array,
  begin: number,
  end: number,
): ParsedCandles | undefined {
  const bars: PriceCandle[] = []
  for (let at = begin; at < end; at++) {
    const from = Number(starts[at])
    const bar = readCandle(bytes, from, Number(starts[at + 1]) - 1)
    if (bar === undefined || (at > begin && bytes[from - 1] !== COMMA)) return undefined
    bars.push(bar)
  }
  newest = { bars, bytes, starts: starts.subarray(begin, end + 1) }
  return newest
}

/** Returns the JSON of candles without the brackets of a list if they are part of the list that was parsed last. */
export function findParsedText(bars: readonly PriceCandle[]): string | undefined {
  const [first] = bars
  if (newest === undefined || first === undefined) return undefined
  const begin = newest.bars.indexOf(first)
  if (begin < 0) return undefined
  for (let at = 1; at < bars.length; at++) if (bars[at] !== newest.bars[begin + at]) return undefined
  const { bytes, starts } = newest
  return bytes.toString('latin1', starts[begin], Number(starts[begin + bars.length]) - 1)
}
