import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, intersect, joinSpans, MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import type { Provisional } from './empty-range-confirmation.js'

/**
 * A record of when a span of candles became known here. A fetch of history creates one receipt. A live capture extends its own
 * until it is interrupted. If several receipts cover a candle, the newest one counts, because it is never too early.
 */
export interface Receipt extends Span {
  /** Request time of its newest part, epoch ms. */
  readonly knownAt: number
  /** For a live capture: maximum time between the close of a candle and its arrival, ms. Absent for a fetch of history. */
  readonly withinMs?: number
  /** Time since which no part of it is provisional, epoch ms. Absent while a part of it is. */
  readonly finalAt?: number
  /** The venue's route, or `import`. */
  readonly source: string
}

/** A value of a candle that was replaced. */
export interface Restated {
  /** Open time, epoch ms. */
  readonly openTime: number
  /** Time since which the former value was known, epoch ms. Absent if it was not recorded. */
  readonly knownAt?: number
  /** When it was replaced, epoch ms. */
  readonly until: number
  /** Absent if there was no candle. */
  readonly former?: PriceCandle
  /** The route that returned the new value. */
  readonly source: string
}

/** Returns the open times whose candle was removed, because later responses agreed that it does not exist; ascending. */
export function findRemoved(bars: readonly PriceCandle[], restated: readonly Restated[]): number[] {
  const stored = new Set(bars.map(({ timestamp }) => timestamp))
  const removed = restated.filter(({ openTime, former }) => former !== undefined && !stored.has(openTime))
  return [...new Set(removed.map(({ openTime }) => openTime))].sort((a, b) => a - b)
}

/** A candle that became known within this time after its close was captured live, ms. */
const LIVE_WITHIN_MS = 30 * MINUTE_MS

/** The additions of a commit to a series that determine its receipt. */
export interface Received {
  /** New coverage entries. */
  readonly added: readonly (Span & { readonly route: string; readonly fetchedAt: number })[]
  /** New candles. */
  readonly bars: readonly PriceCandle[]
  /** Provisional spans before and now, within the span of the commit. */
  readonly before: readonly Provisional[]
  readonly after: readonly Provisional[]
}

/**
 * Returns the receipts of a commit, ascending: one for each span that became known with it. None for a commit that only confirms
 * an earlier one. A receipt of all of them would say of candles between them, which are older, that they became known with it.
 */
export function findReceipts({ added, bars, before, after }: Received, stepMs: number): Receipt[] {
  const fresh = joinSpans([...added, ...after]).flatMap((part) => subtract(part, before))
  const isOpen = createSpanTest(joinSpans(before))
  const late = bars
    .filter(({ timestamp }) => isOpen(timestamp))
    .map(({ timestamp }) => ({ from: timestamp, to: timestamp + stepMs }))
  return joinSpans([...fresh, ...late]).map((span) => {
    const isIn = (entry: Span): boolean => intersect(entry, span) !== undefined
    const [own, looks] = [added.filter(isIn), after.filter(isIn)]
    const knownAt = Math.max(
      ...own.map(({ fetchedAt }) => fetchedAt),
      ...looks.map(({ requestedAt }) => requestedAt),
    )
    const withinMs = Math.max(0, knownAt - (span.from + stepMs))
    return {
      ...span,
      knownAt,
      ...(withinMs <= LIVE_WITHIN_MS ? { withinMs } : {}),
      ...(looks.length === 0 ? { finalAt: knownAt } : {}),
      source: own[0]?.route ?? looks[0]?.route ?? '',
    }
  })
}

/** Joins a live capture's receipt with its next one, or returns undefined if that belongs to a different capture. */
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

/** Returns the parts of a receipt outside of a span. */
export function subtractSpan(receipt: Receipt, span: Span): Receipt[] {
  return subtract(receipt, [span]).map((part) => ({ ...receipt, ...part }))
}

/**
 * Returns the time since which a candle was known, epoch ms. It is never too early, and at the end of a capture it is at
 * most the request time. Returns undefined if it was not recorded.
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

/**
 * Returns receipts without those that repeat another or a part of one, as after a span was downloaded in two windows. Of two that
 * differ only in what else they report, the later time counts, as in {@link findKnownSince}.
 */
export function withoutRepeats(receipts: readonly Receipt[]): Receipt[] {
  const byArrival = new Map<string, Receipt[]>()
  for (const receipt of receipts) {
    const arrival = `${receipt.knownAt} ${receipt.source}`
    const group = byArrival.get(arrival) ?? []
    const at = group.findIndex(({ from, to }) => from === receipt.from && to === receipt.to)
    const before = group[at]
    if (before === undefined) group.push(receipt)
    else group[at] = joinRepeats(before, receipt)
    byArrival.set(arrival, group)
  }
  const isRepeated = (one: Receipt): boolean =>
    (byArrival.get(`${one.knownAt} ${one.source}`) ?? []).some(
      (other) => other !== one && repeats(one, other),
    )
  return [...byArrival.values()].flat().filter((one) => !isRepeated(one))
}

/** Returns the parts of a receipt that known ones do not repeat. */
export function findUnknownReceipts(receipt: Receipt, known: readonly Receipt[]): Receipt[] {
  return known.reduce<Receipt[]>(
    (left, other) =>
      left.flatMap((one) => {
        const { from, to } = one
        return repeats(one, { ...other, from, to }) ? subtractSpan(one, other) : [one]
      }),
    [receipt],
  )
}

function joinRepeats(a: Receipt, b: Receipt): Receipt {
  const { from, to, knownAt, source } = a
  const final = [a.finalAt, b.finalAt].filter((at) => at !== undefined)
  return {
    ...{ from, to, knownAt, source },
    ...(a.withinMs === undefined || b.withinMs === undefined
      ? {}
      : { withinMs: Math.max(a.withinMs, b.withinMs) }),
    ...(final.length === 0 ? {} : { finalAt: Math.min(...final) }),
  }
}

/** Whether a receipt reports nothing that another one does not. */
function repeats(one: Receipt, other: Receipt): boolean {
  const { withinMs = Number.POSITIVE_INFINITY } = other
  return (
    one.knownAt === other.knownAt &&
    one.source === other.source &&
    other.from <= one.from &&
    other.to >= one.to &&
    withinMs >= (one.withinMs ?? Number.POSITIVE_INFINITY) &&
    (one.finalAt === undefined || other.finalAt !== undefined)
  )
}

/** Adds a receipt to a list. A continued live capture extends its existing receipt. */
export function withReceipt(known: readonly Receipt[], next: Receipt): Receipt[] {
  for (const last of known) {
    const both = extendReceipt(last, next)
    if (both !== undefined) return known.map((one) => (one === last ? both : one))
  }
  return [...known, next]
}

/** Finalizes the receipts that touch a span and are no longer provisional. */
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
