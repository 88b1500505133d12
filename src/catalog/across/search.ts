import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { Turn } from '../../policy/turns.js'
import type { RowKind } from '../rows.js'
import { createMadeOnce, type Made, type MadeOnce } from './made-once.js'
import { withCatalogIds } from './row-text.js'
import { createSearchIndex, type Found, type SearchIndex, type Sought } from './search-index.js'
import type { Shelf } from './shelf.js'

/** Rows of all venues, ready to be sent. */
interface SearchPage {
  /** Each as JSON. */
  readonly rows: readonly Buffer[]
  /** When the oldest of the lists began to be read, epoch ms. */
  readonly beganAt: number
  readonly standing: Standing
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
  page(ready: readonly Shelf[], kind: RowKind, sought: Sought): Promise<SearchPage>
  /** As `page`, where that takes no waiting; undefined where something has to be made first, which begins. */
  pageNow(ready: readonly Shelf[], kind: RowKind, sought: Sought): SearchPage | undefined
  /**
   * When the oldest of the lists of a page began to be read, where things stand as they did when it was made; undefined where
   * it would be another one.
   * @param openAt as it is sought now
   */
  stillOf(
    ready: readonly Shelf[],
    kind: RowKind,
    standing: Standing,
    openAt: number | undefined,
  ): number | undefined
}

interface SearchDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly turn: Turn
  /** Rows kept ready to be sent, bytes. */
  readonly maxBytes?: number
}

const READY_BYTES = 16_000_000
const REST_MS = 2_000
/** Making an index takes a tenth of the time at most, however often lists are read anew. */
const RESTS_A_MAKING = 10

export function createSearch({ clock, turn, maxBytes = READY_BYTES }: SearchDeps): Search {
  const indexOf = (kind: RowKind): MadeOnce<SearchIndex> =>
    createMadeOnce({
      clock,
      restMs: (tookMs) => Math.max(REST_MS, RESTS_A_MAKING * tookMs),
      async make(from) {
        const sources = []
        for (const shelf of from) sources.push({ venue: shelf.venue, columns: await shelf.columns(kind) })
        return createSearchIndex(sources, turn)
      },
    })
  type Indexes = Readonly<Record<RowKind, MadeOnce<SearchIndex>>>
  const open: Indexes = { event: indexOf('event'), market: indexOf('market') }
  /** With what has ended: most questions are not about that. */
  const all: Indexes = { event: indexOf('event'), market: indexOf('market') }
  const indexesFor = (ready: readonly Shelf[]): Indexes =>
    ready.some(({ hasEnded }) => hasEnded === true) ? all : open
  const known = createLru<Buffer>(maxBytes, ({ length }) => length)

  function pageOf(kind: RowKind, made: Made<SearchIndex>, sought: Sought): SearchPage {
    const { found, sameUntil } = made.value.find(sought)
    const { openAt } = sought
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

  function rowsOf(kind: RowKind, { shelves: from }: Made<SearchIndex>, places: readonly Found[]): Buffer[] {
    const found = places.map(({ shelf, version }) => {
      const { venue, key } = from[shelf] as Shelf
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
    page: (ready, kind, sought) => indexesFor(ready)[kind].read(ready, (made) => pageOf(kind, made, sought)),
    pageNow: (ready, kind, sought) =>
      indexesFor(ready)[kind].readNow(ready, (made) => pageOf(kind, made, sought)),
    stillOf: (ready, kind, { index, openFrom, openUntil }, openAt) =>
      indexesFor(ready)[kind].readNow(ready, (made) =>
        made.mark === index && (openAt === undefined || (openFrom <= openAt && openAt <= openUntil))
          ? oldestOf(made)
          : undefined,
      ),
  }
}

function oldestOf({ shelves }: Made<SearchIndex>): number {
  return shelves.reduce((oldest, { beganAt }) => Math.min(oldest, beganAt), Number.POSITIVE_INFINITY)
}
