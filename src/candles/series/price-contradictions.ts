import type { PriceCandle } from '../../api/models/models.js'
import { hullOf, intersect, type Span } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { INDEPENDENT_LOOKS_MS, isLess } from './empty-range-confirmation.js'

/** Number of series whose contradicting responses are remembered. */
const MAX_SERIES = 10_000

/** An earlier response about some open times. */
interface Earlier {
  readonly bars: readonly PriceCandle[]
  /** Venue time of its request, epoch ms. */
  readonly asOf: number
  /** The response itself may be incomplete. */
  readonly isUnproven?: true
}

/** Responses whose prices contradict an earlier response. */
export interface PriceContradictions {
  /**
   * Compares a response with earlier ones. Returns the first open time that may not become final, because of a contradiction with
   * them or of the last minutes; infinite without one.
   */
  findFirst(
    series: { readonly key: string; readonly identity: { readonly stepMs: number } },
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
    findFirst({ key, identity: { stepMs } }, before, { span, bars, requestedAt }) {
      const last = open.get(key)
      const isRecent = last !== undefined && measureMs(last.at, requestedAt) < INDEPENDENT_LOOKS_MS
      const now = new Map(bars.map((bar) => [bar.timestamp, bar]))
      const isNew = before.some(({ bars: known, asOf, isUnproven }) =>
        known.some((bar) =>
          contradicts(now.get(bar.timestamp), bar, {
            hasEnded: bar.timestamp + stepMs <= asOf,
            isUnproven: isUnproven === true,
          }),
        ),
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
 * Whether a candle cannot be a later state of a known one.
 * @param hasEnded whether the known one had ended when it was requested. The last price of an open candle proves nothing: venues
 * with one price per interval move it until the end, and others add the price at the time of the request.
 */
function contradicts(
  now: PriceCandle | undefined,
  known: PriceCandle,
  { hasEnded, isUnproven }: { readonly hasEnded: boolean; readonly isUnproven: boolean },
): boolean {
  if (now === undefined) return false
  if (known.volume !== undefined) return hasEnded && !isUnproven && contradictsTrades(now, known)
  if (hasEnded) return now.high < known.high || now.low > known.low || now.open !== known.open
  if (known.high === known.low) return false
  const { open, high, low, close } = known
  return now.high < (high === close ? open : high) || now.low > (low === close ? open : low)
}

/**
 * The same for candles of trades, of which some may arrive late. With the volume they widen the range, and without more volume
 * nothing changes. A candle with less volume is disputed apart.
 */
function contradictsTrades(now: PriceCandle, known: PriceCandle): boolean {
  if (now.volume === undefined || isLess(now, known)) return false
  if (now.high < known.high || now.low > known.low) return true
  const isSameVolume = !isLess(known, now)
  return isSameVolume && (['open', 'high', 'low', 'close'] as const).some((name) => now[name] !== known[name])
}
