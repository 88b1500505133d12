import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignUp, renderResolution } from '../../api/times/resolution.js'
import { cut, hullOf, type Span } from '../../api/times/span.js'
import { renderOutcomeId } from '../../api/values/outcome-id.js'
import { createAvailability } from '../../candles/series/available-at.js'
import type { SharedSeries } from '../../candles/shared/candle-tier.js'
import { toKnown } from '../../candles/store/candle-row.js'
import type { PostgresConnection, Statements } from './connection/connection.js'
import { namesOf, takeStatementFor, toPart, toSeries } from './shared-rows.js'

export interface PublishTerms {
  readonly venue: VenueId
  /** Open time of the first candles, epoch ms. */
  readonly since: number
  /** Lag after which the venue's candles are complete, ms. */
  readonly finalAfterMs: number
  readonly onProgress?: (published: PublishedRows) => void
}

interface StoredTerms extends PublishTerms {
  /** Whether the schema has replaced values. */
  readonly hasRestated: boolean
}

export interface PublishedRows {
  readonly series: number
  /** Rows of the span, of which most may have been there already. */
  readonly candles: number
  /** Rows that were added or changed. */
  readonly changed: number
  /** Rows whose candles were withdrawn. */
  readonly removed: number
}

/** Open times of one statement. */
const STEPS_AT_ONCE = 5_000

/** The table of candles as exports have it (`candleTableColumns`), by month of the open time. */
const createTable = `
CREATE TABLE IF NOT EXISTS pmx_local.candles (
  venue text NOT NULL, outcome_id text NOT NULL, resolution text NOT NULL, timestamp timestamptz NOT NULL,
  open double precision NOT NULL, high double precision NOT NULL, low double precision NOT NULL, close double precision NOT NULL,
  volume double precision, available_at timestamptz,
  PRIMARY KEY (outcome_id, resolution, timestamp)) PARTITION BY RANGE (timestamp)`

/** The right to read it for the guide's role. Only an owner may grant it. */
const grantReading = `
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'pmx_reader') AND EXISTS (
    SELECT FROM pg_class WHERE oid = 'pmx_local.candles'::regclass AND pg_has_role(relowner, 'USAGE')) THEN
    GRANT SELECT ON pmx_local.candles TO pmx_reader;
  END IF;
END $$`

/** An arbitrary number that no other program uses. */
const PUBLISH_LOCK = 7_262_019_312

/**
 * Copies the candles of a venue into the plain table `pmx_local.candles`, for people and programs that use SQL. Rows of withdrawn
 * candles are deleted. May be repeated, in which case only changes are written.
 */
export async function writePlainTable(
  connection: PostgresConnection,
  terms: StoredTerms,
  signal: AbortSignal,
): Promise<PublishedRows> {
  const { venue, since, onProgress } = terms
  await connection.transact(async ({ rows }) => {
    await rows('SELECT pg_advisory_xact_lock($1)', [PUBLISH_LOCK])
    await rows(createTable)
    await rows(grantReading)
  }, signal)
  const outcomeOf = await readOutcomeNames(connection, venue, signal)
  const all = await connection.rows(
    'SELECT venue, series_key, step_ms, basis FROM pmx_local.series WHERE venue = $1 ORDER BY series_key, step_ms, basis',
    [venue],
    signal,
  )
  let done: PublishedRows = { series: 0, candles: 0, changed: 0, removed: 0 }
  const names: PublishedName[] = []
  for (const row of all) {
    const series = toSeries(row)
    const outcomeId = renderOutcomeId({ venue, id: outcomeOf(series) })
    names.push({ outcomeId, resolution: renderResolution(series.stepMs) })
    const extent = await readExtent(connection, series, since, signal)
    for (const span of extent === undefined ? [] : cut(extent, STEPS_AT_ONCE * series.stepMs)) {
      const one = await connection.transact(
        (statements) => publishSpan(statements, series, span, outcomeId, terms),
        signal,
      )
      done = {
        ...done,
        candles: done.candles + one.candles,
        changed: done.changed + one.changed,
        removed: done.removed + one.removed,
      }
    }
    done = { ...done, series: done.series + 1 }
    onProgress?.(done)
  }
  const renamed = await removeFormerNames(connection, terms, names, signal)
  return { ...done, removed: done.removed + renamed }
}

/** What rows of a series are called. */
interface PublishedName {
  readonly outcomeId: string
  readonly resolution: string
}

/** Deletes the rows of series whose outcome was located, or withdrawn, since: they are there under another name. */
async function removeFormerNames(
  { rows }: Pick<PostgresConnection, 'rows'>,
  { venue, since }: PublishTerms,
  names: readonly PublishedName[],
  signal: AbortSignal,
): Promise<number> {
  const removed = await rows(
    `DELETE FROM pmx_local.candles WHERE venue = $1 AND timestamp >= to_timestamp($2 / 1000.0)
       AND (outcome_id, resolution) NOT IN (SELECT * FROM unnest($3::text[], $4::text[])) RETURNING 1`,
    [venue, since, names.map(({ outcomeId }) => outcomeId), names.map(({ resolution }) => resolution)],
    signal,
  )
  return removed.length
}

