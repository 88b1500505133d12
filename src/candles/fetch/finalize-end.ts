import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Moment } from '../../effects/clock.js'
import type { CandleBatch, NativeStep } from '../../venue-kit/contract/venue.js'
import { estimateFinalAt, findClosedEnd, hasEnd, judgeEnd, waitAgain } from '../series/closed-end.js'
import {
  answerableSpansAt,
  INDEPENDENT_LOOKS_MS,
  type Provisional,
} from '../series/empty-range-confirmation.js'
import type { CandleCommit, CandleStore, SeriesIdentity } from '../store/candle-store.js'
import type { FetchTarget } from './fetch-target.js'
import type { FreshPart, ProvisionalResult } from './live-cache.js'

/** A response whose older part is judged already. */
interface JudgedRest {
  readonly batch: Pick<CandleBatch, 'route'>
  readonly askedAt: Moment
  /** Time of the venue, epoch ms. */
  readonly asOf: number
  readonly isClockRight: boolean
  /** Candles of the response. */
  readonly own: readonly PriceCandle[]
  /** The same, with earlier ones that the response lacks. */
  readonly bars: readonly PriceCandle[]
  /** Open times before this are judged already. */
  readonly provenTo: number
  /** Open times before this belong to candles that have ended; none where the time of the response is unknown. */
  readonly finalTo: number
  /** Spans that the response itself does not confirm. */
  readonly unproven: readonly Span[]
  /** Spans that it does not report on. */
  readonly untold: readonly Span[]
}

interface JudgedEnds {
  /** Spans that are final now. */
  readonly final: readonly Span[]
  /** All spans that were judged: the live cache does not need them. */
  readonly judged: readonly Span[]
  /** Changes of the stored ends; absent without any. */
  readonly commit?: CandleCommit['ends']
}

/**
 * What is of this age is final without anything later: indexers stall for half an hour, and some venues' for hours.
 */
const PROOF_AGE_MS = DAY_MS

/** How old a candle must be to be final with nothing after it, ms: of a step that is forgotten it is kept before that. */
export function computeConfirmationAge({ retentionMs }: Pick<NativeStep, 'retentionMs'>): number {
  return Math.min(PROOF_AGE_MS, (retentionMs ?? Number.POSITIVE_INFINITY) / 2)
}

type EndStore = Pick<CandleStore, 'ends' | 'coverage'>

/**
 * Judges the part of a response with the end of a closed market. The stored end of a market that trades again is dropped. An end
 * that this response cannot judge is requested again later.
 */
export function judgeEnds(
  store: EndStore,
  { identity, source, step, known }: FetchTarget,
  piece: Span,
  response: JudgedRest,
): JudgedEnds {
  const { batch, askedAt, asOf, isClockRight, own, bars, provenTo, finalTo, unproven, untold } = response
  const stored = store.ends(identity, piece)
  const end = findClosedEnd(known(), step.stepMs)
  if (end === undefined)
    return {
      final: [],
      judged: [],
      ...(stored.length === 0 ? {} : { commit: { within: piece, entries: [] } }),
    }
  const ended = intersect(piece, { from: provenTo, to: Math.min(end.to, finalTo) })
  const covered = store.coverage(identity, piece)
  const judged =
    ended === undefined || !hasEnd(piece, end, step.stepMs) || asOf - source.settleLagMs < end.closedAt
      ? []
      : subtract(ended, joinSpans([...unproven, ...covered]))
  const looks = judged.map((span) =>
    judgeEnd(
      {
        span,
        route: batch.route,
        bars: own,
        completed: bars,
        withheld: untold,
        askedAt: askedAt.now,
        isClockRight,
        end,
      },
      stored,
    ),
  )
  const rest = intersect(piece, { from: provenTo, to: Number.POSITIVE_INFINITY })
  const left = stored.flatMap((entry) => {
    const part = rest && intersect(entry, rest)
    const open = part === undefined ? [] : subtract(part, joinSpans([...judged, ...covered]))
    return open.map((span) => waitAgain({ ...entry, ...span }, askedAt.now))
  })
  const entries = [...looks.flatMap(({ provisional }) => provisional), ...left]
  const isChanged = entries.length > 0 || stored.length > 0
  return {
    final: looks.flatMap(({ final }) => final),
    judged,
    ...(isChanged ? { commit: { within: piece, entries: entries.sort((a, b) => a.from - b.from) } } : {}),
  }
}

