import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, HOUR_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type {
  CandleBars,
  CandleLocator,
  CandleSeries,
  CandleSource,
  NativeStep,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { findCutoff } from './native/archive.js'
import {
  type CandleQuery,
  MARKETS_PER_CALL,
  type NamedCandles,
  PERIODS_OF_MANY,
  requestArchive,
  requestBatch,
  requestSeries,
} from './native/candle-routes.js'
import { type Tier, tiers } from './native/find-market.js'
import { findSeriesOf } from './native/series-facts.js'
import type { OutcomeFacts } from './outcomes.js'
import type { NativeCandlestick } from './schemas.js'

/** The venue refuses ranges above 5,000 periods, counted on the range and not on the result; two are a reserve. */
const PERIODS_PER_CALL = 4_998

/**
 * The venue does not document late prints. Two minutes are two periods of the finest resolution: repeating them costs at most
 * three candles per request.
 */
const SETTLE_LAG_MS = 2 * MINUTE_MS

/** Native days end at midnight US Eastern and are not used: days are built from hours. */
const steps: readonly NativeStep[] = [MINUTE_MS, HOUR_MS].map((stepMs) => ({
  stepMs,
  maxWindowMs: PERIODS_PER_CALL * stepMs,
}))

/** Facts with which a market's candles are found again. */
const candleFacts = z.object({
  ticker: z.string(),
  /** Absent for a combo, whose event the venue hides. */
  series: z.string().exactOptional(),
  tier: z.enum(tiers),
  isSettled: z.literal(true).exactOptional(),
  settledAt: z.number().exactOptional(),
})

export type CandleFacts = z.output<typeof candleFacts>

/**
 * Converts candles of trades. Kalshi stamps the inclusive end of a period, in seconds; the result has the open time in
 * ms. Periods without trades hold only quotes and are left out.
 * @returns ascending as the venue sent them, or [] without trades
 * @throws EXCHANGE_NOT_AVAILABLE with the path when a period with trades lacks a price or an end is not aligned
 */
export function toCandles(
  natives: readonly NativeCandlestick[],
  stepMs: number,
  what: string,
): readonly PriceCandle[] {
  return natives.flatMap((native, index) => {
    const candle = toCandle(native, stepMs, `candlesticks[${index}]`, what, index === 0 && natives.length > 1)
    return candle === undefined ? [] : [candle]
  })
}

const priceNames = ['open_dollars', 'high_dollars', 'low_dollars', 'close_dollars'] as const

function toCandle(
  native: NativeCandlestick,
  stepMs: number,
  path: string,
  what: string,
  mayBeSynthetic: boolean,
): PriceCandle | undefined {
  const timestamp = native.end_period_ts * 1000 - stepMs
  if (timestamp % stepMs !== 0) {
    throw createSchemaMismatch(
      what,
      `${path}.end_period_ts`,
      `${native.end_period_ts} is not the end of a ${stepMs / 1000} s period`,
    )
  }
  const missing = priceNames.filter((name) => native.price?.[name] === undefined)
  const {
    open_dollars: open,
    high_dollars: high,
    low_dollars: low,
    close_dollars: close,
  } = native.price ?? {}
  const isComplete = open !== undefined && high !== undefined && low !== undefined && close !== undefined
  if (isComplete) {
    // A trade requires a volume: documents show quote-only periods with filled-in prices and a volume of 0.
    return native.volume_fp > 0 ? { timestamp, open, high, low, close, volume: native.volume_fp } : undefined
  }
  const isSeed = mayBeSynthetic && native.price?.previous_dollars !== undefined
  if (missing.length === priceNames.length && (native.volume_fp === 0 || isSeed)) return undefined
  throw createSchemaMismatch(
    what,
    `${path}.price.${missing[0]}`,
    `missing in a period with ${native.volume_fp} contracts traded`,
  )
}

/** Native candles of one minute and one hour, from the tier that has the market. */
export const candleSource: CandleSource<OutcomeFacts, CandleFacts> = {
  basis: 'trade',
  steps,
  finalAfterMs: SETTLE_LAG_MS,
  facts: candleFacts,
  place,
  fetch: (series, step, window, ctx) => fetchBars(series.facts, step, window, ctx),
  mostSeriesACall: MARKETS_PER_CALL,
  mostBarsACall: PERIODS_OF_MANY,
  manyAt: { host: 'api' },
  fetchMany,
}

/** Only open markets have all their candles in the live tier: empty ranges of others are not confirmed there. */
async function fetchMany(
  series: readonly CandleSeries<CandleFacts>[],
  { stepMs }: NativeStep,
  window: Span,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, CandleBars>> {
  const trading = series.filter(
    ({ facts: { tier, isSettled, settledAt } }) =>
      tier === 'live' && isSettled === undefined && settledAt === undefined,
  )
  const query = queryOf(window, stepMs, ctx.clock.now())
  // A single series has its own route.
  if (trading.length < 2 || query === undefined) return new Map()
  const told = await requestBatch(
    trading.map(({ facts }) => facts.ticker),
    query,
    ctx,
  )
  return new Map(
    trading.flatMap(({ seriesKey, facts: { ticker } }) => {
      const candles = told.get(ticker)
      return candles === undefined ? [] : [[seriesKey, toBatch('live', candles, stepMs)] as const]
    }),
  )
}

async function place(
  { isSettled, facts: { ticker, side, tier, eventTicker, seriesTicker, settledAt } }: Located<OutcomeFacts>,
  ctx: VenueContext,
): Promise<CandleLocator<CandleFacts>> {
  // Tickers cannot be split: the event determines the series (README.md; docs.kalshi.com, identifiers).
  const series =
    seriesTicker ?? (eventTicker === undefined ? undefined : await findSeriesOf(eventTicker, ctx))
  return {
    seriesKey: ticker,
    mirrored: side === 'no',
    facts: {
      ticker,
      ...(series === undefined ? {} : { series }),
      tier,
      ...(isSettled === undefined ? {} : { isSettled }),
      ...(settledAt === undefined ? {} : { settledAt }),
    },
  }
}

/** Requests the expected tier of the market, and the other one when that has no data. */
async function fetchBars(
  facts: CandleFacts,
  step: NativeStep,
  window: Span,
  ctx: VenueContext,
): Promise<CandleBars> {
  const [first, second] = await tiersOf(facts, ctx)
  const answer = await fetchTier(first, facts, step, window, ctx)
  // After a market has moved, its old location returns an empty response. An empty response for a settled market therefore
  // confirms nothing until the other tier was requested.
  const isFinal = answer !== undefined && (answer.isSure || facts.isSettled === undefined)
  if (isFinal || second === undefined) return answer?.batch ?? nowhere(facts)
  const other = await fetchTier(second, facts, step, window, ctx)
  return other?.batch ?? answer?.batch ?? nowhere(facts)
}

function nowhere(facts: CandleFacts): never {
  throw new PmxError(
    'NOT_FOUND',
    `The venue has no candles for ${facts.ticker} in its live data or in its archive.`,
  )
}

async function tiersOf(facts: CandleFacts, ctx: VenueContext): Promise<readonly [Tier, Tier?]> {
  if (facts.tier === 'historical') return ['historical', 'live']
  if (facts.settledAt === undefined) return ['live', 'historical']
  const settledBefore = (await findCutoff(ctx))?.settledBefore
  const isArchived = settledBefore !== undefined && facts.settledAt < settledBefore
  return isArchived ? ['historical', 'live'] : ['live', 'historical']
}

interface TierAnswer {
  readonly batch: CandleBars
  /** The tier returned periods, with or without trades. */
  readonly isSure: boolean
}

/** Requests one window of one tier, or undefined if the tier does not have the market. */
async function fetchTier(
  tier: Tier,
  facts: CandleFacts,
  { stepMs }: NativeStep,
  window: Span,
  ctx: VenueContext,
): Promise<TierAnswer | undefined> {
  const { ticker, series } = facts
  const query = queryOf(window, stepMs, ctx.clock.now())
  if (query === undefined) return { batch: { kind: 'bars', route: tier, bars: [] }, isSure: true }
  const told =
    tier === 'historical'
      ? await requestArchive(ticker, query, ctx)
      : series === undefined
        ? (await requestBatch([ticker], query, ctx)).get(ticker)
        : await requestSeries(series, ticker, query, ctx)
  if (told === undefined) return undefined
  if (told === 'not kept') {
    const withheld = [{ from: window.from, to: query.end_ts * 1000, reason: 'beyond_retention' as const }]
    return { batch: { kind: 'bars', route: tier, bars: [], withheld }, isSure: true }
  }
  return { batch: toBatch(tier, told, stepMs), isSure: told.candlesticks.length > 0 }
}

/** Returns the venue's query for a window, or undefined for one that has not begun. */
function queryOf({ from, to }: Span, stepMs: number, now: number): CandleQuery | undefined {
  // The open candle is returned only when its end, in the future, is requested; later candles cannot exist.
  const runningEnd = alignDown(now, stepMs) + stepMs
  const end = Math.min(to, runningEnd)
  if (end <= from) return undefined
  return {
    // Bounds are inclusive on the period's end.
    start_ts: (from + stepMs) / 1000,
    end_ts: end / 1000,
    period_interval: stepMs / MINUTE_MS,
  }
}

function toBatch(tier: Tier, { candlesticks, what }: NamedCandles, stepMs: number): CandleBars {
  const bars = toCandles(candlesticks, stepMs, what)
  // Periods without a trade are returned with quotes, which confirms them as empty.
  const openTimes = candlesticks.map(({ end_period_ts: end }) => end * 1000 - stepMs)
  const traded = new Set(bars.map(({ timestamp }) => timestamp))
  const seenTo = openTimes.at(-1)
  const silentAt = openTimes.filter((at) => !traded.has(at))
  const seen = seenTo === undefined ? {} : { seenTo, ...(silentAt.length === 0 ? {} : { silentAt }) }
  return { kind: 'bars', route: tier, bars, ...seen }
}
