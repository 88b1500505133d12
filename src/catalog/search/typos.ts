/** Minimum word lengths for one and for two allowed typos. */
const ONE_FROM = 4
const TWO_FROM = 8

/**
 * Returns how many typos are allowed in a word. A word with a digit allows none, because a different number has a
 * different meaning.
 */
export function allowedTyposIn(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word) || word.length < ONE_FROM) return 0
  return word.length < TWO_FROM ? 1 : 2
}

/**
 * Returns the number of deletions, insertions, substitutions and swaps of neighbors (Damerau-Levenshtein, optimal string
 * alignment).
 * @returns a number above `most` if there are more
 */
export function countTypos(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let typos = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) typos = Math.min(typos, (before[column - 2] as number) + 1)
      next.push(typos)
      least = Math.min(least, typos)
    }
    if (least > most) return most + 1
    before = last
    last = next
  }
  return last[b.length] as number
}

/** Returns the letters of a word as a bit set; other characters share bits. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << ((word.charCodeAt(at) - 97) & 31)
  return letters
}

/**
 * Whether words with these letters may be at most the given number of typos apart. Never returns false for two words that
 * are.
 */
export function mayBeTypos(a: number, b: number, most: number): boolean {
  let different = a ^ b
  // A substitution changes two bits.
  for (let left = 2 * most; left > 0 && different !== 0; left--) different &= different - 1
  return different === 0
}
