import { PmxError } from '../../src/api/envelope/errors.js'
import type { PriceCandle } from '../../src/api/models/models.js'
import { alignDown } from '../../src/api/times/resolution.js'
import type { Span } from '../../src/api/times/span.js'
import { aggregateBars } from '../../src/candles/series/aggregate.js'
import { createSeededRandom, hashText } from '../../src/effects/random.js'
import type { CandleBatch, CandleSource, NativeStep, Venue } from '../../src/venue-kit/contract/venue.js'
import { complementBar } from '../../src/venue-kit/unify/unified-market.js'
import type { FakeClock } from './clock.js'
import { type PlayedFacts, type PlayedSeries, playedSeries } from './played-series.js'
import { noMarkets } from './venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A venue with nothing but candles, whose truth is a function of time, for tests of the engine. */
export interface CandleWorld {
  readonly venue: Venue
  /** Every window the venue was asked for, with the time of asking and whether it answered. */
  readonly asked: Asked[]
  /** Times the venue was asked where an outcome's candles are. */
  located: number
  /** The next this many fetches fail. */
  failNext: number
  /** Changes a batch before it is handed out, to play a venue that changed its shape. */
  tamper: ((batch: CandleBatch) => CandleBatch) | undefined
  /** When the market closes; may be changed, as venues do. */
  closedAt: number | undefined
  /** When it was listed, as the venue tells it. */
  listedAt: number
  /** Nothing later is in the venue's index; undefined while that keeps up. */
  stalledAt: number | undefined
  /** Changes what the venue says of an outcome, or refuses to. */
  relocated: ((series: PlayedSeries) => PlayedSeries) | undefined
  /** The venue's own time: time as it passes, whatever our clock has been set to. */
  now(): number
  /** What a direct reading at `now` gives: the naive answer the engine must equal. */
  truth(outcomeId: string, stepMs: number, span: Span, now: number): PriceCandle[]
}

interface Asked {
  readonly span: Span
  readonly stepMs: number
  /** By our clock. */
  readonly at: number
  /** By the venue's own. */
  readonly venueAt: number
  /** Open time of the newest candle of the answer. */
  seenTo: number
  ok: boolean
}

export interface CandleWorldOptions {
  readonly clock: FakeClock
  readonly listedAt: number
  readonly closedAt?: number
  /** Waits before answering; lets tests hold several requests open at once. */
  readonly hold?: () => Promise<void>
  readonly finalAfterMs?: number
  /** Minutes in which nobody trades, beside those left out at random. */
  readonly isQuiet?: (at: number) => boolean
  /** Most steps that one answer tells of: the rest of its window is to be asked for again. */
  readonly stepsAnAnswer?: number
  /** Steps of the longest window of one call. */
  readonly windowSteps?: number
  /** How far back the venue tells; it says so of what is older. */
  readonly retentionMs?: number
}

