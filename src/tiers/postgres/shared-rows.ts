import { z } from 'zod'
import { messageOf } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { clipSpans, type Span } from '../../api/times/span.js'
import { barsIn, type Chunk } from '../../candles/database/chunk-codec.js'
import type { Provisional } from '../../candles/series/empty-range-confirmation.js'
import type { Receipt, Restated } from '../../candles/series/receipts.js'
import { InvalidSharedData, type SharedPart, type SharedSeries } from '../../candles/shared/candle-tier.js'
import { coverageColumns, toCoverage } from '../../candles/store/candle-row.js'
import type { Coverage } from '../../candles/store/candle-store.js'
import type { PriceBasis } from '../../venue-kit/contract/venue.js'
import type { PostgresConnection, Row } from './connection/connection.js'

/** The values that name a series, as the first four parameters of a statement. */
export function namesOf({ venue, seriesKey, stepMs, basis }: SharedSeries): readonly unknown[] {
  return [venue, seriesKey, stepMs, basis]
}

const named = `SELECT id FROM pmx_local.series WHERE venue = $1 AND series_key = $2 AND step_ms = $3 AND basis = $4`

/** Begins with the last entry that starts before the span, as entries are disjoint. */
const near = (table: string): string =>
  `${table}.from_time < $6 AND ${table}.from_time >= coalesce((SELECT max(from_time) FROM pmx_local.${table}
     WHERE series_id = s.id AND from_time <= $5), $5)`

/**
 * Returns everything in a span in one statement, so that the data is consistent. Each row begins with the name of its table. All
 * coverage is in one row, because there are often hundreds of entries.
 * Parameters: those of {@link namesOf}, and the span.
 */
const takeStatement = (restated: string): string => `
WITH s AS (${named})
SELECT 'coverage', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint,
    string_agg(concat_ws(chr(31), ${coverageColumns}), chr(31)), NULL::text, NULL::bytea, NULL::float8[]
  FROM s JOIN pmx_local.coverage ON series_id = s.id WHERE ${near('coverage')} AND to_time > $5
UNION ALL
SELECT 'provisional', provisional.from_time, to_time, requested_at, look_again_at, looks, NULL, route, NULL, NULL
  FROM s JOIN pmx_local.provisional ON series_id = s.id WHERE ${near('provisional')} AND to_time > $5
UNION ALL
SELECT 'receipt', from_time, to_time, known_at, within_ms, final_at, ${restated}, source, NULL, NULL
  FROM s JOIN pmx_local.receipts ON series_id = s.id WHERE to_time > $5 AND from_time < $6
UNION ALL
SELECT 'chunk', chunks.from_time, last_time, count, NULL, NULL, NULL, NULL, body, NULL
  FROM s JOIN pmx_local.chunks ON series_id = s.id WHERE ${near('chunks')} AND last_time >= $5
UNION ALL
SELECT 'loose', open_time, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ARRAY[open, high, low, close, volume]
  FROM s JOIN pmx_local.loose ON series_id = s.id WHERE open_time >= $5 AND open_time < $6`

const [withRestated, withoutRestated] = [takeStatement('restated'), takeStatement('NULL')]

/** Returns the statement that {@link toPart} converts. @param hasRestated whether the schema has replaced values */
export function takeStatementFor(hasRestated: boolean): string {
  return hasRestated ? withRestated : withoutRestated
}

/** Returns the intervals of a series with data, ms, ascending. @param names venue, series key and basis */
export async function readSteps(
  { rows }: Pick<PostgresConnection, 'rows'>,
  names: readonly unknown[],
  signal: AbortSignal,
): Promise<number[]> {
  const found = await rows(
    `SELECT step_ms FROM pmx_local.series s WHERE venue = $1 AND series_key = $2 AND basis = $3
       AND EXISTS (SELECT FROM pmx_local.coverage WHERE series_id = s.id) ORDER BY step_ms`,
    names,
    signal,
  )
  return found.map(([stepMs]) => Number(stepMs))
}

