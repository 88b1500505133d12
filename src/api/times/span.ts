export const MINUTE_MS = 60_000

/** Half-open span of open times, epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Whether a span is empty. Spans are half-open `[from, to)`. Lists of spans are ascending and disjoint unless a function states
 * otherwise.
 */

export function isEmpty(span: Span): boolean {
  return span.from >= span.to
}

export function intersect(a: Span, b: Span): Span | undefined {
  const span = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
  return isEmpty(span) ? undefined : span
}

/** Returns the parts of entries within a span, each with the other members of its entry. */
export function clipSpans<Entry extends Span>(entries: readonly Entry[], within: Span): Entry[] {
  const parts: Entry[] = []
  for (const entry of entries) {
    // Nearly all entries are inside.
    if (entry.from >= within.from && entry.to <= within.to && !isEmpty(entry)) parts.push(entry)
    else {
      const part = intersect(entry, within)
      if (part !== undefined) parts.push({ ...entry, ...part })
    }
  }
  return parts
}

/** Returns the parts of `span` that none of `holes` (ascending, may overlap) covers. */
export function subtract(span: Span, holes: readonly Span[]): Span[] {
  const rest: Span[] = []
  let from = span.from
  for (const hole of holes) {
    if (hole.to <= from) continue
    if (hole.from >= span.to) break
    if (hole.from > from) rest.push({ from, to: hole.from })
    from = Math.max(from, hole.to)
  }
  if (from < span.to) rest.push({ from, to: span.to })
  return rest
}

/** Joins spans that overlap or touch. The input may be in any order; the result is ascending and disjoint. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { from: number; to: number }[] = []
  let last: { from: number; to: number } | undefined
  for (const { from, to } of sortSpans(spans)) {
    if (from >= to) continue
    if (last === undefined || from > last.to) {
      last = { from, to }
      joined.push(last)
    } else if (to > last.to) last.to = to
  }
  return joined
}

/** Returns entries by their beginning. Nearly all lists are ascending already, which is faster to see than to sort. */
export function sortSpans<Entry extends Span>(entries: readonly Entry[]): readonly Entry[] {
  let previous = Number.NEGATIVE_INFINITY
  for (const { from } of entries) {
    if (from < previous) return [...entries].sort((a, b) => a.from - b.from)
    previous = from
  }
  return entries
}

/** Cuts a span into pieces of at most `sizeMs`. */
export function cut(span: Span, sizeMs: number): Span[] {
  const pieces: Span[] = []
  for (let from = span.from; from < span.to; ) {
    const to = Math.min(span.to, from + sizeMs)
    pieces.push({ from, to })
    from = to
  }
  return pieces
}

/** Returns the smallest span that contains all spans, or undefined for none. */
export function hullOf(spans: readonly Span[]): Span | undefined {
  const [first] = spans
  if (first === undefined) return undefined
  let { from, to } = first
  for (const span of spans) {
    from = Math.min(from, span.from)
    to = Math.max(to, span.to)
  }
  return { from, to }
}

/** Returns the index of the first item in an ascending list for which `isBefore` is false. */
export function findInsertIndex<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && isBefore(item)) low = middle + 1
    else high = middle
  }
  return low
}

/** Creates a function that tests whether any span contains a time. Callers must pass ascending times. */
export function createSpanTest(spans: readonly Span[]): (at: number) => boolean {
  let place = 0
  return (at) => {
    while ((spans[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place++
    return at >= (spans[place]?.from ?? Number.POSITIVE_INFINITY)
  }
}
