import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { Turn } from '../../policy/turns.js'
import type { RowKind } from '../rows.js'
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

interface Made {
  readonly shelves: readonly Shelf[]
  readonly key: string
  readonly index: SearchIndex
}

const READY_BYTES = 24_000_000
/** An index is not made again sooner: lists of sixteen venues end to be read one after the other. */
const REST_MS = 2_000

export function createSearch({ shelves, clock, turn, maxBytes = READY_BYTES }: SearchDeps): Search {
  const made: Partial<Record<RowKind, Made>> = {}
  const making: Partial<Record<RowKind, Promise<Made>>> = {}
  const madeAt: Record<RowKind, number> = {
    event: Number.NEGATIVE_INFINITY,
    market: Number.NEGATIVE_INFINITY,
  }
  const ready = createLru<Buffer>(maxBytes, ({ length }) => length)

  async function make(kind: RowKind, from: readonly Shelf[], key: string): Promise<Made> {
    const sources = []
    for (const shelf of from) sources.push({ venue: shelf.venue, columns: await shelf.columns(kind) })
    const index = await createSearchIndex(sources, turn)
    madeAt[kind] = clock.monotonic()
    const now = { shelves: from, key, index }
    made[kind] = now
    return now
  }

  function makeOnce(kind: RowKind, from: readonly Shelf[], key: string): Promise<Made> {
    const known = making[kind]
    if (known !== undefined) return known
    const work = make(kind, from, key).finally(() => delete making[kind])
    making[kind] = work
    return work
  }

  /** The index of what lies ready; the one before it while a new one is made, if it has every venue. */
  async function indexOf(kind: RowKind, isOldWanted: boolean): Promise<Made | undefined> {
    const now = shelves()
    if (now.length === 0) return undefined
    const key = now.map((shelf) => `${shelf.venue} ${shelf.key}`).join()
    const before = made[kind]
    if (before?.key === key) return before
    const hasAll = now.every(({ venue }) => before?.shelves.some((shelf) => shelf.venue === venue))
    if (before === undefined || !hasAll || !isOldWanted) return makeOnce(kind, now, key)
    if (clock.monotonic() >= madeAt[kind] + REST_MS) makeOnce(kind, now, key).catch(() => undefined)
    return before
  }

  function rowsOf(kind: RowKind, { index, shelves: from }: Made, sought: Sought): Buffer[] {
    const found = index.find(sought)
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
    async page(kind, sought) {
      for (let isFirst = true; ; isFirst = false) {
        const index = await indexOf(kind, isFirst)
        if (index === undefined) return undefined
        try {
          return {
            rows: rowsOf(kind, index, sought),
            beganAt: Math.min(...index.shelves.map(({ beganAt }) => beganAt)),
          }
        } catch (error) {
          // Rows of lists that were replaced long ago are no longer kept: the index is made anew, once.
          if (!isFirst) throw error
          delete made[kind]
        }
      }
    },
  }
}
