import { type Amount, fixedText } from '../../paper-trading/state/amount.js'

/** Amounts as the venue spells them. */

/** Dollars with four decimals. */
export function dollars(amount: Amount): string {
  return fixedText(amount, 4)
}

/** Dollars with six decimals, as costs and fees of fills have them. */
export function fineDollars(amount: Amount): string {
  return fixedText(amount, 6)
}

/** What is there to spend: dollars with four decimals, rounded down. */
export function balanceDollars(amount: Amount): string {
  return fixedText(amount, 4, 'down')
}

/** Contracts with two decimals. */
export function count(size: Amount): string {
  return fixedText(size, 2, 'down')
}

/** Whole cents, rounded down. */
export function cents(amount: Amount): number {
  return Number(fixedText(amount * 100n, 0, 'down'))
}
