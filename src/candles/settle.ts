import type { PriceCandle } from '../api/models.js'
import { alignDown, alignUp, DAY_MS } from '../api/resolution.js'
import { intersect, type Span, subtract, union } from '../api/span.js'
import type { Moment } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import { paceOf } from '../venue-kit/pace.js'
import type { CandleBatch, NativeStep } from '../venue-kit/venue.js'
import { barsFromPoints } from './aggregate.js'
import { assertBars, assertPace, assertPoints } from './check.js'
import type { LiveEdges } from './live-edge.js'
import { type CandleStore, type Coverage, IMPORT_ROUTE } from './store.js'
import type { FetchTarget } from './target.js'

/** What a venue said about a piece, and when. */
interface Answer {
  readonly bars: readonly PriceCandle[]
  readonly batch: CandleBatch
  readonly askedAt: Moment
  /** The venue's time, epoch ms, never beyond ours. */
  readonly asOf: number
  /** How far the venue had told before. */
  readonly seenBefore: number
}

export interface Settling {
  /** How far the venue had told of the series before it is asked now: its newest candle, epoch ms. */
  seenTo(target: FetchTarget, piece: Span): number
  /**
   * Splits an answer: what is final by the venue's time, and followed by something that the venue has seen later or
   * old enough, is kept for good; the rest is believed for a while.
   */
  keep(target: FetchTarget, piece: Span, answer: Answer): void
}

interface SettlingDeps {
  readonly store: CandleStore
  readonly live: LiveEdges
  /** Told the key of a series about which something new is known. */
  onChange(key: string): void
}

/** Series whose newest candle is remembered. */
const SEEN_SERIES = 10_000

/**
 * Silence of this age is believed without a later candle: indexers stall for half an hour, and some venues' for hours.
 */
const PROOF_AGE_MS = DAY_MS

/** How old silence must be to be its own proof, in ms: of a step that is forgotten it is kept before that. */
export function proofAgeMs({ retentionMs }: Pick<NativeStep, 'retentionMs'>): number {
  return Math.min(PROOF_AGE_MS, (retentionMs ?? Number.POSITIVE_INFINITY) / 2)
}

/** Open times below this belong to candles that are final at `now`. */
export function finalEnd(target: Pick<FetchTarget, 'source' | 'step'>, now: number): number {
  return alignDown(now - target.source.settleLagMs, target.step.stepMs)
}

/** Takes answers of venues into the store (what is final) and the live edge (what is not). */
export function createSettling({ store, live, onChange }: SettlingDeps): Settling {
  const seen = createLru<number>(SEEN_SERIES)

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
      const { batch, askedAt, asOf, seenBefore } = answer
      const { stepMs } = target.step
      const { bars, withheld } = wholeBars(answer.bars, batch, stepMs)
      const lastSeen = Math.max(batch.seenTo ?? 0, answer.bars.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY)
      const known = Math.max(lastSeen, seen.get(target.key) ?? Number.NEGATIVE_INFINITY)
      seen.set(target.key, known)
      const finalTo = finalEnd(target, asOf)
      const proof = Math.max(lastSeen, seenBefore, asOf - proofAgeMs(target.step))
      const settled = intersect(piece, {
        from: Number.NEGATIVE_INFINITY,
        to: Math.min(finalTo, alignDown(proof, stepMs)),
      })
      const told = withheld
        .filter(({ reason }) => reason !== 'no_trades')
        .flatMap((part) => intersect(part, { from: piece.from, to: Math.min(piece.to, finalTo) }) ?? [])
      const kept = union([...(settled === undefined ? [] : [settled]), ...told])
      if (kept.length > 0) {
        store.commit(target.identity, {
          bars: bars.filter(({ timestamp }) =>
            kept.some(({ from, to }) => timestamp >= from && timestamp < to),
          ),
          coverage: kept.flatMap((span) => coverageOf(span, bars, { route: batch.route, withheld }, asOf)),
        })
      }
      for (const span of subtract(piece, kept)) {
        const inside = bars.filter(({ timestamp }) => timestamp >= span.from && timestamp < span.to)
        live.add(target.key, { span, bars: inside, askedAt, asOf })
      }
      onChange(target.key)
    },
  }
}

/** Whether an answer holds nothing at all, not even a reason. */
export function saysNothing(batch: CandleBatch): boolean {
  const rows = batch.kind === 'bars' ? batch.bars : batch.points
  return rows.length === 0 && batch.seenTo === undefined && (batch.withheld ?? []).length === 0
}

/** The part of a window that a batch tells of. */
export function toldPart({ toldFrom = 0 }: CandleBatch, stepMs: number, window: Span): Span {
  const from = Math.max(window.from, toldFrom)
  if (from >= window.to || alignDown(from, stepMs) !== from) {
    throw new RangeError(`a batch told from ${toldFrom} tells nothing of ${window.from} to ${window.to}`)
  }
  return { from, to: window.to }
}

/**
 * The candles of an answer.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for what cannot be candles of that window
 */
export function toCheckedBars(batch: CandleBatch, stepMs: number, window: Span): readonly PriceCandle[] {
  if (batch.kind === 'bars') {
    assertBars(batch.bars, stepMs, window)
    return batch.bars
  }
  assertPoints(batch.points, window)
  if (batch.sampled === true) assertPace(batch.paceMs ?? paceOf(batch.points), stepMs)
  const bars = barsFromPoints(batch.points, stepMs)
  assertBars(bars, stepMs, window)
  return bars
}

/**
 * A candle of which the venue can tell a part only is no candle: at the edge of what it keeps, the whole step counts as
 * withheld.
 */
function wholeBars(
  bars: readonly PriceCandle[],
  batch: CandleBatch,
  stepMs: number,
): { readonly bars: readonly PriceCandle[]; readonly withheld: NonNullable<CandleBatch['withheld']> } {
  const withheld = (batch.withheld ?? []).map((part) => ({
    ...part,
    from: alignDown(part.from, stepMs),
    to: alignUp(part.to, stepMs),
  }))
  const isWhole = ({ timestamp }: PriceCandle) =>
    withheld.every(({ from, to }) => timestamp < from || timestamp >= to)
  return { bars: bars.filter(isWhole), withheld }
}

/** What the ledger says of a span that an answer settles. */
function coverageOf(
  span: Span,
  bars: readonly PriceCandle[],
  batch: Required<Pick<CandleBatch, 'route' | 'withheld'>>,
  fetchedAt: number,
): Coverage[] {
  const facts = { route: batch.route, fetchedAt }
  const withheld = batch.withheld.flatMap((part): Coverage[] => {
    const inside = intersect(part, span)
    const kind = part.reason === 'no_trades' ? 'proven_empty' : part.reason
    return inside === undefined ? [] : [{ ...inside, kind, ...facts }]
  })
  const told = subtract(span, withheld).map((part): Coverage => {
    const hasBars = bars.some((bar) => bar.timestamp >= part.from && bar.timestamp < part.to)
    return { ...part, kind: hasBars ? 'data' : 'proven_empty', ...facts }
  })
  return [...withheld, ...told].sort((a, b) => a.from - b.from)
}
