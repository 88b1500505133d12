import type { ShellDatabase } from '../../storage/driver.js'
import { EVER } from './candle-and-chunk-tables.js'
import { sliceChunk } from './chunk-codec.js'

/**
 * Replaces the view `candle_rows`, for this connection only, with a view that has candles of both forms. The view of the file,
 * which any SQLite shell can read, lacks compacted ones.
 */
export function viewAllCandles(database: ShellDatabase): void {
  database.define('sealed_json', (from, last, count, body) => {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array()
    const chunk = { from: Number(from), last: Number(last), count: Number(count), body: bytes }
    return `[${sliceChunk(chunk, EVER).text}]`
  })
  const columns = (time: string, of: (name: string) => string): string =>
    `s.venue, s.outcome, ${STEP} AS step, strftime('%Y-%m-%dT%H:%M:%SZ', ${time} / 1000, 'unixepoch') AS time,
     ${['open', 'high', 'low', 'close', 'volume'].map((name) => `${of(name)} AS ${name}`).join(', ')}, s.basis, s.address`
  database.exec(`
    CREATE TEMP VIEW candle_rows AS
      SELECT ${columns('c.open_time', (name) => `c.${name}`)}
      FROM main.loose_candles c JOIN main.series s ON s.id = c.series_id WHERE s.made_from_ms = 0
      UNION ALL
      SELECT ${columns("j.value ->> 'timestamp'", (name) => `j.value ->> '${name}'`)}
      FROM main.sealed_chunks k JOIN main.series s ON s.id = k.series_id,
        json_each(sealed_json(k.from_time, k.last_time, k.count, k.body)) j WHERE s.made_from_ms = 0`)
}

const STEP = `CASE
  WHEN s.step_ms % 604800000 = 0 THEN (s.step_ms / 604800000) || 'w'
  WHEN s.step_ms % 86400000 = 0 THEN (s.step_ms / 86400000) || 'd'
  WHEN s.step_ms % 3600000 = 0 THEN (s.step_ms / 3600000) || 'h'
  ELSE (s.step_ms / 60000) || 'm' END`
