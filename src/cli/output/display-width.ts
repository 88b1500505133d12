/** Measures, cleans and shortens text for a terminal. */

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Marks that change the writing direction, which can make one text look like another. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
const emoji = /\p{Emoji_Presentation}|\ufe0f/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const plainAscii = /^[\x20-\x7e]*$/

/** Returns external text that is safe to print: one line, without control characters and direction marks. */
export function toPrintable(text: string): string {
  return plainAscii.test(text) ? text : text.replace(controls, ' ').replace(directions, '')
}

/** Returns the width of a printable text on a terminal, in columns. */
export function measureWidth(text: string): number {
  if (plainAscii.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
}

/** Returns the text if it fits into `columns`, or otherwise its beginning with an ellipsis. */
export function shorten(text: string, columns: number): string {
  if (measureWidth(text) <= columns) return text
  if (columns < 1) return ''
  let kept = ''
  let left = columns - 1
  for (const grapheme of graphemes(text)) {
    left -= graphemeWidth(grapheme)
    if (left < 0) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}

/** Pads with spaces to `columns`. A longer text is not changed. */
export function pad(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, columns - measureWidth(text)))
  return align === 'left' ? text + spaces : spaces + text
}

/** Joins parts into lines of at most `columns`. A longer part gets its own line. */
export function joinToWidth(parts: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    const longer = `${last}${separator}${part}`
    if (last === undefined || measureWidth(longer) > columns) lines.push(part)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Splits a text into visible characters. */
function graphemes(text: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map((part) => part.segment)
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1
}
