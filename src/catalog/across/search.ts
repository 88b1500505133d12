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
  /** @returns undefined while no list of any venue lies ready */
  page(kind: RowKind, sought: Sought): Promise<SearchPage | undefined>
}

interface SearchDeps {
  /** What lies ready now. */
  readonly shelves: () => readonly Shelf[]
  readonly clock: Pick<Clock, 'monotonic'>
  readonly turn: Turn
  /** Rows kept ready to be sent, bytes. */
  readonly maxBytes?: number
}

const READY_BYTES = 24_000_000
const REST_MS = 2_000

export function createSearch({ shelves, clock, turn, maxBytes = READY_BYTES }: SearchDeps): Search {
  const indexOf = (kind: RowKind): MadeOnce<SearchIndex> =>
    createMadeOnce({
      shelves,
      clock,
      restMs: () => REST_MS,
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
  const ready = createLru<Buffer>(maxBytes, ({ length }) => length)

  function rowsOf(kind: RowKind, { value, shelves: from }: Made<SearchIndex>, sought: Sought): Buffer[] {
    const found = value.find(sought)
    const keyOf = (shelf: Shelf, version: number): string => `${kind} ${shelf.venue} ${shelf.key} ${version}`
    const missing = new Map<number, number[]>()
    const rows = found.map(({ shelf, version }) => {
      const known = ready.get(keyOf(from[shelf] as Shelf, version))
      if (known === undefined) missing.set(shelf, [...(missing.get(shelf) ?? []), version])
      return known
    })
    const made = new Map<string, Buffer>()
    for (const [number, versions] of missing) {
      const shelf = from[number] as Shelf
      for (const [index, row] of shelf.rows(kind, versions).entries()) {
        const key = keyOf(shelf, versions[index] as number)
        const text = withCatalogIds(kind, shelf.venue, row)
        made.set(key, text)
        ready.set(key, text)
      }
    }
    return rows.map((row, at) => {
      const { shelf, version } = found[at] as (typeof found)[number]
      return row ?? (made.get(keyOf(from[shelf] as Shelf, version)) as Buffer)
    })
  }

  return {
    page: (kind, sought) =>
      indexes[kind].read((made) => ({
        rows: rowsOf(kind, made, sought),
        beganAt: Math.min(...made.shelves.map(({ beganAt }) => beganAt)),
      })),
  }
}
