import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { prepareInsert } from '../../storage/bulk-insert.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import { closeDatabase } from '../../storage/open.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'
import { lifecycleOf } from '../series/lifecycle-facts.js'
import { findReceipts, findRemoved } from '../series/receipts.js'
import { coverageColumns, renderLocated, toCoverage, toCoverageValues, toKnown } from '../store/candle-row.js'
import {
  type CandleCommit,
  type CandleStore,
  type Coverage,
  factsIn,
  findUnknownParts,
  hullOfBars,
  joinNeighbors,
  leftOf,
  type SeriesIdentity,
  seriesNameOf,
  withoutTimes,
} from '../store/candle-store.js'
import { markContradicted } from '../store/contradicted-candles.js'
import type { RestoringStore, SeriesRecords } from '../store/import-candles.js'
import type { RecheckingStore } from '../store/rechecked-memory-store.js'
import { createImportedTaker } from './adopt-imported.js'
import {
  type ChunkSizes,
  type CompactedRun,
  createCandleTable,
  EVER,
  NO_TEXT,
} from './candle-and-chunk-tables.js'
import { createChangeTable, createSharingRecords, type SharingRecords } from './change-table.js'
import { distrustFutureOutcomes, dropFutureSpans } from './clock-skew-cleanup.js'
import type { CompactableStore } from './compaction-schedule.js'
import { createSpanRemoval, deleteDerivedCandles } from './delete-span.js'
import { createProvisionalTable } from './provisional-table.js'
import { createRecheckTable } from './recheck-table.js'
import { createRecordTable, type OutcomeLocator } from './record-table.js'

/** Maximum number of series without anything to compact that one slice skips. */
const SERIES_AT_ONCE = 20
/** Number of cached series ids. */
const KNOWN_IDS = 10_000
/**
 * Address of a venue: '' for its own addresses. Data from elsewhere, such as a test network or a simulator, is stored
 * separately.
 */
export type AddressOf = (venue: VenueId) => string

export interface CompactionOptions {
  /** Returns a time, epoch ms. Longer runs of new candles that open before it are compacted immediately. */
  before(): number
  readonly sizes?: ChunkSizes
}

/** Candles that opened longer ago than this are compacted, ms. */
export function compactAfter(ms: number, clock: Pick<Clock, 'now'>): CompactionOptions {
  return { before: () => clock.now() - ms }
}

const neverSealing: CompactionOptions = { before: () => Number.NEGATIVE_INFINITY }

