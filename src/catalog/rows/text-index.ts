import { createGrowingWholes } from './growing-columns.js'

/** Separates texts. UTF-8 does not contain this byte, so no match spans two texts. */
const BETWEEN = 0xff

/**
 * Concatenated texts in lower case, so that a search is one pass over memory. It contains only arrays, so threads can transfer
 * it.
 */
export interface TextIndex {
  readonly bytes: Uint8Array
  /** Start of each text. One more entry marks the end. */
  readonly starts: Uint32Array
}

/** Initial size of the buffer, bytes. */
const FIRST_ROOM = 4_096

export function createTextIndexBuilder() {
  const starts = createGrowingWholes()
  let bytes = Buffer.alloc(FIRST_ROOM)
  let end = 0
  starts.push(0)

  return {
    add(text: string): void {
      const lowered = text.toLowerCase()
      // A UTF-16 code unit takes at most three bytes.
      const wanted = end + lowered.length * 3 + 1
      if (wanted > bytes.length) {
        const larger = Buffer.alloc(Math.max(wanted, Math.ceil(bytes.length * 1.5)))
        bytes.copy(larger, 0, 0, end)
        bytes = larger
      }
      end += bytes.write(lowered, end)
      bytes[end++] = BETWEEN
      starts.push(end)
    },
    build(): TextIndex {
      const own = new Uint8Array(end)
      own.set(bytes.subarray(0, end))
      return { bytes: own, starts: starts.taken() }
    },
  }
}

/** Returns the text at a position, in lower case. */
export function textAt({ bytes, starts }: TextIndex, place: number): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return all.toString('utf8', starts[place], (starts[place + 1] as number) - 1)
}

/** Returns the same texts in another order. */
export function reorderIndex({ bytes, starts }: TextIndex, order: Uint32Array): TextIndex {
  const own = { bytes: new Uint8Array(bytes.length), starts: new Uint32Array(starts.length) }
  let end = 0
  for (const [place, text] of order.entries()) {
    own.bytes.set(bytes.subarray(starts[text], starts[text + 1]), end)
    end += (starts[text + 1] as number) - (starts[text] as number)
    own.starts[place + 1] = end
  }
  return own
}

/**
 * Yields the positions of the texts that contain the search text, ascending, starting at the given position. It ignores
 * case, as `toLowerCase` and `includes` do. All unpaired surrogates are equal.
 */
export function* findHolders({ bytes, starts }: TextIndex, sought: string, from = 0): Generator<number> {
  const needle = Buffer.from(sought.toLowerCase())
  const count = starts.length - 1
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let place = from; place < count; place++) {
    if (needle.length > 0) {
      const at = all.indexOf(needle, starts[place])
      if (at < 0) return
      place = placeAt(starts, at)
    }
    yield place
  }
}

/** Returns the last text that starts at or before the position. */
function placeAt(starts: Uint32Array, at: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
