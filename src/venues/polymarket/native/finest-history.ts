import { alignDown, alignUp } from '../../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/times/span.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type {
  CandlePoints,
  CandleSeries,
  PricePoint,
  VenueContext,
} from '../../../venue-kit/contract/venue.js'
import { isTooCoarse, paceOf } from '../../../venue-kit/requests/pace.js'
import type { CandleFacts } from './candle-facts.js'
import { createNoRouteError, type Generation, isConfirmedRetired, isRetired } from './generations.js'
import {
  historyRoutesFor,
  nameOf,
  newer3Hours,
  newer5Minutes,
  newer30Minutes,
  olderMinutes,
  type Rung,
  requestHistoryRoute,
  sortPoints,
} from './history-routes.js'

const HOUR = 60 * MINUTE_MS

/** The venue's result for a window. */
export interface HistoryPart {
  /** Ascending, inside the window. */
  readonly points: readonly PricePoint[]
  /** Names of the rungs that returned the points. */
  readonly routes: readonly string[]
  /**
   * How the points are spaced. Absent without any. Points of the older route are evenly spaced. The newer route leaves out
   * buckets without a price: "Nothing may assume uniform spacing (sparse data already forbids that)" (docs.polymarket.com,
   * api-reference/endpoints/data-v2/get-prices-history).
   */
  readonly spacing?: Required<Pick<CandlePoints, 'sampled'>> & Pick<CandlePoints, 'paceMs'>
  /** Parts, at the old end, for which no data is available. */
  readonly withheld: readonly Span[]
  /** Parts where a rung that should have data was empty, and another one has points. */
  readonly contradicted: readonly Span[]
}

/** Intermediate result while the rungs are tried in order. */
interface Finding {
  points: PricePoint[]
  /** The part that no rung has covered, which is always at the old end of the window. */
  pending: Span | undefined
  /** From here on an empty response of some rung confirms an empty range. */
  provenFrom: number
  /** Whether any route responded. */
  answered: boolean
  /** Generations whose route does not exist (any more). */
  readonly gone: Set<Generation>
  /** Generations that were requested, or need not be because they are gone. */
  readonly asked: Set<Generation>
  readonly used: Rung[]
  /** Empty responses of rungs. */
  readonly silent: { readonly rung: Rung; readonly span: Span }[]
  /** Missing rungs, which may be a fault of one response. */
  readonly absent: { readonly rung: Rung; readonly span: Span }[]
}

/** Series are forward-filled, so points begin with the window unless older ones are gone. Older samples jitter by 75 s. */
const HEAD_GAP = 3 * MINUTE_MS
/** Between the listing and the first quote, hours may pass. */
const HEAD_GAP_AT_LISTING = 6 * HOUR

/** Returns the maximum time from the start of the request to the first sample, ms, if nothing is missing before it. */
export function headGapOf(
  { generation, grainSeconds }: Pick<Rung, 'generation' | 'grainSeconds'>,
  asked: Span,
  window: Span,
): number {
  if (asked.from > window.from) return HEAD_GAP_AT_LISTING
  return generation === 'v1' ? HEAD_GAP : 1000 * grainSeconds
}

/**
 * Requests one rung after another until the whole window is covered. A rung with points is valid from its first
 * point on, because history is dropped from its old end. A rung without points is valid for its documented retention,
 * once both generations were requested. The rest is empty if the newer route's coarser buckets, which are retained, are
 * empty there as well, and unavailable otherwise.
 * @throws EXCHANGE_NOT_AVAILABLE when neither generation's route serves the history
 */