/** Returns the stored ends of a series as earlier responses, which later ones are compared with. */
export function findStoredEnds(
  store: Pick<CandleStore, 'ends'>,
  identity: SeriesIdentity,
  span: Span,
  now: Moment,
): ProvisionalResult[] {
  return store.ends(identity, span).flatMap((entry) => {
    const part = intersect(entry, span)
    return part === undefined ? [] : [toResult({ ...entry, ...part }, now)]
  })
}

/** Converts a stored end into a response of its time. */
export function toResult(
  { from, to, bars, askedAt }: ReturnType<EndStore['ends']>[number],
  now: Moment,
): ProvisionalResult {
  return {
    span: { from, to },
    bars: bars.filter(({ timestamp }) => timestamp >= from && timestamp < to),
    askedAt: { now: askedAt, monotonic: now.monotonic - (now.now - askedAt) },
    asOf: askedAt,
  }
}

/** Returns the stored ends of a closed market that are not final, and those of them that need no request yet. */
export function findOpenEnds(
  store: Pick<CandleStore, 'ends'>,
  { identity, series }: Pick<FetchTarget, 'identity' | 'series'>,
  { span, settled }: { readonly span: Span; readonly settled: readonly Span[] },
  begun: Moment,
  now: Moment,
): { readonly all: readonly Span[]; readonly fresh: readonly FreshPart[] } {
  // A market that trades again has no end.
  const stored = series.closedAt === undefined ? [] : store.ends(identity, span)
  const all = stored.flatMap((entry) => {
    const part = intersect(entry, span)
    return part === undefined ? [] : subtract(part, settled).map((open) => ({ ...entry, ...open }))
  })
  const fresh = answerableSpansAt(all, begun.now, now.now).map(
    (entry): FreshPart => ({ ...toResult(entry, now), until: entry.lookAgainAt, isEnd: true }),
  )
  return { all, fresh }
}

/** Returns when everything that has ended and is not final may be final at the latest. */
export function findFinalAfter(
  { source, step, series, known }: Pick<FetchTarget, 'source' | 'step' | 'series' | 'known'>,
  {
    provisional,
    live,
  }: { readonly provisional: readonly Provisional[]; readonly live: readonly FreshPart[] },
): { readonly finalAfter?: number } {
  const end =
    series.closedAt === undefined || live.length === 0 ? undefined : findClosedEnd(known(), step.stepMs)
  const times = live.flatMap(({ span, asOf, until, isEnd, isUnproven, askedAt }) => {
    if (isEnd === true) return [until]
    if (isUnproven === true) return [askedAt.now + INDEPENDENT_LOOKS_MS]
    if (end !== undefined) return [estimateFinalAt(end, source.settleLagMs)]
    const to = Math.min(span.to, alignDown(asOf, step.stepMs))
    return to > span.from ? [to + computeConfirmationAge(step)] : []
  })
  const all = [...times, ...provisional.map(({ lookAgainAt }) => lookAgainAt)]
  return all.length === 0 ? {} : { finalAfter: Math.max(...all) }
}

/** Returns where the stored end of a closed market ends that touches a span; a response confirms only all of it. */
export function findStoredEndTo(
  store: Pick<CandleStore, 'ends'>,
  { identity, series }: Pick<FetchTarget, 'identity' | 'series'>,
  span: Span,
): number {
  const stored = series.closedAt === undefined ? [] : store.ends(identity, span)
  return Math.max(Number.NEGATIVE_INFINITY, ...stored.map(({ to }) => to))
}
