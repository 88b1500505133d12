import { complementPriceOf } from '../../world/wallets.js'

/** One of the two sides of an outcome; 0 is the one that it is named for. */
export type Side = 0 | 1

/** Renders a number as decimal text with at least one decimal place, such as `159.0` and `0.05`. */
export function toDecimal(value: number): string {
  const text = String(Math.round(value * 1e8) / 1e8)
  // JavaScript renders small numbers with an exponent.
  const plain = text.includes('e') ? value.toFixed(8).replace(/0+$/, '') : text
  return plain.includes('.') ? plain : `${plain}.0`
}

/** Returns the price of a side when side 0 costs `price`; the two books are complements. */
export function priceOf(side: Side, price: number): number {
  return side === 0 ? price : complementPriceOf(price)
}
