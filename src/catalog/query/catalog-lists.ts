import { createHash } from 'node:crypto'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createLru } from '../../policy/lru.js'
import type { Sort, Status } from '../../venue-kit/contract/venue.js'
import type { CatalogReader } from '../file/catalog-reader.js'
import { type ListColumns, memoryBytesOf, wordBytesOf } from '../rows/columns.js'
import type { RowFilter } from '../rows/filter.js'
import { type LateNumberName, lateNames, type RowKind } from '../rows/row-numbers.js'
import { findHolders, textAt } from '../rows/text-index.js'
import { createWordIndexBuilder, gradeVenueRows, type WordIndex } from '../search/word-index.js'
import { type LateColumns, marksOf, type Part, selectFitting, selectRows } from './query.js'

/** Maximum memory for lists, bytes. The least recently used list is evicted, and read again when requested. */
const MAX_BYTES = 96_000_000

export interface ListQuery {
  readonly kind: RowKind
  /** Equal rows are in the order of these lists. */
  readonly lists: readonly { readonly venue: VenueId; readonly status: Status }[]
  readonly filter?: RowFilter
  /** Words that the title must contain. Rows are ranked by match where no order is requested. Not with a cursor. */
  readonly search?: { readonly text: string; readonly isRanked: boolean }
  /** Rows of a page that do not pass are removed from it, which makes the page shorter. */
  readonly shown?: RowFilter
  /** The venue's own order if absent. */
  readonly sort?: Sort
  readonly limit?: number
  readonly offset?: number
  /** From an earlier page of the same query. The page continues the lists of that time. */
  readonly cursor?: string
}

interface ListPage {
  /** For {@link CatalogReader.pieces}. */
  readonly versions: readonly number[]
  /** Ids of the generations of the page. */
  readonly walks: string
  /** Rows that pass the filter, on this page or not. */
  readonly total: number
  /** When the sync of the oldest list began, epoch ms. */
  readonly beganAt: number
  /** When the first of the syncs ended, epoch ms. Absent on later pages, whose lists do not change. */
  readonly endedAt?: number
  readonly nextCursor?: string
}

export interface CatalogLists {
  /**
   * Returns a page of the current lists, or with a cursor of the lists of the first page.
   * @returns undefined while one of the lists has never been synced completely
   * @throws BAD_REQUEST for a cursor of another query, or whose lists are no longer stored
   */
  page(question: ListQuery): Promise<ListPage | undefined>
  /** Returns a list from memory, or reads it. */
  columns(walk: number, kind: RowKind): Promise<ListColumns>
  /** Caches the columns of a list before it becomes current, so that no request waits for them. */
  adopt(walk: number, kind: RowKind, columns: ListColumns): void
  /** Evicts the columns of a superseded list. A client that still paginates it waits for them once. */
  letGo(walk: number): void
}

interface ListsTerms {
  /** See {@link MAX_BYTES}. */
  readonly maxBytes?: number
  /** Builds the columns of a list in another thread. By default the reader builds them. */
  readonly columns?: (asked: { readonly walk: number; readonly kind: RowKind }) => Promise<ListColumns>
}

