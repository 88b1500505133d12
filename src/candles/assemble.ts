import type { PriceCandle } from '../api/models.js'
import { subtract } from '../api/span.js'
import { mirrorBar } from '../venue-kit/unify.js'
import { aggregateBars } from './aggregate.js'
import type { Completed } from './completion.js'
import { madeFrom, madeIn } from './made.js'
import type { CandleStore } from './store.js'
import type { FetchTarget } from './target.js'
import { wholeWithin } from './whole.js'

/** What is known of a span, in candles of the asked step and side: settled ones, and live ones between them. */
export function assembled(
  store: Pick<CandleStore, 'read' | 'coverage'>,
  target: Pick<FetchTarget, 'identity' | 'series' | 'step'>,
  stepMs: number,
  known: Pick<Completed, 'settled' | 'live'>,
): PriceCandle[] {
  const { identity, series, step } = target
  const isMade = step.stepMs !== stepMs
  // What was made before need not be made again.
  const made = isMade ? known.settled.flatMap((span) => madeIn(store, identity, stepMs, span)) : []
  const rest = known.settled.flatMap((span) => subtract(span, made))
  const parts = [
    ...rest.map((span) => ({ from: span.from, bars: store.read(identity, span) })),
    ...known.live.map(({ span, bars }) => ({ from: span.from, bars })),
  ]
  const native = parts.sort((a, b) => a.from - b.from).flatMap(({ bars }) => bars)
  const spans = [...known.settled, ...known.live.map(({ span }) => span)]
  const own = isMade
    ? aggregateBars(native, stepMs).filter(wholeWithin(store, target, spans, stepMs))
    : native
  const ready = made.flatMap((span) => store.read(madeFrom(identity, stepMs), span))
  const bars = ready.length === 0 ? own : [...ready, ...own].sort((a, b) => a.timestamp - b.timestamp)
  return series.mirrored ? bars.map(mirrorBar) : bars
}
