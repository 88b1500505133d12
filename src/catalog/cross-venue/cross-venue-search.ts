import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createLru } from '../../policy/lru.js'
import type { RowKind } from '../rows/row-numbers.js'
import type { ListSnapshot } from '../rows/snapshot-rows.js'
import { createMemoizedValue, type Memoized, type MemoizedValue } from './memoized-once.js'
import { withCatalogIds } from './row-text.js'
import {
  createSearchIndex,
  type FoundRow,
  type FoundRows,
  type IndexQuery,
  type SearchIndex,
} from './search-index.js'
import { createSearchableRows, type NamedRow, type SearchableRows } from './searchable-rows.js'

/** The indexes of one kind of row. */
interface Indexes {
  readonly texts: MemoizedValue<SearchIndex>
  readonly words: MemoizedValue<SearchableRows>
}

/** Rows of all venues, ready to be sent. */
interface SearchPage {
  /** Each row as JSON. */
  readonly rows: readonly Buffer[]
  /** When the sync of the oldest list began, epoch ms. */
  readonly beganAt: number
  readonly standing: Standing
}

/** A row whose text is read on demand. */
interface RowOfAll {
  readonly key: string
  read(): Buffer
}

/** How long a page stays valid: under the same conditions, the query returns the same page. */
export interface Standing {
  /** The index of the page. */
  readonly index: symbol
  /** Range of times for which the page has the same rows, epoch ms, inclusive. Unlimited where the query has no `openAt`. */
  readonly openFrom: number
  readonly openUntil: number
}

/** Searches the lists of all venues, without calling a venue. */
export interface Search {
  /** Returns a page of rows that match a query. @param ready the current lists, at least one */
  page(ready: readonly ListSnapshot[], kind: RowKind, sought: IndexQuery): Promise<SearchPage>
  /**
   * Returns the rows that match the words of the text, in any order and with typos. Named rows come first. Returns
   * undefined for a text without a word, if there are no named rows.
   */
  wordPage(
    ready: readonly ListSnapshot[],
    kind: RowKind,
    sought: IndexQuery,
    named: readonly NamedRow[],
  ): Promise<SearchPage | undefined>
  /** Returns all rows that are open at a time, epoch ms, by volume; each is read on demand. */
  all(
    ready: readonly ListSnapshot[],
    kind: RowKind,
    openAt: number,
  ): Promise<{ readonly rows: readonly RowOfAll[]; readonly beganAt: number }>
  /** As `page`, if the index exists. Otherwise returns undefined and starts building it. */
  pageNow(ready: readonly ListSnapshot[], kind: RowKind, sought: IndexQuery): SearchPage | undefined
  /**
   * Returns when the sync of the page's oldest list began, if the page is still valid. Returns undefined if the query
   * would return another page.
   * @param openAt of the current query
   */
  stillOf(
    ready: readonly ListSnapshot[],
    kind: RowKind,
    standing: Standing,
    openAt: number | undefined,
  ): number | undefined
}

interface SearchDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly turn: EventLoopYield
  /** Whether volumes of a venue are in dollars, or in contracts that pay one dollar. If absent, all are. */
  readonly isInDollars?: (venue: VenueId) => boolean
  /** Maximum memory for rows that are ready to be sent, bytes. */
  readonly maxBytes?: number
}

const READY_BYTES = 16_000_000
const REST_MS = 2_000
/** Building indexes takes at most a tenth of the time, however often lists are synced. */
const RESTS_A_MAKING = 10

