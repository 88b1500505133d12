import { complement } from '../venue-kit/unify.js'

/** Prices by their text, with the text of the other side: markets have few. */
const complements = new Map<string, string>()
const MOST_COMPLEMENTS = 20_000

const OPEN = '"open":'.length
const HIGH = ',"high":'.length
const LOW = ',"low":'.length
const CLOSE = ',"close":'.length

/**
 * The text of candles on the other side of their market: what `candlesText` makes of the mirrored candles, without
 * making candles of the text in between.
 * @param text of `candlesText`, or a part of it
 */
export function mirrorText(text: string): string {
  let mirrored = ''
  let copied = 0
  for (let at = text.indexOf('"open":'); at >= 0; at = text.indexOf('"open":', copied)) {
    const open = at + OPEN
    const openEnd = text.indexOf(',', open)
    const high = openEnd + HIGH
    const highEnd = text.indexOf(',', high)
    const low = highEnd + LOW
    const lowEnd = text.indexOf(',', low)
    const close = lowEnd + CLOSE
    const closeEnd = endOfNumber(text, close)
    const prices = `${other(text.slice(open, openEnd))},"high":${other(text.slice(low, lowEnd))},"low":${other(text.slice(high, highEnd))},"close":${other(text.slice(close, closeEnd))}`
    mirrored += text.slice(copied, open) + prices
    copied = closeEnd
  }
  return mirrored + text.slice(copied)
}

const COMMA = 0x2c
const BRACE = 0x7d

function endOfNumber(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code !== COMMA && code !== BRACE; code = text.charCodeAt(at)) at++
  return at
}

function other(price: string): string {
  const known = complements.get(price)
  if (known !== undefined) return known
  if (complements.size >= MOST_COMPLEMENTS) complements.clear()
  const made = String(complement(Number(price)))
  complements.set(price, made)
  return made
}