/** Converts the rows of {@link takeStatementFor}, clipped to the span. */
export function toPart(rows: readonly Row[], span: Span): SharedPart {
  const bars: PriceCandle[] = []
  const coverage: Coverage[] = []
  const provisional: Provisional[] = []
  const receipts: Receipt[] = []
  const restated: Restated[] = []
  for (const [table, first, second, third, fourth, fifth, kind, source, body, prices] of rows) {
    const entry = { from: Number(first), to: Number(second) }
    const route = String(source)
    switch (table) {
      case 'coverage':
        // An argument for each entry of a long span would overflow the stack.
        for (const one of parseCoverage(kind)) coverage.push(one)
        break
      case 'provisional':
        provisional.push({
          ...entry,
          route,
          requestedAt: Number(third),
          lookAgainAt: Number(fourth),
          looks: Number(fifth),
        })
        break
      case 'receipt':
        receipts.push({
          ...entry,
          knownAt: Number(third),
          ...(fourth === null ? {} : { withinMs: Number(fourth) }),
          ...(fifth === null ? {} : { finalAt: Number(fifth) }),
          source: route,
        })
        if (kind !== null) restated.push(readRestated(String(kind), entry.from, Number(third), route))
        break
      case 'chunk':
        bars.push(
          ...openChunk({ ...entry, last: entry.to, count: Number(third), body: body as Uint8Array }, span),
        )
        break
      default:
        bars.push(toBar(entry.from, prices as readonly (number | null)[]))
    }
  }
  const byStart = (a: Span, b: Span): number => a.from - b.from
  return {
    bars: bars.sort((a, b) => a.timestamp - b.timestamp),
    coverage: clipSpans(coverage, span).sort(byStart),
    provisional: clipSpans(provisional, span).sort(byStart),
    receipts: receipts.sort((a, b) => a.to - b.to || a.from - b.from),
    ...(restated.length === 0
      ? {}
      : { restated: restated.sort((a, b) => a.openTime - b.openTime || a.until - b.until) }),
  }
}

const COVERAGE_CELLS = coverageColumns.split(',').length

/** Converts the value with all coverage. A route with the separator results in entries that are refused. */
function parseCoverage(text: unknown): Coverage[] {
  if (typeof text !== 'string') return []
  // One separator for all: splitting each entry on its own takes twice as long.
  const cells = text.split('\u001f')
  const entries: Coverage[] = []
  for (let at = 0; at < cells.length; at += COVERAGE_CELLS)
    entries.push(toCoverage(cells.slice(at, at + COVERAGE_CELLS)))
  return entries
}

/** Renders what the receipt of a replaced value has besides: since when the former value was known, and the value. */
export function renderRestated({ knownAt, former }: Restated): string {
  return JSON.stringify({
    knownAt,
    former: former && [former.open, former.high, former.low, former.close, former.volume ?? null],
  })
}

const restatedShape = z.object({
  knownAt: z.number().optional(),
  former: z.array(z.number().nullable()).length(5).optional(),
})

/** Another program may have written it. @throws InvalidSharedData */
function readRestated(text: string, openTime: number, until: number, source: string): Restated {
  try {
    const { knownAt, former } = restatedShape.parse(JSON.parse(text))
    return {
      openTime,
      ...(knownAt === undefined ? {} : { knownAt }),
      until,
      ...(former === undefined ? {} : { former: toBar(openTime, former) }),
      source,
    }
  } catch (error) {
    throw new InvalidSharedData(`PostgreSQL: ${messageOf(error)}`)
  }
}

/** Returns the candles of a chunk within a span. Another program may have written it. @throws InvalidSharedData */
export function openChunk(chunk: Chunk, span: Span): PriceCandle[] {
  try {
    return barsIn(chunk, span)
  } catch (error) {
    throw new InvalidSharedData(`PostgreSQL: ${messageOf(error)}`)
  }
}

/** Returns a candle from its open time and the columns open, high, low, close and volume. */
export function toBar(timestamp: number, prices: readonly (number | null)[]): PriceCandle {
  const [open, high, low, close, volume] = prices
  const bar = { timestamp, open: Number(open), high: Number(high), low: Number(low), close: Number(close) }
  return volume === null || volume === undefined ? bar : { ...bar, volume }
}

/** Returns the series of the columns venue, series_key, step_ms and basis. */
export function toSeries([venue, seriesKey, stepMs, basis]: readonly unknown[]): SharedSeries {
  return {
    venue: venue as VenueId,
    seriesKey: String(seriesKey),
    stepMs: Number(stepMs),
    basis: basis as PriceBasis,
  }
}
