import type { VenueId } from '../../api/envelope/venue-ids.js'
import { type Category, categories } from '../../api/values/categories.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createRowMarks } from './row-marks.js'
import { countByCategory, orderRows, type Source } from './rows-of-all.js'

/** A query over the rows of all venues. */
export interface IndexQuery {
  /** Must be in the title or the slug, ignoring case; taken literally. */
  readonly text?: string
  readonly category?: Category
  readonly venue?: VenueId
  /** Excludes rows that have closed before this time, epoch ms; no filter if absent. */
  readonly openAt?: number
  /** Excludes rows that have not closed before this time, epoch ms. */
  readonly closedAt?: number
  readonly limit: number
  readonly offset: number
}

/** A row of one of the lists of the index. */
export interface FoundRow {
  readonly snapshotIndex: number
  readonly version: number
}

export interface FoundRows {
  readonly found: readonly FoundRow[]
  /** The earliest end of a row that was counted, epoch ms. Until then the query returns the same rows. */
  readonly sameUntil: number
}

/** The rows of all venues in response order: by 24 h volume, greatest first. */
export interface SearchIndex {
  readonly count: number
  find(sought: IndexQuery): FoundRows
  /** Number of rows of each category, without other filters. */
  readonly counts: Readonly<Record<Category, number>>
}

/** Creates an index with rows in response order, so that a search ends with the last row of its page. */
export async function createSearchIndex(
  sources: readonly Source[],
  turn: EventLoopYield,
): Promise<SearchIndex> {
  const count = sources.reduce((sum, { columns }) => sum + columns.count, 0)
  const starts = new Uint32Array(count + 1)
  const bytes = Buffer.allocUnsafe(
    sources.reduce(
      (sum, { columns: { titles, slugs } }) => sum + titles.bytes.length + slugs.bytes.length,
      0,
    ),
  )
  const marks = createRowMarks(count, sources.length, categories.length)
  let filled = 0
  const rows = await orderRows(sources, turn, ({ list, textAt, kind }, place) => {
    const { titles, slugs } = (sources[list] as Source).columns
    for (const { bytes: texts, starts: from } of [titles, slugs]) {
      const text = texts.subarray(from[textAt], from[textAt + 1])
      bytes.set(text, filled)
      filled += text.length
    }
    marks.add(list, kind, bytes, starts[place] as number, filled)
    starts[place + 1] = filled
  })
  const { lists: listOf, versions, ends } = rows
  const marked = marks.build()

  /** Yields matching rows in their order. @param lists of the rows; all if absent */
  function* holders(
    text: string,
    lists: readonly number[] | undefined,
    kind: number | undefined,
  ): Generator<number> {
    const needle = text === '' ? undefined : Buffer.from(text.toLowerCase())
    const list = lists?.length === 1 ? lists[0] : undefined
    for (const row of marked.rows({ list, kind, text: needle })) {
      const isOfList = list !== undefined || lists?.includes(listOf[row] as number) !== false
      if (isOfList && (needle === undefined || bytes.subarray(starts[row], starts[row + 1]).includes(needle)))
        yield row
    }
  }

  return {
    count,
    counts: countByCategory(rows),
    find({ text = '', category, venue, openAt, closedAt, limit, offset }) {
      const ofVenue = sources.flatMap((source, index) => (source.venue === venue ? [index] : []))
      const lists = venue === undefined ? undefined : ofVenue
      if (lists?.length === 0) return { found: [], sameUntil: Number.POSITIVE_INFINITY }
      const kind = category === undefined ? undefined : categories.indexOf(category)
      const found: FoundRow[] = []
      let sameUntil = Number.POSITIVE_INFINITY
      let skipped = 0
      for (const row of holders(text, lists, kind)) {
        // A row with an unknown end has not ended.
        const end = ends[row] as number
        if (openAt !== undefined && end < openAt) continue
        if (closedAt !== undefined && !(end < closedAt)) continue
        if (end < sameUntil) sameUntil = end
        if (skipped++ < offset) continue
        found.push({ snapshotIndex: listOf[row] as number, version: versions[row] as number })
        if (found.length === limit) break
      }
      return { found, sameUntil }
    },
  }
}
