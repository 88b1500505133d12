/** Stands between texts: a byte that no UTF-8 has, so that nothing is found across two of them. */
const BETWEEN = 0xff

/** Texts in lower case, one behind the other: a search is one pass over memory. Holds arrays only, so threads can pass it on. */
export interface TextIndex {
  readonly bytes: Uint8Array
  /** Where each text starts, and after the last one where the next would. */
  readonly starts: Uint32Array
}

export function createTextIndex(texts: readonly string[]): TextIndex {
  const lowered = texts.map((text) => text.toLowerCase())
  const starts = new Uint32Array(texts.length + 1)
  for (const [row, text] of lowered.entries())
    starts[row + 1] = (starts[row] ?? 0) + Buffer.byteLength(text) + 1
  const bytes = Buffer.alloc(starts[texts.length] ?? 0, BETWEEN)
  for (const [row, text] of lowered.entries()) bytes.write(text, starts[row] ?? 0)
  return { bytes, starts }
}

/**
 * Sets the mark of each row whose text holds the sought one, whatever the case, as `toLowerCase` and `includes` tell;
 * halves of surrogate pairs are no text, and all alike.
 */
export function markHolders({ bytes, starts }: TextIndex, sought: string, marks: Uint8Array): void {
  const needle = Buffer.from(sought.toLowerCase())
  if (needle.length === 0) {
    marks.fill(1)
    return
  }
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = all.indexOf(needle); at >= 0; ) {
    const row = rowAt(starts, at)
    marks[row] = 1
    at = all.indexOf(needle, starts[row + 1])
  }
}

/** The last row that starts at the place or before it. */
function rowAt(starts: Uint32Array, at: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
