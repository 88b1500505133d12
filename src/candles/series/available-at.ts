import type { Receipt, Restated } from './receipts.js'

/** The facts that determine when a series' candles became available. */
export interface AvailabilityFacts {
  readonly receipts: readonly Receipt[]
  readonly restated: readonly Restated[]
  readonly stepMs: number
  /** Time after the close until a venue's candle has all of its trades, ms, or 0 if it has no candles of its own. */
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
  const waiting = receipts.filter(({ withinMs }) => withinMs !== undefined).sort((a, b) => a.from - b.from)
  const replacedAt = new Map<number, number>()
  for (const { openTime, until } of restated)
    replacedAt.set(openTime, Math.max(until, replacedAt.get(openTime) ?? until))
  let place = 0
  /** Receipts that cover the open time. A candle that arrived late has its own receipt, within that of its capture. */
  let covering: Receipt[] = []
  return (openTime) => {
    const close = openTime + stepMs
    for (let next = waiting[place]; next !== undefined && next.from <= openTime; next = waiting[++place])
      covering.push(next)
    if (covering.some(({ to }) => to <= openTime)) covering = covering.filter(({ to }) => to > openTime)
    let known: number | undefined
    for (const { knownAt, withinMs = 0 } of covering)
      known = Math.max(known ?? close, Math.min(knownAt, close + withinMs))
    return Math.max(known ?? close + finalAfterMs, replacedAt.get(openTime) ?? 0)
  }
}
