import { z } from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import type { Status } from '../../venue-kit/contract/venue.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'
import { createColumnsBuilder, type ListColumns } from '../rows/columns.js'
import type { ReadyRow, RowKind } from '../rows/row-numbers.js'
import {
  createPageWriter,
  numberIn,
  type StoredRow,
  type StoredSingleRows,
  type SyncPosition,
  type VenuePage,
} from './page-writer.js'
import { dropSync, prune } from './prune.js'

/** Number of rows on the pages of a list, by kind. */
export type SyncSize = Readonly<Record<RowKind, number>>

/** Markets of an earlier list that a list lacks. */
export interface MissingSample {
  readonly count: number
  /** Ids of some of them. */
  readonly ids: readonly string[]
}

/** A list that came back much shorter than before. */
export interface ShrunkenList {
  /** When the first sync that saw about as many rows ended, epoch ms. */
  readonly since: number
  /** The number of rows of that sync. */
  readonly size: SyncSize
  /** What that sync lacked. Absent if nothing was compared. */
  readonly missing?: MissingSample
}

/** The sync of a venue's list of one status. Its rows are not shown as a list before it has ended. */
export interface CatalogSync {
  /** Also the id of the list's generation after the sync has ended. */
  readonly id: number
  readonly beganAt: number
  /** Pages that are already stored, by this process or an earlier one. */
  readonly pages: number
  /** The cursor after those pages. Absent before the first page, and when only the end is missing. */
  readonly next: string | undefined
  /** Stores a page and the cursor after it in one transaction. */
  page(page: VenuePage): void
  /** Returns the synced lists, once. Returns undefined if another process stored some of the pages, or a page failed. */
  columns(): Readonly<Record<RowKind, ListColumns>> | undefined
  /**
   * Makes the sync the list's generation.
   * @param isWhole whether the venue's whole list was read; only then are unlisted rows marked as delisted
   * @param omitted what the sync had to leave out
   */
  end(isWhole: boolean, omitted?: Omitted): void
  /** Discards the sync. Lookups still find the newer rows that it stored. */
  abandon(): void
  /** The doubt about earlier syncs of the list, or undefined while there is none. */
  readonly doubt: ShrunkenList | undefined
  /** Discards the sync as {@link abandon} does, and stores the doubt for the next one. */
  dropDoubted(doubt: ShrunkenList): void
}

/** Unlisted rows are stored for this long, because ended markets are looked up by their keys and found with `closed=true`. */
const GONE_KEPT_MS = 30 * 24 * 3_600_000
/** Minimum time between two searches for unlisted rows, since each one scans all rows. */
const LOOK_FOR_GONE_MS = 3_600_000

interface WalkTerms {
  /**
   * Whether the venue lists its markets separately. The markets of its events are then a different list, and may have other
   * fields there.
   */
  readonly listsMarkets?: boolean
  /** Unfinished syncs that began before this are discarded as outdated, epoch ms. */
  readonly youngest?: number
  /** When the pages were read from the venue, if another daemon read them, epoch ms. */
  readonly beganAt?: number
}

export interface CatalogWriter {
  /** Begins the sync of a list, or continues an unfinished one. */
  begin(venue: VenueId, status: Status, terms?: WalkTerms): CatalogSync
  /**
   * Stores rows that were fetched individually, such as by id, as their last seen state. Synced lists do not change, and rows
   * that only a list can show as delisted stay in them.
   * @param listsMarkets as in {@link WalkTerms}
   */
  singles(venue: VenueId, rows: StoredSingleRows, listsMarkets: boolean): void
  /**
   * Cleans up the file after syncs, in small pieces. Each call of the iterator does one piece and returns how many versions are
   * left to delete. Lists that were superseded before the instant are deleted, with the rows that only they refer to. Unlisted
   * events and markets stay for 30 days, as last seen.
   * @param isClockRight false while no venue's time has confirmed the wall clock: a fast clock makes every unlisted row old, so
   * none is deleted. True by default.
   */
  prune(supersededBefore: number, isClockRight?: boolean): Iterable<number>
}

