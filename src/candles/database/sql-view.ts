import type { ShellDatabase } from '../../storage/driver.js'
import { EVER } from './candle-and-chunk-tables.js'
import { sliceChunk } from './chunk-codec.js'

/** A series, as it is named in the view. */
export interface NamedSeriesRow {
  readonly id: number
  readonly venue: string
  /** `<venue>:<native id>`. */
  readonly outcomeId: string
  readonly resolution: string
  readonly stepMs: number
  /** See `series/available-at.ts`. */
  readonly finalAfterMs: number
}

/**
 * Creates the view `candles`, for this connection only: a table of all final candles, compacted or not. Times are ISO 8601 UTC
 * with milliseconds, as in CSV, which SQLite's functions accept.
 */
export function createCandleView(database: ShellDatabase, series: Iterable<NamedSeriesRow>): void {
  database.define('compacted_json', (from, last, count, body) => {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array()
    const chunk = { from: Number(from), last: Number(last), count: Number(count), body: bytes }
    return `[${sliceChunk(chunk, EVER).text}]`
  })
  database.exec(`CREATE TEMP TABLE candle_series (
    id INTEGER PRIMARY KEY, venue TEXT, outcome_id TEXT, resolution TEXT, step_ms INTEGER, lag_ms INTEGER)`)
  const add = database.prepare('INSERT INTO temp.candle_series VALUES (?, ?, ?, ?, ?, ?)')
  for (const { id, venue, outcomeId, resolution, stepMs, finalAfterMs } of series)
    add.run([id, venue, outcomeId, resolution, stepMs, finalAfterMs])
  database.exec(`
    CREATE TEMP VIEW candles AS
      SELECT ${columnsOf('c.open_time', (name) => `c.${name}`)}
      FROM main.loose_candles c JOIN temp.candle_series s ON s.id = c.series_id
      WHERE ${isFinal('c.open_time')}
      UNION ALL
      SELECT ${columnsOf("(j.value ->> 'timestamp')", (name) => `j.value ->> '${name}'`)}
      FROM main.sealed_chunks k JOIN temp.candle_series s ON s.id = k.series_id,
        json_each(compacted_json(k.from_time, k.last_time, k.count, k.body)) j
      WHERE ${isFinal("(j.value ->> 'timestamp')")}`)
}

const prices = ['open', 'high', 'low', 'close', 'volume'] as const

function columnsOf(time: string, of: (name: string) => string): string {
  return `s.venue, s.outcome_id, s.resolution, ${isoOf(time)} AS timestamp,
    ${prices.map((name) => `CAST(${of(name)} AS REAL) AS ${name}`).join(', ')},
    ${isoOf(availableAt(time))} AS available_at`
}

/** Leaves out candles that a later response contradicts, until another response decides. */
function isFinal(time: string): string {
  return `(s.id, ${time}) NOT IN (
    SELECT x.series_id, d.value ->> 'openTime' FROM main.rechecks x, json_each(x.differing) d
    WHERE x.differing IS NOT NULL AND d.value ->> 'bar' IS NOT NULL)`
}

function isoOf(time: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', (${time}) / 1000.0, 'unixepoch')`
}

/** The same rule as `createAvailability`, in SQL. */
function availableAt(time: string): string {
  return `max(
    ifnull((SELECT max(${time} + s.step_ms, min(r.known_at, ${time} + s.step_ms + r.within_ms))
      FROM main.receipts r
      WHERE r.series_id = s.id AND r.to_time > ${time} AND r.from_time <= ${time} AND r.within_ms IS NOT NULL
      ORDER BY r.to_time, r.known_at LIMIT 1), ${time} + s.step_ms + s.lag_ms),
    ifnull((SELECT max(x.until) FROM main.restated x WHERE x.series_id = s.id AND x.open_time = ${time}), 0))`
}
