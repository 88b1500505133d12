import type * as z from 'zod'
import type { Span } from '../../../api/span.js'
import { drift, readPayload } from '../../../venue-kit/payload.js'
import type { PricePoint } from '../../../venue-kit/venue.js'
import { clobHistories, clobHistory, dataHistory, type HistoryRow, nextCursor } from '../wire.js'

/** Points of a payload, and whether they are as fine as what was asked for. */
export interface HistoryPage {
  readonly rows: readonly HistoryRow[]
  /** Cursor of the page that follows. */
  readonly next: string | undefined
}

/**
 * Reads the older history route: samples about as far apart as the fidelity, forward-filled, seconds off the minute.
 * A live market gets one more sample stamped now even when the window lies in the past, and samples were seen
 * twice: what lies outside is dropped, of two at one second the later in the list stays
 * (README.md).
 * @returns ascending points inside the window; [] only if the venue sent none there
 */
export function toClobPoints(payload: unknown, window: Span): PricePoint[] {
  return samplesIn(readPayload(clobHistory, payload, 'GET /prices-history').history, window)
}

/** The same for several tokens in one payload, by token. */
export function toSampledPoints(
  payload: unknown,
  window: Span,
  what: string,
): ReadonlyMap<string, readonly PricePoint[]> {
  const { history } = readPayload(clobHistories, payload, what)
  return new Map(Object.entries(history).map(([token, rows]) => [token, samplesIn(rows, window)]))
}

function samplesIn(rows: z.output<typeof clobHistory>['history'], window: Span): PricePoint[] {
  return inOrder(
    rows.map(({ t, p }) => ({ at: t * 1000, price: p })),
    window,
  )
}

/** Reads one page of the newer history route; a miss is an empty page. */
export function toHistoryPage(payload: unknown): HistoryPage {
  const what = 'GET /v2/prices-history'
  const { data, pagination } = readPayload(dataHistory, payload, what)
  return { rows: data ?? [], next: nextCursor(pagination, what) }
}

/** What the newer route was asked, as far as its points must be read by it. */
export interface HistoryQuestion {
  readonly window: Span
  /** Width of the buckets asked for. */
  readonly grainSeconds: number
  /** What a share of the resolved market paid. */
  readonly payout?: number | undefined
}

/**
 * Turns all rows of a walk over the newer route into points. Bucket rows are stamped with an edge of their bucket, the
 * documents do not say which, and nothing recorded decides it: the stamp is taken for the instant of the price, which
 * may be off by one bucket;
 * a last observation off the grid is a price like the others; a settlement point is none and is dropped
 * (README.md).
 * @returns ascending points inside the window
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a row was observed in a wider bucket than asked
 */
export function toDataPoints(rows: readonly HistoryRow[], question: HistoryQuestion): PricePoint[] {
  const coarse = rows.findIndex((row) => row.resolution_seconds > question.grainSeconds)
  if (coarse >= 0) {
    const problem = `${rows[coarse]?.resolution_seconds} s where ${question.grainSeconds} s were asked`
    throw drift('GET /v2/prices-history', `data[${coarse}].resolution_seconds`, problem)
  }
  const prices = endsInSettlement(rows, question) ? rows.slice(0, -1) : rows
  return inOrder(
    prices.map((row) => ({ at: row.timestamp * 1000, price: row.price })),
    question.window,
  )
}

/**
 * The settlement point is the last row, an exact tick (resolution 0) at the payout, on the bucket edge after the last
 * observation or, clamped, at the end of the window. No quote stands at exactly 0 or 1, so such a tick is always a
 * payout; a payout in between is only believed of a market known to have paid it.
 */
function endsInSettlement(rows: readonly HistoryRow[], question: HistoryQuestion): boolean {
  const last = rows.at(-1)
  if (last === undefined || last.resolution_seconds !== 0) return false
  if (last.price === 0 || last.price === 1) return true
  if (last.price !== question.payout) return false
  const before = rows.at(-2)
  const { grainSeconds, window } = question
  const edge =
    before === undefined ? undefined : (Math.floor(before.timestamp / grainSeconds) + 1) * grainSeconds
  return last.timestamp === edge || last.timestamp * 1000 >= window.to - 1000 || before === undefined
}

/** Ascending, inside the window, one point an instant: the later one of the list. */
export function inOrder(points: readonly PricePoint[], window: Span): PricePoint[] {
  const byTime = new Map<number, PricePoint>()
  for (const point of points) {
    if (point.at >= window.from && point.at < window.to) byTime.set(point.at, point)
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at)
}
