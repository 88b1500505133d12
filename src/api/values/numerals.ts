/** Texts are read here in a time that grows with their length alone: callers and venues may send any text. */

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Whether the text is a decimal number: digits with at most one point, perhaps a sign, perhaps an exponent. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Venues that number their things read zeros before a number as nothing: 007 finds 7. Other ids stay as they are. */
export function withoutZeros(id: string): string {
  return id.startsWith('0') && /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id
}
