import type { VenueId } from '../../api/envelope/venue-ids.js'
import { type Category, categories } from '../../api/values/categories.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { categoryOf } from '../query/category.js'
import { compareRows, type ListColumns } from '../rows/columns.js'

/** A list of a venue. */
export interface Source {
  readonly venue: VenueId
  readonly columns: ListColumns
  /** Whether its volumes are comparable with those of other lists: in dollars, or in contracts that pay one dollar. */
  readonly isInDollars: boolean
}

/** The rows of several lists in one order: by 24 h volume in dollars, greatest first, then those without one. */
export interface RowsOfAll {
  readonly count: number
  /** The list of each row, as an index of the sources. */
  readonly lists: Uint8Array
  readonly versions: Float64Array
  /** When trading of each row ends, epoch ms; NaN where unknown. */
  readonly ends: Float64Array
  /** The unified category of each row, as an index of {@link categories}. */
  readonly kinds: Uint8Array
}

/** A row with its positions. */
export interface OrderedRow {
  /** Index of its list among the sources. */
  readonly list: number
  /** Index among the rows of its list. */
  readonly row: number
  /** Index in the list's order of volume, which is that of its texts. */
  readonly textAt: number
  readonly kind: number
}

/** Rows sorted between two event-loop yields. */
const ROWS_AT_ONCE = 500

/** Merges the rows of all sources into one order. @param onRow called for each row in its order */
export async function orderRows(
  sources: readonly Source[],
  turn: EventLoopYield,
  onRow: (placed: OrderedRow, place: number) => void,
): Promise<RowsOfAll> {
  const count = sources.reduce((sum, { columns }) => sum + columns.count, 0)
  const lists = new Uint8Array(count)
  const versions = new Float64Array(count)
  const ends = new Float64Array(count)
  const kinds = new Uint8Array(count)
  const kindsOf = sources.map(({ columns }) => kindsIn(columns))
  let place = 0
  for (const [list, row, textAt] of inOrder(sources)) {
    const { columns } = sources[list] as Source
    const kind = kindsOf[list]?.[row] as number
    lists[place] = list
    versions[place] = columns.versions[row] as number
    ends[place] = columns.numbers.closesAt[row] as number
    kinds[place] = kind
    onRow({ list, row, textAt, kind }, place)
    if (++place % ROWS_AT_ONCE === 0) await turn(true)
  }
  return { count, lists, versions, ends, kinds }
}

/** Whether a row's volume is in dollars and comparable, comparable only within its list, or unknown. */
const DOLLARS = 0
const OTHER = 1
const NOTHING = 2

/** Yields the rows of all lists as one; equal or incomparable rows are in the order of the lists. */
function* inOrder(
  sources: readonly Source[],
): Generator<readonly [list: number, row: number, textAt: number]> {
  const places = sources.map(() => 0)
  const rowOf = (list: number): number | undefined =>
    sources[list]?.columns.orders.volume[places[list] as number]
  for (;;) {
    let best = -1
    let bestRow = -1
    let bestKnown: number = NOTHING
    for (const [list, source] of sources.entries()) {
      const row = rowOf(list)
      if (row === undefined) continue
      const known = knownOf(source, row)
      const leader = sources[best]
      if (leader !== undefined && known > bestKnown) continue
      if (leader !== undefined && known === bestKnown) {
        if (known !== DOLLARS) continue
        if (compareRows(source.columns, row, leader.columns, bestRow, 'volume') >= 0) continue
      }
      best = list
      bestRow = row
      bestKnown = known
    }
    if (best < 0) return
    const place = places[best] as number
    places[best] = place + 1
    yield [best, bestRow, place]
  }
}

function knownOf({ columns: { numbers }, isInDollars }: Source, row: number): number {
  const isUnknown =
    Number.isNaN(numbers.volume24h[row] ?? Number.NaN) && Number.isNaN(numbers.volume[row] ?? Number.NaN)
  if (isUnknown) return NOTHING
  return isInDollars ? DOLLARS : OTHER
}

/** Returns the unified category of each row: that of its first known word. */
function kindsIn({ count, categories: { words, starts, codes } }: ListColumns): Uint8Array {
  const known = words.map((word) => categories.indexOf(categoryOf(word) ?? 'other'))
  return Uint8Array.from({ length: count }, (_, row) => {
    const code = codes.subarray(starts[row], starts[row + 1]).find((word) => known[word] !== 0)
    return code === undefined ? 0 : (known[code] ?? 0)
  })
}

/** Returns the number of rows of each category. */
export function countByCategory({ kinds }: RowsOfAll): Readonly<Record<Category, number>> {
  const counts = Object.fromEntries(categories.map((category) => [category, 0])) as Record<Category, number>
  for (const kind of kinds) counts[categories[kind] ?? 'other']++
  return counts
}
