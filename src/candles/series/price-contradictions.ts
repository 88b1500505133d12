import type { PriceCandle } from '../../api/models/models.js'
import { hullOf, intersect, type Span } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { INDEPENDENT_LOOKS_MS } from './empty-range-confirmation.js'

/** Number of series whose contradicting responses are remembered. */
const MAX_SERIES = 10_000

/** An earlier response about some open times. */
interface Earlier {
  readonly bars: readonly PriceCandle[]
  /** Venue time of its request, epoch ms. */
  readonly asOf: number
}

/** Responses without volumes whose prices contradict an earlier response. */
export interface PriceContradictions {
  /**
   * Compares a response with earlier ones. Returns the first open time that may not become final, because of a contradiction with
   * them or of the last minutes; infinite without one.
   */
  findFirst(
    series: { readonly key: string; readonly identity: { readonly stepMs: number; readonly basis: string } },
    before: readonly Earlier[],
    response: {
      readonly span: Span
      readonly bars: readonly PriceCandle[]
      readonly requestedAt: Moment
    },
  ): number
}

/**
 * Creates the comparison. A price history without volumes often does not name its market, so the response for another market
 * looks the same. Because it is unknown which of two contradicting responses is wrong, no data is final until later responses
 * agree.
 */
export function createPriceContradictions(): PriceContradictions {
  const open = createLru<{ readonly span: Span; readonly at: Moment }>(MAX_SERIES)
  return {
    findFirst({ key, identity: { stepMs, basis } }, before, { span, bars, requestedAt }) {
      // The trades of a candle may arrive late.
      if (basis === 'trade') return Number.POSITIVE_INFINITY
      const last = open.get(key)
      const isRecent = last !== undefined && measureMs(last.at, requestedAt) < INDEPENDENT_LOOKS_MS
      const now = new Map(bars.map((bar) => [bar.timestamp, bar]))
      const isNew = before.some(({ bars: known, asOf }) =>
        known.some((bar) => contradicts(now.get(bar.timestamp), bar, bar.timestamp + stepMs <= asOf)),
      )
      if (!isNew) {
        const touched = isRecent ? intersect(last.span, span) : undefined
        return touched === undefined ? Number.POSITIVE_INFINITY : span.from
      }
      const all = isRecent ? hullOf([last.span, span]) : undefined
      open.set(key, { span: all ?? span, at: requestedAt })
      return span.from
    },
  }
}

/**
 * Whether a candle cannot be a later state of a known one. Candles with a volume are compared by it.
 * @param hasEnded whether the known one had ended when it was requested. The last price of an open candle proves nothing: venues
 * with one price per interval move it until the end, and others add the price at the time of the request.
 */
function contradicts(now: PriceCandle | undefined, known: PriceCandle, hasEnded: boolean): boolean {
  if (now === undefined || known.volume !== undefined) return false
  if (hasEnded) return now.high < known.high || now.low > known.low || now.open !== known.open
  if (known.high === known.low) return false
  const { open, high, low, close } = known
  return now.high < (high === close ? open : high) || now.low > (low === close ? open : low)
}
