import { type Amount, toFixedText } from '../../paper-trading/state/amount.js'

/** Amounts in the formats of the venue. */

/** Renders dollars with four decimals. */
export function toDollars(amount: Amount): string {
  return toFixedText(amount, 4)
}

/** Renders dollars with six decimals, as in costs and fees of fills. */
export function toFineDollars(amount: Amount): string {
  return toFixedText(amount, 6)
}

/** Renders the available balance: dollars with four decimals, rounded down. */
export function toBalanceDollars(amount: Amount): string {
  return toFixedText(amount, 4, 'down')
}

/** Renders contracts with two decimals. */
export function count(size: Amount): string {
  return toFixedText(size, 2, 'down')
}

/** Returns whole cents, rounded down. */
export function toCents(amount: Amount): number {
  return Number(toFixedText(amount * 100n, 0, 'down'))
}
