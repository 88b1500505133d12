/** Matching takes linear time: callers and venues may send any text. */

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Whether the text is a decimal number: digits with at most one point, an optional sign and an optional exponent. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Removes leading zeros of a numeric id, which venues with numeric ids ignore: 007 finds 7. Other ids stay unchanged. */
export function withoutZeros(id: string): string {
  return id.startsWith('0') && /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id
}
