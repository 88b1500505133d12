import { createGrowingWholes } from './growing-columns.js'

/** Stands between texts: a byte that no UTF-8 has, so that nothing is found across two of them. */
const BETWEEN = 0xff

/** Texts in lower case, one behind the other: a search is one pass over memory. Holds arrays only, so threads can pass it on. */
export interface TextIndex {
  readonly bytes: Uint8Array
  /** Where each text starts, and after the last one where the next would. */
  readonly starts: Uint32Array
}

/** Room for letters that is made at first, bytes. */
const FIRST_ROOM = 4_096

export function createTextIndexBuilder() {
  const starts = createGrowingWholes()
  let bytes = Buffer.alloc(FIRST_ROOM)
  let end = 0
  starts.push(0)

  return {
    add(text: string): void {
      const lowered = text.toLowerCase()
      // A letter, as JavaScript counts them, is three bytes at most.
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

/** The text at a place, in lower case. */
export function textAt({ bytes, starts }: TextIndex, place: number): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return all.toString('utf8', starts[place], (starts[place + 1] as number) - 1)
}

/** The same texts in another order. */
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
 * The places of the texts that hold the sought one, ascending and from the given one on, whatever the case, as
 * `toLowerCase` and `includes` tell; halves of surrogate pairs are no text, and all alike.
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

/** The last text that starts there or before it. */
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
