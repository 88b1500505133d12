import { hullOf, intersect, memberOf, type Span, subtract } from '../api/span.js'
import type { VenueId } from '../api/venue-ids.js'
import type { Clock } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import type { Database, SqlValue } from '../storage/driver.js'
import { closeDatabase } from '../storage/open.js'
import { coverageColumns, toCoverage, toKnown } from './candle-row.js'
import { type ChunkSizes, createCandleTable, EVER, NO_TEXT, type SealedRun } from './candle-table.js'
import { dropFutureSpans } from './future.js'
import { removeMade } from './removal.js'
import type { RestoringStore } from './restore.js'
import type { SealingStore } from './seal.js'
import {
  type CandleStore,
  type Coverage,
  joined,
  type SeriesIdentity,
  seriesName,
  unknownParts,
} from './store.js'

/** Series without anything to seal that one slice passes. */
const SERIES_AT_ONCE = 20
/** Series ids kept at hand. */
const KNOWN_IDS = 10_000
/**
 * Where a venue is asked: '' for its own addresses. What came from elsewhere, such as a test network or a simulator, is
 * kept apart from it.
 */
export type AddressOf = (venue: VenueId) => string

export interface Sealing {
  /** Longer runs of new candles that open before are sealed at once, epoch ms. */
  before(): number
  readonly sizes?: ChunkSizes
}

/** What has been open for so long, in ms, is sealed. */
export function sealingAfter(ms: number, clock: Pick<Clock, 'now'>): Sealing {
  return { before: () => clock.now() - ms }
}

const neverSealing: Sealing = { before: () => Number.NEGATIVE_INFINITY }

/**
 * The durable store. Every invariant is one transaction: candles and the ledger entries that vouch for them.
 */
export function createSqliteStore(
  database: Database,
  addressOf: AddressOf = () => '',
  sealing: Sealing = neverSealing,
): CandleStore & RestoringStore & SealingStore {
  const statements = prepareAll(database)
  const candles = createCandleTable(database, sealing.sizes)
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
    // Mostly they have nothing there, and the ledger stays as it is.
    if (data.every((span) => intersect(span, entry) === undefined)) return
    statements.dropCoverage.run([id, entry.from])
    for (const { from, to } of subtract(entry, data))
      statements.addCoverage.run([id, from, to, entry.kind, entry.route, entry.fetchedAt])
  }

  function nextSeries(after: number): number | undefined {
    const id = statements.nextSeries.rows(after)[0]?.[0]
    return typeof id === 'number' ? id : undefined
  }

  return {
    coverage(identity, span) {
      const id = idOf(identity)
      return id === undefined ? [] : coverage(id, span)
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
      const hull = hullOf(commit.coverage)
      if (hull === undefined) return
      const known = idOf(identity)
      database.transaction(() => {
        const id = known ?? addId(identity)
        const added = unknownParts(commit.coverage, coverage(id, hull))
        const isNew = memberOf(added)
        const bars = [...commit.bars].sort((a, b) => a.timestamp - b.timestamp)
        candles.add(
          id,
          bars.filter((bar) => isNew(bar.timestamp)),
          sealing.before(),
        )
        for (const entry of added) addCoverage(id, entry)
      })
    },
    restore(identity, { bars, coverage: entries }) {
      const own = bars.map(({ timestamp }) => ({ from: timestamp, to: timestamp + identity.stepMs }))
      const hull = hullOf([...entries, ...own])
      if (hull === undefined) return 0
      const known = idOf(identity)
      let added = 0
      database.transaction(() => {
        const id = known ?? addId(identity)
        const data = entries.filter(({ kind }) => kind === 'data')
        for (const entry of coverage(id, hull)) if (entry.kind !== 'data') giveWay(id, entry, data)
        added = candles.add(id, bars, sealing.before())
        if (added > 0) removeMade(database, id, hull)
        for (const entry of unknownParts(entries, coverage(id, hull))) addCoverage(id, entry)
      })
      return added
    },
    remnant(venue, outcomeId) {
      const row = statements.known.rows(venue, outcomeId, addressOf(venue))[0]
      const unknown = { outcomeId, seriesKey: outcomeId, mirrored: false, facts: {} }
      const series = row === undefined ? unknown : toKnown(row).series
      const [from, to] = statements.dataOf.rows(venue, series.seriesKey, addressOf(venue))[0] ?? []
      if (typeof from !== 'number' || typeof to !== 'number') return undefined
      return { ...series, listedAt: from, closedAt: to - 1 }
    },
    seal(place, before) {
      let series = place?.series ?? nextSeries(Number.MIN_SAFE_INTEGER)
      let passed = 0
      for (let from = place?.from ?? EVER.from; series !== undefined; from = EVER.from) {
        const id = series
        let sealed: SealedRun = { count: 0, next: undefined }
        database.transaction(() => {
          sealed = candles.seal(id, { from, to: before })
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
      'SELECT id FROM series WHERE venue = ? AND outcome = ? AND step_ms = ? AND basis = ? AND made_from_ms = ? AND address = ?',
    ),
    addSeries: database.prepare(
      `INSERT INTO series (venue, outcome, step_ms, basis, made_from_ms, address) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    coverage: database.prepare(
      `SELECT ${coverageColumns} FROM coverage
       WHERE series_id = ? AND from_time < ? AND to_time > ? ORDER BY from_time`,
    ),
    addCoverage: database.prepare(
      'INSERT INTO coverage (series_id, from_time, to_time, kind, route, fetched_at) VALUES (?, ?, ?, ?, ?, ?)',
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

function identityValues({ venue, seriesKey, stepMs, basis, madeFromMs = 0 }: SeriesIdentity): SqlValue[] {
  return [venue, seriesKey, stepMs, basis, madeFromMs]
}
