import { invalid, PmxError } from '../../contract/errors.js'
import type { PaginatedResult } from '../../contract/models.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { createAgingCache } from '../../policy/lru.js'

/** How long a list stays readable page by page after its first page. */
const SNAPSHOT_AGE_MS = 10 * 60_000
/** Snapshots alive at a time; the one unused for longest goes first. */
const MAX_SNAPSHOTS = 16

/** Lists frozen for reading in pages: a cursor is `<snapshot>:<offset>` (contract: methods, "Pagination"). */
export interface Snapshots<Row> {
  /**
   * One page. Without a cursor `take` is called for the whole list. The filter applies to the page after slicing,
   * so a page may be shorter than its limit while `nextCursor` goes on.
   * @throws BAD_REQUEST "Cursor has expired" for a cursor that is old or not ours
   */
  page(request: PageRequest<Row>, take: () => Promise<readonly Row[]>): Promise<PaginatedResult<Row>>
}

interface PageRequest<Row> {
  readonly cursor: string | undefined
  readonly limit: number | undefined
  readonly test: ((row: Row) => boolean) | undefined
  /** Keeps the cursors of one list from being used on another. */
  readonly scope: string
}

export function createSnapshots<Row>(clock: Clock, ids: Ids): Snapshots<Row> {
  const taken = createAgingCache<readonly Row[]>(MAX_SNAPSHOTS, clock)

  return {
    async page({ cursor, limit, test, scope }, take) {
      if (limit !== undefined && (!Number.isInteger(limit) || limit < 0)) {
        throw invalid('limit', `limit must be a whole number of at least 0; got ${limit}`)
      }
      const place = cursor === undefined ? undefined : readCursor(cursor)
      const id = place?.id ?? ids.instanceId().slice(0, 13)
      const rows = place === undefined ? await take() : taken.get(`${scope} ${id}`)
      const offset = place?.offset ?? 0
      if (rows === undefined) throw expired()
      const end = limit === undefined || limit === 0 ? rows.length : Math.min(rows.length, offset + limit)
      const slice = rows.slice(offset, end)
      const data = test === undefined ? slice : slice.filter(test)
      if (end >= rows.length) return { data, total: rows.length }
      taken.set(`${scope} ${id}`, rows, SNAPSHOT_AGE_MS)
      return { data, total: rows.length, nextCursor: `${id}:${end}` }
    },
  }
}

function readCursor(cursor: string): { id: string; offset: number } {
  const match = /^([\w-]+):(\d{1,9})$/.exec(cursor)
  if (match?.[1] === undefined) throw expired()
  return { id: match[1], offset: Number(match[2]) }
}

function expired(): PmxError {
  return new PmxError('BAD_REQUEST', 'Cursor has expired', { field: 'cursor' })
}
