import { type Span, subtract } from '../api/span.js'
import { assembled } from './assemble.js'
import { candlesText } from './candle-row.js'
import type { Completed } from './completion.js'
import { madeFrom, madeIn } from './made.js'
import { mirrorText } from './mirror-text.js'
import type { CandleStore, SeriesIdentity } from './store.js'
import type { FetchTarget } from './target.js'

/** Candles as a JSON list. */
interface ListText {
  readonly json: string
  readonly count: number
  readonly last: number | undefined
}

/**
 * What is known of a span in candles of the asked step and side, as far as possible in the text that is stored.
 * @param least candles, if there is more to look for where these are fewer
 * @returns undefined where there are fewer, or the candles have to be put together one by one
 */
export function storedText(
  store: Pick<CandleStore, 'read' | 'readText' | 'coverage' | 'count'>,
  target: Pick<FetchTarget, 'identity' | 'series' | 'step'>,
  stepMs: number,
  look: Span,
  known: Pick<Completed, 'settled' | 'live'>,
  least = 0,
): ListText | undefined {
  const { identity, series, step } = target
  const [settled, ...more] = known.settled
  if (more.length > 0 || (settled !== undefined && settled.from !== look.from)) return undefined
  const isMade = step.stepMs !== stepMs
  const head = settled === undefined || !isMade ? settled : madeHead(store, identity, stepMs, settled)
  if (isMade && settled !== undefined && head === undefined) return undefined
  const rest = settled === undefined || head === undefined ? [] : subtract(settled, [head])
  const running = assembled(store, target, stepMs, { settled: rest, live: known.live })
  const kept = isMade ? madeFrom(identity, stepMs) : identity
  const missing = least - running.length
  if (missing > 0 && (head === undefined || store.count(kept, head, missing) < missing)) return undefined
  const stored = head && store.readText(kept, head)
  const text = stored?.text ?? '[]'
  return {
    json: joinLists(series.mirrored ? mirrorText(text) : text, candlesText(running)),
    count: (stored?.count ?? 0) + running.length,
    last: running.at(-1)?.timestamp ?? stored?.last,
  }
}

/** The made candles that a span begins with. */
function madeHead(
  store: Pick<CandleStore, 'coverage'>,
  identity: SeriesIdentity,
  stepMs: number,
  span: Span,
): Span | undefined {
  const [head] = madeIn(store, identity, stepMs, span)
  return head?.from === span.from ? head : undefined
}

/** Two JSON lists as one. */
function joinLists(first: string, second: string): string {
  if (first === '[]') return second
  return second === '[]' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}
