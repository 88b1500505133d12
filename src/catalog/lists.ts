import { createHash } from 'node:crypto'
import { PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'
import { createLru } from '../policy/lru.js'
import type { Turn } from '../policy/turns.js'
import type { Sort, Status } from '../venue-kit/venue.js'
import { bytesOf, type ListColumns } from './columns.js'
import { type Filter, marksOf, type Part, selectRows } from './query.js'
import type { CatalogReader } from './reader.js'
import type { RowKind } from './rows.js'

/** Bytes of lists held in memory; the one unused for longest goes first, and is read again when it is asked for. */
const MAX_BYTES = 96_000_000

interface ListQuestion {
  readonly kind: RowKind
  /** In this order where rows are alike. */
  readonly lists: readonly { readonly venue: VenueId; readonly status: Status }[]
  readonly filter?: Filter
  /** The venue's own order without. */
  readonly sort?: Sort
  readonly limit?: number
  readonly offset?: number
  /** From an earlier page of the same question: goes on in the lists as they were then. */
  readonly cursor?: string
}

interface ListPage {
  /** For {@link CatalogReader.pieces}. */
  readonly versions: readonly number[]
  /** Rows that pass the filter, on this page or not. */
  readonly total: number
  readonly nextCursor?: string
}

export interface CatalogLists {
  /**
   * A page of the lists as they are now, or as they were at the first page.
   * @returns undefined while one of the lists has never been read to its end
   * @throws BAD_REQUEST for a cursor that is of another question, or whose lists are no longer kept
   */
  page(question: ListQuestion): Promise<ListPage | undefined>
}

/** @param maxBytes see {@link MAX_BYTES} */
export function createCatalogLists(reader: CatalogReader, turn: Turn, maxBytes = MAX_BYTES): CatalogLists {
  const held = createLru<ListColumns>(maxBytes, bytesOf)
  const loading = new Map<string, Promise<ListColumns>>()

  async function columnsOf(walk: number, kind: RowKind): Promise<ListColumns> {
    const key = `${walk} ${kind}`
    const known = held.get(key)
    if (known !== undefined) return known
    const load = loading.get(key) ?? reader.columns(walk, kind, turn).finally(() => loading.delete(key))
    loading.set(key, load)
    const columns = await load
    held.set(key, columns)
    return columns
  }

  async function partOf(columns: ListColumns, filter: Filter): Promise<Part> {
    const { text, searchIn = 'title' } = filter
    if (text === undefined || searchIn === 'title') return { columns, marks: marksOf(columns, filter) }
    const ids = [...new Set(columns.descriptions)].sort((a, b) => a - b)
    return { columns, marks: marksOf(columns, filter, await reader.describing(ids, text, turn)) }
  }

  return {
    async page(question) {
      const { kind, lists, filter = {}, sort, limit, offset, cursor } = question
      const digest = digestOf([kind, lists, filter, sort])
      const from = cursor === undefined ? undefined : readCursor(cursor, digest)
      const walks: number[] = []
      for (const [index, { venue, status }] of lists.entries()) {
        const newest = reader.state(venue).find((list) => list.status === status)?.generation?.walk
        const walk = from === undefined ? newest : from.walks[index]
        if (from !== undefined && !(walk !== undefined && reader.isGeneration(walk, venue, status)))
          throw expired()
        if (walk === undefined) return undefined
        walks.push(walk)
      }
      const parts: Part[] = []
      for (const walk of walks) parts.push(await partOf(await columnsOf(walk, kind), filter))
      const { next, ...selected } = selectRows(parts, { sort, limit, offset, from: from?.places })
      return {
        ...selected,
        ...(next === undefined ? {} : { nextCursor: `${walks.join('.')}-${digest}:${next.join('.')}` }),
      }
    },
  }
}

function digestOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 12)
}

/** Where a page begins: the generations, and in each the place in its order. */
function readCursor(cursor: string, digest: string): { readonly walks: number[]; readonly places: number[] } {
  const [, walks, of, places] = /^([\d.]{1,999})-([0-9a-f]{12}):([\d.]{1,999})$/.exec(cursor) ?? []
  if (walks === undefined || places === undefined || of !== digest) throw expired()
  return { walks: walks.split('.').map(Number), places: places.split('.').map(Number) }
}

function expired(): PmxError {
  return new PmxError('BAD_REQUEST', 'Cursor has expired', { field: 'cursor' })
}
