import type { PriceCandle } from '../../api/models/models.js'
import {
  createSpanTest,
  hullOf,
  intersect,
  joinSpans,
  MINUTE_MS,
  type Span,
  subtract,
} from '../../api/times/span.js'
import type { Provisional } from './provisional.js'

/**
 * When a span of candles became known here. A fetch of history leaves one receipt. A live capture extends its own for as
 * long as it is not interrupted. Where several receipts cover a candle, the newest one holds: it is never too early.
 */
export interface Receipt extends Span {
  /** When the venue was asked for the newest part of it, epoch ms. */
  readonly knownAt: number
  /** Of a live capture: each candle was known so long after its close at most, ms. Absent for a fetch of history. */
  readonly withinMs?: number
  /** From then on nothing of it was provisional, epoch ms; absent while a part of it is. */
  readonly finalAt?: number
  /** The venue's route, or `import`. */
  readonly source: string
}

/** A value of a candle that was replaced. */
export interface Restated {
  /** Open time, epoch ms. */
  readonly openTime: number
  /** Since when the former value was known, epoch ms; absent where nobody recorded it. */
  readonly knownAt?: number
  /** When it was replaced, epoch ms. */
  readonly until: number
  /** Absent where there was no candle. */
  readonly former?: PriceCandle
  /** The route that gave the new value. */
  readonly source: string
}

/** A candle that became known so long after its close, or sooner, was captured live, ms. */
const LIVE_WITHIN_MS = 30 * MINUTE_MS

/** What a commit adds to a series, as far as its receipt depends on it. */
export interface Received {
  /** New entries of the ledger. */
  readonly added: readonly (Span & { readonly route: string; readonly fetchedAt: number })[]
  /** New candles. */
  readonly bars: readonly PriceCandle[]
  /** What was provisional before, and what is now, within the span of the commit. */
  readonly before: readonly Provisional[]
  readonly after: readonly Provisional[]
}

/** The receipt of a commit; undefined where it only confirms what an earlier one brought. */
export function receiptOf({ added, bars, before, after }: Received, stepMs: number): Receipt | undefined {
  const fresh = joinSpans([...added, ...after]).flatMap((part) => subtract(part, before))
  const isOpen = createSpanTest(joinSpans(before))
  const late = bars
    .filter(({ timestamp }) => isOpen(timestamp))
    .map(({ timestamp }) => ({ from: timestamp, to: timestamp + stepMs }))
  const hull = hullOf([...fresh, ...late])
  if (hull === undefined) return undefined
  const looks = after.filter((entry) => intersect(entry, hull) !== undefined)
  const knownAt = Math.max(...added.map(({ fetchedAt }) => fetchedAt), ...looks.map(({ askedAt }) => askedAt))
  const withinMs = Math.max(0, knownAt - (hull.from + stepMs))
  return {
    ...hull,
    knownAt,
    ...(withinMs <= LIVE_WITHIN_MS ? { withinMs } : {}),
    ...(looks.length === 0 ? { finalAt: knownAt } : {}),
    source: added[0]?.route ?? looks[0]?.route ?? '',
  }
}

/** The receipt of a live capture with the next one of it; undefined where that is not the same capture. */
export function extendReceipt(last: Receipt, next: Receipt): Receipt | undefined {
  if (last.to !== next.from || last.source !== next.source || next.knownAt < last.knownAt) return undefined
  if (last.withinMs === undefined || next.withinMs === undefined) return undefined
  const { finalAt: _finalAt, ...known } = next
  const isFinal = last.finalAt !== undefined && next.finalAt !== undefined
  return {
    ...known,
    from: last.from,
    withinMs: Math.max(last.withinMs, next.withinMs),
    ...(isFinal ? { finalAt: next.finalAt } : {}),
  }
}

/** A receipt without a span: its other parts. */
export function subtractSpan(receipt: Receipt, span: Span): Receipt[] {
  return subtract(receipt, [span]).map((part) => ({ ...receipt, ...part }))
}

/**
 * Since when a candle was known, epoch ms: never too early, and at the end of a capture when it was asked for at the
 * latest. Undefined where nobody recorded it.
 * @param receipts those of its series that cover it
 */
export function findKnownSince(
  receipts: readonly Receipt[],
  openTime: number,
  stepMs: number,
): number | undefined {
  const times = receipts
    .filter(({ from, to }) => openTime >= from && openTime < to)
    .map(({ knownAt, withinMs }) =>
      withinMs === undefined ? knownAt : Math.min(knownAt, openTime + stepMs + withinMs),
    )
  return times.length === 0 ? undefined : Math.max(...times)
}

/** A list of receipts with one more: a live capture that goes on extends its own. */
export function withReceipt(known: readonly Receipt[], next: Receipt): Receipt[] {
  for (const last of known) {
    const both = extendReceipt(last, next)
    if (both !== undefined) return known.map((one) => (one === last ? both : one))
  }
  return [...known, next]
}

/** Receipts about a span of which nothing is provisional any more, as they are from then on. */
export function finalizeReceipts(
  known: readonly Receipt[],
  within: Span,
  open: readonly Provisional[],
  at: number,
): Receipt[] {
  return known.map((receipt) => {
    const isDone =
      receipt.finalAt === undefined &&
      intersect(receipt, within) !== undefined &&
      open.every((entry) => intersect(entry, receipt) === undefined)
    return isDone ? { ...receipt, finalAt: at } : receipt
  })
}
