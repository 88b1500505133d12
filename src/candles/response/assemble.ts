import type { PriceCandle } from '../../api/models/models.js'
import { cut, type Span, subtract } from '../../api/times/span.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { complementBar } from '../../venue-kit/unify/unified-market.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import type { Completed } from '../fetch/fill-gaps.js'
import { aggregateBars } from '../series/aggregate.js'
import { renderCandles } from '../store/candle-row.js'
import {
  type CandleStore,
  findKnownSpans,
  type SeriesIdentity,
  type StoredText,
} from '../store/candle-store.js'
import { toComplementJson } from '../store/complement-json.js'
import { findCompleteBars } from './complete-bars.js'
import { derivedSeriesOf, findDerivedSpans } from './derived-series.js'

/** What is known of a span, in candles of the asked step and side: settled ones, and live ones between them. */
export function assembleCandles(
  store: Pick<CandleStore, 'read' | 'coverage'>,
  target: Pick<FetchTarget, 'identity' | 'series' | 'step'>,
  stepMs: number,
  known: Pick<Completed, 'settled' | 'live'>,
): PriceCandle[] {
  const { identity, series, step } = target
  const isMade = step.stepMs !== stepMs
  // What was made before need not be made again.
  const made = isMade ? known.settled.flatMap((span) => findDerivedSpans(store, identity, stepMs, span)) : []
  const rest = known.settled.flatMap((span) => subtract(span, made))
  const parts = [
    ...rest.map((span) => ({ from: span.from, bars: store.read(identity, span) })),
    ...known.live.map(({ span, bars }) => ({ from: span.from, bars })),
  ]
  const native = parts.sort((a, b) => a.from - b.from).flatMap(({ bars }) => bars)
  const spans = [...known.settled, ...known.live.map(({ span }) => span)]
  const own = isMade
    ? aggregateBars(native, stepMs).filter(findCompleteBars(store, target, spans, stepMs))
    : native
  const ready = made.flatMap((span) => store.read(derivedSeriesOf(identity, stepMs), span))
  const bars = ready.length === 0 ? own : [...ready, ...own].sort((a, b) => a.timestamp - b.timestamp)
  return series.mirrored ? bars.map(complementBar) : bars
}

/** Candles as a JSON list. */
interface ListText {
  readonly json: string
  readonly count: number
  readonly last: number | undefined
}

/** Candles whose text is read, or made, in one piece of work: a few milliseconds. */
const CANDLES_AT_ONCE = 4_000

type Reads = Pick<CandleStore, 'read' | 'readText' | 'coverage' | 'provisional' | 'count'>

/**
 * What is known of a span in candles of the asked step and side, as far as possible in the text that is stored. A short
 * one is read before anybody else has a turn.
 * @param least candles, if there is more to look for where these are fewer
 * @returns undefined where there are fewer, or the candles have to be put together one by one; `changed` where what was
 * known has gone while others had their turns
 */
export async function renderStoredCandles(
  store: Reads,
  target: Pick<FetchTarget, 'identity' | 'series' | 'step'>,
  stepMs: number,
  look: Span,
  known: Pick<Completed, 'settled' | 'live'>,
  least: number,
  turn: EventLoopYield,
): Promise<ListText | undefined | 'changed'> {
  const { identity, series, step } = target
  const [settled, ...more] = known.settled
  if (more.length > 0 || (settled !== undefined && settled.from !== look.from)) return undefined
  const isMade = step.stepMs !== stepMs
  const head = settled === undefined || !isMade ? settled : madeHead(store, identity, stepMs, settled)
  if (isMade && settled !== undefined && head === undefined) return undefined
  const rest = settled === undefined || head === undefined ? [] : subtract(settled, [head])
  const running = assembleCandles(store, target, stepMs, { settled: rest, live: known.live })
  const kept = isMade ? derivedSeriesOf(identity, stepMs) : identity
  const missing = least - running.length
  if (missing > 0 && (head === undefined || store.count(kept, head, missing) < missing)) return undefined
  const stored: StoredText[] = []
  for (const piece of head === undefined ? [] : cut(head, CANDLES_AT_ONCE * stepMs)) {
    if (stored.length > 0) await turn(true)
    const told = store.readText(kept, piece)
    stored.push(series.mirrored ? { ...told, text: toComplementJson(told.text) } : told)
  }
  if (head !== undefined && stored.length > 1 && !isKnown(store, kept, head)) return 'changed'
  return {
    json: joinLists([...stored.map(({ text }) => text), renderCandles(running)]),
    count: stored.reduce((sum, { count }) => sum + count, running.length),
    last: running.at(-1)?.timestamp ?? stored.findLast(({ count }) => count > 0)?.last,
  }
}

/** The text of candles, made with turns for others in between where they are many. */
export async function renderCandlesInSlices(
  bars: readonly PriceCandle[],
  turn: EventLoopYield,
): Promise<string> {
  const texts: string[] = []
  for (let at = 0; at < bars.length; at += CANDLES_AT_ONCE) {
    if (at > 0) await turn(true)
    texts.push(renderCandles(bars.slice(at, at + CANDLES_AT_ONCE)))
  }
  return joinLists(texts)
}

/** Whether the ledger still vouches for a span: nothing was taken out of it meanwhile. */
function isKnown(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  identity: SeriesIdentity,
  span: Span,
): boolean {
  return subtract(span, findKnownSpans(store, identity, span)).length === 0
}

/** The made candles that a span begins with. */
function madeHead(
  store: Pick<CandleStore, 'coverage'>,
  identity: SeriesIdentity,
  stepMs: number,
  span: Span,
): Span | undefined {
  const [head] = findDerivedSpans(store, identity, stepMs, span)
  return head?.from === span.from ? head : undefined
}

/** JSON lists as one. */
function joinLists(lists: readonly string[]): string {
  const [only = '[]', ...more] = lists.filter((list) => list !== '[]')
  return more.length === 0 ? only : `[${[only, ...more].map((list) => list.slice(1, -1)).join(',')}]`
}
