import { alignDown } from '../contract/grid.js'
import type { PriceCandle } from '../contract/models.js'
import type { Span } from '../venues/venue.js'
import type { Completion } from './completion.js'
import type { FetchCall, FetchTarget } from './fetcher.js'
import type { CandleWindow } from './window.js'

/** What a walk found. */
export interface Walked {
  /** The newest `limit` candles of the span, ascending. */
  readonly bars: readonly PriceCandle[]
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
}

export interface WalkDeps {
  readonly complete: Completion['complete']
  /** What is known of a span, in candles of the asked step and side; the live edge fills what is not settled. */
  assemble(
    target: FetchTarget,
    window: CandleWindow,
    span: Span,
    edge: readonly PriceCandle[],
  ): readonly PriceCandle[]
}

/** Walks back from the newest chunk of a span until there are enough candles or the span is used up. */
export async function walkBack(
  { complete, assemble }: WalkDeps,
  {
    target,
    window,
    span,
  }: { readonly target: FetchTarget; readonly window: CandleWindow; readonly span: Span },
  call: FetchCall,
): Promise<Walked> {
  const chunkMs = Math.max(window.stepMs, alignDown(target.step.maxWindowMs, window.stepMs))
  let bars: readonly PriceCandle[] = []
  let cache: Walked['cache'] | undefined
  for (let to = span.to; to > span.from && bars.length < window.limit; ) {
    const count = Math.max(1, window.limit - bars.length)
    const from = Math.max(span.from, alignDown(to - Math.max(chunkMs, count * window.stepMs), window.stepMs))
    const known = await complete(target, { from, to }, call)
    cache = cache === undefined || cache === known.cache ? known.cache : 'partial'
    bars = [...assemble(target, window, { from, to }, known.edge), ...bars]
    to = from
  }
  return { bars: bars.slice(-window.limit), cache: cache ?? 'hit' }
}
