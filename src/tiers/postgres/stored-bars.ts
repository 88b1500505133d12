import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, findInsertIndex, hullOf, type Span, subtract } from '../../api/times/span.js'
import { type Chunk, chunksOf, MAX_CHUNK_CANDLES } from '../../candles/database/chunk-codec.js'
import { InvalidSharedData } from '../../candles/shared/candle-tier.js'
import type { Row, Statements } from './connection/connection.js'
import { listMembers } from './series-rows.js'
import { openChunk, toBar } from './shared-rows.js'

/** Fewer candles than this are stored as rows; they are compacted later, together. */
const MIN_CHUNK_CANDLES = 64
/** Number of rows from which a series' rows are compacted. */
const COMPACT_AT = 2 * MAX_CHUNK_CANDLES

/** Adds candles that are not stored yet, ascending. @returns whether there are so many rows that they are to be compacted */
export async function addBars(
  statements: Statements,
  id: number,
  bars: readonly PriceCandle[],
): Promise<boolean> {
  if (bars.length >= MIN_CHUNK_CANDLES) {
    await addToChunks(statements, id, bars)
    return false
  }
  if (bars.length === 0) return false
  await statements.rows(
    `INSERT INTO pmx_local.loose (series_id, open_time, open, high, low, close, volume)
     SELECT $1, * FROM unnest($2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])`,
    [
      id,
      ...listMembers(bars, ['timestamp', 'open', 'high', 'low', 'close']),
      bars.map(({ volume }) => volume ?? null),
    ],
  )
  const [[loose] = []] = await statements.rows(
    'UPDATE pmx_local.series SET loose = loose + $2 WHERE id = $1 RETURNING loose',
    [id, bars.length],
  )
  return Number(loose) >= COMPACT_AT
}

/** Returns the extent of the candles in rows. */
export async function findLooseExtent({ rows }: Statements, id: number): Promise<Span | undefined> {
  const [[first, last] = []] = await rows(
    'SELECT min(open_time), max(open_time) FROM pmx_local.loose WHERE series_id = $1',
    [id],
  )
  return first === null || first === undefined ? undefined : { from: Number(first), to: Number(last) + 1 }
}

/** Moves rows into chunks. There must be no damaged chunks in their extent. */
export async function compactLoose(statements: Statements, id: number): Promise<void> {
  const found = await statements.rows(
    `DELETE FROM pmx_local.loose WHERE series_id = $1
     RETURNING open_time, ARRAY[open, high, low, close, volume]`,
    [id],
  )
  const bars = found.map(([time, prices]) => toBar(Number(time), prices as readonly (number | null)[]))
  bars.sort((a, b) => a.timestamp - b.timestamp)
  await addToChunks(statements, id, bars)
  await statements.rows('UPDATE pmx_local.series SET loose = 0 WHERE id = $1', [id])
}

/** Returns the spans of the chunks of a series that overlap a span and cannot be read, ascending. */
export async function findDamaged(
  { rows }: Statements,
  id: number,
  stepMs: number,
  { from, to }: Span,
): Promise<Span[]> {
  const found = await rows(
    `SELECT from_time, last_time, count, body FROM pmx_local.chunks
     WHERE series_id = $1 AND last_time >= $2 AND from_time < $3 ORDER BY from_time`,
    [id, from, to],
  )
  return found.map(toChunk).flatMap((chunk) => {
    const whole = { from: chunk.from, to: chunk.last + stepMs }
    try {
      openChunk(chunk, whole)
      return []
    } catch (error) {
      if (error instanceof InvalidSharedData) return [whole]
      throw error
    }
  })
}

/**
 * Adds candles, ascending, to chunks. Chunks may have gaps but never overlap: a candle within a chunk is added to it, and candles
 * between two chunks get their own chunks.
 */
