import { type Amount, fixedText } from '../../paper-trading/state/amount.js'

/** Amounts in the formats of the venue. */

/** Renders dollars with four decimals. */
export function dollars(amount: Amount): string {
  return fixedText(amount, 4)
}

/** Renders dollars with six decimals, as in costs and fees of fills. */
export function fineDollars(amount: Amount): string {
  return fixedText(amount, 6)
}

/** Renders the available balance: dollars with four decimals, rounded down. */
export function balanceDollars(amount: Amount): string {
  return fixedText(amount, 4, 'down')
}

/** Renders contracts with two decimals. */
export function count(size: Amount): string {
  return fixedText(size, 2, 'down')
}

/** Returns whole cents, rounded down. */
export function cents(amount: Amount): number {
  return Number(fixedText(amount * 100n, 0, 'down'))
}