export function createCatalogLists(
  reader: CatalogReader,
  turn: EventLoopYield,
  { maxBytes = MAX_BYTES, columns: makeColumns }: ListsTerms = {},
): CatalogLists {
  const columnsHeld = createHeld((maxBytes * 3) / 4, memoryBytesOf)
  const numbersHeld = createHeld<Float64Array>(maxBytes / 8, ({ byteLength }) => byteLength)
  const labelsHeld = createHeld(maxBytes / 8, wordBytesOf)
  const wordsHeld = createHeld<WordIndex>(maxBytes / 2, ({ bytes }) => bytes)

  /** Uses the other thread, or builds the columns here if that fails. */
  async function columnsOf(walk: number, kind: RowKind): Promise<ListColumns> {
    const made = await makeColumns?.({ walk, kind }).catch(() => undefined)
    return made ?? reader.columns(walk, kind, turn)
  }

  async function lateFor(
    key: string,
    columns: ListColumns,
    filters: readonly RowFilter[],
  ): Promise<LateColumns> {
    const numbers: Partial<Record<LateNumberName, Float64Array>> = {}
    const described = new Map<string, ReadonlySet<number>>()
    let labels: LateColumns['labels']
    for (const { texts = [], ranges = {} } of filters) {
      for (const name of lateNames)
        if (ranges[name] !== undefined)
          numbers[name] = await numbersHeld.get(`${key} ${name}`, () =>
            reader.numbers(columns.versions, name, turn),
          )
      for (const { text, fields } of texts) {
        if (fields.includes('outcomes'))
          labels = await labelsHeld.get(key, () => reader.labels(columns.versions, turn))
        if (fields.includes('description'))
          described.set(text, await reader.describing(descriptionsOf(columns), text, turn))
      }
    }
    return { numbers, described, labels }
  }

  function heldColumns(walk: number, kind: RowKind): Promise<ListColumns> {
    return columnsHeld.get(`${walk} ${kind}`, () => columnsOf(walk, kind))
  }

  async function partOf(walk: number, question: ListQuery): Promise<Part> {
    const { kind, filter = {}, shown = {} } = question
    const key = `${walk} ${kind}`
    const columns = await heldColumns(walk, kind)
    const late = await lateFor(key, columns, [filter, shown])
    const { sought, marked } = ofOnePage(question)
    return { columns, sought, marks: marksOf(columns, marked, late), shown: marksOf(columns, shown, late) }
  }

  /** Returns how well the title of each row matches a text, list by list. */
  async function gradesIn(
    parts: readonly Part[],
    generations: readonly { readonly walk: number }[],
    kind: RowKind,
    text: string,
  ): Promise<readonly Uint8Array[]> {
    const key = `${generations.map(({ walk }) => walk).join('.')} ${kind}`
    const index = await wordsHeld.get(key, () => indexTitles(parts, turn))
    const holding: number[] = []
    let end = 0
    for (const { columns } of parts) {
      for (const place of findHolders(columns.titles, text))
        holding.push(end + (columns.orders.volume[place] as number))
      end += columns.count
    }
    const grades = gradeVenueRows(index, text, holding)
    return parts.map(({ columns }, at) => {
      const from = parts.slice(0, at).reduce((sum, before) => sum + before.columns.count, 0)
      return grades.subarray(from, from + columns.count)
    })
  }

  /** Returns the generations of a page, with the times of their syncs. */
  function generationsOf(
    { lists }: ListQuery,
    given: readonly number[] | undefined,
  ): { readonly walk: number; readonly beganAt: number; readonly endedAt?: number }[] | undefined {
    const generations: { walk: number; beganAt: number; endedAt?: number }[] = []
    for (const [index, { venue, status }] of lists.entries()) {
      if (given === undefined) {
        const newest = reader.state(venue).find((list) => list.status === status)?.generation
        if (newest === undefined) return undefined
        generations.push(newest)
      } else {
        const walk = given[index]
        const beganAt = walk === undefined ? undefined : reader.beganAt(walk, venue, status)
        if (walk === undefined || beganAt === undefined) throw expired()
        generations.push({ walk, beganAt })
      }
    }
    return generations
  }

  return {
    columns: heldColumns,
    adopt: (walk, kind, columns) => columnsHeld.keep(`${walk} ${kind}`, columns),
    letGo(walk) {
      for (const kind of ['event', 'market'] satisfies RowKind[]) columnsHeld.drop(`${walk} ${kind}`)
    },
    async page(question) {
      const { kind, lists, filter, search, sort, limit, offset, cursor } = question
      const digest = digestOf([kind, lists, filter, sort])
      const from = cursor === undefined ? undefined : readCursor(cursor, digest)
      const generations = generationsOf(question, from?.walks)
      if (generations === undefined) return undefined
      const parts: Part[] = []
      for (const { walk } of generations) parts.push(await partOf(walk, question))
      const cut = { sort, limit, offset, from: from?.places }
      const selected =
        search === undefined
          ? selectRows(parts, cut)
          : selectFitting(parts, await gradesIn(parts, generations, kind, search.text), search.isRanked, cut)
      const { versions, next } = selected
      const walks = generations.map(({ walk }) => walk).join('.')
      return {
        versions,
        walks,
        get total() {
          return selected.total
        },
        beganAt: Math.min(...generations.map(({ beganAt }) => beganAt)),
        ...(from === undefined
          ? { endedAt: Math.min(...generations.map(({ endedAt = Number.NaN }) => endedAt)) }
          : {}),
        ...(next === undefined ? {} : { nextCursor: `${walks}-${digest}:${next.join('.')}` }),
      }
    },
  }
}

