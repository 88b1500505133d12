import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { Database } from '../../storage/driver.js'
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

/** Rows on the pages of a list: its events, and its markets. */
export type SyncSize = Readonly<Record<RowKind, number>>

/** A list came back far shorter than it was. */
export interface ShrunkenList {
  /** When the first reading that saw about as many rows ended, epoch ms. */
  readonly since: number
  /** What that reading saw. */
  readonly size: SyncSize
}

/** The reading of a venue's list of one status; nothing of it is shown as a list before it has ended. */
export interface CatalogSync {
  /** Also the generation that the list has when the walk has ended. */
  readonly id: number
  readonly beganAt: number
  /** Pages that are kept already, by this process or one before. */
  readonly pages: number
  /** From where the list goes on after those; absent before the first page, and when only the end is missing. */
  readonly next: string | undefined
  /** Keeps a page with the place from which to go on: both or neither. */
  page(page: VenuePage): void
  /** The lists as they were walked, once; undefined where another process, or a page that failed, has a part in them. */
  columns(): Readonly<Record<RowKind, ListColumns>> | undefined
  /**
   * Makes it the list's generation.
   * @param isWhole whether everything the venue lists was read; only then is gone what it does not list
   * @param omitted what its reading had to leave out
   */
  end(isWhole: boolean, omitted?: Omitted): void
  /** Forgets what was walked; what is newer of its rows stays known to lookups. */
  abandon(): void
  /** The doubt about earlier readings of the list; undefined while there is none. */
  readonly doubt: ShrunkenList | undefined
  /** Forgets what was walked, as {@link abandon} does, and keeps the doubt for the next reading. */
  dropDoubted(doubt: ShrunkenList): void
}

/** What no list has any more is kept for so long: ended markets are looked up by their keys, and found in `closed=true`. */
const GONE_KEPT_MS = 30 * 24 * 3_600_000
/** They are looked for that often: it takes a look at all rows. */
const LOOK_FOR_GONE_MS = 3_600_000

interface WalkTerms {
  /** Whether the venue lists its markets by themselves: those of its events are not that list, and may be told otherwise there. */
  readonly listsMarkets?: boolean
  /** An unfinished walk that began before this, epoch ms, is forgotten: what it holds is old. */
  readonly youngest?: number
}

export interface CatalogWriter {
  /** Begins the reading of a list, or goes on with one that was not ended. */
  begin(venue: VenueId, status: Status, terms?: WalkTerms): CatalogSync
  /**
   * Keeps rows that were read by themselves, such as by their ids, as what was seen of them last. Lists that have been
   * read stay as they were, and rows that only a list can tell to be gone stay in it.
   * @param listsMarkets as in {@link WalkTerms}
   */
  singles(venue: VenueId, rows: StoredSingleRows, listsMarkets: boolean): void
  /**
   * Puts the file in order after walks, in small pieces: one is done each time the iterator is asked, which tells how
   * much there is left to delete. Lists that were superseded before the instant are deleted, with what only they refer
   * to. Events and markets that no list has any more stay for 30 days, as last seen.
   */
  prune(supersededBefore: number): Iterable<number>
}

/** @param addressOf where a venue is asked: '' for its own addresses; what came from elsewhere is kept apart */
export function createCatalogWriter(
  database: Database,
  clock: Clock,
  addressOf: (venue: VenueId) => string = () => '',
): CatalogWriter {
  const sql = prepareAll(database)
  const pageWriter = createPageWriter(database, clock)
  let lookedForGoneAt = Number.NEGATIVE_INFINITY

  /** Undefined where they have been looked for lately. */
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
    begin(venue, status, { listsMarkets = false, youngest = Number.NEGATIVE_INFINITY } = {}) {
      const source = sourceOf(venue)
      let [found] = sql.underWay.rows(source, status)
      const isFit = Number(found?.[1]) >= youngest && found?.[4] === Number(listsMarkets)
      if (found !== undefined && !isFit) {
        dropSync(database, Number(found[0]))
        found = undefined
      }
      if (found === undefined) {
        // Numbers of walks are never used again, not even in a file that takes the place of a damaged one.
        const id = Math.max(clock.now(), numberIn(sql.nextWalk.rows()))
        sql.addWalk.run([id, source, status, clock.now(), Number(listsMarkets)])
        found = sql.underWay.rows(source, status)[0]
      }
      const [id, beganAt, pages, next] = found ?? []
      const walk: SyncPosition = { id: Number(id), source, status, partKind: partKindOf(listsMarkets) }
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
          const [since, event, market] = sql.doubt.rows(source, status)[0] ?? []
          if (since === undefined) return undefined
          return { since: Number(since), size: { event: Number(event), market: Number(market) } }
        },
        dropDoubted({ since, size }) {
          sql.setDoubt.run([source, status, since, size.event, size.market])
          dropSync(database, walk.id)
        },
      }
    },
    singles: (venue, rows, listsMarkets) =>
      pageWriter.singles({ source: sourceOf(venue), partKind: partKindOf(listsMarkets) }, rows),
    prune: (supersededBefore) => prune(database, { supersededBefore, goneBefore: goneBefore() }),
  }
}

function partKindOf(listsMarkets: boolean): SyncPosition['partKind'] {
  return listsMarkets ? 'part' : 'market'
}

/** Puts rows into columns as they are walked: each thing once, where it has the status of its list. */
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
    doubt: prepare('SELECT since, events, markets FROM doubts WHERE source = ? AND status = ?'),
    setDoubt: prepare(
      'INSERT OR REPLACE INTO doubts (source, status, since, events, markets) VALUES (?, ?, ?, ?, ?)',
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
