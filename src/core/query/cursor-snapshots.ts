import { assertWithin, countFromZero } from '../../api/arguments/bounds.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { PaginatedResult } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import { createAgingCache, createLru } from '../../policy/lru.js'
import { shareUnchangedRows } from './share-unchanged-rows.js'

/** How long a list stays readable page by page after its first page. */
const SNAPSHOT_AGE_MS = 10 * 60_000
/** Rows that snapshots may hold beyond those they share with others; the one unused for longest goes first. */
const MAX_OWN_ROWS = 200_000
/** Even a list without own rows costs its places. */
const PLACES_PER_ROW = 100
/** Lists whose newest snapshot is remembered, so that the next one shares its rows. */
const MAX_SCOPES = 64

/** Lists frozen for reading in pages: a cursor is `<snapshot>:<offset>` (api/README.md, "Pagination"). */
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
  /** Keeps the cursors of one list, and of those who may see it, from being used on another. */
  readonly scope: string
}

interface Snapshot<Row> {
  readonly rows: readonly Row[]
  /** In places: an own row counts as {@link PLACES_PER_ROW}. */
  readonly weight: number
}

/**
 * @param idOf finds a row again in the next snapshot of its list
 * @param maxOwnRows a list longer than a quarter of this counts as that
 */
export function createSnapshots<Row extends object>(
  clock: Clock,
  ids: Ids,
  idOf: (row: Row) => string,
  maxOwnRows = MAX_OWN_ROWS,
): Snapshots<Row> {
  const taken = createAgingCache<Snapshot<Row>>(maxOwnRows * PLACES_PER_ROW, clock, ({ weight }) => weight)
  const newest = createLru<string>(MAX_SCOPES)

  /** Somebody who asks for first pages all day must not end everybody's cursors: what did not change is kept once. */
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

/** @throws VALIDATION_ERROR when it is no usable count; 0 is all that is left */
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
