import type { PriceCandle } from '../../api/models/models.js'
import { cut, type Span, subtract } from '../../api/times/span.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { complementBar } from '../../venue-kit/unify/unified-market.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import type { Completed } from '../fetch/fill-gaps.js'
import { aggregateBars } from '../series/aggregate.js'
import { joinLists, renderCandles } from '../store/candle-row.js'
import {
  type CandleStore,
  findKnownSpans,
  type SeriesIdentity,
  type StoredText,
} from '../store/candle-store.js'
import { toComplementJson } from './complement-json.js'
import { findCompleteBars } from './complete-bars.js'
import { derivedSeriesOf, findDerivedSpans } from './derived-series.js'

/**
 * Returns the known candles of a span in the requested resolution and side: final candles, with fresh ones between them.
 */
export function assembleCandles(
  store: Pick<CandleStore, 'read' | 'coverage'>,
  target: Pick<FetchTarget, 'identity' | 'series' | 'step'>,
  stepMs: number,
  known: Pick<Completed, 'settled' | 'live'>,
): PriceCandle[] {
  const { identity, series, step } = target
  const isMade = step.stepMs !== stepMs
  // Stored derived candles need not be derived again.
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
  /** The candles that were assembled one by one, ascending. They include all that are not final. */
  readonly bars: readonly PriceCandle[]
}

/** Number of candles whose text is read or built in one piece of work, which takes a few milliseconds. */
const CANDLES_AT_ONCE = 4_000

type Reads = Pick<CandleStore, 'read' | 'readText' | 'coverage' | 'provisional' | 'count'>

/**
 * Returns the known candles of a span in the requested resolution and side, using stored text if possible. A short text
 * is read without yielding to other work.
 * @param least minimum number of candles, if older ones may follow
 * @returns undefined for fewer candles, or where they have to be assembled one by one; `changed` if the data has changed
 * during the turns of other work
 */
export async function renderStoredCandles(
  store: Reads,
  target: Pick<FetchTarget, 'identity' | 'series' | 'step'>,
  stepMs: number,
  look: Span,
  known: Pick<Completed, 'settled' | 'live'> & Partial<Pick<Completed, 'provisional'>>,
  least: number,
  turn: EventLoopYield,
): Promise<ListText | undefined | 'changed'> {
  const { identity, series, step } = target
  // The candles that are not final are counted one by one.
  if (known.provisional?.some(({ isContradicted }) => isContradicted === true)) return undefined
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
    bars: running,
  }
}

/** Returns the text of candles. If there are many, it yields to other work while building the text. */
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

/** Whether the coverage still confirms a span, because nothing was removed from it in the meantime. */
function isKnown(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  identity: SeriesIdentity,
  span: Span,
): boolean {
  return subtract(span, findKnownSpans(store, identity, span)).length === 0
}

/** Returns the derived candles at the beginning of a span. */
function madeHead(
  store: Pick<CandleStore, 'coverage'>,
  identity: SeriesIdentity,
  stepMs: number,
  span: Span,
): Span | undefined {
  const [head] = findDerivedSpans(store, identity, stepMs, span)
  return head?.from === span.from ? head : undefined
}