/** @param addressOf returns the address of a venue, '' for its own; rows from other addresses are stored separately */
export function createCatalogWriter(
  database: Database,
  clock: Clock,
  addressOf: (venue: VenueId) => string = () => '',
): CatalogWriter {
  const sql = prepareAll(database)
  const pageWriter = createPageWriter(database, clock)
  let lookedForGoneAt = Number.NEGATIVE_INFINITY

  /** Undefined if a search for unlisted rows ran recently. */
  function goneBefore(): number | undefined {
    const now = clock.monotonic()
    if (now - lookedForGoneAt < LOOK_FOR_GONE_MS) return undefined
    lookedForGoneAt = now
    return clock.now() - GONE_KEPT_MS
  }

  function sourceOf(venue: VenueId): number {
    const values = [venue, addressOf(venue)]
    sql.addSource.run(values)
    return numberIn(sql.source.rows(...values))
  }

  function end({ id, source, status }: SyncPosition, isWhole: boolean, omitted: Omitted | undefined): void {
    database.transaction(() => {
      const now = clock.now()
      if (isWhole) sql.markGone.run([now, source, status, id])
      sql.supersede.run([now, source, status])
      sql.end.run([now, omitted === undefined ? null : JSON.stringify(omitted), id])
      sql.endDoubt.run([source, status])
    })
  }

  return {
    begin(
      venue,
      status,
      { listsMarkets = false, youngest = Number.NEGATIVE_INFINITY, beganAt: readAt } = {},
    ) {
      const source = sourceOf(venue)
      let [found] = sql.underWay.rows(source, status)
      const isFit = Number(found?.[1]) >= youngest && found?.[4] === Number(listsMarkets)
      if (found !== undefined && !isFit) {
        dropSync(database, Number(found[0]))
        found = undefined
      }
      if (found === undefined) {
        // Ids of syncs are never reused, not even in the file that replaces a damaged one.
        const id = Math.max(clock.now(), numberIn(sql.nextWalk.rows()))
        sql.addWalk.run([id, source, status, readAt ?? clock.now(), Number(listsMarkets)])
        found = sql.underWay.rows(source, status)[0]
      }
      const [id, beganAt, pages, next] = found ?? []
      const partKind = partKindOf(listsMarkets)
      const walk: SyncPosition = {
        ...{ id: Number(id), source, status, partKind },
        ...(readAt === undefined ? {} : { readAt }),
      }
      let listed = pages === 0 ? createListed(status) : undefined
      return {
        id: walk.id,
        beganAt: Number(beganAt),
        pages: Number(pages),
        next: typeof next === 'string' ? next : undefined,
        page(page) {
          const { add } = listed ?? { add: () => {} }
          try {
            pageWriter.page(walk, page, add)
          } catch (error) {
            listed = undefined
            throw error
          }
        },
        columns() {
          const columns = listed?.columns()
          listed = undefined
          return columns
        },
        end: (isWhole, omitted) => end(walk, isWhole, omitted),
        abandon: () => dropSync(database, walk.id),
        get doubt() {
          const [since, event, market, missing] = sql.doubt.rows(source, status)[0] ?? []
          if (since === undefined) return undefined
          const size = { event: Number(event), market: Number(market) }
          return { since: Number(since), size, ...toMissing(missing) }
        },
        dropDoubted({ since, size, missing }) {
          const text = missing === undefined ? null : JSON.stringify(missing)
          sql.setDoubt.run([source, status, since, size.event, size.market, text])
          dropSync(database, walk.id)
        },
      }
    },
    singles: (venue, rows, listsMarkets) =>
      pageWriter.singles({ source: sourceOf(venue), partKind: partKindOf(listsMarkets) }, rows),
    prune: (supersededBefore, isClockRight = true) =>
      prune(database, { supersededBefore, goneBefore: isClockRight ? goneBefore() : undefined }),
  }
}

const missingShape = z.object({ count: z.number(), ids: z.array(z.string()) })

function toMissing(text: SqlValue | undefined): { missing?: MissingSample } {
  return typeof text === 'string' ? { missing: missingShape.parse(JSON.parse(text)) } : {}
}

function partKindOf(listsMarkets: boolean): SyncPosition['partKind'] {
  return listsMarkets ? 'part' : 'market'
}

/** Collects synced rows into columns, each event or market once, and only with the status of its list. */
function createListed(status: Status) {
  const builders = { event: createColumnsBuilder(), market: createColumnsBuilder() }
  const seen = new Set<number>()
  return {
    add(row: ReadyRow, { thing, version, description }: StoredRow): void {
      if (row.status !== status || seen.has(thing)) return
      seen.add(thing)
      const { numbers, category, tags, title, slug } = row
      builders[row.kind].add({ version, description, numbers, category, tags, title, slug })
    },
    columns: () => ({ event: builders.event.build(), market: builders.market.build() }),
  }
}

function prepareAll(database: Database) {
  const prepare = (text: string) => database.prepare(text)
  return {
    addSource: prepare('INSERT INTO sources (venue, address) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    source: prepare('SELECT id FROM sources WHERE venue = ? AND address = ?'),
    underWay: prepare(
      `SELECT id, began_at, pages, next, lists_markets FROM walks
       WHERE source = ? AND status = ? AND ended_at IS NULL`,
    ),
    nextWalk: prepare('SELECT ifnull((SELECT id FROM walks ORDER BY id DESC LIMIT 1), 0) + 1'),
    addWalk: prepare(
      'INSERT INTO walks (id, source, status, began_at, lists_markets) VALUES (?, ?, ?, ?, ?)',
    ),
    end: prepare('UPDATE walks SET ended_at = ?, omitted = ?, next = NULL WHERE id = ?'),
    doubt: prepare('SELECT since, events, markets, missing FROM doubts WHERE source = ? AND status = ?'),
    setDoubt: prepare(
      'INSERT OR REPLACE INTO doubts (source, status, since, events, markets, missing) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    endDoubt: prepare('DELETE FROM doubts WHERE source = ? AND status = ?'),
    supersede: prepare(
      `UPDATE walks SET superseded_at = ?
       WHERE source = ? AND status = ? AND ended_at IS NOT NULL AND superseded_at IS NULL`,
    ),
    markGone: prepare(
      'UPDATE things SET gone_at = ? WHERE source = ? AND status = ? AND walk <> ? AND gone_at IS NULL',
    ),
  }
}
