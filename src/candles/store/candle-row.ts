import * as z from 'zod'
import type { PriceCandle } from '../../api/models/models.js'
import { findParsedText } from '../../api/models/parsed-candles.js'
import type { SqlValue } from '../../storage/driver.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'
import type { Provisional, ProvisionalCandles } from '../series/empty-range-confirmation.js'
import type { LifecycleFact } from '../series/lifecycle-facts.js'
import type { Receipt, Restated } from '../series/receipts.js'
import type { Coverage, CoverageKind, KnownSeries } from './candle-store.js'

/** Columns of a stored candle in the order in which {@link toCandle} reads them. */
export const candleColumns = 'open_time, open, high, low, close, volume'

/** Returns the candle of a row that begins with {@link candleColumns}; the schema ensures the types. */
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
 * Returns the JSON of one candle. Stored and live responses both use it, so a response from the file is byte-for-byte
 * identical to a computed one. JSON prints finite numbers in the same way as JavaScript.
 */
export function renderCandle({ timestamp, open, high, low, close, volume }: PriceCandle): string {
  const prices = `{"timestamp":${timeText(timestamp)},"open":${priceText(open)},"high":${priceText(high)},"low":${priceText(low)},"close":${priceText(close)}`
  return volume === undefined ? `${prices}}` : `${prices},"volume":${volumeText(volume)}}`
}

// Text of numbers as `String` returns it, for frequent values: it takes most of the time of a candle.

const PRICE_TICKS = 10_000
/** By ten thousandths. */
const priceTexts: string[] = Array.from({ length: PRICE_TICKS + 1 }, (_, ticks) =>
  String(ticks / PRICE_TICKS),
)

function priceText(price: number): string {
  const ticks = Math.round(price * PRICE_TICKS)
  return ticks / PRICE_TICKS === price ? (priceTexts[ticks] ?? String(price)) : String(price)
}

const TIME_PART = 1_000_000
let lastTime = { high: Number.NaN, text: '' }

/** Usually only the last digits of successive times differ. */
function timeText(time: number): string {
  const high = Math.floor(time / TIME_PART)
  const low = time - high * TIME_PART
  if (high < 1 || !Number.isSafeInteger(time)) return String(time)
  if (high !== lastTime.high) lastTime = { high, text: String(high) }
  return lastTime.text + String(TIME_PART + low).slice(1)
}

const MAX_CENTS = 2 ** 31

function volumeText(volume: number): string {
  const all = Math.round(volume * 100)
  if (all / 100 !== volume || all < 0 || all >= MAX_CENTS) return String(volume)
  const whole = Math.trunc(volume)
  const cents = all - 100 * whole
  if (cents === 0) return String(whole)
  if (cents % 10 === 0) return `${whole}.${cents / 10}`
  return cents < 10 ? `${whole}.0${cents}` : `${whole}.${cents}`
}

/** Returns the JSON list of candles. */
export function renderCandles(bars: readonly PriceCandle[]): string {
  return `[${findParsedText(bars) ?? bars.map(renderCandle).join(',')}]`
}

/** Joins JSON lists. */
export function joinLists(lists: readonly string[]): string {
  const [only = '[]', ...more] = lists.filter((list) => list !== '[]')
  return more.length === 0 ? only : `[${[only, ...more].map((list) => list.slice(1, -1)).join(',')}]`
}

/** Columns of a coverage entry in the order in which {@link toCoverage} reads them. */
export const coverageColumns = 'from_time, to_time, kind, route, fetched_at'

/** Returns the values of many rows with the id of their series and {@link coverageColumns}, in one list. */
export function toCoverageValues(seriesId: number, entries: readonly Coverage[]): SqlValue[] {
  const values: SqlValue[] = []
  // Spreading a list for each row takes as long as writing it.
  for (const { from, to, kind, route, fetchedAt } of entries)
    values.push(seriesId, from, to, kind, route, fetchedAt)
  return values
}

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

/** Columns of a provisional span in the order in which {@link toProvisional} reads them. */
export const provisionalColumns = 'from_time, to_time, route, asked_at, look_again_at, looks'

