import { assertWithin, countFromZero } from '../../api/arguments/bounds.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { PaginatedResult } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { createAgingCache, createLru } from '../../policy/lru.js'
import { shareUnchangedRows } from './share-unchanged-rows.js'

/** How long a list can be paginated after its first page. */
const SNAPSHOT_AGE_MS = 10 * 60_000
/**
 * Maximum number of rows in snapshots that are not shared with other snapshots. The least recently used snapshot is evicted
 * first.
 */
const MAX_OWN_ROWS = 200_000
/** Even a list without rows of its own needs memory for its positions. */
const PLACES_PER_ROW = 100
/** Maximum number of lists whose newest snapshot is remembered, so that the next one shares its rows. */
const MAX_SCOPES = 64

/** Snapshots of lists for pagination; a cursor is `<snapshot>:<offset>` (api/README.md, "Pagination"). */
export interface Snapshots<Row> {
  /**
   * Returns one page. Without a cursor `take` is called for the whole list. The filter applies to the page after slicing, so
   * a page may have fewer rows than its limit and still have a `nextCursor`.
   * @throws BAD_REQUEST "Cursor has expired" for a cursor that is old or unknown
   */
  page(request: PageRequest<Row>, take: () => Promise<readonly Row[]>): Promise<PaginatedResult<Row>>
}

interface PageRequest<Row> {
  readonly cursor: string | undefined
  readonly limit: number | undefined
  readonly test: ((row: Row) => boolean) | undefined
  /** Separates the cursors of one list, and of one group of credential holders, from those of others. */
  readonly scope: string
}

interface Snapshot<Row> {
  readonly rows: readonly Row[]
  /** In positions. A row of its own counts as {@link PLACES_PER_ROW}. */
  readonly weight: number
}

/**
 * @param idOf identifies a row in the next snapshot of its list
 * @param maxOwnRows a list longer than a quarter of this counts as a quarter
 */
export function createSnapshots<Row extends object>(
  clock: Clock,
  ids: Ids,
  idOf: (row: Row) => string,
  maxOwnRows = MAX_OWN_ROWS,
): Snapshots<Row> {
  const taken = createAgingCache<Snapshot<Row>>(maxOwnRows * PLACES_PER_ROW, clock, ({ weight }) => weight)
  const newest = createLru<string>(MAX_SCOPES)

  /** Unchanged rows are stored once, so that one client's many first pages do not evict the cursors of other clients. */
  function freeze(all: readonly Row[], scope: string): Snapshot<Row> {
    const before = taken.get(newest.get(scope) ?? '')?.rows ?? []
    const { rows, own } = shareUnchangedRows(all, before, idOf)
    const counted = 1 + Math.min(own, Math.floor(maxOwnRows / 4))
    return { rows, weight: counted * PLACES_PER_ROW + rows.length }
  }

  return {
    async page({ cursor, limit, test, scope }, take) {
      assertPageLimit(limit)
      const place = cursor === undefined ? undefined : readCursor(cursor)
      const id = place?.id ?? ids.instanceId().slice(0, 13)
      const key = `${scope} ${id}`
      const known = place === undefined ? undefined : taken.get(key)
      if (place !== undefined && known === undefined) throw expired()
      const all = known?.rows ?? (await take())
      const offset = place?.offset ?? 0
      const end = limit === undefined || limit === 0 ? all.length : Math.min(all.length, offset + limit)
      const slice = all.slice(offset, end)
      const data = test === undefined ? slice : slice.filter(test)
      if (end >= all.length) return { data, total: all.length }
      taken.set(key, known ?? freeze(all, scope), SNAPSHOT_AGE_MS)
      if (known === undefined) newest.set(scope, key)
      return { data, total: all.length, nextCursor: `${id}:${end}` }
    },
  }
}

/** @throws VALIDATION_ERROR when the limit is not a valid count; 0 means all remaining rows */
export function assertPageLimit(limit: number | undefined): void {
  assertWithin('limit', countFromZero, limit)
}

function readCursor(cursor: string): { id: string; offset: number } {
  const match = /^([\w-]+):(\d{1,9})$/.exec(cursor)
  if (match?.[1] === undefined) throw expired()
  return { id: match[1], offset: Number(match[2]) }
}

function expired(): PmxError {
  return new PmxError('BAD_REQUEST', 'Cursor has expired', { field: 'cursor' })
}
