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

/** Names of the intervals that are read; `6hr` is left out, because nothing says on which hour those open. */
export const intervals: ReadonlyMap<number, string> = new Map([
  [MINUTE_MS, '1m'],
  [5 * MINUTE_MS, '5m'],
  [15 * MINUTE_MS, '15m'],
  [30 * MINUTE_MS, '30m'],
  [HOUR_MS, '1hr'],
  [DAY_MS, '1day'],
])

/** Longer steps that show whether a stretch without bars had trades. */
const coarser: readonly number[] = [HOUR_MS, DAY_MS]

/** What is asked for bars of. */
export interface Series {
  readonly symbol: string
  readonly stepMs: number
  /** Epoch ms; absent while it trades or when unknown. */
  readonly closedAt?: number | undefined
}

/** Bars of a window, ascending, as the venue told them: quiet ones repeat the last price. */
export interface Klines {
  readonly rows: readonly NativeKline[]
  /** From here on they are whole, where older ones are to be asked for again; absent when all were. */
  readonly toldFrom?: number
}

/**
 * The bars of a window. How many one answer holds, and which of them where there are more, is not documented
 * (../README.md): what lies before and after them is asked for until the venue has none.
 * @returns undefined when the engine has no such instrument
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for bars off the grid and outside the window
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
    if (asked >= PAGES_A_BATCH) return { rows, toldFrom: oldest() }
    const older = await askKlines(series, { from: window.from, to: oldest() }, ctx)
    if (older === undefined || older.length === 0) break
    rows = [...older, ...rows]
    asked++
  }
  return { rows }
}

/** The latest bar that a window must hold, if there are bars of it at all: the running one may be yet to come. */
function lastDue({ stepMs, closedAt }: Series, { to }: Span, now: number): number {
  const lastOpen = alignDown(Math.min(to - 1, now, closedAt ?? now), stepMs)
  return lastOpen + stepMs > now ? lastOpen - stepMs : lastOpen
}

/** Whether longer bars show trades in a stretch of which there are no bars: then they are not kept that far back. */
export async function hasTradesIn(series: Series, { from, to }: Span, ctx: VenueContext): Promise<boolean> {
  for (const stepMs of coarser.filter((step) => step > series.stepMs)) {
    const inside = { from: alignUp(from, stepMs), to: alignDown(to, stepMs) }
    if (inside.from >= inside.to) continue
    const rows = await askKlines({ ...series, stepMs }, inside, ctx)
    if (rows?.some(([, , , , , volume]) => volume > 0)) return true
  }
  return false
}

/** Whether there are bars of an instrument at all within a span. */
export async function hasDaysIn(series: Series, { from, to }: Span, ctx: VenueContext): Promise<boolean> {
  const days = { from: alignDown(from, DAY_MS), to: alignUp(to, DAY_MS) }
  return ((await askKlines({ ...series, stepMs: DAY_MS }, days, ctx)) ?? []).length > 0
}

/** Symbols of which the engine had bars lately: that it knows none of that name is no answer then. */
const hadKlines = defineMemoKey<true>('gemini klines', HOUR_MS)

function contradicts(symbol: string): PmxError {
  const message = `The venue does not know the symbol ${symbol}, of which it had bars some minutes ago.`
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { retryable: true, detail: { upstreamStatus: 400 } })
}

/** One question: bars that open in [from, to), ascending, as many as the venue tells. */
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
      throw createSchemaMismatch(KLINES, `[${index}][0]`, `${openAt} is no open time of a bar of ${interval}`)
    if (openAt > endTime)
      throw createSchemaMismatch(
        KLINES,
        `[${index}][0]`,
        `${openAt} lies after ${endTime}: the window was not honoured`,
      )
    // Whether the end belongs to the window is not documented.
    if (openAt >= from && openAt < to) rows.set(openAt, row)
  }
  return [...rows.values()].sort(([a], [b]) => a - b)
}
