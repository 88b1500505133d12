import type { PriceCandle } from '../../api/models/models.js'
import { complementBar } from '../../venue-kit/unify/unified-market.js'
import { renderCandles } from '../store/candle-row.js'

const [ZERO, ONE, POINT, COMMA, BRACE] = [0x30, 0x31, 0x2e, 0x2c, 0x7d]
const BEFORE_TIME = '{"timestamp":'.length
const BEFORE_OPEN = ',"open":'.length
const BEFORE_HIGH = ',"high":'.length
const BEFORE_LOW = ',"low":'.length
const BEFORE_CLOSE = ',"close":'.length
/** A complement with more decimals may have an exponent. */
const LONGEST = '0.123456'.length
/** The sum of the character codes of a digit and its complement to 9. */
const NINES = 0x30 + 0x39

/**
 * Returns the text of the complement candles, as `renderCandles` would return it. Prices with few decimals keep their
 * length, so they are replaced in place, digit by digit.
 * @param text of `renderCandles`
 */
export function toComplementJson(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  if (turnAll(bytes)) return bytes.toString('latin1')
  return renderCandles((JSON.parse(text) as PriceCandle[]).map(complementBar))
}

/** @returns false, with the bytes partly changed, if a price cannot be replaced in place */
function turnAll(bytes: Buffer): boolean {
  const { length } = bytes
  // After the bracket, then after each comma between two candles.
  for (let at = 1; at < length - 1; at++) {
    const time = at + BEFORE_TIME
    const open = endOf(bytes, time) + BEFORE_OPEN
    const openEnd = endOf(bytes, open)
    const high = openEnd + BEFORE_HIGH
    const highEnd = endOf(bytes, high)
    const low = highEnd + BEFORE_LOW
    const lowEnd = endOf(bytes, low)
    const close = lowEnd + BEFORE_CLOSE
    const closeEnd = endOf(bytes, close)
    const isTurned =
      turn(bytes, open, openEnd) &&
      turn(bytes, high, highEnd) &&
      turn(bytes, low, lowEnd) &&
      turn(bytes, close, closeEnd)
    if (!isTurned) return false
    change(bytes, high, highEnd, low, lowEnd)
    at = closeEnd
    while (at < length && bytes[at] !== BRACE) at++
    at++
  }
  return true
}

function endOf(bytes: Buffer, begin: number): number {
  let at = begin
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== BRACE) at++
  return at
}

/** Replaces a price with its complement, in place. */
function turn(bytes: Buffer, begin: number, end: number): boolean {
  const last = end - 1
  const digit = bytes[last] as number
  if (begin === last && (digit === ZERO || digit === ONE)) {
    bytes[last] = ZERO + ONE - digit
    return true
  }
  const isPlain = bytes[begin] === ZERO && bytes[begin + 1] === POINT && digit !== ZERO
  if (!isPlain || end - begin > LONGEST) return false
  for (let at = begin + 2; at < last; at++) bytes[at] = NINES - (bytes[at] as number)
  bytes[last] = NINES + 1 - digit
  return true
}

const aside = new Uint8Array(2 * LONGEST)

/** Exchanges two prices: the highest price of one side is the complement of the lowest of the other. */
function change(bytes: Buffer, high: number, highEnd: number, low: number, lowEnd: number): void {
  const [highLength, lowLength, between] = [highEnd - high, lowEnd - low, low - highEnd]
  for (let at = 0; at < highLength; at++) aside[at] = bytes[high + at] as number
  for (let at = 0; at < lowLength; at++) aside[LONGEST + at] = bytes[low + at] as number
  if (highLength !== lowLength) bytes.copyWithin(high + lowLength, highEnd, low)
  for (let at = 0; at < lowLength; at++) bytes[high + at] = aside[LONGEST + at] as number
  const begin = high + lowLength + between
  for (let at = 0; at < highLength; at++) bytes[begin + at] = aside[at] as number
}
