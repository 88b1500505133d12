import { type Category, categories } from '../../api/categories.js'
import type { VenueId } from '../../api/venue-ids.js'
import type { Turn } from '../../policy/turns.js'
import { compareRows, type ListColumns } from '../columns.js'
import { categoryOf } from './category.js'
import { createRowMarks } from './row-marks.js'

/** What is looked for among the rows of all venues. */
export interface Sought {
  /** Stands in the title or the slug, whatever the case; as it is, without a meaning of any letter. */
  readonly text?: string
  readonly category?: Category
  readonly venue?: VenueId
  /** Rows that have closed before it, epoch ms, are left out; none are without. */
  readonly openAt?: number
  /** Rows that have not closed before it, epoch ms, are left out. */
  readonly closedAt?: number
  readonly limit: number
  readonly offset: number
}

/** A row of one of the shelves that the index was made of. */
export interface Found {
  readonly shelf: number
  readonly version: number
}

interface FoundRows {
  readonly found: readonly Found[]
  /** The first end of a row that was looked at and counted, epoch ms: until then, all that end later are the same. */
  readonly sameUntil: number
}

/** The rows of all venues in the order in which they are answered: by the volume of 24 h, greatest first. */
export interface SearchIndex {
  readonly count: number
  find(sought: Sought): FoundRows
  /** Rows of a category, before anything else is asked of them. */
  readonly counts: Readonly<Record<Category, number>>
}

interface Source {
  readonly venue: VenueId
  readonly columns: ListColumns
}

/** Rows put in their places before others get a turn. */
const ROWS_AT_ONCE = 2_000

/** Rows lie in memory in the order of the answers, and a search ends with the last row of its page. */
export async function createSearchIndex(sources: readonly Source[], turn: Turn): Promise<SearchIndex> {
  const count = sources.reduce((sum, { columns }) => sum + columns.count, 0)
  const shelves = new Uint8Array(count)
  const versions = new Float64Array(count)
  const ends = new Float64Array(count)
  const kinds = new Uint8Array(count)
  const starts = new Uint32Array(count + 1)
  const bytes = Buffer.allocUnsafe(
    sources.reduce(
      (sum, { columns: { titles, slugs } }) => sum + titles.bytes.length + slugs.bytes.length,
      0,
    ),
  )
  const marks = createRowMarks(count, sources.length, categories.length)
  const kindsOf = sources.map(({ columns }) => kindsIn(columns))
  let filled = 0
  let at = 0
  for (const [shelf, row, place] of inOrder(sources)) {
    const { columns } = sources[shelf] as Source
    shelves[at] = shelf
    versions[at] = columns.versions[row] as number
    ends[at] = columns.numbers.closesAt[row] as number
    kinds[at] = kindsOf[shelf]?.[row] as number
    for (const { bytes: texts, starts: from } of [columns.titles, columns.slugs]) {
      const text = texts.subarray(from[place], from[place + 1])
      bytes.set(text, filled)
      filled += text.length
    }
    marks.add(shelf, kinds[at] as number, bytes, starts[at] as number, filled)
    starts[++at] = filled
    if (at % ROWS_AT_ONCE === 0) await turn(true)
  }
  const marked = marks.build()
  const counts = countsOf(kinds)

  /** Rows in their order. @param lists of which they are; of all without */
  function* holders(
    text: string,
    lists: readonly number[] | undefined,
    kind: number | undefined,
  ): Generator<number> {
    const needle = text === '' ? undefined : Buffer.from(text.toLowerCase())
    const list = lists?.length === 1 ? lists[0] : undefined
    for (const row of marked.rows({ list, kind, text: needle })) {
      const isOfList = list !== undefined || lists?.includes(shelves[row] as number) !== false
      if (isOfList && (needle === undefined || bytes.subarray(starts[row], starts[row + 1]).includes(needle)))
        yield row
    }
  }

  return {
    count,
    counts,
    find({ text = '', category, venue, openAt, closedAt, limit, offset }) {
      const ofVenue = sources.flatMap((source, index) => (source.venue === venue ? [index] : []))
      const lists = venue === undefined ? undefined : ofVenue
      if (lists?.length === 0) return { found: [], sameUntil: Number.POSITIVE_INFINITY }
      const kind = category === undefined ? undefined : categories.indexOf(category)
      const found: Found[] = []
      let sameUntil = Number.POSITIVE_INFINITY
      let skipped = 0
      for (const row of holders(text, lists, kind)) {
        // What nobody knows the end of has not ended.
        const end = ends[row] as number
        if (openAt !== undefined && end < openAt) continue
        if (closedAt !== undefined && !(end < closedAt)) continue
        if (end < sameUntil) sameUntil = end
        if (skipped++ < offset) continue
        found.push({ shelf: shelves[row] as number, version: versions[row] as number })
        if (found.length === limit) break
      }
      return { found, sameUntil }
    },
  }
}

/** The rows of all lists as one; those that are alike in the order of the lists. */
function* inOrder(
  sources: readonly Source[],
): Generator<readonly [shelf: number, row: number, place: number]> {
  const places = sources.map(() => 0)
  const rowOf = (shelf: number): number | undefined =>
    sources[shelf]?.columns.orders.volume[places[shelf] as number]
  for (;;) {
    let best = -1
    let bestRow = -1
    for (const [shelf, { columns }] of sources.entries()) {
      const row = rowOf(shelf)
      if (row === undefined) continue
      const leader = sources[best]?.columns
      if (leader !== undefined && compareRows(columns, row, leader, bestRow, 'volume') >= 0) continue
      best = shelf
      bestRow = row
    }
    if (best < 0) return
    const place = places[best] as number
    places[best] = place + 1
    yield [best, bestRow, place]
  }
}

/** Our category of each row, by its place among {@link categories}: that of the first of its words that we know. */
function kindsIn({ count, categories: { words, starts, codes } }: ListColumns): Uint8Array {
  const known = words.map((word) => categories.indexOf(categoryOf(word) ?? 'other'))
  return Uint8Array.from({ length: count }, (_, row) => {
    const code = codes.subarray(starts[row], starts[row + 1]).find((word) => known[word] !== 0)
    return code === undefined ? 0 : (known[code] ?? 0)
  })
}

function countsOf(kinds: Uint8Array): Readonly<Record<Category, number>> {
  const counts = Object.fromEntries(categories.map((category) => [category, 0])) as Record<Category, number>
  for (const kind of kinds) counts[categories[kind] ?? 'other']++
  return counts
}
