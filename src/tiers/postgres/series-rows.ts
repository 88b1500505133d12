import type { PriceCandle } from '../../api/models/models.js'
import { findInsertIndex, joinSpans, type Span } from '../../api/times/span.js'
import { chunksOf, MAX_CHUNK_CANDLES } from '../../candles/database/chunk-codec.js'
import type { Provisional } from '../../candles/series/empty-range-confirmation.js'
import type { Receipt } from '../../candles/series/receipts.js'
import type { SharedSeries } from '../../candles/shared/candle-tier.js'
import type { CoverageKind } from '../../candles/store/candle-store.js'
import type { Statements } from './connection/connection.js'
import type { GivenCoverage } from './plan-give.js'
import { namesOf, openChunk, toBar } from './shared-rows.js'

/** A series whose row is locked until the end of the transaction: only this transaction changes what belongs to it. */
export interface LockedSeries {
  readonly id: number
  /** Number of candles in rows of their own. */
  readonly loose: number
  /** Time of the database, epoch ms. */
  readonly now: number
}

const lockStatement = `
SELECT id, loose, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM pmx_local.series
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

function toLocked([id, loose, now]: readonly unknown[]): LockedSeries {
  return { id: Number(id), loose: Number(loose), now: Number(now) }
}

/** Contains all open times. */
const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER }

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
    [id, ...columnsOf(added, ['from', 'to', 'kind', 'route', 'fetchedAt', 'daemon', 'version'])],
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
    [id, daemon, ...columnsOf(added, ['from', 'to', 'route', 'requestedAt', 'lookAgainAt', 'looks'])],
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
    ...columnsOf(receipts, ['from', 'to', 'knownAt', 'source']),
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

/** Fewer candles than this are stored as rows; they are compacted later, together. */
const MIN_CHUNK_CANDLES = 64
/** So many rows of a series are compacted. */
const COMPACT_AT = 2 * MAX_CHUNK_CANDLES

/** Adds candles that are not stored yet, by gapless spans. */
export async function addBars(
  statements: Statements,
  { id, loose }: LockedSeries,
  runs: readonly (readonly PriceCandle[])[],
): Promise<void> {
  const large = runs.filter(({ length }) => length >= MIN_CHUNK_CANDLES)
  const small = runs.filter(({ length }) => length < MIN_CHUNK_CANDLES).flat()
  await insertChunks(statements, id, large)
  if (small.length === 0) return
  await statements.rows(
    `INSERT INTO pmx_local.loose (series_id, open_time, open, high, low, close, volume)
     SELECT $1, * FROM unnest($2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])`,
    [
      id,
      ...columnsOf(small, ['timestamp', 'open', 'high', 'low', 'close']),
      small.map(({ volume }) => volume ?? null),
    ],
  )
  const isFull = loose + small.length >= COMPACT_AT
  const left = isFull ? await compactLoose(statements, id) : loose + small.length
  await statements.rows('UPDATE pmx_local.series SET loose = $2 WHERE id = $1', [id, left])
}

async function insertChunks(
  { rows }: Statements,
  id: number,
  runs: readonly (readonly PriceCandle[])[],
): Promise<void> {
  const chunks = runs.flatMap((run) => chunksOf(run))
  if (chunks.length === 0) return
  await rows(
    `INSERT INTO pmx_local.chunks (series_id, from_time, last_time, count, body)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::int[], $5::bytea[])`,
    [id, ...columnsOf(chunks, ['from', 'last', 'count']), chunks.map(({ body }) => Buffer.from(body))],
  )
}

/**
 * Moves rows into chunks. None of them reaches over another one, or over a span that may be given later.
 * @returns the number of candles that stay in rows
 */
async function compactLoose(statements: Statements, id: number): Promise<number> {
  const found = await statements.rows(
    `SELECT l.open_time, ARRAY[l.open, l.high, l.low, l.close, l.volume],
       coalesce((SELECT max(c.from_time) FROM pmx_local.chunks c WHERE c.series_id = $1 AND c.from_time < l.open_time), 0)
     FROM pmx_local.loose l WHERE l.series_id = $1 ORDER BY l.open_time`,
    [id],
  )
  const covered = joinSpans(await readCoverage(statements, id, EVER))
  const runs = new Map<string, PriceCandle[]>()
  for (const [time, prices, chunkBefore] of found) {
    const bar = toBar(Number(time), prices as readonly (number | null)[])
    const place = findInsertIndex(covered, ({ to }) => to <= bar.timestamp)
    const key = `${place} ${chunkBefore}`
    const run = runs.get(key)
    if (run === undefined) runs.set(key, [bar])
    else run.push(bar)
  }
  await statements.rows('DELETE FROM pmx_local.loose WHERE series_id = $1', [id])
  await insertChunks(statements, id, [...runs.values()])
  return 0
}

/** Deletes the candles of a series with open times in a span. @returns the number of deleted candles */
export async function removeBars(statements: Statements, id: number, span: Span): Promise<number> {
  const { rows } = statements
  const gone = await rows(
    'DELETE FROM pmx_local.loose WHERE series_id = $1 AND open_time >= $2 AND open_time < $3 RETURNING 1',
    [id, span.from, span.to],
  )
  if (gone.length > 0)
    await rows('UPDATE pmx_local.series SET loose = loose - $2 WHERE id = $1', [id, gone.length])
  const chunks = await rows(
    `DELETE FROM pmx_local.chunks WHERE series_id = $1 AND last_time >= $2 AND from_time < $3
     RETURNING from_time, last_time, count, body`,
    [id, span.from, span.to],
  )
  let removed = gone.length
  const left: PriceCandle[][] = []
  for (const [from, last, count, body] of chunks) {
    const chunk = { from: Number(from), last: Number(last), count: Number(count), body: body as Uint8Array }
    const before = openChunk(chunk, { from: chunk.from, to: span.from })
    const after = openChunk(chunk, { from: span.to, to: chunk.last + 1 })
    removed += chunk.count - before.length - after.length
    left.push(before, after)
  }
  await insertChunks(
    statements,
    id,
    left.filter(({ length }) => length > 0),
  )
  return removed
}

/** Returns the values of members as one list each, as `unnest` reads them. */
function columnsOf<Entry>(entries: readonly Entry[], members: readonly (keyof Entry)[]): unknown[][] {
  return members.map((member) => entries.map((entry) => entry[member]))
}