/** Creates the durable store. Candles and the coverage entries that confirm them are written in one transaction. */
export function createSqliteStore(
  database: Database,
  addressOf: AddressOf = () => '',
  sealing: CompactionOptions = neverSealing,
): CandleStore & RestoringStore & CompactableStore & RecheckingStore & SharingRecords {
  const statements = prepareAll(database)
  const addEntries = prepareInsert(database, 'coverage', `series_id, ${coverageColumns}`)
  const candles = createCandleTable(database, sealing.sizes)
  const records = createRecordTable(database)
  const changes = createChangeTable(database)
  const provisional = createProvisionalTable(database)
  const takeImported = createImportedTaker(database)
  const ids = createLru<number>(KNOWN_IDS)

  /** The cache contains only committed ids, because an id assigned in a transaction may be rolled back. */
  function idOf(identity: SeriesIdentity): number | undefined {
    const key = seriesNameOf(identity)
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
    if (id === undefined) throw new Error('a series was added to the database, but cannot be found there')
    return id
  }

  function coverage(id: number, { from, to }: Span): Coverage[] {
    return statements.coverage.rows(id, to, from, id, from, from).map(toCoverage)
  }

  /** @param received the new parts of a commit */
  function receive(
    id: number,
    received: Parameters<typeof findReceipts>[0],
    { receipts, provisional: looked }: CandleCommit,
    stepMs: number,
  ): void {
    for (const receipt of receipts ?? findReceipts(received, stepMs)) records.receive(id, receipt)
    const { before, added } = received
    if (looked === undefined || before.length === 0 || added.length === 0) return
    const at = Math.max(...added.map(({ fetchedAt }) => fetchedAt))
    records.finalize(id, looked.within, (span) => provisional.ranges(id, span).length > 0, at)
  }

  /**
   * Adds entries in ascending order and merges them with equal adjacent ones, so that many small fetches do not make the coverage
   * long.
   */
  function addCoverage(id: number, entries: readonly Coverage[]): void {
    const hull = hullOf(entries)
    if (hull === undefined) return
    const near = coverage(id, { from: hull.from - 1, to: hull.to + 1 })
    const merged = joinNeighbors([...near, ...entries].sort((a, b) => a.from - b.from))
    const [before, after] = [new Set(near), new Set(merged)]
    for (const entry of near) if (!after.has(entry)) statements.dropCoverage.run([id, entry.from])
    const isNew = (entry: Coverage): boolean => !before.has(entry)
    insertCoverage(id, merged.filter(isNew))
  }

  const insertCoverage = (id: number, entries: readonly Coverage[]): void =>
    addEntries(toCoverageValues(id, entries))

  /** Removes from entries of empty ranges the open times for which another entry has data. */
  function giveWay(id: number, entry: Coverage, data: readonly Span[]): void {
    // Usually other entries have nothing there, and the coverage stays unchanged.
    if (data.every((span) => intersect(span, entry) === undefined)) return
    statements.dropCoverage.run([id, entry.from])
    const left = subtract(entry, data).map((part) => ({ ...entry, ...part }))
    insertCoverage(id, left)
  }

  function candleSpans(id: number, span: Span, stepMs: number): Span[] {
    return joinSpans(candles.read(id, span).map(({ timestamp: from }) => ({ from, to: from + stepMs })))
  }

  /** Adds entries that are not known yet, and returns them. */
  function addUnknown(id: number, entries: readonly Coverage[], hull: Span): Coverage[] {
    const covered = coverage(id, hull)
    const added = findUnknownParts(entries, covered)
    for (const entry of covered) {
      const left = leftOf(entry, added)
      if (left.length === 1 && left[0] === entry) continue
      statements.dropCoverage.run([id, entry.from])
      insertCoverage(id, left)
    }
    addCoverage(id, added)
    return added
  }

  /** Adds candles at open times where none are stored, and records the change. @returns the number of new candles */
  function addCandles(
    id: number,
    bars: readonly PriceCandle[],
    { stepMs, derivedFromMs }: SeriesIdentity,
    compactBefore = sealing.before(),
  ): number {
    const span = hullOfBars(bars, stepMs)
    if (span === undefined) return 0
    const fresh = candles.count(id, span, 1) === 0 ? bars : withoutTimes(bars, candles.read(id, span))
    const added = candles.add(id, fresh, compactBefore)
    const changed = fresh === bars ? span : hullOfBars(fresh, stepMs)
    if (changed !== undefined && derivedFromMs === undefined) changes.add(id, changed)
    return added
  }

  function restore(
    known: number | undefined,
    identity: SeriesIdentity,
    { bars, coverage: entries, receipts = [] }: CandleCommit,
  ): number {
    const own = bars.map(({ timestamp }) => ({ from: timestamp, to: timestamp + identity.stepMs }))
    const hull = hullOf([...entries, ...own])
    if (hull === undefined) return 0
    const id = known ?? addId(identity)
    const data = entries.filter(({ kind }) => kind === 'data')
    for (const entry of coverage(id, hull)) if (entry.kind !== 'data') giveWay(id, entry, data)
    const added = addCandles(id, bars, identity)
    if (added > 0) deleteDerivedCandles(database, id, hull)
    addUnknown(id, entries, hull)
    if (added > 0) records.takeReceipts(id, receipts)
    return added
  }

  function restoreRecords(id: number, { stepMs }: SeriesIdentity, given: SeriesRecords): void {
    records.takeReceipts(id, given.receipts)
    records.takeRestated(id, given.restated)
    for (const entry of given.provisional)
      provisional.addUnknown(id, entry, joinSpans(coverage(id, entry)), candleSpans(id, entry, stepMs))
  }

  /** Moves candles that were imported under the name of an outcome to its series. */
  function adoptImported(place: OutcomeLocator, series: CandleSeries): void {
    for (const { from, to, provisional: open, ...imported } of takeImported(place, series)) {
      ids.delete(seriesNameOf(from))
      restore(findId(to), to, imported)
      const id = findId(to)
      if (id !== undefined) restoreRecords(id, to, { provisional: open, receipts: [], restated: [] })
    }
  }

  function nextSeries(after: number): number | undefined {
    const id = statements.nextSeries.rows(after)[0]?.[0]
    return typeof id === 'number' ? id : undefined
  }

  return markContradicted({
    ...createRecheckTable(database, addressOf, idOf),
    ...createSpanRemoval(database, idOf),
    ...createSharingRecords(database),
    coverage(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : coverage(id, span)
    },
    provisional(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : provisional.ranges(id, span)
    },
    ends(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : provisional.ends(id, span)
    },
    receipts(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : records.receipts(id, span)
    },
    restated(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : records.restated(id, span)
    },
    read(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : candles.read(id, span)
    },
    readText(identity, span) {
      const id = idOf(identity)
      const { text, count, last } = id === undefined ? NO_TEXT : candles.readText(id, span)
      return { text: `[${text}]`, count, last }
    },
    extents({ venue, seriesKey, basis }) {
      return statements.extents
        .rows(venue, seriesKey, basis, addressOf(venue))
        .map(([stepMs, from, to]) => ({ stepMs: Number(stepMs), from: Number(from), to: Number(to) }))
    },
    count(identity, span, most) {
      const id = idOf(identity)
      return id === undefined ? 0 : candles.count(id, span, most)
    },
    commit(identity, commit) {
      const hull = hullOf(commit.coverage) ?? commit.provisional?.within ?? commit.ends?.within
      if (hull === undefined) return
      const known = idOf(identity)
      database.transaction(() => {
        const id = known ?? addId(identity)
        const { provisional: looked, restated = [] } = commit
        const before =
          looked === undefined ? [] : provisional.replaceRanges(id, looked.within, looked.entries)
        if (commit.ends !== undefined) provisional.replaceEnds(id, commit.ends.within, commit.ends.entries)
        const added = addUnknown(id, commit.coverage, hull)
        const isNew = createSpanTest(added)
        const bars = [...commit.bars]
          .sort((a, b) => a.timestamp - b.timestamp)
          .filter((bar) => isNew(bar.timestamp))
        addCandles(id, bars, identity, commit.isLasting ? EVER.to : undefined)
        if (identity.derivedFromMs === undefined)
          receive(
            id,
            { added: factsIn(added), bars, before, after: looked?.entries ?? [] },
            commit,
            identity.stepMs,
          )
        records.takeRestated(id, restated)
        for (const from of findRemoved(bars, restated)) changes.add(id, { from, to: from + identity.stepMs })
      })
    },
    restore(identity, commit) {
      const known = idOf(identity)
      let added = 0
      database.transaction(() => {
        added = restore(known, identity, commit)
      })
      return added
    },
    restoreRecords(identity, given) {
      const id = idOf(identity)
      if (id !== undefined) database.transaction(() => restoreRecords(id, identity, given))
    },
    remnant(venue, outcomeId) {
      const row = statements.known.rows(venue, outcomeId, addressOf(venue))[0]
      const unknown = { outcomeId, seriesKey: outcomeId, mirrored: false, facts: {} }
      const series = row === undefined ? unknown : toKnown(row).series
      const [from, to] = statements.dataOf.rows(venue, series.seriesKey, addressOf(venue))[0] ?? []
      if (typeof from !== 'number' || typeof to !== 'number') return undefined
      return { ...series, listedAt: from, closedAt: to - 1 }
    },
    compact(place, before) {
      let series = place?.series ?? nextSeries(Number.MIN_SAFE_INTEGER)
      let passed = 0
      for (let from = place?.from ?? EVER.from; series !== undefined; from = EVER.from) {
        const id = series
        let sealed: CompactedRun = { count: 0, next: undefined }
        database.transaction(() => {
          sealed = candles.compact(id, { from, to: before })
        })
        const { count, next } = sealed
        if (next !== undefined) return { count, passed, next: { series, from: next } }
        passed++
        series = nextSeries(id)
        if (series !== undefined && passed === SERIES_AT_ONCE)
          return { count, passed, next: { series, from: EVER.from } }
      }
      return { count: 0, passed, next: undefined }
    },
    seriesCount: () => Number(statements.seriesCount.rows()[0]?.[0]),
    dropFuture(now, isClockRight = true) {
      if (isClockRight) dropFutureSpans(database, now)
      else distrustFutureOutcomes(database, now)
      return true
    },
    known(venue, outcomeId) {
      const row = statements.known.rows(venue, outcomeId, addressOf(venue))[0]
      return row === undefined ? undefined : toKnown(row)
    },
    remember(venue, outcomeId, known) {
      const place = { venue, outcomeId, address: addressOf(venue) }
      const row = statements.known.rows(venue, outcomeId, place.address)[0]
      const facts = lifecycleOf(row && toKnown(row), known)
      const series = renderLocated(known)
      database.transaction(() => {
        statements.remember.run([venue, outcomeId, place.address, series, known.checkedAt])
        records.addFacts(place, facts)
        adoptImported(place, known.series)
      })
    },
    lifecycle: (venue, outcomeId) => records.facts({ venue, outcomeId, address: addressOf(venue) }),
    noteLifecycle(venue, outcomeId, facts) {
      database.transaction(() => records.addFacts({ venue, outcomeId, address: addressOf(venue) }, facts))
    },
    close: () => closeDatabase(database),
  })
}

