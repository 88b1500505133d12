/** An inverted index: the rows that have a word. */
interface RowsOfWords {
  readonly bytes: number
  /** Returns how many rows have the word. */
  countWith(word: number): number
  /** Returns the rows that have at least one of the words, ascending and each once. */
  withAny(words: readonly number[]): Iterable<number>
}

/** Rows read between two event-loop yields. */
const ROWS_AT_ONCE = 2_000

/**
 * Builds the index in steps, which allow event-loop yields between them.
 * @param words of all rows, concatenated
 * @param starts where the words of each row start; one more entry marks the end
 * @param size of the vocabulary
 */
export function* makeRowsOfWords(
  words: Uint32Array,
  starts: Uint32Array,
  size: number,
): Generator<void, RowsOfWords> {
  const count = starts.length - 1
  /** The last counted row of each word, so that a row counts once per word. */
  const seen = new Int32Array(size).fill(-1)
  const ends = new Uint32Array(size + 1)
  function* eachOnce(take: (word: number, row: number) => void): Generator<void> {
    seen.fill(-1)
    for (let row = 0; row < count; row++) {
      if (row % ROWS_AT_ONCE === 0) yield
      for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
        const word = words[at] as number
        if (seen[word] === row) continue
        seen[word] = row
        take(word, row)
      }
    }
  }
  yield* eachOnce((word) => {
    ends[word + 1] = (ends[word + 1] as number) + 1
  })
  for (let word = 0; word < size; word++) ends[word + 1] = (ends[word + 1] as number) + (ends[word] as number)
  const begins = ends.slice()
  const rows = new Uint32Array(ends[size] as number)
  yield* eachOnce((word, row) => {
    const place = begins[word] as number
    rows[place] = row
    begins[word] = place + 1
  })

  const rowsWith = (word: number): Uint32Array => rows.subarray(ends[word], ends[word + 1])

  return {
    bytes: rows.byteLength + ends.byteLength,
    countWith: (word) => (ends[word + 1] as number) - (ends[word] as number),
    withAny(some) {
      const [only] = some
      if (only === undefined) return []
      if (some.length === 1) return rowsWith(only)
      const marks = new Uint8Array(count)
      let found = 0
      for (const word of some)
        for (const row of rowsWith(word)) {
          if (marks[row] === 0) found++
          marks[row] = 1
        }
      const all = new Uint32Array(found)
      for (let row = 0, place = 0; place < found; row++) if (marks[row] === 1) all[place++] = row
      return all
    },
  }
}
