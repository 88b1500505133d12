import type { PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { INDEPENDENT_LOOKS_MS, isLess } from './provisional.js'

/** Candles of which a response told less than one before. */
const DISPUTED_CANDLES = 10_000

/** Candles that a response lacks, or has with less volume, than one before it. */
export interface Disputes {
  /** Those of `before` that stand against a response; one that two independent responses leave out alike does not. */
  of(key: string, before: readonly PriceCandle[], told: ToldLater): PriceCandle[]
}

/** A later response about the same open times. */
interface ToldLater {
  readonly bars: readonly PriceCandle[]
  readonly withheld: readonly Span[]
  readonly askedAt: Moment
  /** False for a copy that a cache holds, too: it is independent of none. */
  readonly isClockRight: boolean
}

export function createDisputes(): Disputes {
  const open = createLru<{ readonly told: string; readonly askedAt: Moment }>(DISPUTED_CANDLES)
  return {
    of(key, before, { bars, withheld, askedAt, isClockRight }) {
      const toldAt = new Map(bars.map((bar) => [bar.timestamp, bar]))
      return before.filter((known) => {
        const { timestamp } = known
        const now = toldAt.get(timestamp)
        if (!isLess(now, known) || withheld.some(({ from, to }) => timestamp >= from && timestamp < to))
          return false
        if (!isClockRight) return true
        const name = `${key} ${timestamp}`
        const text = JSON.stringify(now ?? null)
        const first = open.get(name)
        if (first?.told !== text) {
          open.set(name, { told: text, askedAt })
          return true
        }
        if (measureMs(first.askedAt, askedAt) < INDEPENDENT_LOOKS_MS) return true
        open.delete(name)
        return false
      })
    },
  }
}
