/** The text for an unknown value. */
export const UNKNOWN = '–'

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a price; an unknown one is {@link UNKNOWN}. */
export type PriceFormat = (price: number | undefined) => string

const MIN_DIGITS = 2
const MAX_DIGITS = 4

/**
 * Chooses the format for a column of prices (0..1), with as many decimals as the finest price needs, from two to four. A price
 * other than 0 or 1 is never shown as 0 or 1, but as `<0.0001` or `>0.9999`.
 */
export function choosePriceFormat(prices: readonly (number | undefined)[]): PriceFormat {
  const digits = prices.reduce<number>((most, price) => Math.max(most, digitsOf(price)), MIN_DIGITS)
  return (price) => {
    if (price === undefined) return UNKNOWN
    const text = price.toFixed(digits)
    if (price > 0 && Number(text) === 0) return `<${(10 ** -digits).toFixed(digits)}`
    return price < 1 && Number(text) === 1 ? `>${(1 - 10 ** -digits).toFixed(digits)}` : text
  }
}

function digitsOf(price: number | undefined): number {
  if (price === undefined) return MIN_DIGITS
  const [, decimals = ''] = price.toFixed(MAX_DIGITS).replace(/0+$/, '').split('.')
  const isTiny =
    (price > 0 && decimals === '' && price < 0.5) || (price < 1 && decimals === '' && price > 0.5)
  return isTiny ? MAX_DIGITS : decimals.length
}

/** Formats an amount of money or contracts in few characters: `0.25`, `1,234`, `12.3K`, `4.5M`. */
export function formatCompact(amount: number | undefined): string {
  if (amount === undefined) return UNKNOWN
  if (amount > 0 && amount < 0.01) return '<0.01'
  if (amount < 100) return exact.format(amount)
  return amount < 10_000 ? whole.format(amount) : compact.format(amount)
}

/** Formats an amount with thousands separators and up to two decimals: `12,345.5`. */
export function formatExact(amount: number | undefined): string {
  if (amount === undefined) return UNKNOWN
  return amount > 0 && amount < 0.01 ? '<0.01' : exact.format(amount)
}
