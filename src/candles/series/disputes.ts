import type { PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { INDEPENDENT_LOOKS_MS, isLess } from './empty-range-confirmation.js'

/** Maximum number of disputed candles. */
const DISPUTED_CANDLES = 10_000

/** Candles that a response lacks, or has with less volume, compared with an earlier one. */
export interface Disputes {
  /**
   * Returns the candles in `before` that contradict a response, one per open time, ascending. A candle that two independent
   * responses lack, and that no response in between has, is not among them.
   */
  of(key: string, before: readonly PriceCandle[], told: ToldLater): PriceCandle[]
}

/** A later response about the same open times. */
interface ToldLater {
  readonly bars: readonly PriceCandle[]
  readonly withheld: readonly Span[]
  readonly requestedAt: Moment
  /** Also false for a copy from an HTTP cache: it is not independent. */
  readonly isClockRight: boolean
}

export function createDisputes(): Disputes {
  const open = createLru<{ readonly told: string; readonly askedAt: Moment }>(DISPUTED_CANDLES)
  return {
    of(key, before, { bars, withheld, requestedAt, isClockRight }) {
      const toldAt = new Map(bars.map((bar) => [bar.timestamp, bar]))
      return mostOf(before).filter((known) => {
        const { timestamp } = known
        const now = toldAt.get(timestamp)
        if (withheld.some(({ from, to }) => timestamp >= from && timestamp < to)) return false
        const name = `${key} ${timestamp}`
        if (!isLess(now, known)) {
          // Responses that lack it before and after one that has it do not agree.
          if (isClockRight) open.delete(name)
          return false
        }
        if (!isClockRight) return true
        const text = JSON.stringify(now ?? null)
        const first = open.get(name)
        if (first?.told !== text) {
          open.set(name, { told: text, askedAt: requestedAt })
          return true
        }
        if (measureMs(first.askedAt, requestedAt) < INDEPENDENT_LOOKS_MS) return true
        open.delete(name)
        return false
      })
    },
  }
}

/** Returns the candle with the largest volume for each open time, ascending, because several earlier responses may have one. */
function mostOf(bars: readonly PriceCandle[]): PriceCandle[] {
  const most = new Map<number, PriceCandle>()
  for (const bar of bars) {
    const other = most.get(bar.timestamp)
    if (other === undefined || isLess(other, bar)) most.set(bar.timestamp, bar)
  }
  return [...most.values()].sort((a, b) => a.timestamp - b.timestamp)
}
