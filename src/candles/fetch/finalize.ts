import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import {
  createSpanTest,
  findInsertIndex,
  intersect,
  joinSpans,
  type Span,
  subtract,
} from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { CandleBatch } from '../../venue-kit/contract/venue.js'
import { toWholeBars } from '../series/batch-candles.js'
import { computeConfirmationAge, findClosedEnd, judgeEnds, limitToEnd } from '../series/closed-end.js'
import { createDisputes } from '../series/disputes.js'
import {
  INDEPENDENT_LOOKS_MS,
  isLackingAny,
  judgeLook,
  type Look,
  type PreviousProvisional,
} from '../series/empty-range-confirmation.js'
import { createPriceContradictions } from '../series/price-contradictions.js'
import { latestCloseOf } from '../series/trading-period.js'
import { cutCandles, findUnconfirmedSpans } from '../series/unconfirmed-spans.js'
import { type CandleStore, type Coverage, IMPORT_ROUTE } from '../store/candle-store.js'
import type { OnLaterResponse } from '../store/contradicted-candles.js'
import type { FetchTarget } from './fetch-target.js'
import { dateRefusals } from './lasting-refusals.js'
import {
  type LiveCache,
  type ProvisionalResult,
  splitByAge,
  splitByTrust,
  toProvisionalResults,
} from './live-cache.js'

/** What a venue said about a piece, and when. */
interface Answer {
  readonly bars: readonly PriceCandle[]
  readonly batch: CandleBatch
  readonly requestedAt: Moment
  /** The same by the clock that dates requests (request-dates.ts); absent where that is ours. */
  readonly datedAt?: Moment
  /** The same by the clock of the venue where ours is ahead of it, epoch ms: refusals are dated with it. */
  readonly refusedAt: number
  /** The venue's time, epoch ms, never beyond ours. */
  readonly asOf: number
  /** The time is the venue's, or our clock was confirmed by one: otherwise nothing is final. */
  readonly isTimed: boolean
  /** False if the venue's time shows that our clock is wrong. */
  readonly isClockRight: boolean
  /** How far the venue had told before. */
  readonly seenBefore: number
}

export interface Finalizer {
  /** How far the venue had told of the series before it is asked now: its newest candle, epoch ms. */
  seenTo(target: FetchTarget, piece: Span): number
  /**
   * Splits a response. Candles are final when the venue's time has passed them by its lag, and the same response has a later
   * one, or they are a day old; the silence between them is provisional until a later response says the same. The rest is
   * believed for a while. What a response lacks or lessens of what was told before is kept, and nothing from there on is final.
   */
  keep(target: FetchTarget, piece: Span, answer: Answer): void
}

interface FinalizerDeps {
  readonly store: CandleStore
  readonly live: LiveCache
  /** Told the key of a series about which something new is known. */
  onChange(key: string): void
  /** Called with each response. If it contradicts stored candles, another one decides (store/contradicted-candles.ts). */
  readonly onLaterResponse?: OnLaterResponse | undefined
}

type Withheld = NonNullable<CandleBatch['withheld']>

/** Series whose newest candle is remembered. */
const SEEN_SERIES = 10_000
/** The route of what was told once and is not kept by its venue any more. */
const ONCE_ROUTE = 'told once'
const NOTHING_BEFORE: PreviousProvisional = { bars: [], provisional: [] }
const EVER: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * A server of a venue may be behind the others by minutes: what is of this age is final in its last candle too, if the
 * venue has told later ones before.
 */
const REPLICA_LAG_MS = HOUR_MS

/** Indexers do not stand still for longer, ms. */
const STALL_MS = DAY_MS

/** Returns the open time below which candles are final at `now`. */
export function findFinalEnd(target: Pick<FetchTarget, 'source' | 'step'>, now: number): number {
  return alignDown(now - target.source.finalAfterMs, target.step.stepMs)
}