async function addToChunks(statements: Statements, id: number, bars: readonly PriceCandle[]): Promise<void> {
  const places = await statements.rows(
    `SELECT from_time, last_time FROM pmx_local.chunks WHERE series_id = $1 AND from_time <= $3
       AND from_time >= coalesce((SELECT max(from_time) FROM pmx_local.chunks WHERE series_id = $1 AND from_time <= $2), $2)
     ORDER BY from_time`,
    [id, bars[0]?.timestamp ?? 0, bars.at(-1)?.timestamp ?? 0],
  )
  const chunks = places.map(([from, last]) => ({ from: Number(from), last: Number(last) }))
  /** By the start of the chunk that has them; those after chunk n by -n - 1. */
  const groups = new Map<number, PriceCandle[]>()
  for (const bar of bars) {
    const place = findInsertIndex(chunks, ({ from }) => from <= bar.timestamp) - 1
    const chunk = chunks[place]
    const key = chunk !== undefined && bar.timestamp <= chunk.last ? chunk.from : -place - 2
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [bar])
    else group.push(bar)
  }
  const changed = [...groups.keys()].filter((key) => key >= 0)
  const removed =
    changed.length === 0
      ? []
      : await statements.rows(
          `DELETE FROM pmx_local.chunks WHERE series_id = $1 AND from_time = ANY ($2::bigint[])
           RETURNING from_time, last_time, count, body`,
          [id, changed],
        )
  for (const chunk of removed.map(toChunk))
    groups.get(chunk.from)?.push(...openChunk(chunk, { from: chunk.from, to: chunk.last + 1 }))
  const runs = [...groups.values()].map((group) => group.sort((a, b) => a.timestamp - b.timestamp))
  await insertChunks(statements, id, runs)
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
    [id, ...listMembers(chunks, ['from', 'last', 'count']), chunks.map(({ body }) => Buffer.from(body))],
  )
}

function toChunk([from, last, count, body]: Row): Chunk {
  return { from: Number(from), last: Number(last), count: Number(count), body: body as Uint8Array }
}

/** Deletes the loose candles of a series with open times in spans. @returns the number of deleted candles */
export async function removeLoose({ rows }: Statements, id: number, spans: readonly Span[]): Promise<number> {
  const gone = await rows(
    `DELETE FROM pmx_local.loose USING unnest($2::bigint[], $3::bigint[]) AS n (from_time, to_time)
     WHERE series_id = $1 AND open_time >= from_time AND open_time < to_time RETURNING 1`,
    [id, ...listMembers(spans, ['from', 'to'])],
  )
  if (gone.length > 0)
    await rows('UPDATE pmx_local.series SET loose = loose - $2 WHERE id = $1', [id, gone.length])
  return gone.length
}

/** Candles that were deleted from chunks. */
interface RemovedChunks {
  readonly candles: number
  /** Spans of deleted chunks that could not be read: their other candles are lost, too. */
  readonly lost: readonly Span[]
}

/**
 * Deletes the candles in chunks of a series with open times in spans. Chunks within a span are not read, because they may be
 * damaged.
 * @param spans ascending and disjoint
 */
export async function removeFromChunks(
  { rows }: Statements,
  id: number,
  stepMs: number,
  spans: readonly Span[],
): Promise<RemovedChunks> {
  const hull = hullOf(spans)
  if (hull === undefined) return { candles: 0, lost: [] }
  const places = await rows(
    `SELECT from_time, last_time, count FROM pmx_local.chunks WHERE series_id = $1 AND last_time >= $2 AND from_time < $3`,
    [id, hull.from, hull.to],
  )
  const touched = places.flatMap(([from, last, count]) => {
    const chunk = { from: Number(from), to: Number(last) + stepMs }
    const rest = subtract(chunk, spans)
    const isWhole = rest.length === 1 && rest[0]?.from === chunk.from && rest[0].to === chunk.to
    return isWhole ? [] : [{ from: chunk.from, count: Number(count), isGone: rest.length === 0 }]
  })
  const gone = touched.filter(({ isGone }) => isGone)
  const starts = (those: readonly { readonly from: number }[]): number[] => those.map(({ from }) => from)
  if (gone.length > 0)
    await rows('DELETE FROM pmx_local.chunks WHERE series_id = $1 AND from_time = ANY ($2::bigint[])', [
      id,
      starts(gone),
    ])
  const cut = touched.filter(({ isGone }) => !isGone)
  const removed =
    cut.length === 0
      ? []
      : await rows(
          `DELETE FROM pmx_local.chunks WHERE series_id = $1 AND from_time = ANY ($2::bigint[])
           RETURNING from_time, last_time, count, body`,
          [id, starts(cut)],
        )
  const lost: Span[] = []
  const left: PriceCandle[][] = []
  // Only a number that a chunk can have is counted.
  let candles = gone.reduce((sum, { count }) => sum + (count <= MAX_CHUNK_CANDLES ? count : 0), 0)
  for (const chunk of removed.map(toChunk)) {
    const whole = { from: chunk.from, to: chunk.last + stepMs }
    try {
      const isRemoved = createSpanTest(spans)
      const kept = openChunk(chunk, whole).filter(({ timestamp }) => !isRemoved(timestamp))
      candles += chunk.count - kept.length
      if (kept.length > 0) left.push(kept)
    } catch (error) {
      if (!(error instanceof InvalidSharedData)) throw error
      lost.push(whole)
    }
  }
  await insertChunks({ rows }, id, left)
  return { candles, lost }
}
