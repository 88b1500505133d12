import type { PmxError } from '../../../src/api/envelope/errors.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import type { FakeClock } from '../../support/clock.js'
import { playedSeries } from '../../support/played-series.js'
import { noMarkets } from '../../support/venue.js'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** How long the venue keeps its minutes. */
const RETENTION = 8 * HOUR

/** A venue that keeps minutes for some hours and hours for ever; any outcome id beginning with `known` exists. */
export interface ForgetfulVenue {
  readonly venue: Venue
  /** What it was asked for, in order. */
  readonly asked: {
    readonly outcomeId: string
    readonly stepMs: number
    readonly span: Span
    readonly at: number
  }[]
  /** What asking for candles of an outcome fails with; undefined while all is well. */
  trouble: (outcomeId: string) => PmxError | undefined
  /** It does not know any outcome, as in a bad hour. */
  isBlank: boolean
  /** Waits before each answer. */
  hold: (signal: AbortSignal) => Promise<void>
  /** When the market closed. */
  closedAt: number | undefined
  /** When the venue decides it, which may be never. */
  settledAt: number
}

/** The candle of any series and step that opened at `at`. */
export function candleAt(at: number): PriceCandle {
  const price = ((at / MINUTE) % 97) / 100
  return { timestamp: at, open: price, high: price, low: price, close: price, volume: 1 }
}

export function forgetfulVenue(clock: FakeClock): ForgetfulVenue {
  const steps = [
    { stepMs: MINUTE, maxWindowMs: 3 * HOUR, retentionMs: RETENTION },
    { stepMs: HOUR, maxWindowMs: 500 * HOUR },
  ]
  const { outcomes, places } = playedSeries(async (outcomeId) => {
    if (played.isBlank || !outcomeId.startsWith('known')) return undefined
    const { closedAt } = played
    const isClosed = closedAt !== undefined && closedAt <= clock.now()
    return {
      outcomeId,
      seriesKey: outcomeId,
      mirrored: false,
      facts: {},
      ...(isClosed ? { closedAt } : {}),
      ...(isClosed && played.settledAt <= clock.now() ? { isSettled: true } : {}),
    }
  })
  const played: ForgetfulVenue = {
    asked: [],
    trouble: () => undefined,
    isBlank: false,
    hold: async () => undefined,
    closedAt: undefined,
    settledAt: 0,
    venue: {
      id: 'kalshi',
      hosts: {},
      markets: noMarkets,
      outcomes,
      candles: {
        basis: 'trade',
        steps,
        finalAfterMs: 2 * MINUTE,
        ...places,
        async fetch({ outcomeId }, { stepMs, retentionMs }, window, { signal }) {
          played.asked.push({ outcomeId, stepMs, span: { ...window }, at: clock.now() })
          await played.hold(signal)
          const failure = played.trouble(outcomeId)
          if (failure !== undefined) throw failure
          const oldest = retentionMs === undefined ? 0 : clock.now() - retentionMs
          const from = Math.min(window.to, Math.max(window.from, Math.ceil(oldest / stepMs) * stepMs))
          const until = Math.min(window.to, played.closedAt ?? clock.now())
          const bars: PriceCandle[] = []
          for (let at = from; at < until; at += stepMs) bars.push(candleAt(at))
          const isShort = from > window.from
          const withheld = [{ from: window.from, to: from, reason: 'beyond_retention' as const }]
          return { kind: 'bars', route: 'truth', bars, ...(isShort ? { withheld } : {}) }
        },
      },
    },
  }
  return played
}
