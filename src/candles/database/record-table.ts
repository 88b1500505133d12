import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import { findNewFacts, type LifecycleFact } from '../series/lifecycle-facts.js'
import { extendReceipt, type Receipt, type Restated } from '../series/receipts.js'
import {
  factColumns,
  receiptColumns,
  restatedColumns,
  toFact,
  toReceipt,
  toRestated,
} from '../store/candle-row.js'

/** Where an outcome's facts are stored. */
export interface OutcomeLocator {
  readonly venue: VenueId
  readonly outcomeId: string
  /** Address of the venue; '' for its own addresses. */
  readonly address: string
}

/**
 * Records that accompany candles: receipts, replaced values, and facts about outcomes. The caller of a method that changes data
 * opens the transaction.
 */
export interface RecordTable {
  receipts(id: number, span: Span): Receipt[]
  /** Adds the receipt of a commit, or extends the receipt of the live capture that it continues. */
  receive(id: number, receipt: Receipt): void
  /** Adds receipts that were recorded elsewhere. Known receipts are not changed. */
  takeReceipts(id: number, receipts: readonly Receipt[]): void
  /** Finalizes receipts of spans that are no longer provisional and contain nothing else that is open. */
  finalize(id: number, within: Span, isOpen: (span: Span) => boolean, at: number): void
  restated(id: number, span: Span): Restated[]
  takeRestated(id: number, former: readonly Restated[]): void
  facts(place: OutcomeLocator): LifecycleFact[]
  /** Adds the new facts. */
  addFacts(place: OutcomeLocator, reported: readonly LifecycleFact[]): void
}

export function createRecordTable(database: Database): RecordTable {
  const statements = prepareAll(database)

  function receipts(id: number, { from, to }: Span): Receipt[] {
    return statements.receipts.rows(id, from, to).map(toReceipt)
  }

  function add(id: number, receipt: Receipt): void {
    const { from, to, knownAt, withinMs = null, finalAt = null, source } = receipt
    statements.addReceipt.run([id, from, to, knownAt, withinMs, finalAt, source])
  }

  function drop(id: number, { from, to, knownAt, source }: Receipt): void {
    statements.dropReceipt.run([id, to, from, knownAt, source])
  }

  function facts({ venue, outcomeId, address }: OutcomeLocator): LifecycleFact[] {
    return statements.facts.rows(venue, outcomeId, address).map(toFact)
  }

  return {
    receipts,
    receive(id, receipt) {
      if (receipt.withinMs !== undefined) {
        for (const last of statements.endingAt.rows(id, receipt.from).map(toReceipt)) {
          const both = extendReceipt(last, receipt)
          if (both === undefined) continue
          drop(id, last)
          return add(id, both)
        }
      }
      add(id, receipt)
    },
    takeReceipts(id, all) {
      for (const receipt of all) add(id, receipt)
    },
    finalize(id, within, isOpen, at) {
      for (const receipt of receipts(id, within)) {
        if (receipt.finalAt !== undefined || isOpen(receipt)) continue
        drop(id, receipt)
        add(id, { ...receipt, finalAt: at })
      }
    },
    restated: (id, { from, to }) => statements.restated.rows(id, from, to).map(toRestated),
    takeRestated(id, all) {
      for (const { openTime, knownAt = null, until, former, source } of all)
        statements.addRestated.run([id, openTime, ...valuesOf(former), knownAt, until, source])
    },
    facts,
    addFacts(place, reported) {
      const { venue, outcomeId, address } = place
      for (const { fact, at = null, knownAt, value = null, source } of findNewFacts(facts(place), reported))
        statements.addFact.run([venue, address, outcomeId, fact, at, knownAt, value, source])
    },
  }
}

function valuesOf(bar: PriceCandle | undefined): (number | null)[] {
  if (bar === undefined) return [null, null, null, null, null]
  return [bar.open, bar.high, bar.low, bar.close, bar.volume ?? null]
}

function prepareAll(database: Database) {
  return {
    receipts: database.prepare(
      `SELECT ${receiptColumns} FROM receipts WHERE series_id = ? AND to_time > ? AND from_time < ? ORDER BY to_time`,
    ),
    endingAt: database.prepare(
      `SELECT ${receiptColumns} FROM receipts
       WHERE series_id = ? AND to_time = ? AND within_ms IS NOT NULL ORDER BY known_at DESC`,
    ),
    addReceipt: database.prepare(
      `INSERT INTO receipts (series_id, ${receiptColumns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    dropReceipt: database.prepare(
      'DELETE FROM receipts WHERE series_id = ? AND to_time = ? AND from_time = ? AND known_at = ? AND source = ?',
    ),
    restated: database.prepare(
      `SELECT ${restatedColumns} FROM restated
       WHERE series_id = ? AND open_time >= ? AND open_time < ? ORDER BY open_time, until`,
    ),
    addRestated: database.prepare(
      `INSERT INTO restated (series_id, ${restatedColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    facts: database.prepare(
      `SELECT ${factColumns} FROM lifecycle
       WHERE venue = ? AND outcome_id = ? AND address = ? ORDER BY known_at, fact`,
    ),
    addFact: database.prepare(
      `INSERT INTO lifecycle (venue, address, outcome_id, ${factColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
  }
}
