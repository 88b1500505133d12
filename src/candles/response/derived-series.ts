import { alignDown, alignUp } from '../../api/times/resolution.js'
import { cut, intersect, isEmpty, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import { aggregateBars } from '../series/aggregate.js'
import type { CandleStore, Coverage, SeriesIdentity } from '../store/candle-store.js'

/**
 * Candles in coarser resolutions, derived once from final ones and stored as a separate series. They are read as quickly as
 * native ones, and deleted with their source.
 */

/** The route of derived candles in the coverage. */
const MADE_ROUTE = 'made'
/** Number of candles read in one piece of work, which takes a few milliseconds. */
const PARTS_AT_ONCE = 2_000

/** Returns the series of an interval whose candles are derived from another interval. */
export function derivedSeriesOf(identity: SeriesIdentity, stepMs: number): SeriesIdentity {
  return { ...identity, stepMs, derivedFromMs: identity.stepMs }
}

/** Returns the parts of a span that have derived candles, ascending and disjoint, at interval boundaries. */
export function findDerivedSpans(
  store: Pick<CandleStore, 'coverage'>,
  identity: SeriesIdentity,
  stepMs: number,
  span: Span,
): Span[] {
  const whole = wholeSteps(span, stepMs)
  if (isEmpty(whole)) return []
  return joinSpans(store.coverage(derivedSeriesOf(identity, stepMs), whole)).flatMap(
    (part) => intersect(part, whole) ?? [],
  )
}

/** Returns the intervals that are entirely within a span. */
function wholeSteps({ from, to }: Span, stepMs: number): Span {
  return { from: alignUp(from, stepMs), to: alignDown(to, stepMs) }
}

/** Derives candles that are not stored yet. */
export interface Making {
  /**
   * @param settled spans of which the store has everything
   * @returns whether other work had turns in the meantime: then earlier lookups have to be repeated
   */
  make(
    target: Pick<FetchTarget, 'identity'>,
    stepMs: number,
    settled: readonly Span[],
    signal: AbortSignal,
  ): Promise<boolean>
}

export function createMaking({
  store,
  turn,
}: {
  readonly store: CandleStore
  readonly turn: EventLoopYield
}): Making {
  /** Derives a piece from the current candles and coverage. Does nothing if these are incomplete. */
  function makePiece(identity: SeriesIdentity, stepMs: number, piece: Span): void {
    const ledger = store.coverage(identity, piece)
    if (!isWhole(ledger, piece)) return
    const bars = aggregateBars(store.read(identity, piece), stepMs)
    const fetchedAt = Math.max(...ledger.map((entry) => entry.fetchedAt))
    const coverage = [{ ...piece, kind: 'data', route: MADE_ROUTE, fetchedAt } as const]
    store.commit(derivedSeriesOf(identity, stepMs), { bars, coverage })
  }

  return {
    async make({ identity }, stepMs, settled, signal) {
      const sizeMs = Math.max(stepMs, alignDown(PARTS_AT_ONCE * identity.stepMs, stepMs))
      const pieces = settled
        .flatMap((span) =>
          subtract(wholeSteps(span, stepMs), findDerivedSpans(store, identity, stepMs, span)),
        )
        .flatMap((part) => knownParts(store.coverage(identity, part), part, stepMs))
        .flatMap((part) => cut(part, sizeMs))
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) {
          await turn(true)
          // A request whose time is up gets the final candles without it; the next request derives the rest.
          if (signal.aborted) return false
        }
        makePiece(identity, stepMs, piece)
      }
      return pieces.length > 1
    },
  }
}

/** Whether the coverage has all of a span, and the venue retains all of it. */
function isWhole(ledger: readonly Coverage[], span: Span): boolean {
  return (
    subtract(
      span,
      ledger.filter(({ kind }) => kind !== 'beyond_retention'),
    ).length === 0
  )
}

/** Returns a span's intervals, except those of which the venue no longer retains a part. */
function knownParts(ledger: readonly Coverage[], span: Span, stepMs: number): Span[] {
  const forgotten = ledger.filter(({ kind }) => kind === 'beyond_retention')
  return subtract(span, forgotten)
    .map((part) => wholeSteps(part, stepMs))
    .filter((part) => !isEmpty(part))
}