/** Reads the outcome to which a series' candles belong. A series with several outcomes or none gets the outcome in its name. */
async function readOutcomeNames(
  { rows }: Pick<PostgresConnection, 'rows'>,
  venue: VenueId,
  signal: AbortSignal,
): Promise<(series: SharedSeries) => string> {
  const located = await rows(
    'SELECT located, checked_at FROM pmx_local.outcomes WHERE venue = $1',
    [venue],
    signal,
  )
  const outcomes = new Map<string, Set<string>>()
  for (const [text, checkedAt] of located) {
    const { series } = toKnown([String(text), Number(checkedAt)])
    if (series.mirrored) continue
    const known = outcomes.get(series.seriesKey) ?? new Set()
    outcomes.set(series.seriesKey, known.add(series.outcomeId))
  }
  return ({ seriesKey }) => {
    const known = outcomes.get(seriesKey) ?? new Set()
    const [only = seriesKey] = known
    return known.size === 1 ? only : seriesKey
  }
}

/** Returns the open times of a series since a time: those with coverage, and those that were published before. */
async function readExtent(
  { rows }: Pick<PostgresConnection, 'rows'>,
  series: SharedSeries,
  since: number,
  signal: AbortSignal,
): Promise<Span | undefined> {
  const found = await rows(
    `SELECT min(from_time), max(to_time) FROM pmx_local.coverage JOIN pmx_local.series s ON s.id = series_id
     WHERE venue = $1 AND series_key = $2 AND step_ms = $3 AND basis = $4 AND to_time > $5
     UNION ALL SELECT min(from_time), max(to_time) FROM pmx_local.retractions JOIN pmx_local.series s ON s.id = series_id
     WHERE venue = $1 AND series_key = $2 AND step_ms = $3 AND basis = $4 AND to_time > $5`,
    [...namesOf(series), since],
    signal,
  )
  const hull = hullOf(
    found.flatMap(([from, to]) => (from === null ? [] : [{ from: Number(from), to: Number(to) }])),
  )
  const from = Math.max(hull?.from ?? 0, alignUp(since, series.stepMs))
  return hull === undefined || from >= hull.to ? undefined : { from, to: hull.to }
}

async function publishSpan(
  statements: Statements,
  series: SharedSeries,
  span: Span,
  outcomeId: string,
  { finalAfterMs, hasRestated }: Pick<StoredTerms, 'finalAfterMs' | 'hasRestated'>,
): Promise<Omit<PublishedRows, 'series'>> {
  const taken = await statements.rows(takeStatementFor(hasRestated), [...namesOf(series), span.from, span.to])
  const { bars, receipts, restated = [] } = toPart(taken, span)
  await createPartitions(statements, bars)
  const resolution = renderResolution(series.stepMs)
  const availableAt = createAvailability({ receipts, restated, stepMs: series.stepMs, finalAfterMs })
  const times = bars.map(({ timestamp }) => timestamp)
  const removed = await statements.rows(
    `DELETE FROM pmx_local.candles c WHERE outcome_id = $1 AND resolution = $2
       AND timestamp >= to_timestamp($3 / 1000.0) AND timestamp < to_timestamp($4 / 1000.0)
       AND NOT EXISTS (SELECT FROM unnest($5::bigint[]) AS n (at) WHERE to_timestamp(n.at / 1000.0) = c.timestamp)
     RETURNING 1`,
    [outcomeId, resolution, span.from, span.to, times],
  )
  if (bars.length === 0) return { candles: 0, changed: 0, removed: removed.length }
  const changed = await statements.rows(
    `INSERT INTO pmx_local.candles (venue, outcome_id, resolution, timestamp, open, high, low, close, volume, available_at)
     SELECT $1, $2, $3, to_timestamp(at / 1000.0), open, high, low, close, volume, to_timestamp(available / 1000.0)
     FROM unnest($4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::bigint[])
       AS n (at, open, high, low, close, volume, available)
     ON CONFLICT (outcome_id, resolution, timestamp) DO UPDATE
       SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume,
         available_at = excluded.available_at
       WHERE (candles.open, candles.high, candles.low, candles.close, candles.volume, candles.available_at)
         IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume, excluded.available_at)
     RETURNING 1`,
    [
      ...[series.venue, outcomeId, resolution, times],
      ...(['open', 'high', 'low', 'close'] as const).map((name) => bars.map((bar) => bar[name])),
      bars.map(({ volume }) => volume ?? null),
      times.map((at) => availableAt(at)),
    ],
  )
  return { candles: bars.length, changed: changed.length, removed: removed.length }
}

/** Creates the partitions of the months of ascending candles. */
async function createPartitions({ rows }: Statements, bars: readonly PriceCandle[]): Promise<void> {
  const [first, last] = [bars.at(0), bars.at(-1)]
  if (first === undefined || last === undefined) return
  const end = new Date(last.timestamp)
  const month = new Date(first.timestamp)
  let [year, index] = [month.getUTCFullYear(), month.getUTCMonth()]
  while (Date.UTC(year, index) <= end.getTime()) {
    const name = `candles_${year}_${String(index + 1).padStart(2, '0')}`
    const text = (at: number): string => `'${new Date(at).toISOString()}'`
    await rows(
      `CREATE TABLE IF NOT EXISTS pmx_local.${name} PARTITION OF pmx_local.candles
       FOR VALUES FROM (${text(Date.UTC(year, index))}) TO (${text(Date.UTC(year, index + 1))})`,
    )
    index++
    if (index === 12) [year, index] = [year + 1, 0]
  }
}
