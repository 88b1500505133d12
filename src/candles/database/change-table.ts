import type { VenueId } from '../../api/envelope/venue-ids.js'
import { joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import type { SeriesIdentity } from '../store/candle-store.js'

/**
 * The order in which candles were stored or replaced, for incremental exports. A change is a span of one series. Its number is
 * higher than those of all earlier changes, including deleted ones.
 */
export interface ChangeTable {
  /** Adds the span of candles that were just stored or replaced. */
  add(seriesId: number, span: Span): void
  /** Returns the number of the last change; 0 before the first. */
  last(): number
  /** Returns the changed spans of each series after a change, each open time once. */
  since(number: number): ReadonlyMap<number, readonly Span[]>
}

export function createChangeTable(database: Database): ChangeTable {
  const insert = database.prepare('INSERT INTO changes (series_id, from_time, to_time) VALUES (?, ?, ?)')
  const highest = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'changes'")
  const since = database.prepare(
    'SELECT series_id, from_time, to_time FROM changes WHERE id > ? ORDER BY series_id, from_time',
  )
  return {
    add(seriesId, { from, to }) {
      insert.run([seriesId, from, to])
    },
    last: () => Number(highest.rows()[0]?.[0] ?? 0),
    since(number) {
      const spans = new Map<number, Span[]>()
      for (const [seriesId, from, to] of since.rows(number)) {
        const known = spans.get(Number(seriesId)) ?? []
        known.push({ from: Number(from), to: Number(to) })
        spans.set(Number(seriesId), known)
      }
      return new Map([...spans].map(([id, all]) => [id, joinSpans(all)]))
    },
  }
}

/**
 * Returns the first and last open time of each change to a series, ascending and without duplicates. Candles were stored
 * at these times; the times in between are not known.
 */
export function readChangedEnds(database: Database, seriesId: number, stepMs: number): number[] {
  return database
    .prepare(
      `SELECT from_time AS at FROM changes WHERE series_id = ?
       UNION SELECT to_time - ? FROM changes WHERE series_id = ? ORDER BY at`,
    )
    .rows(seriesId, stepMs, seriesId)
    .map(([at]) => Number(at))
}

/** A position in one file's order of changes. */
export interface ChangeCursor {
  /** The file's id. A new file has a different id. */
  readonly file: string
  readonly number: number
}

/** Renders a cursor as the text that users store. */
export function renderCursor({ file, number }: ChangeCursor): string {
  return `${file}-${number}`
}

/** Parses a cursor, or returns undefined for any other text. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, file, number] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(text.trim()) ?? []
  return file === undefined ? undefined : { file, number: Number(number) }
}

/** Returns the cursor after all changes of a file. */
export function readCursor(database: Database): ChangeCursor {
  const file = database.prepare("SELECT value FROM about WHERE name = 'file'").rows()[0]?.[0]
  return { file: String(file), number: createChangeTable(database).last() }
}

/** A change in the file, without the open times that a later change to its series covers. */
interface StoredChange {
  readonly number: number
  readonly identity: SeriesIdentity
  /** Address of the venue; '' for its own addresses. */
  readonly address: string
  /** Ascending and disjoint. Empty if later changes cover all of it. */
  readonly spans: readonly Span[]
}

/** The order in which candles were stored, for readers that follow it. */
export interface ChangeReader {
  /** Returns the id of the file and its next changes after a number, or undefined without a file. */
  changes(
    after: number,
    most: number,
  ): { readonly file: string; readonly changes: readonly StoredChange[] } | undefined
}

function createChangeReader(database: Database): ChangeReader {
  const next = database.prepare(
    `SELECT c.id, c.series_id, c.from_time, c.to_time, s.venue, s.outcome, s.step_ms, s.basis, s.address
     FROM changes c JOIN series s ON s.id = c.series_id WHERE c.id > ? ORDER BY c.id LIMIT ?`,
  )
  const later = database.prepare(
    `SELECT from_time, to_time FROM changes
     WHERE series_id = ? AND id > ? AND from_time < ? AND to_time > ? ORDER BY from_time`,
  )
  return {
    changes: (after, most) => ({
      file: readCursor(database).file,
      changes: next
        .rows(after, most)
        .map(([id, seriesId, from, to, venue, seriesKey, stepMs, basis, address]) => {
          const span = { from: Number(from), to: Number(to) }
          const changed = later
            .rows(Number(seriesId), Number(id), span.to, span.from)
            .map(([laterFrom, laterTo]) => ({ from: Number(laterFrom), to: Number(laterTo) }))
          return {
            number: Number(id),
            identity: { venue, seriesKey, stepMs, basis } as SeriesIdentity,
            address: String(address),
            spans: subtract(span, changed),
          }
        }),
    }),
  }
}

/** A span that a tier may lack. It is sent until the tier has acknowledged it. */
interface PendingSpan extends Span {
  readonly number: number
  readonly identity: SeriesIdentity
  /** Whether its values were replaced, so that the tier must withdraw the former ones. */
  readonly isRestated: boolean
}

/** The spans to send to a shared history's tiers, and how far their retractions have been read. */
export interface OutboxRecords {
  /** Records a span before it is fetched. @returns its number, or undefined if nothing is stored permanently */
  notePending(tier: string, pending: Omit<PendingSpan, 'number'>): number | undefined
  /** Returns the spans recorded for a tier after a given number, in this order. */
  pending(tier: string, after: number, most: number): PendingSpan[]
  dropPending(numbers: readonly number[]): void
  /** Returns the position from which a tier's retractions continue, or undefined before the first ones. */
  retractionCursor(tier: string): string | undefined
  noteRetractionCursor(tier: string, cursor: string): void
}

/** A span that a tier withdrew, and when. */
export interface Withdrawal extends Span {
  /** Epoch ms, by the tier's clock. */
  readonly at: number
  /** Whether all that a daemon uploaded was withdrawn, and so where it located outcomes. */
  readonly isForgotten: boolean
}

/** A withdrawn span as it is stored. */
export interface WithdrawnSpan extends Span {
  readonly tier: string
  readonly at: number
}

/** The withdrawn spans of a store. */
export interface WithdrawnRecords {
  /** Stores a withdrawn span, and drops those that it makes needless. @returns false if it is not stored permanently */
  noteWithdrawn(tier: string, series: SeriesIdentity, withdrawal: Withdrawal): boolean
  /** Returns the withdrawn spans of a series that overlap a span, in any order. */
  withdrawn(series: SeriesIdentity, span: Span): WithdrawnSpan[]
  /** Returns when a tier other than the given one last withdrew all of a daemon that had candles of a venue, epoch ms. */
  forgottenAt(exceptTier: string, venue: VenueId): number | undefined
}

/** The records that a store has for other daemons and other readers. */
export type SharingRecords = OutboxRecords & WithdrawnRecords & ChangeReader

export function createSharingRecords(database: Database): SharingRecords {
  return {
    ...createOutboxTable(database),
    ...createWithdrawnTable(database),
    ...createChangeReader(database),
  }
}

/** The records of a store without a file. */
export const noOutbox: SharingRecords = {
  changes: () => undefined,
  notePending: () => undefined,
  pending: () => [],
  dropPending: () => undefined,
  retractionCursor: () => undefined,
  noteRetractionCursor: () => undefined,
  noteWithdrawn: () => false,
  withdrawn: () => [],
  forgottenAt: () => undefined,
}

/** Maximum number of withdrawn spans in a file; the oldest of more are dropped. */
const MAX_WITHDRAWN = 50_000

function createWithdrawnTable(database: Database): WithdrawnRecords {
  const ofSeries = 'venue = ? AND outcome = ? AND step_ms = ? AND basis = ?'
  const replaced = database.prepare(
    `DELETE FROM shared_withdrawn
     WHERE ${ofSeries} AND tier = ? AND from_time >= ? AND to_time <= ? AND at <= ?`,
  )
  const insert = database.prepare(
    `INSERT INTO shared_withdrawn (venue, outcome, step_ms, basis, tier, from_time, to_time, at, is_forgotten)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  )
  const dropOldest = database.prepare('DELETE FROM shared_withdrawn WHERE id <= ?')
  const within = database.prepare(
    `SELECT tier, from_time, to_time, at FROM shared_withdrawn
     WHERE ${ofSeries} AND to_time > ? AND from_time < ?`,
  )
  const newest = database.prepare(
    'SELECT max(at) FROM shared_withdrawn WHERE venue = ? AND tier <> ? AND is_forgotten = 1',
  )
  return {
    noteWithdrawn(tier, { venue, seriesKey, stepMs, basis }, { from, to, at, isForgotten }) {
      const place = [venue, seriesKey, stepMs, basis, tier, from, to, at]
      database.transaction(() => {
        replaced.run(place)
        const id = Number(insert.rows(...place, Number(isForgotten))[0]?.[0])
        dropOldest.run([id - MAX_WITHDRAWN])
      })
      return true
    },
    withdrawn: ({ venue, seriesKey, stepMs, basis }, span) =>
      within.rows(venue, seriesKey, stepMs, basis, span.from, span.to).map(([tier, from, to, at]) => ({
        ...{ from: Number(from), to: Number(to) },
        ...{ tier: String(tier), at: Number(at) },
      })),
    forgottenAt(exceptTier, venue) {
      const at = newest.rows(venue, exceptTier)[0]?.[0]
      return typeof at === 'number' ? at : undefined
    },
  }
}

function createOutboxTable(database: Database): OutboxRecords {
  const insert = database.prepare(
    `INSERT INTO shared_outbox (tier, venue, outcome, step_ms, basis, from_time, to_time, is_restated)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  )
  const after = database.prepare(
    `SELECT id, venue, outcome, step_ms, basis, from_time, to_time, is_restated FROM shared_outbox
     WHERE tier = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const drop = database.prepare('DELETE FROM shared_outbox WHERE id = ?')
  const cursor = database.prepare('SELECT cursor FROM shared_cursors WHERE tier = ?')
  const setCursor = database.prepare(
    'INSERT INTO shared_cursors (tier, cursor) VALUES (?, ?) ON CONFLICT (tier) DO UPDATE SET cursor = excluded.cursor',
  )
  return {
    notePending(tier, { identity: { venue, seriesKey, stepMs, basis }, from, to, isRestated }) {
      const row = insert.rows(tier, venue, seriesKey, stepMs, basis, from, to, Number(isRestated))[0]
      return Number(row?.[0])
    },
    pending: (tier, number, most) =>
      after.rows(tier, number, most).map(([id, venue, seriesKey, stepMs, basis, from, to, isRestated]) => ({
        number: Number(id),
        identity: { venue, seriesKey, stepMs, basis } as SeriesIdentity,
        from: Number(from),
        to: Number(to),
        isRestated: isRestated === 1,
      })),
    dropPending(numbers) {
      if (numbers.length === 0) return
      database.transaction(() => {
        for (const number of numbers) drop.run([number])
      })
    },
    retractionCursor(tier) {
      const text = cursor.rows(tier)[0]?.[0]
      return typeof text === 'string' ? text : undefined
    },
    noteRetractionCursor: (tier, text) => void setCursor.run([tier, text]),
  }
}
