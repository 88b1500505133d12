import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import {
  clipSpans,
  createSpanTest,
  intersect,
  isEmpty,
  joinSpans,
  type Span,
  subtract,
} from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { CandleBatch } from '../../venue-kit/contract/venue.js'
import { toWholeBars, withOlder } from '../series/batch-candles.js'
import { computeConfirmationAge, findClosedEnd, judgeEnds, limitToEnd } from '../series/closed-end.js'
import { createDisputes } from '../series/disputes.js'
import {
  INDEPENDENT_LOOKS_MS,
  isLackingAny,
  judgeLook,
  type Look,
  type PreviousProvisional,
  type Provisional,
} from '../series/empty-range-confirmation.js'
import { createPriceContradictions } from '../series/price-contradictions.js'
import { latestCloseOf } from '../series/trading-period.js'
import { cutCandles, findSilentSpans, findUnconfirmedSpans } from '../series/unconfirmed-spans.js'
import { type CandleCommit, type CandleStore, IMPORT_ROUTE, isFetched } from '../store/candle-store.js'
import type { OnLaterResponse } from '../store/contradicted-candles.js'
import { type FetchTarget, findReachedEdges, findRecordedPart, type NoteFinal } from './fetch-target.js'
import { createCoverage } from './lasting-refusals.js'
import {
  type LiveCache,
  onceRouteOf,
  type ProvisionalResult,
  splitByAge,
  splitByTrust,
  toProvisionalResults,
} from './live-cache.js'

/** A venue's response about a piece, and its times. */
interface Answer {
  readonly bars: readonly PriceCandle[]
  readonly batch: CandleBatch
  readonly requestedAt: Moment
  /** The same by the clock that dates requests (effects/request-dates.ts); absent if that is ours. */
  readonly datedAt?: Moment
  /** The same by the venue's clock if ours is ahead of it, epoch ms. Refusals are dated with it. */
  readonly refusedAt: number
  /** The venue's time, epoch ms, never later than ours. */
  readonly asOf: number
  /** Whether the time is the venue's, or a venue's time confirmed our clock. Otherwise nothing is final. */
  readonly isTimed: boolean
  /** False if the venue's time shows that our clock is wrong. */
  readonly isClockRight: boolean
  /** The newest candle that the venue had returned before. */
  readonly seenBefore: number
}

export interface Finalizer {
  /** Returns the open time of the series' newest candle that the venue returned before this request, epoch ms. */
  seenTo(target: FetchTarget, piece: Span): number
  /**
   * Splits a response. Candles are final when the venue's time is later by its lag and the same response contains something
   * later, or when they are a day old. Empty ranges between them are provisional until a later response confirms them
   * (series/empty-range-confirmation.ts). The rest is used for a limited time. If a response lacks an earlier candle or has less
   * volume for it, the earlier candle remains, and nothing from there on is final.
   */
  keep(target: FetchTarget, piece: Span, answer: Answer): void
}

interface FinalizerDeps {
  readonly store: CandleStore
  readonly live: LiveCache
  /** Called with the key of a series that has new data. */
  onChange(key: string): void
  /** Called with each response. If it contradicts stored candles, another one decides (store/contradicted-candles.ts). */
  readonly onLaterResponse?: OnLaterResponse | undefined
  /** See {@link NoteFinal}. */
  readonly noteFinal?: NoteFinal | undefined
}

type Withheld = NonNullable<CandleBatch['withheld']>

/** Series whose newest candle is remembered. */
const SEEN_SERIES = 10_000
const NOTHING_BEFORE: PreviousProvisional = { bars: [], provisional: [] }
const EVER: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * One of a venue's servers may be minutes behind the others. The last candle of data that is this old is also final, if the venue
 * returned later candles before.
 */
const REPLICA_LAG_MS = HOUR_MS

/** Maximum time for which indexers stall, ms. */
const STALL_MS = DAY_MS

/** Returns the open time before which candles are final at `now`. */
export function findFinalEnd(target: Pick<FetchTarget, 'source' | 'step'>, now: number): number {
  return alignDown(now - target.source.finalAfterMs, target.step.stepMs)
}

