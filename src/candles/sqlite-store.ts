import type { PriceCandle } from '../api/models.js'
import { hullOf, memberOf, type Span, subtract } from '../api/span.js'
import type { VenueId } from '../api/venue-ids.js'
import { createLru } from '../policy/lru.js'
import type { Database, SqlValue } from '../storage/driver.js'
import { closeDatabase } from '../storage/open.js'
import { candleColumns, candleText, coverageColumns, toCandle, toCoverage, toKnown } from './candle-row.js'
import { dropFutureSpans } from './future.js'
import { joined, unknownParts } from './ledger.js'
import type { RestoringStore } from './restore.js'
import { type CandleStore, type Coverage, type SeriesIdentity, seriesName } from './store.js'

/** Series ids kept at hand. */
const KNOWN_IDS = 10_000
/** Candles one statement writes: most of the cost of a row by itself is calling SQLite. */
const ROWS_AT_ONCE = 32
const CANDLE_COLUMNS = 8

/**
 * Where a venue is asked: '' for its own addresses. What came from elsewhere, such as a test network or a simulator, is
 * kept apart from it.
 */
export type AddressOf = (venue: VenueId) => string

/** The durable store. Every invariant is one transaction: candles and the ledger entries that vouch for them. */
export function createSqliteStore(
  database: Database,
  addressOf: AddressOf = () => '',
): CandleStore & RestoringStore {
  const statements = prepareAll(database)
  const ids = createLru<number>(KNOWN_IDS)

  /** The cache is filled only with what is in the file for good: an id given in a transaction may be undone. */
  function idOf(identity: SeriesIdentity): number | undefined {
    const key = seriesName(identity)
    const known = ids.get(key)
    if (known !== undefined) return known
    const id = findId(identity)
    if (id !== undefined) ids.set(key, id)
    return id
  }

  function findId(identity: SeriesIdentity): number | undefined {
    const id = statements.findSeries.rows(...identityValues(identity), addressOf(identity.venue))[0]?.[0]
    return typeof id === 'number' ? id : undefined
  }

  function addId(identity: SeriesIdentity): number {
    statements.addSeries.run([...identityValues(identity), addressOf(identity.venue)])
    const id = findId(identity)
    if (id === undefined) throw new Error('a series that was just added is not there')
    return id
  }

  function coverage(id: number, span: Span): Coverage[] {
    return statements.coverage.rows(id, span.to, span.from).map(toCoverage)
  }

  /** Joins an entry with neighbours that say the same, so that a ledger of many small fetches stays short. */
  function addCoverage(id: number, entry: Coverage): void {
    let whole = entry
    for (const near of coverage(id, { from: entry.from - 1, to: entry.to + 1 })) {
      const both = joined(whole, near)
      if (both === undefined) continue
      statements.dropCoverage.run([id, near.from])
      whole = both
    }
    const { from, to, kind, route, fetchedAt } = whole
    statements.addCoverage.run([id, from, to, kind, route, fetchedAt])
  }

  /** Takes out of an entry that says there is nothing what others have data for. */
  function giveWay(id: number, entry: Coverage, data: readonly Span[]): void {
    const left = subtract(entry, data)
    if (left.length === 1 && left[0]?.from === entry.from && left[0].to === entry.to) return
    statements.dropCoverage.run([id, entry.from])
    for (const { from, to } of left)
      statements.addCoverage.run([id, from, to, entry.kind, entry.route, entry.fetchedAt])
  }

  /** Rows changed so far over this connection. */
  function changes(): number {
    return Number(statements.changes.rows()[0]?.[0])
  }

  function addCandles(id: number, bars: readonly PriceCandle[]): void {
    let values: SqlValue[] = []
    for (const bar of bars) {
      const { timestamp, open, high, low, close, volume } = bar
      values.push(id, timestamp, open, high, low, close, volume ?? null, candleText(bar))
      if (values.length < ROWS_AT_ONCE * CANDLE_COLUMNS) continue
      statements.addCandles.run(values)
      values = []
    }
    for (let from = 0; from < values.length; from += CANDLE_COLUMNS) {
      statements.addCandle.run(values.slice(from, from + CANDLE_COLUMNS))
    }
  }

  return {
    coverage(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : coverage(id, span)
    },
    read(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : statements.candles.rows(id, span.from, span.to).map(toCandle)
    },
    readText(identity, span) {
      const id = idOf(identity)
      const row = id === undefined ? undefined : statements.text.rows(id, span.from, span.to)[0]
      const text = row?.[0]
      const last = row?.[1]
      return {
        text: typeof text === 'string' ? `[${text}]` : '[]',
        count: Number(row?.[2] ?? 0),
        last: typeof last === 'number' ? last : undefined,
      }
    },
    extents({ venue, seriesKey, basis }) {
      return statements.extents
        .rows(venue, seriesKey, basis, addressOf(venue))
        .map(([stepMs, from, to]) => ({ stepMs: Number(stepMs), from: Number(from), to: Number(to) }))
    },
    count(identity, span, most) {
      const id = idOf(identity)
      return id === undefined ? 0 : Number(statements.count.rows(id, span.from, span.to, most)[0]?.[0])
    },
    commit(identity, commit) {
      const hull = hullOf(commit.coverage)
      if (hull === undefined) return
      const known = idOf(identity)
      database.transaction(() => {
        const id = known ?? addId(identity)
        const added = unknownParts(commit.coverage, coverage(id, hull))
        const isNew = memberOf(added)
        const bars = [...commit.bars].sort((a, b) => a.timestamp - b.timestamp)
        addCandles(
          id,
          bars.filter((bar) => isNew(bar.timestamp)),
        )
        for (const entry of added) addCoverage(id, entry)
      })
    },
    restore(identity, { bars, coverage: entries }) {
      const own = bars.map(({ timestamp }) => ({ from: timestamp, to: timestamp + identity.stepMs }))
      const hull = hullOf([...entries, ...own])
      if (hull === undefined) return 0
      const known = idOf(identity)
      let before = 0
      let after = 0
      database.transaction(() => {
        const id = known ?? addId(identity)
        const data = entries.filter(({ kind }) => kind === 'data')
        for (const entry of coverage(id, hull)) if (entry.kind !== 'data') giveWay(id, entry, data)
        before = changes()
        addCandles(id, bars)
        after = changes()
        for (const entry of unknownParts(entries, coverage(id, hull))) addCoverage(id, entry)
      })
      return after - before
    },
    remnant(venue, outcomeId) {
      const row = statements.known.rows(venue, outcomeId, addressOf(venue))[0]
      const unknown = { outcomeId, seriesKey: outcomeId, mirrored: false, facts: {} }
      const series = row === undefined ? unknown : toKnown(row).series
      const [from, to] = statements.dataOf.rows(venue, series.seriesKey, addressOf(venue))[0] ?? []
      if (typeof from !== 'number' || typeof to !== 'number') return undefined
      return { ...series, listedAt: from, closedAt: to - 1 }
    },
    dropFuture(now) {
      dropFutureSpans(database, now)
      return true
    },
    known(venue, outcomeId) {
      const row = statements.known.rows(venue, outcomeId, addressOf(venue))[0]
      return row === undefined ? undefined : toKnown(row)
    },
    remember(venue, outcomeId, known) {
      const series = JSON.stringify(known.series)
      statements.remember.run([venue, outcomeId, addressOf(venue), series, known.checkedAt])
    },
    close: () => closeDatabase(database),
  }
}

