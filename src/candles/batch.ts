import { alignDown, alignUp } from '../api/grid.js'
import type { PriceCandle } from '../api/models.js'
import { intersect, type Span, subtract } from '../api/span.js'
import { paceOf } from '../venue-kit/pace.js'
import type { CandleBatch } from '../venue-kit/venue.js'
import { barsFromPoints } from './aggregate.js'
import { assertBars, assertPace, assertPoints } from './check.js'
import type { Coverage } from './store.js'

/** What one answer of a venue says, and of which times. */

/** Whether an answer holds nothing at all, not even a reason. */
export function saysNothing(batch: CandleBatch): boolean {
  const rows = batch.kind === 'bars' ? batch.bars : batch.points
  return rows.length === 0 && batch.seenTo === undefined && (batch.withheld ?? []).length === 0
}

/** The part of a window that a batch tells of. */
export function toldPart({ toldFrom = 0 }: CandleBatch, stepMs: number, window: Span): Span {
  const from = Math.max(window.from, toldFrom)
  if (from >= window.to || alignDown(from, stepMs) !== from) {
    throw new RangeError(`a batch told from ${toldFrom} tells nothing of ${window.from} to ${window.to}`)
  }
  return { from, to: window.to }
}

/**
 * The candles of an answer.
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
 * A candle of which the venue can tell a part only is no candle: at the edge of what it keeps, the whole step counts as
 * withheld.
 */
export function wholeBars(
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

/** What the ledger says of a span that an answer settles. */
export function coverageOf(
  span: Span,
  bars: readonly PriceCandle[],
  batch: Pick<CandleBatch, 'route' | 'withheld'>,
  fetchedAt: number,
): Coverage[] {
  const facts = { route: batch.route, fetchedAt }
  const withheld = (batch.withheld ?? []).flatMap((part): Coverage[] => {
    const inside = intersect(part, span)
    const kind = part.reason === 'no_trades' ? 'proven_empty' : part.reason
    return inside === undefined ? [] : [{ ...inside, kind, ...facts }]
  })
  const told = subtract(span, withheld).map((part): Coverage => {
    const hasBars = bars.some((bar) => bar.timestamp >= part.from && bar.timestamp < part.to)
    return { ...part, kind: hasBars ? 'data' : 'proven_empty', ...facts }
  })
  return [...withheld, ...told].sort((a, b) => a.from - b.from)
}
