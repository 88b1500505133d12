import type { PriceCandle } from '../../api/models/models.js'

export type Direction = 'rising' | 'falling' | 'flat'

/** A candle in half lines from the top of the plot; a smaller number is a higher price. */
interface Halves {
  readonly high: number
  readonly low: number
  readonly bodyTop: number
  readonly bodyEnd: number
}

/** Characters by the content of their upper and lower half: 0 nothing, 1 the wick, 2 the body. */
const characters: Readonly<Record<'rising' | 'falling', readonly string[]>> = {
  rising: [' ', '╷', '╻', '╵', '│', '╽', '╹', '╿', '┃'],
  // No character joins a block to a wick: there the wick is half a line shorter.
  falling: [' ', '╷', '▄', '╵', '│', '▄', '▀', '▀', '█'],
}

/** Meaning of the shapes, for plots without colors. */
export const legend = '┃ rising  █ falling  ─ unchanged'

export function directionOf({ open, close }: PriceCandle): Direction {
  return close > open ? 'rising' : close < open ? 'falling' : 'flat'
}

/**
 * Draws one candle as a column of single characters, top line first.
 * @param halfOf the half line of a price, from 0 to 2 * rows - 1
 */
export function drawCandle(candle: PriceCandle, rows: number, halfOf: (price: number) => number): string[] {
  const direction = directionOf(candle)
  const halves = {
    high: halfOf(candle.high),
    low: halfOf(candle.low),
    bodyTop: halfOf(Math.max(candle.open, candle.close)),
    bodyEnd: halfOf(Math.min(candle.open, candle.close)),
  }
  return Array.from({ length: rows }, (_, row) =>
    direction === 'flat' && row === Math.floor(halves.bodyTop / 2)
      ? crossing(halves)
      : (characters[direction === 'falling' ? 'falling' : 'rising'][
          3 * filling(2 * row, halves) + filling(2 * row + 1, halves)
        ] ?? ' '),
  )
}

function filling(half: number, { high, low, bodyTop, bodyEnd }: Halves): 0 | 1 | 2 {
  if (half >= bodyTop && half <= bodyEnd) return 2
  return half >= high && half <= low ? 1 : 0
}

/** A body without height: a bar across the wick. */
function crossing({ high, low, bodyTop }: Halves): string {
  const above = high < bodyTop
  const below = low > bodyTop
  return above ? (below ? '┼' : '┴') : below ? '┬' : '─'
}
