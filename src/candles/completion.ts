import { PmxError } from '../contract/errors.js'
import type { PriceCandle } from '../contract/models.js'
import type { Clock } from '../effects/clock.js'
import type { Span } from '../venues/venue.js'
import { type Fetcher, type FetchTarget, finalEnd } from './fetcher.js'
import type { LiveEdges } from './live-edge.js'
import { intersect, subtract, union } from './spans.js'
import type { CandleStore } from './store.js'
import { type CountedCall, isOutOfTime, lengthOf, MOST_CALLS, unfinished } from './unfinished.js'

/** Brings spans of native series to where they can be answered from. */
export interface Completion {
  /**
   * Makes sure the span is known, and says how much of it was known already. A fetch that another caller began may
   * fail, or may bring a live edge that is too old for this one, so what came is looked at again.
   * @throws what stands in the way to the venue; EXCHANGE_NOT_AVAILABLE (kind `unfinished`) when time or calls ran out
   * after a part of it was stored
   */
  complete(target: FetchTarget, span: Span, call: CountedCall): Promise<Completed>
  /** Candles of a live edge that are not settled yet. */
  unsettledBars(target: FetchTarget, span: Span, edge: readonly PriceCandle[]): PriceCandle[]
}

export interface Completed {
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Candles of the live edge; they fill what is not settled. */
  readonly edge: readonly PriceCandle[]
}

export interface CompletionDeps {
  readonly store: CandleStore
  readonly live: LiveEdges
  readonly clock: Clock
  readonly fetcher: Fetcher
}

/** Times in a row that what callers share may bring nothing new: the second time nearly always does. */
const MOST_ROUNDS = 5

/** What is known of a span. */
interface Known {
  /** To be fetched; ascending and disjoint. */
  readonly missing: readonly Span[]
  readonly edge: readonly PriceCandle[]
}

export function createCompletion({ store, live, clock, fetcher }: CompletionDeps): Completion {
  /** What of a span is neither settled nor in a live edge that was young enough at `now`. */
  function lookUp(target: FetchTarget, span: Span, now: number): Known {
    const finalTo = finalEnd(target, now)
    const left = subtract(span, store.coverage(target.identity, span))
    const gaps = left.flatMap(
      (part) => intersect(part, { from: Number.NEGATIVE_INFINITY, to: finalTo }) ?? [],
    )
    const open = left.flatMap(
      (part) => intersect(part, { from: finalTo, to: Number.POSITIVE_INFINITY }) ?? [],
    )
    const [first, last] = [open[0], open.at(-1)]
    if (first === undefined || last === undefined) return { missing: gaps, edge: [] }
    const edge = live.fresh(target.key, { from: first.from, to: last.to }, target.maxAgeMs, now)
    return { missing: edge === undefined ? union([...gaps, ...open]) : gaps, edge: edge?.bars ?? [] }
  }

  async function complete(target: FetchTarget, span: Span, call: CountedCall): Promise<Completed> {
    const now = clock.now()
    let known = lookUp(target, span, now)
    if (known.missing.length === 0) return { cache: 'hit', edge: known.edge }
    const [only, ...others] = known.missing
    const isMiss = others.length === 0 && only?.from === span.from && only.to === span.to
    for (let barren = 0; known.missing.length > 0; ) {
      if (call.spent >= MOST_CALLS) throw unfinished(target.venue, span, known.missing, call)
      if (barren === MOST_ROUNDS) throw neverWhole(target)
      const brought = await fetchOnce(target, span, known, now, call)
      known = brought.known
      barren = brought.isNew ? 0 : barren + 1
    }
    return { cache: isMiss ? 'miss' : 'partial', edge: known.edge }
  }

  /** One round: what is missing is fetched, and what is known then is looked up. */
  async function fetchOnce(target: FetchTarget, span: Span, before: Known, now: number, call: CountedCall) {
    const lookAgain = () => {
      const known = lookUp(target, span, now)
      const broughtMs = Math.max(0, lengthOf(before.missing) - lengthOf(known.missing))
      call.keptMs += broughtMs
      return { known, isNew: broughtMs > 0 }
    }
    try {
      await fetcher.fetch(target, before.missing, call)
    } catch (error) {
      const { missing } = lookAgain().known
      throw call.keptMs > 0 && isOutOfTime(error)
        ? unfinished(target.venue, span, missing, call, error)
        : error
    }
    return lookAgain()
  }

  function unsettledBars(target: FetchTarget, span: Span, edge: readonly PriceCandle[]): PriceCandle[] {
    if (edge.length === 0) return []
    const unsettled = subtract(span, store.coverage(target.identity, span))
    return edge.filter((bar) =>
      unsettled.some((part) => bar.timestamp >= part.from && bar.timestamp < part.to),
    )
  }

  return { complete, unsettledBars }
}

/** The live edge ages faster than the venue answers, or every caller it is shared with fails. */
function neverWhole({ venue }: FetchTarget): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${venue.id} answered too slowly for its newest candles to be read in one piece. Try again, or ask for an earlier end.`,
    { exchange: venue.id, retryable: true },
  )
}