export async function requestFinestHistory(
  series: CandleSeries<CandleFacts>,
  stepMs: number,
  window: Span,
  ctx: VenueContext,
): Promise<HistoryPart> {
  const listed = cutBeforeListing(window, series)
  const unrecorded = before(listed, FIRST_RECORDED)
  const finding: Finding = {
    points: [],
    pending: after(listed, FIRST_RECORDED),
    provenFrom: Number.POSITIVE_INFINITY,
    answered: false,
    gone: goneGenerations(ctx),
    asked: new Set(goneGenerations(ctx)),
    used: [],
    silent: [],
    absent: [],
  }
  for (const rung of historyRoutesFor(stepMs, series.outcomeId)) {
    if (finding.pending === undefined) break
    if (finding.gone.has(rung.generation)) {
      noteGone(finding, rung, ctx)
      continue
    }
    if (isExpired(rung, series, finding.pending, ctx)) continue
    await tryRung(finding, rung, { series, stepMs, window }, ctx)
  }
  const untold = await judgeRest(finding, series, ctx)
  learnExpiry(finding, series, ctx)
  return {
    points: sortPoints(finding.points, window),
    routes: finding.used.map(nameOf),
    ...spacingOf(finding.used, finding.points),
    withheld: [...(unrecorded === undefined ? [] : [unrecorded]), ...untold],
    contradicted: finding.points.length === 0 ? [] : contradictedSilence(finding, ctx),
  }
}

function spacingOf(used: readonly Rung[], points: readonly PricePoint[]): Pick<HistoryPart, 'spacing'> {
  if (used.length === 0) return {}
  if (used.every(({ generation }) => generation === 'v1')) return { spacing: spacingOfOlder(points) }
  const paceMs = 1000 * Math.max(...used.map(({ grainSeconds }) => grainSeconds))
  return { spacing: { sampled: 'sparse', paceMs } }
}

/**
 * Returns how the points of the older route are spaced, which is measured from the points themselves. With fewer than three
 * points, the requested spacing of one minute is used, because other points may be missing.
 */
export function spacingOfOlder(points: readonly PricePoint[]): Required<HistoryPart>['spacing'] {
  const hasPace = paceOf(points) !== undefined
  return { sampled: true, ...(hasPace ? {} : { paceMs: 1000 * olderMinutes.grainSeconds }) }
}

/**
 * Returns the contradicted empty ranges. The older route has no documented retention, but minutes of any age were observed there,
 * and its prices differ: it is requested twice.
 */
function contradictedSilence({ silent, absent }: Finding, ctx: VenueContext): readonly Span[] {
  const now = ctx.clock.now()
  return [...silent, ...absent].flatMap(({ rung, span }) =>
    rung.generation === 'v1' ? [span] : (after(span, now - rung.reachMs) ?? []),
  )
}

/** Both routes begin in November 2022; markets that traded before have no recorded prices (README.md). */
export const FIRST_RECORDED = Date.UTC(2022, 10, 1)

/** Returns the window without the part before the listing, which has no data. */
export function cutBeforeListing(
  window: Span,
  { listedAt }: Pick<CandleSeries, 'listedAt'>,
): Span | undefined {
  const from = listedAt === undefined ? window.from : Math.max(window.from, alignDown(listedAt, MINUTE_MS))
  return from < window.to ? { from, to: window.to } : undefined
}

interface Question {
  readonly series: CandleSeries<CandleFacts>
  readonly stepMs: number
  readonly window: Span
}

/** Records that a route is gone. A single such response counts like an empty one. */
function noteGone(finding: Finding, rung: Rung, ctx: VenueContext): void {
  const { pending } = finding
  if (pending === undefined) return
  if (!isConfirmedRetired('history', rung.generation, ctx)) finding.absent.push({ rung, span: pending })
  if (finding.asked.size === 2) finding.pending = before(pending, finding.provenFrom)
}

async function tryRung(finding: Finding, rung: Rung, question: Question, ctx: VenueContext): Promise<void> {
  const { pending } = finding
  if (pending === undefined) return
  const answer = await requestHistoryRoute(rung, question.series, pending, ctx)
  finding.asked.add(rung.generation)
  if (answer === 'gone' || answer === 'not recorded') {
    finding.gone.add(rung.generation)
    if (answer === 'gone') noteGone(finding, rung, ctx)
    return
  }
  finding.answered = true
  // Samples further apart than the interval do not serve this resolution, though they may be all that this route still has.
  const isCoarse = rung.generation === 'v1' && isTooCoarse(paceOf(answer), question.stepMs)
  const points = isCoarse ? [] : sortPoints(answer, { from: question.window.from, to: pending.to })
  const promisedFrom = ctx.clock.now() - rung.reachMs
  const first = points[0]?.at
  if (first === undefined) {
    finding.silent.push({ rung, span: pending })
    if (!isCoarse) finding.provenFrom = Math.min(finding.provenFrom, promisedFrom)
  } else {
    finding.points.push(...points)
    finding.used.push(rung)
    const gap = headGapOf(rung, pending, question.window)
    const head = first - pending.from < gap ? undefined : { from: pending.from, to: first }
    if (head !== undefined) finding.silent.push({ rung, span: head })
    finding.pending = before(head, promisedFrom)
  }
  if (finding.asked.size === 2) finding.pending = before(finding.pending, finding.provenFrom)
}

