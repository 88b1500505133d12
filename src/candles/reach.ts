import { alignDown } from '../api/grid.js'
import { isEmpty, type Span } from '../api/span.js'
import type { CandleSource, EmptyReason, Venue } from '../venue-kit/venue.js'
import type { CandleFacts } from './facts.js'
import type { CandleStore } from './store.js'
import type { FetchTarget } from './target.js'
import { type CandleQuery, toCandleWindow } from './window.js'

/** Of which times candles of a market can be told at all, known without asking the venue. */

/**
 * The open times of a span that can be told: the venue's promise reaches back to them, or something is stored. One
 * window more than promised is asked for, because some venues count candles rather than time.
 */
export function toldSpan(
  store: Pick<CandleStore, 'coverage'>,
  { identity, step }: FetchTarget,
  span: Span,
  stepMs: number,
  now: number,
): Span {
  const to = Number.POSITIVE_INFINITY
  if (step.retentionMs === undefined) return { from: span.from, to }
  const reachFrom = alignDown(now - step.retentionMs - step.maxWindowMs, stepMs)
  if (span.from >= reachFrom) return { from: span.from, to }
  const [oldest] = store.coverage(identity, { from: span.from, to: reachFrom })
  return { from: alignDown(Math.min(reachFrom, oldest?.from ?? reachFrom), stepMs), to }
}

/** Why a window that lies outside of what can be told of a market is empty. */
export function reasonOutside(asked: Span, life: Span): EmptyReason {
  if (asked.to <= life.from) return 'before_listing'
  return asked.from >= life.to ? 'after_close' : 'beyond_retention'
}

/** The answer to a question about times that have not come: nobody needs to be asked. Undefined for any other. */
export function futureAnswer(
  venue: Venue,
  source: CandleSource,
  outcomeId: string,
  query: CandleQuery,
  now: number,
): CandleFacts | undefined {
  const { stepMs, span } = toCandleWindow(query, now)
  if (query.start === undefined || !isEmpty(span)) return undefined
  return {
    basis: source.basis,
    stepMs,
    cache: 'hit',
    emptyReason: 'in_future',
    freshUntil: alignDown(query.start, stepMs),
    seriesKey: `${venue.id} ${outcomeId}`,
    tag: `${span.from}.${query.start}`,
    generation: 0,
    isOver: false,
  }
}