/** Writes the final part of venue responses to the store, and the provisional part to the live cache. */
export function createFinalizer({
  store,
  live,
  onChange,
  onLaterResponse,
  noteFinal,
}: FinalizerDeps): Finalizer {
  const seen = createLru<number>(SEEN_SERIES)
  const disputes = createDisputes()
  const contradictions = createPriceContradictions()

  function commit(target: FetchTarget, route: string, made: CandleCommit): void {
    const spans = joinSpans([...made.coverage, ...(made.provisional?.entries ?? [])])
    const give = noteFinal?.(target, spans, route)
    store.commit(target.identity, made)
    give?.()
  }

  /** Stores unconfirmed data from an earlier response if the venue no longer retains it. */
  function keepOnce(target: FetchTarget, withheld: Withheld, earlier: ProvisionalResult): Span[] {
    const { step } = target
    const ended = { ...earlier.span, to: Math.min(earlier.span.to, findFinalEnd(target, earlier.asOf)) }
    const parts = withheld.flatMap((part) =>
      part.reason === 'beyond_retention' ? (intersect(part, ended) ?? []) : [],
    )
    const toldAt = (earlier.datedAt ?? earlier.requestedAt).now
    // What is stored of it already stays: it would count as one response again, and be requested without end.
    const known = parts.flatMap((part) => [
      ...store.coverage(target.identity, part).filter(isFetched),
      ...store.provisional(target.identity, part).filter(({ requestedAt }) => requestedAt >= toldAt),
    ])
    for (const span of parts.flatMap((part) => subtract(part, joinSpans(known)))) {
      const bars = within(earlier.bars, span)
      const cut = newestOf(target, earlier)
      const route = onceRouteOf(earlier)
      const look = { span, stepMs: step.stepMs, route, bars, cut, emptySpans: [], withheld: [] }
      const dated = { ...look, requestedAt: toldAt, isClockRight: true }
      const { final, provisional } = judgeLook(dated, NOTHING_BEFORE)
      const facts = { kind: 'data', route, fetchedAt: earlier.asOf } as const
      const coverage = final.map((part) => ({ ...part, ...facts }))
      const kept = bars.filter(isIn(final))
      commit(target, route, { bars: kept, coverage, provisional: { within: span, entries: provisional } })
    }
    return parts
  }

  /** Returns the open time of a response's newest candle. A lagging index may have had only some of its trades. */
  function newestOf({ key }: FetchTarget, { requestedAt, bars }: ProvisionalResult): number[] {
    const others = live.cached(key, EVER, requestedAt, Number.POSITIVE_INFINITY)
    // The wall clock may have been set since, so that only the monotonic one names the response.
    const same = others.filter((other) => other.requestedAt.monotonic === requestedAt.monotonic)
    const times = [...same.flatMap((other) => other.bars), ...bars].map(({ timestamp }) => timestamp)
    return times.length === 0 ? [] : [Math.max(...times)]
  }

  /** Whether a response lacks a candle of an earlier response, or a stored one in the range that it could confirm. */
  const lacksKnown = (
    { identity }: FetchTarget,
    piece: Span,
    response: Pick<Look, 'bars' | 'withheld'>,
    { lacking, open }: { readonly lacking: readonly PriceCandle[]; readonly open: readonly unknown[] },
  ): boolean => lacking.length > 0 || (open.length > 0 && isLackingAny(response, store.read(identity, piece)))

  return {
    seenTo({ key, identity }, { to }) {
      const later = store.coverage(identity, { from: to, to: Number.MAX_SAFE_INTEGER })
      // A later candle from a file does not show that the venue had reported this one by then.
      const told = later
        .filter(({ kind, from, route }) => kind === 'data' && route !== IMPORT_ROUTE && from >= to)
        .map(({ from }) => from)
      return Math.max(seen.get(key) ?? Number.NEGATIVE_INFINITY, ...told)
    },
    keep(target, piece, answer) {
      const { key, identity, step } = target
      const { stepMs } = step
      const { batch, requestedAt, datedAt = requestedAt, asOf } = answer
      const { bars: own, withheld } = toWholeBars(answer.bars, batch, stepMs)
      const lastSeen = Math.max(batch.seenTo ?? 0, answer.bars.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY)
      const known = Math.max(lastSeen, answer.seenBefore, seen.get(key) ?? Number.NEGATIVE_INFINITY)
      seen.set(key, known)
      const storedEnds = store.ends(identity, piece)
      const before = [
        ...live.cached(key, piece, requestedAt, Number.POSITIVE_INFINITY),
        ...storedEnds.flatMap((entry) =>
          toProvisionalResults(entry, piece, requestedAt, datedAt.now - requestedAt.now),
        ),
      ]
      const evidence = before.flatMap((earlier) => findEvidence(earlier, stepMs))
      const dated = { bars: own, requestedAt: datedAt }
      const lacking = disputes.of(key, evidence, { ...answer, ...dated, withheld })
      const otherFrom = contradictions.findFirst(target, before, { span: piece, ...dated })
      const disputedFrom = Math.min(otherFrom, ...lacking.map(({ timestamp }) => timestamp))
      const bars = withOlder(own, lacking)
      const finalTo = answer.isTimed ? findFinalEnd(target, asOf) : Number.NEGATIVE_INFINITY
      // A closed market may be opened again, so a close proves nothing.
      const overUntil = alignDown(known, stepMs)
      const oldTo = Math.max(asOf - computeConfirmationAge(step), Math.min(overUntil, asOf - REPLICA_LAG_MS))
      const end = findClosedEnd(target.known(), stepMs)
      const passedTo = alignDown(Math.max(lastSeen, limitToEnd(oldTo, end, storedEnds)), stepMs)
      const provenTo = Math.min(finalTo, passedTo, disputedFrom)
      const old = intersect(piece, { from: Number.NEGATIVE_INFINITY, to: provenTo })
      const recorded = findRecordedPart(target, old)
      const endsAt = latestCloseOf(target.known().series) ?? Number.POSITIVE_INFINITY
      const over = { from: piece.from, to: Math.min(piece.to, finalTo, endsAt) }
      const cut = cutCandles(batch, stepMs, over, target.series.listedAt)
      const unproven = findUnconfirmedSpans(batch, stepMs, piece, target.series.listedAt)
      const isUnproven = createSpanTest(unproven)
      const completeTo = alignDown(asOf - computeConfirmationAge(step), stepMs)
      onLaterResponse?.(identity, {
        span: piece,
        bars: without(own, cut).filter(({ timestamp }) => !isUnproven(timestamp)),
        completeTo,
        unsure: [...unproven, ...withheld, ...cut.map((from) => ({ from, to: from + stepMs }))],
        ...findReachedEdges(target, piece, completeTo),
        requestedAt: datedAt.now,
        route: batch.route,
        // Without a confirmed clock, the time between two responses is unknown.
        isClockRight: answer.isClockRight && answer.isTimed,
      })
      // Includes the candles that were just decided.
      const covered = store.coverage(identity, piece).filter(isFetched)
      const stored = storedBefore(store, identity, piece)
      // That nothing follows the end of a series is an empty range like any other: two responses have to agree.
      const untold = withheld.filter(({ reason }) => reason !== 'no_trades' && reason !== 'after_close')
      const silent = withheld.filter(({ reason }) => reason === 'no_trades')
      // What an earlier response did not confirm itself, no refusal confirms.
      const confirmed = before.filter((earlier) => earlier.isUnproven !== true)
      const once = answer.isTimed ? confirmed.flatMap((earlier) => keepOnce(target, untold, earlier)) : []
      const told = untold
        .flatMap((part) => intersect(part, { from: piece.from, to: Math.min(piece.to, finalTo) }) ?? [])
        .flatMap((part) => subtract(part, joinSpans([...stored.provisional, ...once])))
      const agreedTo = Math.min(finalTo, disputedFrom)
      const now = { bars, agreedTo, overUntil, requestedAt: datedAt, isClockRight: answer.isClockRight }
      const alike = before.flatMap((earlier) => agreedPart(earlier, now, target))
      const open = [...alike, ...stored.provisional, ...storedEnds]
      const isLacking = lacksKnown(target, piece, { bars: own, withheld }, { lacking, open })
      // A response without a known candle may be incomplete elsewhere too: it confirms no empty range.
      const agreed = isLacking ? [] : joinSpans(alike)
      const judgedParts = old === undefined ? [] : [old]
      const proven = judgedParts.flatMap((part) => subtract(part, unproven))
      const hasOtherBars = judgedParts.some((part) => within(own, part).some(isIn(unproven)))
      const judged = proven.map((span) =>
        judgeLook(
          {
            span,
            stepMs,
            route: batch.route,
            bars: within(bars, span),
            cut,
            emptySpans: [...silent, ...findSilentSpans(batch, stepMs, asOf)],
            withheld: untold,
            covered,
            isLacking,
            hasOtherBars,
            requestedAt: datedAt.now,
            isClockRight: answer.isClockRight,
          },
          // Includes the data that was just stored, which this response does not replace.
          once.length === 0 ? stored : storedBefore(store, identity, piece),
        ),
      )
      const ends = judgeEnds(
        {
          end,
          stored: storedEnds,
          covered: store.coverage(identity, piece),
          stepMs,
          finalAfterMs: target.source.finalAfterMs,
        },
        piece,
        {
          ...answer,
          route: batch.route,
          requestedAt: datedAt.now,
          own,
          bars,
          provenTo,
          finalTo,
          unproven,
          untold,
          isLacking,
        },
      )
      const kept = joinSpans([...judged.flatMap(({ final }) => final), ...ends.final, ...told, ...agreed])
      const unconfirmed = judged.flatMap((part) => leftOpen(part.provisional, agreed))
      const finalNow = joinSpans([...kept, ...covered])
      const unrecorded = judgedParts.flatMap((part) => subtract(part, [recorded]))
      // Outside the recorded part, what the response finalizes is no longer open either.
      const provisional = [
        ...clipSpans(unconfirmed, recorded),
        ...unrecorded.flatMap((part) => leftOpen(clipSpans(stored.provisional, part), kept)),
      ]
        .filter((entry) => subtract(entry, finalNow).length > 0)
        .sort((a, b) => a.from - b.from)
      if (kept.length > 0 || !isEmpty(recorded) || ends.commit !== undefined) {
        commit(target, batch.route, {
          bars: bars.filter(isIn(kept)),
          coverage: kept.flatMap((span) =>
            createCoverage(span, bars, { route: batch.route, withheld }, asOf, {
              now: answer.refusedAt,
              // A copy that a cache holds of an earlier response confirms nothing.
              known: () => (answer.isClockRight ? store.coverage(identity, span) : []),
            }),
          ),
          ...(old === undefined ? {} : { provisional: { within: old, entries: provisional } }),
          ...(ends.commit === undefined ? {} : { ends: ends.commit }),
        })
      }
      const rest = subtract(piece, joinSpans([...kept, ...clipSpans(proven, recorded), ...ends.judged]))
      const sides = rest.flatMap((part) => [
        ...subtract(part, unproven).map((span) => ({ span })),
        ...unproven.flatMap((other) => {
          const span = intersect(part, other)
          return span === undefined ? [] : [{ span, isUnproven: true } as const]
        }),
      ])
      const parts = sides.flatMap(({ span: side, ...mark }) =>
        splitByAge(side, { disputedFrom, before, asOf, stepMs }).flatMap(({ asOf: toldAt, ...span }) =>
          splitByTrust(span, { disputedFrom, before, own, requestedAt }).map((part) => ({
            ...part,
            asOf: toldAt,
            ...mark,
          })),
        ),
      )
      const facts = { requestedAt, datedAt, route: batch.route }
      for (const part of parts) live.add(key, { ...part, bars: within(bars, part.span), ...facts })
      onChange(key)
    },
  }
}

