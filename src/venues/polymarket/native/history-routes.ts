import type * as z from 'zod'
import { alignDown, alignUp } from '../../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/times/span.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { CandleSeries, PricePoint, VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { clobHistories, clobHistory, dataHistory, type HistoryRow, nextCursor } from '../schemas.js'
import type { CandleFacts } from './candle-facts.js'
import { type Generation, isNotRecorded, markRetired, markThere, sendIfThere } from './generations.js'
import { isPositionId } from './protocol.js'

const HOUR = 60 * MINUTE_MS
const DAY = 24 * HOUR

/** One way to get points, and how far back its emptiness proves that there was nothing. */
export interface Rung {
  readonly generation: Generation
  readonly grainSeconds: number
  readonly reachMs: number
}

/** Documented minimum retentions of the newer route by width of bucket; the coarse ones are kept for ever. */
const newerMinutes: Rung = { generation: 'v2', grainSeconds: 60, reachMs: 7 * DAY }
export const newer5Minutes: Rung = { generation: 'v2', grainSeconds: 300, reachMs: 60 * DAY }
export const newer30Minutes: Rung = { generation: 'v2', grainSeconds: 1_800, reachMs: 90 * DAY }
export const newer3Hours: Rung = { generation: 'v2', grainSeconds: 10_800, reachMs: Number.POSITIVE_INFINITY }
/** The older route promises nothing, but was never seen to lack the last week. */
export const olderMinutes: Rung = { generation: 'v1', grainSeconds: 60, reachMs: 7 * DAY }

/**
 * Rungs for a step, finest points first. The two routes sample at different seconds, so a span must have the same one
 * whenever it is asked for, alone or with others: the older route, which held minutes of 2024 in 2026 and is the one of
 * the call for many, while the newer one keeps minutes for a week. Positions have theirs on the newer one for sure only.
 */
export function historyRoutesFor(stepMs: number, token: string): readonly Rung[] {
  const minutes = isPositionId(token) ? [newerMinutes, olderMinutes] : [olderMinutes, newerMinutes]
  if (stepMs < HOUR) return minutes
  const coarse = stepMs < DAY ? [newer5Minutes, newer30Minutes] : [newer5Minutes, newer30Minutes, newer3Hours]
  return [...minutes, ...coarse]
}

/** Points of a rung in a span; 'gone' when its route does not exist (any more), 'not recorded' in a recording without it. */
export async function requestHistoryRoute(
  rung: Rung,
  series: CandleSeries<CandleFacts>,
  span: Span,
  ctx: VenueContext,
): Promise<readonly PricePoint[] | 'gone' | 'not recorded'> {
  // The running candle ends in the future; the venue is asked up to the end of the running minute.
  const to = Math.min(span.to, alignDown(ctx.clock.now(), MINUTE_MS) + MINUTE_MS)
  if (to <= span.from) return []
  const answer =
    rung.generation === 'v1'
      ? await askOlder(series, { from: span.from, to }, ctx)
      : await askNewer(rung, series, { from: span.from, to }, ctx)
  if (answer === 'not recorded') return answer
  // What the older route says to a position is about positions.
  const isOfPosition = rung.generation === 'v1' && isPositionId(series.outcomeId)
  if (answer !== 'gone') markThere('history', rung.generation, ctx)
  else if (!isOfPosition) markRetired('history', rung.generation, ctx)
  return answer
}

async function askOlder(
  series: CandleSeries<CandleFacts>,
  span: Span,
  ctx: VenueContext,
): Promise<readonly PricePoint[] | 'gone' | 'not recorded'> {
  const query = {
    // The parameter is misnamed: it takes the token.
    market: series.outcomeId,
    // One second more in front: whether the bound itself is included is not documented.
    startTs: span.from / 1000 - 1,
    endTs: Math.ceil(span.to / 1000),
    fidelity: 1,
  }
  // Recordings made while the newer route came first hold that one alone.
  const request = { host: 'clob', path: '/prices-history', query, group: 'history' }
  // Whether it takes positions is not documented (README.md): where it refuses one, the newer route alone is asked.
  const reply = isPositionId(series.outcomeId)
    ? await ctx.http.send({ ...request, accept: [400, 404, 405, 410, 422] })
    : await sendIfThere({ ...request, hasOlderForm: true }, ctx).catch((error: unknown) => {
        if (!isNotRecorded(error)) throw error
        return 'not recorded' as const
      })
  if (reply === 'not recorded') return reply
  return reply === 'gone' || reply.status >= 300 ? 'gone' : toClobPoints(reply.json, span)
}

async function askNewer(
  { grainSeconds }: Rung,
  series: CandleSeries<CandleFacts>,
  span: Span,
  ctx: VenueContext,
): Promise<readonly PricePoint[] | 'gone'> {
  const window = { from: alignDown(span.from, grainSeconds * 1000), to: alignUp(span.to, 1000) }
  const query = {
    token_id: series.outcomeId,
    start: window.from / 1000,
    end: window.to / 1000,
    bucket_seconds: grainSeconds,
    limit: 10_000,
  }
  const request = { host: 'data', path: '/v2/prices-history', group: 'historyV2' }
  const first = await sendIfThere({ ...request, query }, ctx)
  if (first === 'gone') return 'gone'
  const pageAt = async (cursor: string): Promise<unknown> =>
    (await ctx.http.send({ ...request, query: { ...query, cursor } })).json
  const rows = await collect<HistoryRow>({
    kind: 'cursor',
    what: 'price history',
    idOf: (row) => `${row.timestamp} ${row.resolution_seconds} ${row.price}`,
    fetch: async (cursor) => toHistoryPage(cursor === undefined ? first.json : await pageAt(cursor)),
  })
  return toDataPoints(rows, { window, grainSeconds, payout: series.facts.payout })
}

/** The rung's name in the story behind an answer. */
export function nameOf({ generation, grainSeconds }: Rung): string {
  return generation === 'v1' ? 'clob-v1' : `data-v2@${grainSeconds}`
}

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
export interface HistoryRequest {
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
export function toDataPoints(rows: readonly HistoryRow[], question: HistoryRequest): PricePoint[] {
  const coarse = rows.findIndex((row) => row.resolution_seconds > question.grainSeconds)
  if (coarse >= 0) {
    const problem = `${rows[coarse]?.resolution_seconds} s where ${question.grainSeconds} s were asked`
    throw createSchemaMismatch('GET /v2/prices-history', `data[${coarse}].resolution_seconds`, problem)
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
function endsInSettlement(rows: readonly HistoryRow[], question: HistoryRequest): boolean {
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
