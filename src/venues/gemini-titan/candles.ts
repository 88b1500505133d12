import * as z from 'zod'
import type { PriceCandle } from '../../api/models/models.js'
import { MINUTE_MS } from '../../api/times/span.js'
import type { CandleBars, CandleSource, NativeStep } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { hasDaysIn, hasTradesIn, intervals, KLINES, readKlines } from './native/klines.js'
import type { Facts, InstrumentFacts } from './outcomes.js'
import type { NativeKline } from './schemas.js'

/** Number of candles per window: a day of minutes. */
const BARS_A_WINDOW = 1_440

const steps: readonly NativeStep[] = [...intervals.keys()].map((stepMs) => ({
  stepMs,
  maxWindowMs: BARS_A_WINDOW * stepMs,
}))

const ROUTE = 'klines'

/**
 * Converts candles of trades in prices of YES, ascending. Quiet candles repeat the last price with a volume of 0. Nothing was
 * traded in them, so they are left out.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a candle with trades lacks a price
 */
function toCandles(natives: readonly NativeKline[]): PriceCandle[] {
  return natives.flatMap(([timestamp, open, high, low, close, volume]) => {
    if (volume === 0) return []
    if (open === undefined || high === undefined || low === undefined || close === undefined)
      throw createSchemaMismatch(
        KLINES,
        `[*] at ${timestamp}`,
        `the candle has no price, although ${volume} contracts were traded`,
      )
    return [{ timestamp, open, high, low, close, volume }]
  })
}

/** The engine's own candles of a contract, which both its sides share. */
export const candleSource: CandleSource<Facts, InstrumentFacts> = {
  basis: 'trade',
  forgets: true,
  steps,
  // Late prints are not documented; replicas of the trades were observed to differ for some seconds.
  finalAfterMs: 2 * MINUTE_MS,
  facts: z.object({ symbol: z.string(), isSettled: z.boolean() }),

  place({ facts: { symbol, isSettled, side } }) {
    return { seriesKey: symbol, mirrored: side === 'no', facts: { symbol, isSettled } }
  },

  async fetch({ facts: { symbol, isSettled }, listedAt, closedAt }, { stepMs }, window, ctx) {
    const { from, to } = window
    const now = ctx.clock.now()
    if (from > now) return { kind: 'bars', route: ROUTE, bars: [] }
    const series = { symbol, stepMs, closedAt }
    const { rows, completeFrom } = (await readKlines(series, window, ctx)) ?? { rows: [] }
    const batch = { kind: 'bars', route: ROUTE, bars: toCandles(rows) } as const
    const newest = rows.at(-1)?.[0]
    const told: CandleBars = newest === undefined ? batch : { ...batch, seenTo: newest }
    if (completeFrom !== undefined) return { ...told, completeFrom: completeFrom }
    const untold = { from, to: rows[0]?.[0] ?? to }
    if (untold.from >= untold.to) return told
    // It is not documented how far candles go back or whether they outlive the settlement (README.md).
    const life = { from: listedAt ?? from, to: closedAt ?? now }
    const isForgotten = newest === undefined && isSettled && !(await hasDaysIn(series, life, ctx))
    if (!isForgotten && !(await hasTradesIn(series, untold, ctx))) return told
    return { ...told, withheld: [{ ...untold, reason: 'beyond_retention' }] }
  },
}
