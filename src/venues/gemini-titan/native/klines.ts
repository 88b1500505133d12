import { PmxError } from '../../../api/envelope/errors.js'
import { alignDown, alignUp, DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/times/span.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { PAGES_A_BATCH } from '../../../venue-kit/unify/trade-bars.js'
import { klinesReply, type NativeKline } from '../schemas.js'
import { requestInstrument } from './instrument.js'

export const KLINES = 'GET /v2/klines'

/** Names of the used intervals; `6hr` is left out, because its opening hours are not documented. */
export const intervals: ReadonlyMap<number, string> = new Map([
  [MINUTE_MS, '1m'],
  [5 * MINUTE_MS, '5m'],
  [15 * MINUTE_MS, '15m'],
  [30 * MINUTE_MS, '30m'],
  [HOUR_MS, '1hr'],
  [DAY_MS, '1day'],
])

/** Coarser intervals that show whether a range without candles had trades. */
const coarser: readonly number[] = [HOUR_MS, DAY_MS]

/** The instrument to request candles for. */
export interface Series {
  readonly symbol: string
  readonly stepMs: number
  /** Epoch ms. Absent while it trades or when unknown. */
  readonly closedAt?: number | undefined
}

/** Candles of a window, ascending, as the venue returned them: quiet ones repeat the last price. */
export interface Klines {
  readonly rows: readonly NativeKline[]
  /** Open time from which on they are complete, where older ones must be requested again. Absent when all are complete. */
  readonly completeFrom?: number
}

/**
 * Reads the candles of a window. The maximum number per response, and its selection, are not documented (../README.md):
 * earlier and later candles are requested until the venue has none.
 * @returns undefined when the engine has no such instrument
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for unaligned candles and those outside the window
 */
export async function readKlines(
  series: Series,
  window: Span,
  ctx: VenueContext,
): Promise<Klines | undefined> {
  const first = await askKlines(series, window, ctx)
  if (first === undefined) return undefined
  let rows = first
  let asked = 1
  const newest = (): number => rows.at(-1)?.[0] ?? window.to
  const oldest = (): number => rows[0]?.[0] ?? window.from
  const due = lastDue(series, window, ctx.clock.now())
  while (newest() < due) {
    const newer = await askKlines(series, { from: newest() + series.stepMs, to: window.to }, ctx)
    if (newer === undefined || newer.length === 0) break
    rows = [...rows, ...newer]
    asked++
  }
  while (oldest() > window.from) {
    if (asked >= PAGES_A_BATCH) return { rows, completeFrom: oldest() }
    const older = await askKlines(series, { from: window.from, to: oldest() }, ctx)
    if (older === undefined || older.length === 0) break
    rows = [...older, ...rows]
    asked++
  }
  return { rows }
}

/** Returns the latest candle that a window with candles must contain: the open one may still be missing. */
function lastDue({ stepMs, closedAt }: Series, { to }: Span, now: number): number {
  const lastOpen = alignDown(Math.min(to - 1, now, closedAt ?? now), stepMs)
  return lastOpen + stepMs > now ? lastOpen - stepMs : lastOpen
}

/** Whether coarser candles show trades in a range without candles: then the finer ones are no longer retained. */
export async function hasTradesIn(series: Series, { from, to }: Span, ctx: VenueContext): Promise<boolean> {
  for (const stepMs of coarser.filter((step) => step > series.stepMs)) {
    const inside = { from: alignUp(from, stepMs), to: alignDown(to, stepMs) }
    if (inside.from >= inside.to) continue
    const rows = await askKlines({ ...series, stepMs }, inside, ctx)
    if (rows?.some(([, , , , , volume]) => volume > 0)) return true
  }
  return false
}

/** Whether an instrument has any candles within a span. */
export async function hasDaysIn(series: Series, { from, to }: Span, ctx: VenueContext): Promise<boolean> {
  const days = { from: alignDown(from, DAY_MS), to: alignUp(to, DAY_MS) }
  return ((await askKlines({ ...series, stepMs: DAY_MS }, days, ctx)) ?? []).length > 0
}

/** Symbols with recent candles: an "unknown symbol" response is then not reliable. */
const hadKlines = defineMemoKey<true>('gemini klines', HOUR_MS)

function contradicts(symbol: string): PmxError {
  const message = `The venue does not know the symbol ${symbol}, although it had bars for it some minutes ago.`
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { retryable: true, detail: { upstreamStatus: 400 } })
}

/** Makes one request: candles that open in [from, to), ascending, as many as the venue returns. */
async function askKlines(
  { symbol, stepMs }: Series,
  { from, to }: Span,
  ctx: VenueContext,
): Promise<readonly NativeKline[] | undefined> {
  const interval = intervals.get(stepMs)
  if (interval === undefined) throw new RangeError(`no interval of ${stepMs} ms`)
  const endTime = Math.min(to, ctx.clock.now())
  if (endTime < from) return []
  const query = { symbol, interval, startTime: from, endTime }
  const natives = await requestInstrument(ctx, klinesReply, { path: '/v2/klines', query, what: KLINES })
  if (natives === undefined) {
    if (ctx.memo.get(hadKlines, symbol) === true) throw contradicts(symbol)
    return undefined
  }
  if (natives.length > 0) ctx.memo.set(hadKlines, symbol, true)
  const rows = new Map<number, NativeKline>()
  for (const [index, row] of natives.entries()) {
    const [openAt] = row
    if (openAt % stepMs !== 0)
      throw createSchemaMismatch(
        KLINES,
        `[${index}][0]`,
        `${openAt} is not the open time of a ${interval} candle`,
      )
    if (openAt > endTime)
      throw createSchemaMismatch(
        KLINES,
        `[${index}][0]`,
        `${openAt} is after ${endTime}, outside the requested window`,
      )
    // It is not documented whether the end is inclusive.
    if (openAt >= from && openAt < to) rows.set(openAt, row)
  }
  return [...rows.values()].sort(([a], [b]) => a - b)
}
