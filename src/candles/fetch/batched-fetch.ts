import { hullOf, intersect, type Span } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import type { Shared } from '../../policy/batching.js'
import { noClient } from '../../policy/fair-queue.js'
import type { Permit } from '../../transport/budget.js'
import type { CallEndpoint } from '../../transport/call-types.js'
import { createJoinedCalls } from '../../transport/joined-calls.js'
import type { Transport } from '../../transport/transport.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type {
  CandleBatch,
  CandlePoints,
  CandleSeries,
  CandleSource,
  NativeStep,
  Venue,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { paceOf } from '../../venue-kit/requests/pace.js'
import { findReturnedPart, toCheckedBars } from '../series/batch-candles.js'
import type { FetchTerms } from './fetch-target.js'

/** One native window of one series, as requested from its source. */
export interface RequestedWindow {
  readonly venue: Venue
  readonly source: CandleSource
  /** With the facts that the source reads. */
  readonly series: CandleSeries
  readonly step: NativeStep
  readonly window: Span
}

/** The response of the venue about a window, with the time in the response, epoch ms, if it has one. */
export interface ReturnedWindow {
  readonly batch: CandleBatch
  readonly venueTime?: number | undefined
}

/** Reads a window; `ctx` is the caller's own, for calls that are not shared. */
export type ReadWindow = (
  asked: RequestedWindow,
  ctx: VenueContext,
  call: FetchTerms & { onSent(calls: number): void },
) => Promise<ReturnedWindow>

/** Reads each window with a separate call. */
export async function readWindowAlone(
  { source, series, step, window }: RequestedWindow,
  ctx: VenueContext,
): Promise<ReturnedWindow> {
  const batch = await source.fetch(series, step, window, ctx)
  return { batch, venueTime: ctx.http.venueTime }
}

export interface JoinedFetchDeps {
  readonly clock: Clock
  readonly reserve: Transport['reserve']
  /** Maximum time of one fetch, and of its wait for the budget, ms. */
  readonly allowedMs: number
  openContext(venue: Venue, terms: FetchTerms, permit: Permit): VenueContext & { release(): void }
}

interface Item extends RequestedWindow {
  readonly place: CallEndpoint
  readonly terms: FetchTerms
  onSent(calls: number): void
}

/** Number of candles per series that a call may return beyond the request, because they cost almost nothing. */
const FEW_STEPS = 200

/**
 * Reads windows of the same resolution in one call, if the venue has a call for several series. Windows are combined while they
 * wait for the venue's limits. Each window gets its own part of the response, which must be valid as a whole. A single window, or
 * a window that is missing from the response, uses the route for one series.
 */
export function createJoinedFetch({ clock, reserve, allowedMs, openContext }: JoinedFetchDeps): ReadWindow {
  async function within<Value>(
    { venue, terms, onSent }: Item,
    permit: Permit,
    { signal, urgency }: Shared,
    ask: (ctx: VenueContext) => Promise<Value>,
  ): Promise<Value> {
    const ctx = openContext(venue, { ...terms, signal, priority: urgency }, permit)
    try {
      return await ask(ctx)
    } finally {
      onSent(ctx.http.sent)
      ctx.release()
    }
  }

  const calls = createJoinedCalls<Item, ReturnedWindow>({
    clock,
    reserve,
    allowedMs,
    kindOf: ({ venue, step, terms }) => `${venue.id} ${step.stepMs} ${holderOf(terms.secrets)}`,
    keyOf: ({ series, window }) =>
      `${series.seriesKey} ${window.from} ${window.to} ${JSON.stringify(series.facts)}`,
    fits: (chosen, item) => canBatch([...chosen, item]),
    one: (item, permit, shared) => within(item, permit, shared, (ctx) => readWindowAlone(item, ctx)),
    async many(items, permit, shared) {
      const [first] = items
      const hull = hullOf(items.map(({ window }) => window))
      if (first === undefined || hull === undefined) return new Map()
      const { source, step } = first
      const series = new Map(items.map((item) => [item.series.seriesKey, item.series]))
      return within(first, permit, shared, async (ctx) => {
        const told = await source.fetchMany?.([...series.values()], step, hull, ctx)
        const { venueTime } = ctx.http
        return new Map(
          items.flatMap((item) => {
            const whole = told?.get(item.series.seriesKey)
            const batch = whole && partOf(whole, step.stepMs, hull, item.window)
            return batch === undefined ? [] : [[item, { batch, venueTime }] as const]
          }),
        )
      })
    },
  })

  return (asked, ctx, { onSent, signal, priority, secrets, caller = noClient }) => {
    const { manyAt: place, fetchMany } = asked.source
    if (place === undefined || fetchMany === undefined) return readWindowAlone(asked, ctx)
    const terms = { signal, priority, secrets, caller }
    return calls.load({ ...asked, place, terms, onSent }, { signal, urgency: priority, caller })
  }
}

/**
 * Whether windows may share one call: they must be within its bounds, and must not add much data that no caller
 * requested.
 */
export function canBatch(items: readonly Pick<RequestedWindow, 'source' | 'step' | 'window'>[]): boolean {
  const [first] = items
  const hull = hullOf(items.map(({ window }) => window))
  if (first === undefined || hull === undefined) return true
  const { step, source } = first
  const stepsOf = ({ from, to }: Span): number => (to - from) / step.stepMs
  const told = stepsOf(hull) * items.length
  const asked = items.reduce((sum, { window }) => sum + stepsOf(window), 0)
  return (
    items.length <= (source.mostSeriesACall ?? 1) &&
    hull.to - hull.from <= step.maxWindowMs &&
    told <= (source.mostBarsACall ?? Number.POSITIVE_INFINITY) &&
    told <= Math.max(2 * asked, FEW_STEPS * items.length)
  )
}

/**
 * Returns the part of a response within one window. Returns undefined if the response lacks it or is not valid: then the
 * window is requested alone, and fails alone.
 */
function partOf(whole: CandleBatch, stepMs: number, hull: Span, window: Span): CandleBatch | undefined {
  try {
    toCheckedBars(whole, stepMs, findReturnedPart(whole, stepMs, hull))
  } catch {
    return undefined
  }
  const { completeFrom = 0, withheld = [], unproven = [], silentAt, ...rest } = whole
  if (completeFrom >= window.to) return undefined
  const isIn = (at: number): boolean => at >= window.from && at < window.to
  const cut = withheld.flatMap((part) => {
    const inside = intersect(part, window)
    return inside === undefined ? [] : [{ ...inside, reason: part.reason }]
  })
  const facts = {
    ...(completeFrom > window.from ? { completeFrom: completeFrom } : {}),
    ...(silentAt === undefined ? {} : { silentAt: silentAt.filter(isIn) }),
    ...(cut.length === 0 ? {} : { withheld: cut }),
    ...(unproven.length === 0 ? {} : { unproven }),
  }
  return rest.kind === 'bars'
    ? { ...rest, ...facts, bars: rest.bars.filter(({ timestamp }) => isIn(timestamp)) }
    : { ...rest, ...facts, ...paceIn(rest), points: rest.points.filter(({ at }) => isIn(at)) }
}

/** Returns the pace of all points in a response, because one window may have too few points to determine it. */
function paceIn({ sampled, points, paceMs = paceOf(points) }: CandlePoints): Pick<CandlePoints, 'paceMs'> {
  return sampled !== true || paceMs === undefined ? {} : { paceMs }
}
