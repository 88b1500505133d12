import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { hullOf, joinSpans, type Span } from '../../api/times/span.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import { findKnownSince, type Restated } from '../series/receipts.js'
import { isContradicting } from '../store/candle-comparison.js'
import { receiptColumns, toKnown, toReceipt } from '../store/candle-row.js'
import { type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'
import { confirmsFrom, findDecided, toDiffering } from '../store/open-differences.js'
import {
  type DueWindow,
  dueWindowsOf,
  type LookCounts,
  limitPerVenue,
  MAX_WINDOWS,
  MOVING_END,
  type OpenDifferences,
  RECHECK_AGES_MS,
  WINDOW_STEPS,
} from '../store/recheck-rows.js'
import {
  MAX_CONFIRMED_AGE_MS,
  MAX_CONFIRMING_LOOKS,
  type RecheckingStore,
} from '../store/rechecked-memory-store.js'
import { createCandleTable } from './candle-and-chunk-tables.js'
import { createChangeTable } from './change-table.js'
import { deleteDerivedCandles } from './delete-span.js'
import { createRecordTable } from './record-table.js'

const SERIES_AT_ONCE = 50
const NEVER_SEALED = Number.NEGATIVE_INFINITY

/** @param idOf the id of a series, or undefined if nothing of it is stored */
export function createRecheckTable(
  database: Database,
  addressOf: (venue: VenueId) => string,
  idOf: (identity: SeriesIdentity) => number | undefined,
): RecheckingStore {
  const statements = prepareAll(database)
  const records = createRecordTable(database)
  const candles = createCandleTable(database)
  const changes = createChangeTable(database)

  /** Returns undefined for a series from another address, or for a venue that this version does not support. */
  function identityOf([venue, address, seriesKey, stepMs, basis]: readonly SqlValue[]):
    | SeriesIdentity
    | undefined {
    if (typeof venue !== 'string' || !isVenueId(venue) || addressOf(venue) !== address) return undefined
    return {
      venue,
      seriesKey: String(seriesKey),
      stepMs: Number(stepMs),
      basis: basis as SeriesIdentity['basis'],
    }
  }

  /** @param span of one candle. @param bar null if there is none any more */
  function replace(id: number, span: Span, bar: PriceCandle | null, terms: Terms): void {
    const { from: openTime, to } = span
    const [former] = candles.read(id, span)
    const knownAt = findKnownSince(records.receipts(id, span), openTime, to - openTime)
    const restated: Restated = {
      openTime,
      ...(knownAt === undefined ? {} : { knownAt }),
      until: terms.requestedAt,
      ...(former === undefined ? {} : { former }),
      source: terms.route,
    }
    records.takeRestated(id, [restated])
    candles.remove(id, span)
    if (bar !== null) {
      candles.add(id, [bar], NEVER_SEALED)
      statements.hasCandles.run([id, openTime, openTime])
    }
    changes.add(id, span)
    deleteDerivedCandles(database, id, span)
  }

  return {
    dueProvisional(now, most) {
      return statements.dueProvisional
        .rows(
          now,
          MAX_CONFIRMING_LOOKS,
          now - MAX_CONFIRMED_AGE_MS,
          now - MOVING_END.ageMs,
          MOVING_END.ageMs,
          MOVING_END.ageMs + MOVING_END.toleranceMs,
          most,
        )
        .flatMap((row) => {
          const identity = identityOf(row)
          return identity === undefined ? [] : [{ identity, span: spanOf(row) }]
        })
    },
    dueConfirmations(now) {
      const due = statements.open.rows(MAX_CONFIRMING_LOOKS, now - MAX_CONFIRMED_AGE_MS).flatMap((row) => {
        const identity = identityOf(row)
        const [tries, requestedAt] = [Number(row[8]), Number(row[9])]
        return identity === undefined || now < confirmsFrom({ tries, requestedAt }) ? [] : [{ identity, row }]
      })
      return limitPerVenue(due, MAX_WINDOWS).map(({ identity, row }) => toDifferences(identity, row))
    },
    openDifferences(identity, span) {
      const id = idOf(identity)
      if (id === undefined) return []
      return statements.openOf.rows(id, span.to, span.from).map((row) => toDifferences(identity, row))
    },
    dueWindows(after, now, choose) {
      const series = statements.series.rows(after ?? Number.MIN_SAFE_INTEGER, SERIES_AT_ONCE)
      const windows = series.flatMap((row) => {
        const identity = identityOf(row)
        const id = Number(row[5])
        if (identity === undefined) return []
        const name = seriesNameOf(identity)
        const rows = statements.looked.rows(id).map((row) => row.map(Number))
        const looked = new Map(rows.map(([from, look]) => [from, look]))
        const receipts = statements.receipts.rows(id, now - MAX_RECHECK_AGE_MS).map(toReceipt)
        const sampled = receipts
          .flatMap((receipt) => dueWindowsOf(receipt, identity.stepMs, now, (from) => choose(name, from)))
          .filter(({ span, look }) => look > (looked.get(span.from) ?? -1))
        // What responses decided is verified at the same ages, whether its window is sampled or not.
        const decided = statements.decided
          .rows(id, now - MAX_RECHECK_AGE_MS, identity.stepMs * WINDOW_STEPS)
          .map((row) => ({
            from: Number(row[0]),
            to: Number(row[1]) + identity.stepMs,
            knownAt: Number(row[2]),
            source: String(row[3]),
          }))
          .flatMap((receipt) =>
            dueWindowsOf(receipt, identity.stepMs, now, () => true).filter(({ span, look }) => {
              const since = receipt.knownAt + (RECHECK_AGES_MS[look] ?? 0)
              return !rows.some(([from, , requestedAt]) => from === span.from && (requestedAt ?? 0) >= since)
            }),
          )
        return joinDueWindows([...sampled, ...decided])
          .filter(({ span }) => statements.coverage.rows(id, span.to, span.from).length > 0)
          .map(({ span, look }): DueWindow => ({ identity, span, look, tries: 0, differing: [] }))
      })
      const last = series.at(-1)?.[5]
      return { windows, next: series.length < SERIES_AT_ONCE ? undefined : Number(last) }
    },
    outcomeOf(venue, seriesKey) {
      const address = addressOf(venue)
      const own = statements.outcome.rows(venue, seriesKey, address)[0]
      if (own !== undefined && toKnown(own).series.seriesKey === seriesKey) return toKnown(own)
      const row = statements.outcomeOfSeries.rows(venue, address, seriesKey)[0]
      return row === undefined ? undefined : toKnown(row)
    },
    noteLook({ identity, span, look, tries }, compared, terms, onDecided) {
      const { counts, differing, replacing, removing = [] } = compared
      const stepOf = (from: number): Span => ({ from, to: from + identity.stepMs })
      const id = idOf(identity)
      if (id === undefined) return
      database.transaction(() => {
        const open = statements.openAt.rows(id, span.from).map(([text]) => toDiffering(String(text)))
        const contradicted = open.map((earlier) => ({ differing: earlier }))
        for (const bar of replacing) replace(id, stepOf(bar.timestamp), bar, terms)
        for (const openTime of removing) replace(id, stepOf(openTime), null, terms)
        // Readers of changes skipped them while they were contradicted, also those whose stored values proved right.
        const ended = findDecided(contradicted, [{ differing }], identity.stepMs)
        const decided = joinSpans([...ended, ...removing.map(stepOf)])
        for (const part of decided) changes.add(id, part)
        // What is derived from contradicted candles is not final.
        if (differing.some(isContradicting)) deleteDerivedCandles(database, id, span)
        statements.answered.run([id, span.from])
        const { compared: seen, changed, lacking, added, replaced, absent } = counts
        const left = differing.length === 0 ? null : JSON.stringify(differing)
        const found = [seen, changed, lacking, added, replaced, absent, left]
        statements.note.run([id, span.from, span.to, look, tries + 1, terms.requestedAt, ...found])
        const hull = hullOf(decided)
        if (hull !== undefined) onDecided?.(hull)
      })
    },
  }
}

/**
 * Joins the due windows of a series that begin together. Several receipts may have them, and one request compares them all. The
 * greatest age counts.
 */
function joinDueWindows(due: readonly DueAge[]): DueAge[] {
  const joined = new Map<number, DueAge>()
  for (const { span, look } of due) {
    const known = joined.get(span.from)
    const to = Math.max(span.to, known?.span.to ?? span.to)
    joined.set(span.from, { span: { from: span.from, to }, look: Math.max(look, known?.look ?? 0) })
  }
  return [...joined.values()]
}

/** A due window of a series, with the index of its age. */
type DueAge = Pick<DueWindow, 'span' | 'look'>

type Terms = Parameters<RecheckingStore['noteLook']>[2]

const MAX_RECHECK_AGE_MS = 8 * DAY_MS

/** @param row the series, the span, and the recheck */
function toDifferences(identity: SeriesIdentity, row: readonly SqlValue[]): OpenDifferences {
  const [look, tries, requestedAt, differing] = row.slice(7)
  const counted = { look: Number(look), tries: Number(tries), requestedAt: Number(requestedAt) }
  return { identity, span: spanOf(row), ...counted, differing: toDiffering(String(differing)) }
}

function spanOf(row: readonly SqlValue[]) {
  return { from: Number(row[5]), to: Number(row[6]) }
}

/** Results of rechecks, by venue and age, for display. */
export interface RecheckSum extends LookCounts {
  readonly venue: string
  /** Time since they became known, ms. */
  readonly ageMs: number
  readonly windows: number
}

/** Returns the totals of all rechecks. @param venue only of this venue */
export function recheckSums(database: Database, venue?: VenueId): RecheckSum[] {
  return database
    .prepare(
      `SELECT s.venue, r.look, count(DISTINCT r.series_id || ' ' || r.from_time), sum(r.compared), sum(r.changed),
         sum(r.lacking), sum(r.added), sum(r.replaced), sum(r.absent)
       FROM rechecks r JOIN series s ON s.id = r.series_id
       WHERE s.venue = ifnull(?, s.venue) GROUP BY s.venue, r.look ORDER BY s.venue, r.look`,
    )
    .rows(venue ?? null)
    .map(([name, look, windows, compared, changed, lacking, added, replaced, absent]) => ({
      venue: String(name),
      ageMs: RECHECK_AGES_MS[Number(look)] ?? 0,
      windows: Number(windows),
      compared: Number(compared),
      changed: Number(changed),
      lacking: Number(lacking),
      added: Number(added),
      replaced: Number(replaced),
      absent: Number(absent),
    }))
}

const identityColumns = 's.venue, s.address, s.outcome, s.step_ms, s.basis'

function prepareAll(database: Database) {
  return {
    dueProvisional: database.prepare(
      `SELECT venue, address, outcome, step_ms, basis, from_time, to_time FROM (
       SELECT ${identityColumns}, p.from_time, p.to_time, p.look_again_at,
         row_number() OVER (PARTITION BY s.venue, s.address ORDER BY p.look_again_at) AS place FROM (
         SELECT series_id, from_time, to_time, look_again_at, looks, asked_at, 0 AS is_end FROM provisional
         UNION ALL SELECT series_id, from_time, to_time, look_again_at, looks, asked_at, 1 FROM provisional_candles
       ) p JOIN series s ON s.id = p.series_id
       WHERE p.look_again_at <= ? AND p.looks <= ? AND p.asked_at > ?
         AND (p.is_end OR p.asked_at <= ? OR p.to_time > p.asked_at - ? OR p.to_time <= p.asked_at - ? - s.step_ms)
       ) WHERE place <= ? ORDER BY look_again_at`,
    ),
    open: database.prepare(
      `SELECT ${identityColumns}, r.from_time, r.to_time, r.look, r.tries, r.asked_at, r.differing
       FROM rechecks r JOIN series s ON s.id = r.series_id
       WHERE r.differing IS NOT NULL AND r.tries <= ? AND r.asked_at > ? ORDER BY r.asked_at`,
    ),
    // Usually none is open in the whole file: its index is shorter than the rechecks of the series.
    openOf: database.prepare(
      `SELECT ${identityColumns}, r.from_time, r.to_time, r.look, r.tries, r.asked_at, r.differing
       FROM rechecks r INDEXED BY rechecks_open JOIN series s ON s.id = r.series_id
       WHERE r.differing IS NOT NULL AND r.series_id = ? AND r.from_time < ? AND r.to_time > ? ORDER BY r.asked_at`,
    ),
    series: database.prepare(
      `SELECT ${identityColumns}, s.id FROM series s WHERE s.id > ? AND s.made_from_ms = 0 ORDER BY s.id LIMIT ?`,
    ),
    looked: database.prepare(
      'SELECT from_time, max(look), max(asked_at) FROM rechecks WHERE series_id = ? GROUP BY from_time',
    ),
    decided: database.prepare(
      `SELECT min(open_time), max(open_time), until, source FROM restated
       WHERE series_id = ? AND until > ? GROUP BY until, source, open_time / CAST(? AS INTEGER)`,
    ),
    receipts: database.prepare(
      `SELECT ${receiptColumns} FROM receipts WHERE series_id = ? AND known_at > ? ORDER BY to_time`,
    ),
    coverage: database.prepare(
      `SELECT from_time, to_time FROM coverage
       WHERE series_id = ? AND from_time < ? AND to_time > ? AND kind IN ('data', 'proven_empty') ORDER BY from_time`,
    ),
    outcome: database.prepare(
      'SELECT located, checked_at FROM outcomes WHERE venue = ? AND outcome_id = ? AND address = ?',
    ),
    outcomeOfSeries: database.prepare(
      `SELECT located, checked_at FROM outcomes
       WHERE venue = ? AND address = ? AND json_extract(located, '$.seriesKey') = ?
       ORDER BY json_extract(located, '$.mirrored') LIMIT 1`,
    ),
    hasCandles: database.prepare(
      `UPDATE coverage SET kind = 'data'
       WHERE series_id = ? AND kind = 'proven_empty' AND from_time <= ? AND to_time > ?`,
    ),
    openAt: database.prepare(
      'SELECT differing FROM rechecks WHERE series_id = ? AND from_time = ? AND differing IS NOT NULL',
    ),
    answered: database.prepare(
      'UPDATE rechecks SET differing = NULL WHERE series_id = ? AND from_time = ? AND differing IS NOT NULL',
    ),
    note: database.prepare(
      `INSERT OR REPLACE INTO rechecks (series_id, from_time, to_time, look, tries, asked_at,
         compared, changed, lacking, added, replaced, absent, differing)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  }
}