/** Returns the parts of provisional spans that are not final now. */
function leftOpen(entries: readonly Provisional[], final: readonly Span[]): Provisional[] {
  return entries.flatMap((entry) => subtract(entry, final).map((part) => ({ ...entry, ...part })))
}

/**
 * Returns the parts about which an earlier, independent response agrees, if all of it was final by its age. If the venue has
 * returned nothing later, its indexer may have stalled. The two responses are then independent only if they are a day apart.
 */
function agreedPart(
  earlier: ProvisionalResult,
  now: {
    readonly bars: readonly PriceCandle[]
    readonly agreedTo: number
    readonly overUntil: number
    readonly requestedAt: Moment
    /** Also false for a copy from a cache, which may be the earlier response. */
    readonly isClockRight: boolean
  },
  { source, step }: FetchTarget,
): Span[] {
  const apartMs = measureMs(earlier.datedAt ?? earlier.requestedAt, now.requestedAt)
  if (apartMs < INDEPENDENT_LOOKS_MS || !now.isClockRight) return []
  const overTo = apartMs < STALL_MS ? now.overUntil : Number.POSITIVE_INFINITY
  const to = Math.min(findFinalEnd({ source, step }, earlier.asOf), now.agreedTo, overTo)
  const part = intersect(earlier.span, { from: Number.NEGATIVE_INFINITY, to })
  if (part === undefined) return []
  const isSame = JSON.stringify(within(earlier.bars, part)) === JSON.stringify(within(now.bars, part))
  return isSame ? [part] : []
}