/** Outcomes are `yes` and `no`, two sides of one series, with native 1m and 1h candles. */
export function candleWorld({
  clock,
  listedAt,
  closedAt,
  hold,
  finalAfterMs = 90_000,
  isQuiet = () => false,
  windowSteps = 500,
  stepsAnAnswer,
  retentionMs,
}: CandleWorldOptions): CandleWorld {
  const steps: NativeStep[] = [
    { stepMs: MINUTE, maxWindowMs: windowSteps * MINUTE },
    { stepMs: HOUR, maxWindowMs: windowSteps * HOUR },
  ].map((step) => ({ ...step, ...(retentionMs === undefined ? {} : { retentionMs }) }))

  /** Minutes that are over. */
  const past = new Map<number, PriceCandle | undefined>()

  function minute(at: number, now: number): PriceCandle | undefined {
    if (now < at + MINUTE) return madeMinute(at, now)
    if (!past.has(at)) past.set(at, madeMinute(at, now))
    const bar = past.get(at)
    return bar === undefined ? undefined : { ...bar }
  }

  /** The finest truth: one candle a minute, some minutes without trades; the running one changes as time passes. */
  function madeMinute(at: number, now: number): PriceCandle | undefined {
    if (at < listedAt || at > now || isQuiet(at)) return undefined
    const random = createSeededRandom(hashText(`minute ${at}`))
    if (random() < 0.3) return undefined
    const prices = [random(), random(), random(), random()].map((price) => Math.round(price * 1000) / 1000)
    const [open = 0, a = 0, b = 0, last = 0] = prices
    // Until its end the candle's close follows the clock, so that a stale copy of it can be told from a fresh one.
    const close = now < at + MINUTE ? Math.round(((now - at) / MINUTE) * 1000) / 1000 : last
    return {
      timestamp: at,
      open,
      high: Math.max(open, a, b, close),
      low: Math.min(open, a, b, close),
      close,
      volume: Math.floor(random() * 100),
    }
  }

  function native(stepMs: number, span: Span, now: number): PriceCandle[] {
    const minutes: PriceCandle[] = []
    const to = Math.min(span.to, now + 1, world.closedAt ?? Number.POSITIVE_INFINITY)
    for (let at = Math.max(span.from, alignDown(listedAt, MINUTE)); at < to; at += MINUTE) {
      const bar = minute(at, now)
      if (bar !== undefined) minutes.push(bar)
    }
    return stepMs === MINUTE ? minutes : aggregateBars(minutes, stepMs)
  }

  const { outcomes, places } = playedSeries(async (outcomeId) => {
    if (outcomeId !== 'yes' && outcomeId !== 'no') return undefined
    world.located++
    const { closedAt } = world
    const isClosed = closedAt !== undefined && world.now() >= closedAt
    const series: PlayedSeries = {
      outcomeId,
      seriesKey: 'yes',
      mirrored: outcomeId === 'no',
      listedAt: world.listedAt,
      ...(isClosed ? { closedAt } : {}),
      facts: {},
    }
    return world.relocated?.(series) ?? series
  })

  const source: CandleSource<PlayedSeries, PlayedFacts> = {
    basis: 'trade',
    steps,
    finalAfterMs,
    ...places,
    async fetch(series, step, window) {
      const [at, venueAt] = [clock.now(), world.now()]
      const entry: Asked = { span: { ...window }, stepMs: step.stepMs, at, venueAt, seenTo: 0, ok: false }
      world.asked.push(entry)
      const index = Math.min(venueAt, world.stalledAt ?? venueAt)
      await hold?.()
      if (world.failNext > 0) {
        world.failNext--
        throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'the venue is down')
      }
      const keptFrom = retentionMs === undefined ? 0 : alignDown(venueAt - retentionMs, step.stepMs)
      const partFrom = stepsAnAnswer === undefined ? window.from : window.to - stepsAnAnswer * step.stepMs
      const told = { from: Math.max(window.from, keptFrom, partFrom), to: window.to }
      const bars = native(step.stepMs, told, index)
      const batch: CandleBatch = {
        kind: 'bars',
        route: series.facts.route ?? 'truth',
        bars,
        ...(partFrom > window.from ? { completeFrom: partFrom } : {}),
        ...(keptFrom <= window.from
          ? {}
          : { withheld: [{ from: window.from, to: keptFrom, reason: 'beyond_retention' }] }),
      }
      const answer = world.tamper?.(batch) ?? batch
      entry.seenTo = bars.at(-1)?.timestamp ?? 0
      entry.ok = true
      return answer
    },
  }

  const world: CandleWorld = {
    venue: { id: 'kalshi', hosts: {}, markets: noMarkets, outcomes, candles: source },
    asked: [],
    located: 0,
    failNext: 0,
    tamper: undefined,
    closedAt,
    listedAt,
    stalledAt: undefined,
    relocated: undefined,
    now: () => clock.trueNow(),
    truth(outcomeId, stepMs, span, now) {
      const bars = aggregateBars(native(MINUTE, span, now), stepMs)
      return outcomeId === 'no' ? bars.map(complementBar) : bars
    },
  }
  return world
}
