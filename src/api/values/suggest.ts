/** Returns the known name that is most similar to a misspelled name, or undefined if none is similar. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase()
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const distance = editDistance(lower, candidate.toLowerCase())
    if (best === undefined || distance < best.distance) best = { name: candidate, distance }
  }
  const tolerance = Math.max(1, Math.floor(name.length / 3))
  return best !== undefined && best.distance <= tolerance ? best.name : undefined
}

/** Returns ` (did you mean 'x'?)` or '', to append to a message. */
export function suggestName(name: string, known: readonly string[]): string {
  const suggestion = findNearest(name, known)
  return suggestion === undefined ? '' : ` (did you mean '${suggestion}'?)`
}

/** Returns the edit distance, with swapped neighbors as one edit (optimal string alignment), two rows at a time. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution, swap))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
