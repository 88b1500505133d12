import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { clipSpans, createSpanTest, joinSpans, type Span } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { Restated } from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { findBarProblem } from '../series/validate.js'
import type { Coverage, CoverageKind } from '../store/candle-store.js'
import type { SharedPart } from './candle-tier.js'

/** Kinds of coverage that daemons share. A venue's refusal is not among them, because it is valid only for a limited time. */
const sharedKinds: ReadonlySet<CoverageKind> = new Set<CoverageKind>([
  'data',
  'proven_empty',
  'before_listing',
  'after_close',
])

/** Whether daemons share coverage of this kind. */
export function isSharedKind(kind: CoverageKind): boolean {
  return sharedKinds.has(kind)
}

/**
 * Returns coverage without what was not over when it was requested, because nothing final is known of that. Nobody takes it
 * from a tier, so nobody may give it: it would stay there, and every daemon would request it from the venue.
 */
export function cutUnfinished(coverage: readonly Coverage[], stepMs: number): Coverage[] {
  return coverage.flatMap((entry) => {
    const to = findFinishedEnd(entry, stepMs)
    if (to === entry.to) return [entry]
    return to <= entry.from ? [] : [{ ...entry, to }]
  })
}

/** Returns the end of the part of an entry that was over when it was requested. */
function findFinishedEnd({ kind, route, fetchedAt, to }: Coverage, stepMs: number): number {
  // A sampled candle is as old as its last sample.
  const endsBy = fetchedAt + CLOCK_TOLERANCE_MS + (route === SAMPLED_ROUTE ? stepMs : 0)
  return (kind !== 'data' && kind !== 'proven_empty') || to <= endsBy ? to : alignDown(endsBy, stepMs)
}

/**
 * Checks a tier's result like a venue response, and cuts it to the requested span.
 * @param span its end is final by its age
 * @param now epoch ms
 * @returns the problem, if any of it cannot be right: a faulty daemon may have written it
 */
export function checkPart(
  { bars, coverage, receipts, provisional, restated = [] }: SharedPart,
  stepMs: number,
  span: Span,
  now: number,
): SharedPart | string {
  const latest = now + CLOCK_TOLERANCE_MS
  const problem =
    findSpanProblem(coverage, stepMs) ??
    findSpanProblem(provisional, stepMs) ??
    findCoverageProblem(coverage, stepMs, latest) ??
    provisional.flatMap(({ requestedAt, lookAgainAt, looks, route }) => {
      const isRight =
        isTime(requestedAt, latest) &&
        isTime(lookAgainAt, requestedAt + DAY_MS) &&
        Number.isInteger(looks) &&
        looks >= 0 &&
        typeof route === 'string'
      return isRight ? [] : `a provisional span requested at ${requestedAt}`
    })[0] ??
    receipts.flatMap(({ from, to, knownAt, source }) => {
      const isRight = isTime(from, to - 1) && isTime(knownAt, latest) && typeof source === 'string'
      return isRight ? [] : `a receipt of ${knownAt}`
    })[0] ??
    findCandleProblem({ bars, coverage }, stepMs) ??
    findRestatedProblem(restated, stepMs, latest)
  if (problem !== undefined) return problem
  const told = restated
    .filter(({ openTime }) => openTime >= span.from && openTime < span.to)
    .sort((a, b) => a.openTime - b.openTime || a.until - b.until)
  return {
    bars: bars.filter(({ timestamp }) => timestamp >= span.from && timestamp < span.to),
    coverage: clipSpans(coverage, span),
    receipts: clipSpans(receipts, span),
    provisional: clipSpans(provisional, span),
    ...(told.length === 0 ? {} : { restated: told }),
  }
}

function isTime(value: number, latest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= latest
}

/** Finds spans that are empty, not aligned, not ascending or not disjoint. */
function findSpanProblem(spans: readonly Span[], stepMs: number): string | undefined {
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of spans) {
    const isAligned = Number.isInteger(from / stepMs) && Number.isInteger(to / stepMs)
    if (!isAligned || from >= to || from < end) return `the span from ${from} to ${to}`
    end = to
  }
  return undefined
}

function findCoverageProblem(
  coverage: readonly Coverage[],
  stepMs: number,
  latest: number,
): string | undefined {
  for (const entry of coverage) {
    const { kind, route, fetchedAt, to } = entry
    if (!sharedKinds.has(kind)) return `coverage of kind ${kind}`
    if (typeof route !== 'string' || route === '') return 'coverage without a route'
    if (!isTime(fetchedAt, latest)) return `coverage fetched at ${fetchedAt}`
    if (findFinishedEnd(entry, stepMs) !== to) return `coverage up to ${to} that was fetched at ${fetchedAt}`
  }
  return undefined
}

function findCandleProblem(
  { bars, coverage }: Pick<SharedPart, 'bars' | 'coverage'>,
  stepMs: number,
): string | undefined {
  const isCovered = createSpanTest(joinSpans(coverage.filter(({ kind }) => kind === 'data')))
  const anywhere = { from: 0, to: Number.POSITIVE_INFINITY }
  let previous = Number.NEGATIVE_INFINITY
  for (const bar of bars) {
    const problem = findBarProblem(bar, stepMs, anywhere, previous)
    if (problem !== undefined) return problem
    if (!isCovered(bar.timestamp)) return `a candle of ${bar.timestamp} without coverage`
    previous = bar.timestamp
  }
  return undefined
}

function findRestatedProblem(
  restated: readonly Restated[],
  stepMs: number,
  latest: number,
): string | undefined {
  const anywhere = { from: 0, to: Number.POSITIVE_INFINITY }
  for (const { openTime, until, knownAt = until, former, source } of restated) {
    const isRight =
      Number.isInteger(openTime / stepMs) &&
      isTime(until, latest) &&
      isTime(knownAt, latest) &&
      typeof source === 'string' &&
      (former === undefined || former.timestamp === openTime)
    if (!isRight) return `a value replaced at ${until}`
    const problem = former && findBarProblem(former, stepMs, anywhere, Number.NEGATIVE_INFINITY)
    if (problem !== undefined) return problem
  }
  return undefined
}
