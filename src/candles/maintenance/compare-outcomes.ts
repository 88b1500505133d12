import type { Database } from '../../storage/driver.js'
import { EVER } from '../database/candle-and-chunk-tables.js'
import type { KnownSeries } from '../store/candle-store.js'
import { createOutcomeBook, readSeriesCandles, type StoredSeries } from './series-reader.js'

/** The results of comparing a series with others. */
export interface OutcomeComparison {
  readonly series: StoredSeries
  readonly problem: string
}

/** Minimum number of common closing prices for comparing two sides. */
const MIN_COMMON = 10
/** Average deviation of the sum of YES and NO from 1 that a spread can explain, in prices. */
const MAX_SUM_ERROR = 0.1

/**
 * Checks the series against the known facts of their outcomes. A series has one outcome on each side. If the two sides of
 * a market have separate series, they add up to 1.
 */
export function compareOutcomes(
  database: Database,
  all: readonly StoredSeries[],
): { readonly shared: readonly OutcomeComparison[]; readonly sums: readonly OutcomeComparison[] } {
  const outcomes = createOutcomeBook(database)
  const markets = new Map<string, StoredSeries[]>()
  const shared: OutcomeComparison[] = []
  for (const series of all.filter(({ candles }) => candles > 0)) {
    const own = outcomes(series)
    for (const isMirrored of [false, true]) {
      const names = namesOf(own.filter((known) => known.series.mirrored === isMirrored))
      if (names.length > 1)
        shared.push({ series, problem: `the same candles belong to ${names.join(' and ')}` })
    }
    const market = marketOf(own)
    if (market === undefined) continue
    const key = [series.venue, series.address, series.stepMs, series.basis, market].join('\n')
    markets.set(key, [...(markets.get(key) ?? []), series])
  }
  const sums = [...markets.values()].flatMap(([yes, no, ...others]) =>
    yes === undefined || no === undefined || others.length > 0 ? [] : sumOf(database, yes, no),
  )
  return { shared, sums }
}

/** Returns the distinct outcomes. Two spellings of one outcome, such as in different case, count once. */
function namesOf(known: readonly KnownSeries[]): string[] {
  const names = new Map<string, string>()
  for (const { series } of known) {
    const spelling = series.outcomeId.trim().toLowerCase()
    if (!names.has(spelling)) names.set(spelling, series.outcomeId)
  }
  return [...names.values()].sort()
}

/** Returns the market of a series whose other side has a separate series. */
function marketOf(known: readonly KnownSeries[]): string | undefined {
  if (known.some(({ series }) => series.mirrored)) return undefined
  const facts: { readonly conditionId?: unknown; readonly marketId?: unknown } = Object(
    known[0]?.series.facts,
  )
  const market = facts.conditionId ?? facts.marketId
  return typeof market === 'string' ? market : undefined
}

function sumOf(database: Database, yes: StoredSeries, no: StoredSeries): OutcomeComparison[] {
  const { count, error } = sumErrorOf(database, yes, no)
  if (count < MIN_COMMON || error <= MAX_SUM_ERROR) return []
  const problem = `with ${no.seriesKey}, the other outcome of the market, the closing prices differ from 1 by ${error.toFixed(3)} on average`
  return [{ series: yes, problem }]
}

/** Returns the number of closing prices that two series have in common, and the average deviation of their sums from 1. */
function sumErrorOf(database: Database, yes: StoredSeries, no: StoredSeries) {
  const others = readSeriesCandles(database, no.id, EVER)
  let other = others.next()
  let [count, sum] = [0, 0]
  for (const { bar } of readSeriesCandles(database, yes.id, EVER)) {
    while (other.done !== true && other.value.bar.timestamp < bar.timestamp) other = others.next()
    if (other.done === true) break
    if (other.value.bar.timestamp !== bar.timestamp) continue
    sum += Math.abs(bar.close + other.value.bar.close - 1)
    count++
  }
  return { count, error: sum / count }
}
