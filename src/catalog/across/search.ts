import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { Turn } from '../../policy/turns.js'
import type { RowKind } from '../rows.js'
import { createMadeOnce, type Made, type MadeOnce } from './made-once.js'
import { withCatalogIds } from './row-text.js'
import { createSearchIndex, type SearchIndex, type Sought } from './search-index.js'
import type { Shelf } from './shelf.js'

/** Rows of all venues, ready to be sent. */
interface SearchPage {
  /** Each as JSON. */
  readonly rows: readonly Buffer[]
  /** When the oldest of the lists began to be read, epoch ms. */
  readonly beganAt: number
}

/** Questions to the lists of all venues, answered without a call of any. */
export interface Search {
  /** @param ready what lies ready now: one list at least */
  page(ready: readonly Shelf[], kind: RowKind, sought: Sought): Promise<SearchPage>
}

interface SearchDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly turn: Turn
  /** Rows kept ready to be sent, bytes. */
  readonly maxBytes?: number
}

const READY_BYTES = 24_000_000
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
  const indexes: Readonly<Record<RowKind, MadeOnce<SearchIndex>>> = {
    event: indexOf('event'),
    market: indexOf('market'),
  }
  const known = createLru<Buffer>(maxBytes, ({ length }) => length)

  function rowsOf(kind: RowKind, { value, shelves: from }: Made<SearchIndex>, sought: Sought): Buffer[] {
    const found = value.find(sought).map(({ shelf, version }) => {
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
    page: (ready, kind, sought) =>
      indexes[kind].read(ready, (made) => ({
        rows: rowsOf(kind, made, sought),
        beganAt: Math.min(...made.shelves.map(({ beganAt }) => beganAt)),
      })),
  }
}