export function createSearch({
  clock,
  turn,
  isInDollars = () => true,
  maxBytes = READY_BYTES,
}: SearchDeps): Search {
  const restMs = (tookMs: number): number => Math.max(REST_MS, RESTS_A_MAKING * tookMs)
  const sourceOf = async ({ venue, columns }: ListSnapshot, kind: RowKind) => ({
    venue,
    columns: await columns(kind),
    isInDollars: isInDollars(venue),
  })
  /** Built at the first query of each kind. There is one for open rows, and one that includes ended rows. */
  const indexes = (kind: RowKind): Indexes => ({
    texts: createMemoizedValue({
      clock,
      restMs,
      async make(from) {
        const sources = []
        for (const shelf of from) sources.push(await sourceOf(shelf, kind))
        return createSearchIndex(sources, turn)
      },
    }),
    words: createMemoizedValue({
      clock,
      restMs,
      async make(from) {
        const sources = []
        for (const shelf of from)
          sources.push({ ...(await sourceOf(shelf, kind)), around: await shelf.around(kind) })
        return createSearchableRows(sources, turn)
      },
    }),
  })
  const open = { event: indexes('event'), market: indexes('market') }
  /** Includes ended rows, which most queries do not need. */
  const all = { event: indexes('event'), market: indexes('market') }
  const indexesFor = (ready: readonly ListSnapshot[], kind: RowKind): Indexes =>
    (ready.some(({ hasEnded }) => hasEnded === true) ? all : open)[kind]
  const known = createLru<Buffer>(maxBytes, ({ length }) => length)

  const pageOf = (kind: RowKind, made: Memoized<SearchIndex>, sought: IndexQuery): SearchPage =>
    pageWith(kind, made, made.value.find(sought), sought)

  function pageWith(
    kind: RowKind,
    made: Memoized<unknown>,
    { found, sameUntil }: FoundRows,
    { openAt }: IndexQuery,
  ): SearchPage {
    return {
      rows: rowsOf(kind, made, found),
      beganAt: oldestOf(made),
      standing: {
        index: made.mark,
        openFrom: openAt ?? Number.NEGATIVE_INFINITY,
        openUntil: openAt === undefined ? Number.POSITIVE_INFINITY : sameUntil,
      },
    }
  }

  function rowsOf(
    kind: RowKind,
    { snapshots: from }: Memoized<unknown>,
    places: readonly FoundRow[],
  ): Buffer[] {
    const found = places.map(({ snapshotIndex, version }) => {
      const { venue, key } = from[snapshotIndex] as ListSnapshot
      return { shelf: snapshotIndex, version, key: `${kind} ${venue} ${key} ${version}` }
    })
    const rows = found.map(({ key }) => known.get(key))
    for (const [number, shelf] of from.entries()) {
      const missing = found.flatMap((one, at) => (one.shelf === number && rows[at] === undefined ? [at] : []))
      if (missing.length === 0) continue
      const versions = missing.map((at) => (found[at] as (typeof found)[number]).version)
      for (const [index, row] of shelf.rows(kind, versions).entries()) {
        const at = missing[index] as number
        const text = withCatalogIds(kind, shelf.venue, row)
        known.set((found[at] as (typeof found)[number]).key, text)
        rows[at] = text
      }
    }
    return rows as Buffer[]
  }

  return {
    page: (ready, kind, sought) =>
      indexesFor(ready, kind).texts.read(ready, (made) => pageOf(kind, made, sought)),
    wordPage: (ready, kind, sought, named) =>
      indexesFor(ready, kind).words.read(ready, (made) => {
        const found = made.value.find(sought, named)
        return found && pageWith(kind, made, found, sought)
      }),
    all: (ready, kind, openAt) =>
      indexesFor(ready, kind).texts.read(ready, (made) => {
        const { found } = made.value.find({ limit: Number.POSITIVE_INFINITY, offset: 0, openAt })
        const rows = found.map((place) => {
          const { venue, key } = made.snapshots[place.snapshotIndex] as ListSnapshot
          return {
            key: `${venue} ${key} ${place.version}`,
            read: () => rowsOf(kind, made, [place])[0] as Buffer,
          }
        })
        return { rows, beganAt: oldestOf(made) }
      }),
    pageNow: (ready, kind, sought) =>
      indexesFor(ready, kind).texts.readNow(ready, (made) => pageOf(kind, made, sought)),
    stillOf: (ready, kind, { index, openFrom, openUntil }, openAt) =>
      indexesFor(ready, kind).texts.readNow(ready, (made) =>
        made.mark === index && (openAt === undefined || (openFrom <= openAt && openAt <= openUntil))
          ? oldestOf(made)
          : undefined,
      ),
  }
}

function oldestOf({ snapshots }: Memoized<unknown>): number {
  return snapshots.reduce((oldest, { beganAt }) => Math.min(oldest, beganAt), Number.POSITIVE_INFINITY)
}
