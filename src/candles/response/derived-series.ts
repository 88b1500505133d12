import { alignDown, alignUp } from '../../api/times/resolution.js'
import { cut, intersect, isEmpty, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import { aggregateBars } from '../series/aggregate.js'
import type { CandleStore, Coverage, SeriesIdentity } from '../store/candle-store.js'

/**
 * Candles of coarser steps, made once from final ones and kept as a series of their own beside those: read as fast, and
 * gone with what they were made of.
 */

/** The route of what was made here, in the ledger. */
const MADE_ROUTE = 'made'
/** Candles read in one piece of work: a few milliseconds. */
const PARTS_AT_ONCE = 2_000

/** The series of candles of a step that are made from those of another. */
export function derivedSeriesOf(identity: SeriesIdentity, stepMs: number): SeriesIdentity {
  return { ...identity, stepMs, madeFromMs: identity.stepMs }
}

/** The parts of a span that hold candles made of it, ascending, disjoint, at the borders of steps. */
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

/** The steps that lie within a span. */
function wholeSteps({ from, to }: Span, stepMs: number): Span {
  return { from: alignUp(from, stepMs), to: alignDown(to, stepMs) }
}

/** Makes what is not made yet. */
export interface Making {
  /**
   * @param settled spans of which the store has all that will ever be known
   * @returns whether others had turns meanwhile: then what was looked up before has to be looked up again
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
  /** Of the candles and the ledger as they are at this moment: what is not known whole is not made. */
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
          // What is settled is answered all the same to one whose time is up; it is made for the next.
          if (signal.aborted) return false
        }
        makePiece(identity, stepMs, piece)
      }
      return pieces.length > 1
    },
  }
}

/** Whether a ledger knows all of a span, and nothing of it is beyond what the venue tells. */
function isWhole(ledger: readonly Coverage[], span: Span): boolean {
  return (
    subtract(
      span,
      ledger.filter(({ kind }) => kind !== 'beyond_retention'),
    ).length === 0
  )
}

/** The steps of a span without those of which the venue has forgotten a part. */
function knownParts(ledger: readonly Coverage[], span: Span, stepMs: number): Span[] {
  const forgotten = ledger.filter(({ kind }) => kind === 'beyond_retention')
  return subtract(span, forgotten)
    .map((part) => wholeSteps(part, stepMs))
    .filter((part) => !isEmpty(part))
}