export function toProvisional(row: readonly SqlValue[]): Provisional {
  const [from, to, route, requestedAt, lookAgainAt, looks] = row
  return {
    from: Number(from),
    to: Number(to),
    route: String(route),
    requestedAt: Number(requestedAt),
    lookAgainAt: Number(lookAgainAt),
    looks: Number(looks),
  }
}

/** Columns of a provisional empty range in the order in which {@link toProvisionalRange} reads them. */
export const provisionalRangeColumns = `${provisionalColumns}, cut`

/** Parses incomplete candles from a JSON list. */
export function toProvisionalRange(row: readonly SqlValue[]): Provisional {
  const [, , , , , , cut] = row
  const entry = toProvisional(row)
  return typeof cut === 'string' ? { ...entry, cut: JSON.parse(cut) as PriceCandle[] } : entry
}

/** Columns of provisional candles in the order in which {@link toProvisionalCandles} reads them. */
export const provisionalCandleColumns = `${provisionalColumns}, candles`

/** Parses candles from a JSON list. */
export function toProvisionalCandles(row: readonly SqlValue[]): ProvisionalCandles {
  return { ...toProvisional(row), bars: JSON.parse(String(row[6])) as PriceCandle[] }
}

/** Columns of a receipt in the order in which {@link toReceipt} reads them. */
export const receiptColumns = 'from_time, to_time, known_at, within_ms, final_at, source'

export function toReceipt([from, to, knownAt, withinMs, finalAt, source]: readonly SqlValue[]): Receipt {
  return {
    from: Number(from),
    to: Number(to),
    knownAt: Number(knownAt),
    ...(typeof withinMs === 'number' ? { withinMs } : {}),
    ...(typeof finalAt === 'number' ? { finalAt } : {}),
    source: String(source),
  }
}

/** Columns of a replaced value in the order in which {@link toRestated} reads them. */
export const restatedColumns = 'open_time, open, high, low, close, volume, known_at, until, source'

export function toRestated(row: readonly SqlValue[]): Restated {
  const [openTime, open, _high, _low, _close, _volume, knownAt, until, source] = row
  return {
    openTime: Number(openTime),
    ...(typeof knownAt === 'number' ? { knownAt } : {}),
    until: Number(until),
    ...(typeof open === 'number' ? { former: toCandle(row) } : {}),
    source: String(source),
  }
}

/** Columns of a fact in the order in which {@link toFact} reads them. */
export const factColumns = 'fact, at, known_at, value, source'

export function toFact([fact, at, knownAt, value, source]: readonly SqlValue[]): LifecycleFact {
  return {
    fact: fact as LifecycleFact['fact'],
    ...(typeof at === 'number' ? { at } : {}),
    knownAt: Number(knownAt),
    ...(typeof value === 'number' ? { value } : {}),
    source: String(source),
  }
}

/** Returns where an outcome was located, from the columns `located, checked_at`. */
export function toKnown([located, checkedAt]: readonly SqlValue[]): KnownSeries {
  const { isShared, isWithKey, ...series } = JSON.parse(String(located)) as CandleSeries & LocatedMarks
  return {
    ...{ series, checkedAt: Number(checkedAt) },
    ...(isShared === true ? { isShared } : {}),
    ...(isWithKey === true ? { isWithKey } : {}),
  }
}

type LocatedMarks = Pick<KnownSeries, 'isShared' | 'isWithKey'>

/** Renders the column `located` of this daemon's file. */
export function renderLocated({ series, isShared, isWithKey }: KnownSeries): string {
  const marks: LocatedMarks = {
    ...(isShared === true ? { isShared } : {}),
    ...(isWithKey === true ? { isWithKey } : {}),
  }
  return JSON.stringify({ ...series, ...marks })
}

/** Facts that venues have stored about a series. Later requests to the venue check them (`CandleSource.facts`). */
export const factsShape = z.record(z.string(), z.json())

/** The located series of an outcome, as files and other daemons give it. */
export const seriesShape = z.object({
  outcomeId: z.string(),
  seriesKey: z.string(),
  mirrored: z.boolean(),
  listedAt: z.number().exactOptional(),
  closedAt: z.number().exactOptional(),
  isSettled: z.literal(true).exactOptional(),
  closingToldAt: z.number().exactOptional(),
  listingToldAt: z.number().exactOptional(),
  isUnconfirmed: z.literal(true).exactOptional(),
  facts: factsShape,
})