function prepareAll(database: Database) {
  return {
    findSeries: database.prepare(
      'SELECT id FROM series WHERE venue = ? AND outcome = ? AND step_ms = ? AND basis = ? AND address = ?',
    ),
    addSeries: database.prepare(
      'INSERT INTO series (venue, outcome, step_ms, basis, address) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    coverage: database.prepare(
      `SELECT ${coverageColumns} FROM coverage
       WHERE series_id = ? AND from_time < ? AND to_time > ? ORDER BY from_time`,
    ),
    addCoverage: database.prepare(
      'INSERT INTO coverage (series_id, from_time, to_time, kind, route, fetched_at) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    dropCoverage: database.prepare('DELETE FROM coverage WHERE series_id = ? AND from_time = ?'),
    candles: database.prepare(
      `SELECT ${candleColumns} FROM candles
       WHERE series_id = ? AND open_time >= ? AND open_time < ? ORDER BY open_time`,
    ),
    text: database.prepare(
      `SELECT group_concat(json, ','), max(open_time), count(*) FROM (
         SELECT json, open_time FROM candles
         WHERE series_id = ? AND open_time >= ? AND open_time < ? ORDER BY open_time)`,
    ),
    count: database.prepare(
      `SELECT count(*) FROM (
         SELECT 1 FROM candles WHERE series_id = ? AND open_time >= ? AND open_time < ? LIMIT ?)`,
    ),
    addCandle: database.prepare(insertCandles(1)),
    addCandles: database.prepare(insertCandles(ROWS_AT_ONCE)),
    dataOf: database.prepare(
      `SELECT min(c.from_time), max(c.to_time) FROM series s JOIN coverage c ON c.series_id = s.id AND c.kind = 'data'
       WHERE s.venue = ? AND s.outcome = ? AND s.address = ?`,
    ),
    extents: database.prepare(
      `SELECT s.step_ms, min(c.from_time), max(c.to_time) FROM series s JOIN coverage c ON c.series_id = s.id
       WHERE s.venue = ? AND s.outcome = ? AND s.basis = ? AND s.address = ? GROUP BY s.step_ms ORDER BY s.step_ms`,
    ),
    changes: database.prepare('SELECT total_changes()'),
    known: database.prepare(
      'SELECT located, checked_at FROM outcomes WHERE venue = ? AND outcome_id = ? AND address = ?',
    ),
    remember: database.prepare(
      `INSERT INTO outcomes (venue, outcome_id, address, located, checked_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (venue, outcome_id, address) DO UPDATE SET located = excluded.located, checked_at = excluded.checked_at`,
    ),
  }
}

function insertCandles(rows: number): string {
  return `INSERT INTO candles (series_id, open_time, open, high, low, close, volume, json)
    VALUES ${Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`
}

function identityValues({ venue, seriesKey, stepMs, basis }: SeriesIdentity): SqlValue[] {
  return [venue, seriesKey, stepMs, basis]
}
