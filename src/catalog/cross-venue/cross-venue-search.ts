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

/** What rows are found in. */
interface Indexes {
  readonly texts: MemoizedValue<SearchIndex>
  readonly words: MemoizedValue<SearchableRows>
}

/** Rows of all venues, ready to be sent. */
interface SearchPage {
  /** Each as JSON. */
  readonly rows: readonly Buffer[]
  /** When the oldest of the lists began to be read, epoch ms. */
  readonly beganAt: number
  readonly standing: Standing
}

/** A row that is read when it is needed. */
interface RowOfAll {
  readonly key: string
  read(): Buffer
}

/** How things stood when a page was made: while they still do, another one would be the same. */
export interface Standing {
  /** What it was found in. */
  readonly index: symbol
  /** From when to when it holds the same rows, epoch ms, both included; no time matters where what has ended is wanted. */
  readonly openFrom: number
  readonly openUntil: number
}

/** Questions to the lists of all venues, answered without a call of any. */
export interface Search {
  /** @param ready what lies ready now: one list at least */
  page(ready: readonly ListSnapshot[], kind: RowKind, sought: IndexQuery): Promise<SearchPage>
  /**
   * The rows that the words of the text find, in any order and with a typo, those that it names before all; undefined for a
   * text without a word that names nothing.
   */
  wordPage(
    ready: readonly ListSnapshot[],
    kind: RowKind,
    sought: IndexQuery,
    named: readonly NamedRow[],
  ): Promise<SearchPage | undefined>
  /** All rows that are open at a time, epoch ms, by volume; each is read when it is needed. */
  all(
    ready: readonly ListSnapshot[],
    kind: RowKind,
    openAt: number,
  ): Promise<{ readonly rows: readonly RowOfAll[]; readonly beganAt: number }>
  /** As `page`, where that takes no waiting; undefined where something has to be made first, which begins. */
  pageNow(ready: readonly ListSnapshot[], kind: RowKind, sought: IndexQuery): SearchPage | undefined
  /**
   * When the oldest of the lists of a page began to be read, where things stand as they did when it was made; undefined where
   * it would be another one.
   * @param openAt as it is sought now
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
  /** Whether volumes of a venue are dollars, or contracts that pay one; of all they are without this. */
  readonly isInDollars?: (venue: VenueId) => boolean
  /** Rows kept ready to be sent, bytes. */
  readonly maxBytes?: number
}

const READY_BYTES = 16_000_000
const REST_MS = 2_000
/** Making an index takes a tenth of the time at most, however often lists are read anew. */
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
  /** Made at the first question of each kind, for what is open and with what has ended. */
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
  /** With what has ended: most questions are not about that. */
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
    { shelves: from }: Memoized<unknown>,
    places: readonly FoundRow[],
  ): Buffer[] {
    const found = places.map(({ shelf, version }) => {
      const { venue, key } = from[shelf] as ListSnapshot
      return { shelf, version, key: `${kind} ${venue} ${key} ${version}` }
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
          const { venue, key } = made.shelves[place.shelf] as ListSnapshot
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

function oldestOf({ shelves }: Memoized<unknown>): number {
  return shelves.reduce((oldest, { beganAt }) => Math.min(oldest, beganAt), Number.POSITIVE_INFINITY)
}