function prepareAll(database: Database) {
  return {
    findSeries: database.prepare(
      'SELECT id FROM series WHERE venue = ? AND outcome = ? AND step_ms = ? AND basis = ? AND made_from_ms = ? AND address = ?',
    ),
    addSeries: database.prepare(
      `INSERT INTO series (venue, outcome, step_ms, basis, made_from_ms, address) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    // Entries are disjoint: the last one that begins at or before the span is the first that can reach into it.
    coverage: database.prepare(
      `SELECT ${coverageColumns} FROM coverage
       WHERE series_id = ? AND from_time < ? AND to_time > ? AND from_time >= ifnull((
         SELECT max(from_time) FROM coverage WHERE series_id = ? AND from_time <= ?), ?)
       ORDER BY from_time`,
    ),
    dropCoverage: database.prepare('DELETE FROM coverage WHERE series_id = ? AND from_time = ?'),
    dataOf: database.prepare(
      `SELECT min(c.from_time), max(c.to_time) FROM series s JOIN coverage c ON c.series_id = s.id AND c.kind = 'data'
       WHERE s.venue = ? AND s.outcome = ? AND s.address = ? AND s.made_from_ms = 0`,
    ),
    extents: database.prepare(
      `SELECT s.step_ms, min(c.from_time), max(c.to_time) FROM series s JOIN coverage c ON c.series_id = s.id
       WHERE s.venue = ? AND s.outcome = ? AND s.basis = ? AND s.address = ? AND s.made_from_ms = 0
       GROUP BY s.step_ms ORDER BY s.step_ms`,
    ),
    known: database.prepare(
      'SELECT located, checked_at FROM outcomes WHERE venue = ? AND outcome_id = ? AND address = ?',
    ),
    nextSeries: database.prepare('SELECT min(id) FROM series WHERE id > ?'),
    seriesCount: database.prepare('SELECT count(*) FROM series'),
    remember: database.prepare(
      `INSERT INTO outcomes (venue, outcome_id, address, located, checked_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (venue, outcome_id, address) DO UPDATE SET located = excluded.located, checked_at = excluded.checked_at`,
    ),
  }
}

function identityValues({ venue, seriesKey, stepMs, basis, derivedFromMs = 0 }: SeriesIdentity): SqlValue[] {
  return [venue, seriesKey, stepMs, basis, derivedFromMs]
}