/** Returns the stored data to compare a response with, or nothing if nothing is undecided. */
function storedBefore(
  store: CandleStore,
  identity: FetchTarget['identity'],
  span: Span,
): PreviousProvisional {
  // Contradicted candles are decided apart.
  const provisional = store.provisional(identity, span).filter((entry) => entry.isContradicted !== true)
  return { provisional, bars: provisional.length === 0 ? [] : store.read(identity, span) }
}

/**
 * Returns the candles that a later response must contain. An open candle without a volume may contain only the price at the time
 * of its request, and is then in no later response (Polymarket: venues/polymarket/README.md, history v1).
 */
function findEvidence({ bars, asOf, isUnproven }: ProvisionalResult, stepMs: number): readonly PriceCandle[] {
  if (isUnproven === true) return []
  return bars.filter(({ timestamp, volume }) => volume !== undefined || timestamp + stepMs <= asOf)
}

function isIn(spans: readonly Span[]): (bar: PriceCandle) => boolean {
  const isMember = createSpanTest(spans)
  return ({ timestamp }) => isMember(timestamp)
}

function within(bars: readonly PriceCandle[], span: Span): PriceCandle[] {
  return bars.filter(isIn([span]))
}

function without(bars: readonly PriceCandle[], times: readonly number[]): readonly PriceCandle[] {
  return bars.filter(({ timestamp }) => !times.includes(timestamp))
}
