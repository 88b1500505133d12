import type { Span } from '../../api/times/span.js'
import type { Provisional } from '../../candles/series/empty-range-confirmation.js'
import type { Receipt, Restated } from '../../candles/series/receipts.js'
import type { SharedSeries } from '../../candles/shared/candle-tier.js'
import type { CoverageKind } from '../../candles/store/candle-store.js'
import type { Statements } from './connection/connection.js'
import type { GivenCoverage } from './plan-give.js'
import { isReplaced, readPlace } from './retraction-cursor.js'
import { namesOf, renderRestated } from './shared-rows.js'

/** A series whose row is locked until the end of the transaction: only this transaction changes what belongs to it. */
interface LockedSeries {
  readonly id: number
  /** Time of the database, epoch ms. */
  readonly now: number
}

const lockStatement = `
SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM pmx_local.series
WHERE venue = $1 AND series_key = $2 AND step_ms = $3 AND basis = $4 FOR UPDATE`

/** Locks the row of a series, and creates it. */
export async function lockSeries({ rows }: Statements, series: SharedSeries): Promise<LockedSeries> {
  const names = namesOf(series)
  const [found] = await rows(lockStatement, names)
  if (found !== undefined) return toLocked(found)
  await rows(
    'INSERT INTO pmx_local.series (venue, series_key, step_ms, basis) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    names,
  )
  const [created = []] = await rows(lockStatement, names)
  return toLocked(created)
}

function toLocked([id, now]: readonly unknown[]): LockedSeries {
  return { id: Number(id), now: Number(now) }
}

/** A retraction cursor, and the instance whose own retractions do not count. */
export interface SeenRetractions {
  readonly cursor: string
  readonly instance: string
}

/**
 * Whether another instance withdrew part of a span after a cursor, or the cursor belongs to a different history. With the lock of
 * the series, nothing can be withdrawn until the end of the transaction.
 */
export async function isOutdated(
  { rows }: Statements,
  id: number,
  { from, to }: Span,
  { cursor, instance }: SeenRetractions,
): Promise<boolean> {
  const { database, number, at } = readPlace(cursor)
  const found = await rows(
    `SELECT 1 FROM pmx_local.meta m WHERE m.database_id::text <> $2 OR m.retracted < $3 OR ${isReplaced('$3', '$7')} OR EXISTS (
       SELECT FROM pmx_local.retractions r WHERE r.series_id = $1 AND r.id > $3 AND r.origin <> $4
         AND r.from_time < $6 AND r.to_time > $5)`,
    [id, database, number, instance, from, to, at ?? null],
  )
  return found.length > 0
}

/** Returns the coverage of a series that overlaps a span or touches it, ascending. */
export async function readCoverage({ rows }: Statements, id: number, span: Span): Promise<GivenCoverage[]> {
  const found = await rows(
    `SELECT from_time, to_time, kind, route, fetched_at, daemon, version FROM pmx_local.coverage
     WHERE series_id = $1 AND to_time >= $2 AND from_time <= $3
       AND from_time >= coalesce((SELECT max(from_time) FROM pmx_local.coverage WHERE series_id = $1 AND from_time < $2), $2)
     ORDER BY from_time`,
    [id, span.from, span.to],
  )
  return found.map(([from, to, kind, route, fetchedAt, daemon, version]) => ({
    ...{ from: Number(from), to: Number(to), kind: kind as CoverageKind, route: String(route) },
    ...{ fetchedAt: Number(fetchedAt), daemon: String(daemon), version: String(version) },
  }))
}

/** Returns the provisional spans of a series that overlap a span, ascending. */
export async function readProvisional({ rows }: Statements, id: number, span: Span): Promise<Provisional[]> {
  const found = await rows(
    `SELECT from_time, to_time, route, requested_at, look_again_at, looks FROM pmx_local.provisional
     WHERE series_id = $1 AND to_time > $2 AND from_time < $3 ORDER BY from_time`,
    [id, span.from, span.to],
  )
  return found.map(([from, to, route, requestedAt, lookAgainAt, looks]) => ({
    ...{ from: Number(from), to: Number(to), route: String(route) },
    ...{ requestedAt: Number(requestedAt), lookAgainAt: Number(lookAgainAt), looks: Number(looks) },
  }))
}

