import { alignDown } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { createAvailability } from '../series/available-at.js'
import type { CandleStore } from '../store/candle-store.js'
import { nativeStepFor } from './window.js'

/**
 * Returns when candles of an outcome became available, as {@link createAvailability} does for stored candles. A candle built from
 * several native intervals became available with the last of them, and again with the last replacement in any of them.
 * @param stepMs the requested interval
 * @returns a function of the open time, to be called with ascending times
 * @throws VALIDATION_ERROR for a resolution that the venue does not have
 */
export function findAvailability(
  store: Pick<CandleStore, 'known' | 'receipts' | 'restated'>,
  { id, candles: source }: Venue,
  outcomeId: string,
  stepMs: number,
  span: Span,
): (openTime: number) => number {
  const finalAfterMs = source?.finalAfterMs ?? 0
  const seriesKey = store.known(id, outcomeId)?.series.seriesKey
  if (source === undefined || seriesKey === undefined)
    return createAvailability({ receipts: [], restated: [], stepMs, finalAfterMs })
  const native = nativeStepFor(stepMs, source.steps)
  const identity = { venue: id, seriesKey, stepMs: native.stepMs, basis: source.basis }
  const lastPart = (openTime: number): number => alignDown(openTime, stepMs) + stepMs - native.stepMs
  const restated = store
    .restated(identity, span)
    .map((former) => ({ ...former, openTime: lastPart(former.openTime) }))
  const availableAt = createAvailability({
    receipts: store.receipts(identity, span),
    restated,
    stepMs: native.stepMs,
    finalAfterMs,
  })
  return (openTime) => availableAt(lastPart(openTime))
}
