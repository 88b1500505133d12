import type { PriceCandle } from '../api/models.js'
import type { SqlValue } from '../storage/driver.js'
import type { CandleSeries } from '../venue-kit/venue.js'
import type { Coverage, CoverageKind, KnownSeries } from './store.js'

/** Columns of a stored candle in the order in which {@link toCandle} reads them. */
export const candleColumns = 'open_time, open, high, low, close, volume'

/** The candle of a row that begins with {@link candleColumns}: their types are the schema's. */
export function toCandle(row: readonly SqlValue[]): PriceCandle {
  const volume = row[5]
  const timestamp = Number(row[0])
  const open = Number(row[1])
  const high = Number(row[2])
  const low = Number(row[3])
  const close = Number(row[4])
  return typeof volume === 'number'
    ? { timestamp, open, high, low, close, volume }
    : { timestamp, open, high, low, close }
}

/**
 * The JSON of one candle. Stored fragments and live answers both come from here, so a reply read from disk has the
 * very bytes of the one that was computed. Finite numbers print in JSON as they do in JavaScript.
 */
export function candleText({ timestamp, open, high, low, close, volume }: PriceCandle): string {
  const prices = `{"timestamp":${timestamp},"open":${open},"high":${high},"low":${low},"close":${close}`
  return volume === undefined ? `${prices}}` : `${prices},"volume":${volume}}`
}

/** The JSON list of candles. */
export function candlesText(bars: readonly PriceCandle[]): string {
  return `[${bars.map(candleText).join(',')}]`
}

/** Columns of a ledger entry in the order in which {@link toCoverage} reads them. */
export const coverageColumns = 'from_time, to_time, kind, route, fetched_at'

export function toCoverage(row: readonly SqlValue[]): Coverage {
  const [from, to, kind, route, fetchedAt] = row
  return {
    from: Number(from),
    to: Number(to),
    kind: kind as CoverageKind,
    route: String(route),
    fetchedAt: Number(fetchedAt),
  }
}

/** Where an outcome was located, from the columns `located, checked_at`. */
export function toKnown([located, checkedAt]: readonly SqlValue[]): KnownSeries {
  return { series: JSON.parse(String(located)) as CandleSeries, checkedAt: Number(checkedAt) }
}
