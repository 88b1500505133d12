import type { VenueId } from '../../api/envelope/venue-ids.js'
import { categories } from '../../api/values/categories.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { RowAround } from '../rows/snapshot-rows.js'
import { type TextIndex, textAt } from '../rows/text-index.js'
import { createWordIndexBuilder, LAST_GRADE } from '../search/word-index.js'
import { orderRows, type Source } from './rows-of-all.js'
import type { FoundRow, FoundRows, IndexQuery } from './search-index.js'

/** A row that the text names by a key. */
export interface NamedRow {
  readonly venue: VenueId
  readonly version: number
}

/** The rows of all venues by their words. */
export interface SearchableRows {
  /**
   * Returns the rows that match the words of the text, the best first, equal matches by volume.
   * @param named rows that come first
   * @returns undefined for a text without a word, if there are no named rows
   */
  find(sought: IndexQuery, named: readonly NamedRow[]): FoundRows | undefined
}

/** A list with the related texts of its rows, in the order of the columns. */
export interface SearchableSource extends Source {
  readonly around: readonly RowAround[]
}

export async function createSearchableRows(
  sources: readonly SearchableSource[],
  turn: EventLoopYield,
): Promise<SearchableRows> {
  const builder = createWordIndexBuilder()
  const rows = await orderRows(sources, turn, ({ list, row, textAt: at }) => {
    const { columns, around } = sources[list] as SearchableSource
    const { others = [], parts = [] } = around[row] ?? {}
    const text = (of: TextIndex): string => textAt(of, at)
    builder.add({ title: text(columns.titles), others: [text(columns.slugs), ...others], parts })
  })
  const index = await builder.buildInTurns(turn)
  const { lists, versions, ends, kinds } = rows

  function placesOf(named: readonly NamedRow[]): number[] {
    const places = named.flatMap(({ venue, version }) => {
      for (let at = versions.indexOf(version); at >= 0; at = versions.indexOf(version, at + 1))
        if (sources[lists[at] as number]?.venue === venue) return [at]
      return []
    })
    return [...new Set(places)].sort((a, b) => a - b)
  }

  /** Whether a row passes the filters, whatever its words. */
  function passing({ category, venue, openAt, closedAt }: IndexQuery): (row: number) => boolean {
    const kind = category === undefined ? undefined : categories.indexOf(category)
    const isWanted = sources.map((source) => venue === undefined || source.venue === venue)
    return (row) => {
      const end = ends[row] as number
      if (isWanted[lists[row] as number] !== true || (kind !== undefined && kinds[row] !== kind)) return false
      // A row with an unknown end has not ended.
      return !(openAt !== undefined && end < openAt) && (closedAt === undefined || end < closedAt)
    }
  }

  return {
    find(sought, named) {
      const fit = index.fit(sought.text ?? '')
      const first = placesOf(named)
      if (fit === undefined && first.length === 0) return undefined
      const passes = passing(sought)
      const most = sought.offset + sought.limit
      /** Rows by grade; named rows come first. */
      const graded: number[][] = [first.filter(passes), ...Array.from({ length: LAST_GRADE }, () => [])]
      const isNamed = new Set(first)
      let sameUntil = Number.POSITIVE_INFINITY
      const note = (row: number): void => {
        if ((ends[row] as number) < sameUntil) sameUntil = ends[row] as number
      }
      graded[0]?.forEach(note)
      for (const row of fit?.candidates() ?? []) {
        if (isNamed.has(row) || !passes(row)) continue
        const grade = fit?.gradeOf(row) ?? 0
        const alike = graded[grade]
        if (grade === 0 || alike === undefined || alike.length >= most) continue
        note(row)
        alike.push(row)
        if (grade === 1 && alike.length + (graded[0]?.length ?? 0) >= most) break
      }
      const found = graded.flat().slice(sought.offset, most)
      return { found: found.map((row) => foundAt(row)), sameUntil }
    },
  }

  function foundAt(row: number): FoundRow {
    return { snapshotIndex: lists[row] as number, version: versions[row] as number }
  }
}