export async function replaceCoverage(
  { rows }: Statements,
  id: number,
  removed: readonly Span[],
  added: readonly GivenCoverage[],
): Promise<void> {
  if (removed.length > 0)
    await rows('DELETE FROM pmx_local.coverage WHERE series_id = $1 AND from_time = ANY ($2::bigint[])', [
      id,
      removed.map(({ from }) => from),
    ])
  if (added.length === 0) return
  await rows(
    `INSERT INTO pmx_local.coverage (series_id, from_time, to_time, kind, route, fetched_at, daemon, version)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])`,
    [id, ...listMembers(added, ['from', 'to', 'kind', 'route', 'fetchedAt', 'daemon', 'version'])],
  )
}

export async function replaceProvisional(
  { rows }: Statements,
  id: number,
  daemon: string,
  removed: readonly Span[],
  added: readonly Provisional[],
): Promise<void> {
  if (removed.length > 0)
    await rows('DELETE FROM pmx_local.provisional WHERE series_id = $1 AND from_time = ANY ($2::bigint[])', [
      id,
      removed.map(({ from }) => from),
    ])
  if (added.length === 0) return
  await rows(
    `INSERT INTO pmx_local.provisional (series_id, daemon, from_time, to_time, route, requested_at, look_again_at, looks)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::int[])`,
    [id, daemon, ...listMembers(added, ['from', 'to', 'route', 'requestedAt', 'lookAgainAt', 'looks'])],
  )
}

/** Adds receipts. One of the same span, time and source is replaced, and a continued live capture replaces its beginning. */
export async function addReceipts(
  { rows }: Statements,
  id: number,
  daemon: string,
  receipts: readonly Receipt[],
): Promise<void> {
  if (receipts.length === 0) return
  const values = [
    id,
    daemon,
    ...listMembers(receipts, ['from', 'to', 'knownAt', 'source']),
    receipts.map(({ withinMs }) => withinMs ?? null),
    receipts.map(({ finalAt }) => finalAt ?? null),
  ]
  await rows(
    `DELETE FROM pmx_local.receipts r
     USING unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[])
       AS n (from_time, to_time, known_at, source, within_ms, final_at)
     WHERE r.series_id = $1 AND r.daemon = $2 AND r.source = n.source AND r.from_time = n.from_time AND r.to_time <= n.to_time
       AND (r.within_ms IS NOT NULL AND n.within_ms IS NOT NULL AND r.known_at <= n.known_at)`,
    values,
  )
  await rows(
    `INSERT INTO pmx_local.receipts (series_id, daemon, from_time, to_time, known_at, source, within_ms, final_at)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[])
     ON CONFLICT (series_id, to_time, from_time, known_at, source)
     DO UPDATE SET within_ms = excluded.within_ms, final_at = coalesce(excluded.final_at, receipts.final_at)`,
    values,
  )
}

/** Adds replaced values, each to the receipt of the value that replaced it. */
export async function addRestated(
  { rows }: Statements,
  id: number,
  daemon: string,
  restated: readonly Restated[],
  stepMs: number,
): Promise<void> {
  if (restated.length === 0) return
  await rows(
    `INSERT INTO pmx_local.receipts (series_id, daemon, from_time, to_time, known_at, final_at, source, restated)
     SELECT $1, $2, at, at + $3, until, until, source, restated
     FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[]) AS n (at, until, source, restated)
     ON CONFLICT (series_id, to_time, from_time, known_at, source) DO UPDATE SET restated = excluded.restated`,
    [
      id,
      daemon,
      stepMs,
      ...listMembers(restated, ['openTime', 'until', 'source']),
      restated.map(renderRestated),
    ],
  )
}

/** Returns the values of members as one list each, as `unnest` reads them. */
export function listMembers<Entry>(
  entries: readonly Entry[],
  members: readonly (keyof Entry)[],
): unknown[][] {
  return members.map((member) => entries.map((entry) => entry[member]))
}