/**
 * Returns the parts of the rest that once had prices, by the finest retained buckets of the newer route. If that route is gone,
 * they are all of the rest. The other parts are confirmed as empty.
 */
async function judgeRest(
  finding: Finding,
  series: CandleSeries<CandleFacts>,
  ctx: VenueContext,
): Promise<readonly Span[]> {
  const rest = finding.pending
  if (rest === undefined) return []
  const age = ctx.clock.now() - rest.from
  const witness = [newer5Minutes, newer30Minutes].find((rung) => age < rung.reachMs) ?? newer3Hours
  const bucketMs = witness.grainSeconds * 1000
  const span = { from: alignDown(rest.from, bucketMs), to: alignUp(rest.to, bucketMs) + bucketMs }
  const points = finding.gone.has('v2') ? 'gone' : await requestHistoryRoute(witness, series, span, ctx)
  if (typeof points !== 'string') return bucketsOf(points, bucketMs, rest)
  if (!finding.answered) throw createNoRouteError('price history')
  return [rest]
}

/**
 * Returns the buckets that the points represent, cut to a span and joined where they touch. It is not documented which edge of
 * its bucket a point is stamped with, so both sides of it may have had prices.
 */
function bucketsOf(points: readonly PricePoint[], bucketMs: number, within: Span): readonly Span[] {
  const joined: Span[] = []
  for (const { at } of points) {
    const edge = alignDown(at, bucketMs)
    const from = Math.max(edge - bucketMs, within.from)
    const to = Math.min(edge + bucketMs, within.to)
    const last = joined.at(-1)
    if (from >= to) continue
    if (last !== undefined && from <= last.to) joined[joined.length - 1] = { from: last.from, to }
    else joined.push({ from, to })
  }
  return joined
}

/** Routes found gone recently are not requested again, unless that leaves none. */
function goneGenerations(ctx: VenueContext): Set<Generation> {
  const both: readonly Generation[] = ['v1', 'v2']
  const gone = both.filter((generation) => isRetired('history', generation, ctx))
  return new Set(gone.length === both.length ? [] : gone)
}

/**
 * For each token and bucket width, the newest time at which the newer route no longer had data. It may still have all data of
 * another token.
 */
const expiredUpTo = defineMemoKey<number>('polymarket history expired', 6 * HOUR)

type Series = CandleSeries<CandleFacts>

const expiryId = ({ grainSeconds }: Rung, { outcomeId }: Series): string => `${grainSeconds} ${outcomeId}`

function isExpired(rung: Rung, series: Series, span: Span, ctx: VenueContext): boolean {
  return rung.generation === 'v2' && span.to <= (ctx.memo.get(expiredUpTo, expiryId(rung, series)) ?? 0)
}

/** Records that a rung without data has dropped everything up to there, if another rung has points. */
function learnExpiry({ silent, points }: Finding, series: Series, ctx: VenueContext): void {
  for (const { rung, span } of silent) {
    if (rung.generation !== 'v2') continue
    const promisedFrom = ctx.clock.now() - rung.reachMs
    const held = points.filter(({ at }) => at >= span.from && at < span.to && at < promisedFrom)
    const known = ctx.memo.get(expiredUpTo, expiryId(rung, series)) ?? 0
    const upTo = held.reduce((latest, { at }) => Math.max(latest, at), known)
    if (upTo > known) ctx.memo.set(expiredUpTo, expiryId(rung, series), upTo)
  }
}

function before(span: Span | undefined, limit: number): Span | undefined {
  if (span === undefined) return undefined
  const to = Math.min(span.to, limit)
  return to > span.from ? { from: span.from, to } : undefined
}

function after(span: Span | undefined, limit: number): Span | undefined {
  if (span === undefined) return undefined
  const from = Math.max(span.from, limit)
  return from < span.to ? { from, to: span.to } : undefined
}