/** Writes the final part of venue responses to the store, and the provisional part to the live cache. */
export function createFinalizer({ store, live, onChange, onLaterResponse }: FinalizerDeps): Finalizer {
  const seen = createLru<number>(SEEN_SERIES)
  const disputes = createDisputes()
  const contradictions = createPriceContradictions()

  /** Stores what an earlier response reported as unconfirmed if the venue no longer retains it. */
  function keepOnce(target: FetchTarget, withheld: Withheld, earlier: ProvisionalResult): Span[] {
    const { identity, step } = target
    const ended = { ...earlier.span, to: Math.min(earlier.span.to, findFinalEnd(target, earlier.asOf)) }
    const parts = withheld.flatMap((part) =>
      part.reason === 'beyond_retention' ? (intersect(part, ended) ?? []) : [],
    )
    for (const span of parts) {
      const bars = within(earlier.bars, span)
      const cut = newestOf(target, earlier)
      const look = { span, stepMs: step.stepMs, route: ONCE_ROUTE, bars, cut, emptySpans: [], withheld: [] }
      const { final, provisional } = judgeLook(
        { ...look, requestedAt: (earlier.datedAt ?? earlier.requestedAt).now, isClockRight: true },
        NOTHING_BEFORE,
      )
      const facts = { kind: 'data', route: ONCE_ROUTE, fetchedAt: earlier.asOf } as const
      const coverage = final.map((part) => ({ ...part, ...facts }))
      const kept = bars.filter(isIn(final))
      store.commit(identity, { bars: kept, coverage, provisional: { within: span, entries: provisional } })
    }
    return parts
  }

  /** Returns the open time of the newest candle of a response: an index that lagged had only a part of its trades. */
  function newestOf({ key }: FetchTarget, { requestedAt, bars }: ProvisionalResult): number[] {
    const others = live.cached(key, EVER, requestedAt, Number.POSITIVE_INFINITY)
    // The wall clock may have been set since, so that only the monotonic one names the response.
    const same = others.filter((other) => other.requestedAt.monotonic === requestedAt.monotonic)
    const times = [...same.flatMap((other) => other.bars), ...bars].map(({ timestamp }) => timestamp)
    return times.length === 0 ? [] : [Math.max(...times)]
  }

  /** Whether a response lacks a candle of an earlier response, or a stored one where it could confirm anything. */
  const lacksKnown = (
    { identity }: FetchTarget,
    piece: Span,
    response: Pick<Look, 'bars' | 'withheld'>,
    { lacking, open }: { readonly lacking: readonly PriceCandle[]; readonly open: readonly unknown[] },
  ): boolean => lacking.length > 0 || (open.length > 0 && isLackingAny(response, store.read(identity, piece)))

  return {
    seenTo({ key, identity }, { to }) {
      const later = store.coverage(identity, { from: to, to: Number.MAX_SAFE_INTEGER })
      // That a file has a later candle does not say that the venue had told this one by then.
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
      const lacking = disputes.of(key, evidence, {
        ...answer,
        requestedAt: datedAt,
        bars: own,
        withheld,
      })
      const otherFrom = contradictions.findFirst(target, before, {
        span: piece,
        bars: own,
        requestedAt: datedAt,
      })
      const disputedFrom = Math.min(otherFrom, ...lacking.map(({ timestamp }) => timestamp))
      const bars = withOlder(own, lacking)
      const finalTo = answer.isTimed ? findFinalEnd(target, asOf) : Number.NEGATIVE_INFINITY
      // What is closed may be opened again: a closing proves nothing.
      const overUntil = alignDown(known, stepMs)
      const oldTo = Math.max(asOf - computeConfirmationAge(step), Math.min(overUntil, asOf - REPLICA_LAG_MS))
      const end = findClosedEnd(target.known(), stepMs)
      const passedTo = alignDown(Math.max(lastSeen, limitToEnd(oldTo, end, storedEnds)), stepMs)
      const provenTo = Math.min(finalTo, passedTo, disputedFrom)
      const old = intersect(piece, { from: Number.NEGATIVE_INFINITY, to: provenTo })
      const stored = storedBefore(store, identity, piece)
      const endsAt = latestCloseOf(target.series) ?? Number.POSITIVE_INFINITY
      const over = { from: piece.from, to: Math.min(piece.to, finalTo, endsAt) }
      const cut = cutCandles(batch, stepMs, over, target.series.listedAt)
      const unproven = findUnconfirmedSpans(batch, stepMs, piece, target.series.listedAt)
      const isUnproven = createSpanTest(unproven)
      onLaterResponse?.(identity, {
        span: piece,
        bars: without(own, cut).filter(({ timestamp }) => !isUnproven(timestamp)),
        unsure: [...unproven, ...withheld, ...cut.map((from) => ({ from, to: from + stepMs }))],
        requestedAt: datedAt.now,
        route: batch.route,
        // Without a confirmed clock, the time between two responses is unknown.
        isClockRight: answer.isClockRight && answer.isTimed,
      })
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
      const agreed = alike.filter(() => !isLacking)
      const proven = old === undefined ? [] : subtract(old, unproven)
      const hasOtherBars = old !== undefined && within(own, old).some(isIn(unproven))
      const judged = proven.map((span) =>
        judgeLook(
          {
            span,
            stepMs,
            route: batch.route,
            bars: within(bars, span),
            cut,
            emptySpans: [...silent, ...(batch.silentAt ?? []).map((from) => ({ from, to: from + stepMs }))],
            withheld: untold,
            isLacking,
            hasOtherBars,
            requestedAt: datedAt.now,
            isClockRight: answer.isClockRight,
          },
          // With what was just kept: this response does not replace it.
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
      const provisional = judged
        .flatMap((part) => part.provisional)
        .flatMap((entry) => subtract(entry, agreed).map((part) => ({ ...entry, ...part })))
      if (kept.length > 0 || old !== undefined || ends.commit !== undefined) {
        store.commit(identity, {
          bars: bars.filter(isIn(kept)),
          coverage: kept.flatMap((span) =>
            coverageOf(span, bars, { route: batch.route, withheld }, asOf, {
              now: answer.refusedAt,
              // A copy that a cache holds of an earlier response confirms nothing.
              known: () => (answer.isClockRight ? store.coverage(identity, span) : []),
            }),
          ),
          ...(old === undefined ? {} : { provisional: { within: old, entries: provisional } }),
          ...(ends.commit === undefined ? {} : { ends: ends.commit }),
        })
      }
      const rest = subtract(piece, joinSpans([...kept, ...proven, ...ends.judged]))
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
      for (const part of parts)
        live.add(key, { ...part, bars: within(bars, part.span), requestedAt, datedAt })
      onChange(key)
    },
  }
}

/**
 * What an earlier response, asked for independently when all of it was final by its age, told alike. Where the venue has
 * told nothing later, it may be an indexer that stands still: then the two are independent when they are a day apart.
 */
function agreedPart(
  earlier: ProvisionalResult,
  now: {
    readonly bars: readonly PriceCandle[]
    readonly agreedTo: number
    readonly overUntil: number
    readonly requestedAt: Moment
    /** False for a copy that a cache holds, too: it may be the earlier response. */
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

/** What is stored to compare a response with, or nothing if nothing is open. */
function storedBefore(
  store: CandleStore,
  identity: FetchTarget['identity'],
  span: Span,
): PreviousProvisional {
  // Contradicted candles are decided apart.
  const provisional = store.provisional(identity, span).filter((entry) => entry.isContradicted !== true)
  return { provisional, bars: provisional.length === 0 ? [] : store.read(identity, span) }
}

/** Candles with older ones in the place of those of the same open time. */
function withOlder(bars: readonly PriceCandle[], older: readonly PriceCandle[]): readonly PriceCandle[] {
  if (older.length === 0) return bars
  const times = new Set(older.map(({ timestamp }) => timestamp))
  return [...bars.filter(({ timestamp }) => !times.has(timestamp)), ...older].sort(
    (a, b) => a.timestamp - b.timestamp,
  )
}

/**
 * Returns the candles that a later response must contain. A candle without a volume that was open may consist of the price at the
 * time of its request only, and then it is in no later response (Polymarket: venues/polymarket/README.md, history v1).
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

/** What the ledger says of a span that an answer settles. */
function coverageOf(
  span: Span,
  bars: readonly PriceCandle[],
  batch: Required<Pick<CandleBatch, 'route' | 'withheld'>>,
  fetchedAt: number,
  asked: { readonly now: number; known(): readonly Coverage[] },
): Coverage[] {
  const facts = { route: batch.route, fetchedAt }
  const withheld = batch.withheld.flatMap((part): Coverage[] => {
    const inside = intersect(part, span)
    const kind = part.reason === 'no_trades' ? 'proven_empty' : part.reason
    if (inside === undefined) return []
    const entry: Coverage = { ...inside, kind, ...facts }
    // It is believed for a while from now, whatever the time of the response is.
    return kind === 'beyond_retention' ? dateRefusals(entry, asked.known(), asked.now) : [entry]
  })
  const told = subtract(span, withheld).map((part): Coverage => {
    const place = findInsertIndex(bars, ({ timestamp }) => timestamp < part.from)
    const hasBars = (bars[place]?.timestamp ?? part.to) < part.to
    return { ...part, kind: hasBars ? 'data' : 'proven_empty', ...facts }
  })
  return [...withheld, ...told].sort((a, b) => a.from - b.from)
}