/** Titles indexed between two event-loop yields. */
const TITLES_AT_ONCE = 1_000

/** Indexes the titles of some lists, concatenated, each in the venue's order. */
async function indexTitles(parts: readonly Part[], turn: EventLoopYield): Promise<WordIndex> {
  const builder = createWordIndexBuilder()
  for (const { columns } of parts) {
    const placeOf = new Uint32Array(columns.count)
    for (const [place, row] of columns.orders.volume.entries()) placeOf[row] = place
    for (let row = 0; row < columns.count; row++) {
      builder.add({ title: textAt(columns.titles, placeOf[row] as number) })
      if (row % TITLES_AT_ONCE === TITLES_AT_ONCE - 1) await turn(true)
    }
  }
  return builder.build()
}

/** Splits off a title filter that can be searched only as far as the page needs. */
function ofOnePage({ lists, sort, filter = {} }: ListQuery): {
  readonly sought?: string
  readonly marked: RowFilter
} {
  const [first, ...others] = filter.texts ?? []
  const isInTitles = first?.fields.every((field) => field === 'title') === true
  if (first === undefined || !isInTitles || lists.length > 1 || sort !== 'volume') return { marked: filter }
  return { sought: first.text, marked: { ...filter, texts: others } }
}

/** Creates a cache of at most so many bytes. Concurrent requests for a missing value share its promise. */
function createHeld<Value extends object>(maxBytes: number, weigh: (value: Value) => number) {
  const held = createLru<Value>(maxBytes, weigh)
  const making = new Map<string, Promise<Value>>()
  return {
    drop: (key: string): void => held.delete(key),
    keep: (key: string, value: Value): void => {
      held.set(key, value)
    },
    async get(key: string, make: () => Promise<Value>): Promise<Value> {
      const known = held.get(key)
      if (known !== undefined) return known
      const made = making.get(key) ?? make().finally(() => making.delete(key))
      making.set(key, made)
      const value = await made
      held.set(key, value)
      return value
    },
  }
}

/** Returns the ids in ascending order, that of the rows in the file. */
function descriptionsOf({ descriptions }: ListColumns): number[] {
  return [...new Set(descriptions)].sort((a, b) => a - b)
}

function digestOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 12)
}

/** Generations, digest of the query, and positions. */
const cursorForm = /^([\d.]{1,999})-([0-9a-f]{12}):([\d.]{1,999})$/

/** Whether the cursor is from a page of the catalog, of any query. */
export function isCatalogCursor(cursor: string): boolean {
  return cursorForm.test(cursor)
}

/** Returns where a page begins: the generations, and the position in each. */
function readCursor(cursor: string, digest: string): { readonly walks: number[]; readonly places: number[] } {
  const [, walks, of, places] = cursorForm.exec(cursor) ?? []
  if (walks === undefined || places === undefined || of !== digest) throw expired()
  return { walks: walks.split('.').map(Number), places: places.split('.').map(Number) }
}

function expired(): PmxError {
  return new PmxError('BAD_REQUEST', 'Cursor has expired', { field: 'cursor' })
}
