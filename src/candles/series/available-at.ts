import type { Receipt, Restated } from './receipts.js'

/** What decides when the candles of a series became available. */
export interface AvailabilityFacts {
  readonly receipts: readonly Receipt[]
  readonly restated: readonly Restated[]
  readonly stepMs: number
  /** Time after the close until a venue's candle has all of its trades, ms; 0 where it has no candles of its own. */
  readonly finalAfterMs: number
}

/**
 * Creates a function that returns when a candle became available, epoch ms: the time from which a study may use it. Call it with
 * ascending open times.
 *
 * - A candle that a live capture stored: when it arrived here, which its receipt bounds (`withinMs`); recorded.
 * - A replaced value: when the last replacement was made; recorded.
 * - Any other: its close plus the lag of its venue. This is assumed, because a fetch of history proves only that it was
 *   available by then.
 */
export function createAvailability({
  receipts,
  restated,
  stepMs,
  finalAfterMs,
}: AvailabilityFacts): (openTime: number) => number {
  const live = receipts
    .filter(({ withinMs }) => withinMs !== undefined)
    .sort((a, b) => a.to - b.to || a.knownAt - b.knownAt)
  const replacedAt = new Map<number, number>()
  for (const { openTime, until } of restated)
    replacedAt.set(openTime, Math.max(until, replacedAt.get(openTime) ?? until))
  let place = 0
  return (openTime) => {
    const close = openTime + stepMs
    while ((live[place]?.to ?? Number.POSITIVE_INFINITY) <= openTime) place++
    const receipt = live[place]
    const isLive = receipt !== undefined && receipt.from <= openTime
    const known = isLive
      ? Math.max(close, Math.min(receipt.knownAt, close + (receipt.withinMs ?? 0)))
      : close + finalAfterMs
    return Math.max(known, replacedAt.get(openTime) ?? known)
  }
}
