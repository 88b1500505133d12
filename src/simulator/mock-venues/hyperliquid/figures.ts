import { otherSidePrice } from '../../world/wallets.js'

/** Which of the two sides of an outcome: 0 is the one it is named for. */
export type Side = 0 | 1

/** A number as the venue writes all of them: decimal text with at least one place, `159.0` and `0.05`. */
export function decimal(value: number): string {
  const text = String(Math.round(value * 1e8) / 1e8)
  // JavaScript writes small numbers with an exponent.
  const plain = text.includes('e') ? value.toFixed(8).replace(/0+$/, '') : text
  return plain.includes('.') ? plain : `${plain}.0`
}

/** What a side costs when side 0 costs `price`: the two books are one, seen from its two ends. */
export function priceOf(side: Side, price: number): number {
  return side === 0 ? price : otherSidePrice(price)
}
