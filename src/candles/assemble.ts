import type { PriceCandle } from '../api/models.js'
import { mirrorBar } from '../venue-kit/unify.js'
import { aggregateBars } from './aggregate.js'
import type { Completed } from './completion.js'
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
  const parts = [
    ...known.settled.map((span) => ({ from: span.from, bars: store.read(identity, span) })),
    ...known.live.map(({ span, bars }) => ({ from: span.from, bars })),
  ]
  const native = parts.sort((a, b) => a.from - b.from).flatMap(({ bars }) => bars)
  const spans = [...known.settled, ...known.live.map(({ span }) => span)]
  const bars =
    step.stepMs === stepMs
      ? native
      : aggregateBars(native, stepMs).filter(wholeWithin(store, target, spans, stepMs))
  return series.mirrored ? bars.map(mirrorBar) : bars
}
