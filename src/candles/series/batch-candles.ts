import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import type { CandleBatch } from '../../venue-kit/contract/venue.js'
import { paceOf } from '../../venue-kit/requests/pace.js'
import { barsFromPoints } from './aggregate.js'
import { assertBars, assertPace, assertPoints } from './validate.js'

/** Whether a response is completely empty, without even a reason. */
export function isEmptyBatch(batch: CandleBatch): boolean {
  const rows = batch.kind === 'bars' ? batch.bars : batch.points
  return rows.length === 0 && batch.seenTo === undefined && (batch.withheld ?? []).length === 0
}

/** Returns the part of a window that a response reports on. */
export function findReturnedPart({ completeFrom = 0 }: CandleBatch, stepMs: number, window: Span): Span {
  const from = Math.max(window.from, completeFrom)
  if (from >= window.to || alignDown(from, stepMs) !== from) {
    throw new RangeError(
      `a batch that is complete from ${completeFrom} does not cover ${window.from} to ${window.to}`,
    )
  }
  return { from, to: window.to }
}

/**
 * Returns the candles of a response.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for what cannot be candles of that window
 */
export function toCheckedBars(batch: CandleBatch, stepMs: number, window: Span): readonly PriceCandle[] {
  if (batch.kind === 'bars') {
    assertBars(batch.bars, stepMs, window)
    return batch.bars
  }
  assertPoints(batch.points, window)
  if (batch.sampled === true) assertPace(batch.paceMs ?? paceOf(batch.points), stepMs)
  const bars = barsFromPoints(batch.points, stepMs)
  assertBars(bars, stepMs, window)
  return bars
}

/**
 * Leaves out partial candles. At the edge of the range that the venue retains, the whole interval is treated as
 * unavailable.
 */
export function toWholeBars(
  bars: readonly PriceCandle[],
  batch: CandleBatch,
  stepMs: number,
): { readonly bars: readonly PriceCandle[]; readonly withheld: NonNullable<CandleBatch['withheld']> } {
  const withheld = (batch.withheld ?? []).map((part) => ({
    ...part,
    from: alignDown(part.from, stepMs),
    to: alignUp(part.to, stepMs),
  }))
  const isWhole = ({ timestamp }: PriceCandle) =>
    withheld.every(({ from, to }) => timestamp < from || timestamp >= to)
  return { bars: bars.filter(isWhole), withheld }
}

/** Returns the candles, with those that have the same open time as older ones replaced by them. */
export function withOlder(
  bars: readonly PriceCandle[],
  older: readonly PriceCandle[],
): readonly PriceCandle[] {
  if (older.length === 0) return bars
  const times = new Set(older.map(({ timestamp }) => timestamp))
  return [...bars.filter(({ timestamp }) => !times.has(timestamp)), ...older].sort(
    (a, b) => a.timestamp - b.timestamp,
  )
}
