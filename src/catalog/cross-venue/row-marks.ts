/** Number of rows tested in one operation, which is the number of bits in a word. */
const WORD = 32
/** Number of slots. Each trigram (of bytes) is hashed to two of them, and a row has about a hundred trigrams. */
const THREES = 1_024
/** Bigrams and single bytes, for short texts: marks the words whose rows contain them. */
const TWOS = 4_096
const ONES = 256
const SHORTS = TWOS + ONES
/** Texts up to this length are also tested by their bigrams. */
const FEW_LETTERS = 4
/** Maximum number of slots of a text that are tested, the rarest first. */
const MAX_SLOTS = 10

/** The conditions for rows, or undefined for all rows. */
interface Marked {
  readonly list: number | undefined
  readonly kind: number | undefined
  /** The bytes of a text, in the spelling of the rows. */
  readonly text: Uint8Array | undefined
}

/** A filter of candidate rows; it has false positives, but no false negatives. */
interface RowMarks {
  /** Yields rows of the list and the kind, in their order, that may contain the text. */
  rows(marked: Marked): Generator<number>
}

interface RowMarksBuilder {
  /** Adds the next row. @param texts of the row, from `from` to `to` */
  add(list: number, kind: number, texts: Uint8Array, from: number, to: number): void
  build(): RowMarks
}

/**
 * Creates a bitmap index with a bit per row and property, which tests 32 rows at a time.
 * @param count number of rows that will be added, of so many lists and kinds
 */
export function createRowMarks(count: number, lists: number, kinds: number): RowMarksBuilder {
  const words = Math.ceil(count / WORD)
  const shortWords = Math.ceil(words / WORD)
  const ofThree = new Uint32Array(THREES * words)
  const ofShort = new Uint32Array(SHORTS * shortWords)
  const ofList = new Uint32Array(lists * words)
  const ofKind = new Uint32Array(kinds * words)
  /** Number of rows that have each slot. */
  const held = new Uint32Array(THREES)
  /** The trigram bits of the current word of rows, which are stored together. */
  const present = new Uint32Array(THREES)
  let row = 0

  function flush(word: number): void {
    for (let slot = 0; slot < THREES; slot++) {
      const bits = present[slot] as number
      if (bits === 0) continue
      ofThree[slot * words + word] = bits
      held[slot] = (held[slot] as number) + ones(bits)
    }
    present.fill(0)
  }

  /** Returns the bitmaps that a row must be in, the rarest first. */
  function slicesOf({ list, kind, text }: Marked): readonly Uint32Array[] {
    const slice = (marks: Uint32Array, at: number): Uint32Array =>
      marks.subarray(at * words, (at + 1) * words)
    const rarest = [...new Set(text === undefined ? [] : slotsOf(text))]
      .sort((a, b) => (held[a] as number) - (held[b] as number))
      .slice(0, MAX_SLOTS)
    return [
      ...rarest.map((slot) => slice(ofThree, slot)),
      ...(list === undefined ? [] : [slice(ofList, list)]),
      ...(kind === undefined ? [] : [slice(ofKind, kind)]),
    ]
  }

  function* rowsOf(marked: Marked): Generator<number> {
    const [rarest = ofAll(), ...others] = slicesOf(marked)
    const shorts = marked.text === undefined ? [] : shortSlotsOf(marked.text)
    for (let word = 0; word < words; word++) {
      let bits = rarest[word] as number
      if (bits === 0 || !areShort(shorts, word)) continue
      for (const slice of others) {
        bits &= slice[word] as number
        if (bits === 0) break
      }
      for (; bits !== 0; bits &= bits - 1) yield word * WORD + 31 - Math.clz32(bits & -bits)
    }
  }

  /** Whether the rows of a word contain all given bigrams or bytes. */
  function areShort(slots: readonly number[], word: number): boolean {
    for (const slot of slots) if (!hasBit(ofShort, slot * shortWords, word)) return false
    return true
  }

  function ofAll(): Uint32Array {
    const all = new Uint32Array(words).fill(0xffffffff)
    if (count % WORD !== 0) all[words - 1] = 2 ** (count % WORD) - 1
    return all
  }

  return {
    add(list, kind, texts, from, to) {
      const word = Math.floor(row / WORD)
      const bit = 1 << (row % WORD)
      setBit(ofList, list * words, row)
      setBit(ofKind, kind * words, row)
      let a = 0
      let b = 0
      for (let at = from; at < to; at++) {
        const c = texts[at] as number
        setBit(ofShort, slotOfOne(c) * shortWords, word)
        if (at > from) setBit(ofShort, slotOfTwo(b, c) * shortWords, word)
        if (at > from + 1) {
          const mixed = mixedOf(a, b, c)
          const one = firstSlot(mixed)
          const other = secondSlot(mixed)
          present[one] = (present[one] as number) | bit
          present[other] = (present[other] as number) | bit
        }
        a = b
        b = c
      }
      row++
      if (row % WORD === 0 || row === count) flush(word)
    },
    build: () => ({ rows: rowsOf }),
  }
}

function slotsOf(text: Uint8Array): readonly number[] {
  return Array.from(text.subarray(2), (letter, at) =>
    mixedOf(text[at] as number, text[at + 1] as number, letter),
  ).flatMap((mixed) => [firstSlot(mixed), secondSlot(mixed)])
}

/** Returns the slots of a text with too few trigrams. */
function shortSlotsOf(text: Uint8Array): readonly number[] {
  if (text.length === 1) return [slotOfOne(text[0] as number)]
  if (text.length > FEW_LETTERS) return []
  return Array.from(text.subarray(1), (letter, at) => slotOfTwo(text[at] as number, letter))
}

function mixedOf(a: number, b: number, c: number): number {
  return Math.imul((a << 16) | (b << 8) | c, 0x9e3779b1)
}

function firstSlot(mixed: number): number {
  return mixed >>> 22
}

function secondSlot(mixed: number): number {
  return (mixed >>> 11) & (THREES - 1)
}

function slotOfTwo(a: number, b: number): number {
  return ((a * 37) ^ b) & (TWOS - 1)
}

function slotOfOne(a: number): number {
  return TWOS + a
}

function setBit(marks: Uint32Array, from: number, at: number): void {
  const word = from + (at >>> 5)
  marks[word] = (marks[word] as number) | (1 << (at & 31))
}

function hasBit(marks: Uint32Array, from: number, at: number): boolean {
  return ((marks[from + (at >>> 5)] as number) & (1 << (at & 31))) !== 0
}

/** Returns the number of set bits. */
function ones(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555)
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
