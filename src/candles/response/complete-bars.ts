import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import { hullOf, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import type { CandleStore } from '../store/candle-store.js'

/**
 * Creates a function that tests whether the whole interval of a candle built from finer candles is known. A candle is incomplete
 * if the venue no longer retains a part of it and that part is not stored.
 * @param known spans of the series that are known, in any order
 * @param stepMs of the built candles
 */
export function findCompleteBars(
  store: Pick<CandleStore, 'coverage'>,
  { identity }: Pick<FetchTarget, 'identity'>,
  known: readonly Span[],
  stepMs: number,
): (bar: PriceCandle) => boolean {
  const hull = hullOf(known)
  if (hull === undefined) return () => true
  const unknown = subtract(
    { from: alignDown(hull.from, stepMs), to: alignUp(hull.to, stepMs) },
    joinSpans(known),
  )
  const forgotten = store.coverage(identity, hull).filter(({ kind }) => kind === 'beyond_retention')
  const holes = [...unknown, ...forgotten]
  return ({ timestamp }) => holes.every(({ from, to }) => timestamp >= to || timestamp + stepMs <= from)
}
