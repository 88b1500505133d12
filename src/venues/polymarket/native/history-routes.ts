import type * as z from 'zod'
import { isNotRecorded } from '../../../api/envelope/errors.js'
import { alignDown, alignUp } from '../../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/times/span.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { CandleSeries, PricePoint, VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { clobHistories, clobHistory, dataHistory, type HistoryRow, readNextCursor } from '../schemas.js'
import type { CandleFacts } from './candle-facts.js'
import { type Generation, markRetired, markThere, sendIfThere } from './generations.js'
import { isPositionId } from './protocol.js'

const HOUR = 60 * MINUTE_MS
const DAY = 24 * HOUR

/** A route that serves points, and how far back its empty response confirms an empty range. */
export interface Rung {
  readonly generation: Generation
  readonly grainSeconds: number
  readonly reachMs: number
}

/** The newer route's documented minimum retention by bucket width. Coarse buckets are retained forever. */
const newerMinutes: Rung = { generation: 'v2', grainSeconds: 60, reachMs: 7 * DAY }
export const newer5Minutes: Rung = { generation: 'v2', grainSeconds: 300, reachMs: 60 * DAY }
export const newer30Minutes: Rung = { generation: 'v2', grainSeconds: 1_800, reachMs: 90 * DAY }
export const newer3Hours: Rung = { generation: 'v2', grainSeconds: 10_800, reachMs: Number.POSITIVE_INFINITY }
/** The older route has no documented retention, but always had the last week. */
export const olderMinutes: Rung = { generation: 'v1', grainSeconds: 60, reachMs: 7 * DAY }

/**
 * Returns the rungs of a resolution, finest points first. The two routes sample at different seconds, so a span must always use
 * the same one, alone or in a batch. It is the older route. It had minutes of 2024 in 2026 and serves the batch call, while the
 * newer one retains minutes for a week. Only the newer one certainly has positions.
 */
export function historyRoutesFor(stepMs: number, token: string): readonly Rung[] {
  const minutes = isPositionId(token) ? [newerMinutes, olderMinutes] : [olderMinutes, newerMinutes]
  if (stepMs < HOUR) return minutes
  const coarse = stepMs < DAY ? [newer5Minutes, newer30Minutes] : [newer5Minutes, newer30Minutes, newer3Hours]
  return [...minutes, ...coarse]
}

/**
 * Requests the points of a rung in a span; 'gone' when its route does not exist (any more), 'not recorded' in a recording without
 * it.
 */
export async function requestHistoryRoute(
  rung: Rung,
  series: CandleSeries<CandleFacts>,
  span: Span,
  ctx: VenueContext,
): Promise<readonly PricePoint[] | 'gone' | 'not recorded'> {
  // The open candle ends in the future; the request ends with the current minute.
  const to = Math.min(span.to, alignDown(ctx.clock.now(), MINUTE_MS) + MINUTE_MS)
  if (to <= span.from) return []
  const answer =
    rung.generation === 'v1'
      ? await askOlder(series, { from: span.from, to }, ctx)
      : await askNewer(rung, series, { from: span.from, to }, ctx)
  if (answer === 'not recorded') return answer
  // The older route's response for a position only concerns positions.
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
    // One second earlier: it is not documented whether the bound itself is included.
    startTs: span.from / 1000 - 1,
    endTs: Math.ceil(span.to / 1000),
    fidelity: 1,
  }
  // Recordings from when the newer route came first contain only that one.
  const request = { host: 'clob', path: '/prices-history', query, group: 'history' }
  // It is not documented whether it takes positions (README.md): where it refuses one, only the newer route is used.
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

/** Returns the rung's name in the provenance of a response. */
export function nameOf({ generation, grainSeconds }: Rung): string {
  return generation === 'v1' ? 'clob-v1' : `data-v2@${grainSeconds}`
}

/** Points of a payload, and whether they are as fine as requested. */
export interface HistoryPage {
  readonly rows: readonly HistoryRow[]
  /** Cursor of the next page. */
  readonly next: string | undefined
}

/**
 * Reads the older history route. Its samples are forward-filled, about as far apart as the fidelity, and seconds off the minute.
 * A live market has one more sample with the current time, even if the window is in the past. Some samples were observed twice.
 * Samples outside the window are dropped. If two have the same second, the later one in the list is used (README.md).
 * @returns ascending points inside the window; [] only if the venue sent none there
 */
export function toClobPoints(payload: unknown, window: Span): PricePoint[] {
  return samplesIn(readPayload(clobHistory, payload, 'GET /prices-history').history, window)
}

/** Reads several tokens from one payload, by token. */
export function toSampledPoints(
  payload: unknown,
  window: Span,
  what: string,
): ReadonlyMap<string, readonly PricePoint[]> {
  const { history } = readPayload(clobHistories, payload, what)
  return new Map(Object.entries(history).map(([token, rows]) => [token, samplesIn(rows, window)]))
}

function samplesIn(rows: z.output<typeof clobHistory>['history'], window: Span): PricePoint[] {
  return sortPoints(
    rows.map(({ t, p }) => ({ at: t * 1000, price: p })),
    window,
  )
}

/** Reads one page of the newer history route. A miss counts as an empty page. */
export function toHistoryPage(payload: unknown): HistoryPage {
  const what = 'GET /v2/prices-history'
  const { data, pagination } = readPayload(dataHistory, payload, what)
  return { rows: data ?? [], next: readNextCursor(pagination, what) }
}

/** The parameters of a request of the newer route that determine how its points are read. */
export interface HistoryRequest {
  readonly window: Span
  /** Width of the requested buckets. */
  readonly grainSeconds: number
  /** Payout of a share of the resolved market. */
  readonly payout?: number | undefined
}

/**
 * Converts all rows of the newer route to points. Bucket rows are stamped with an edge of their bucket. Neither documents nor
 * recordings show which edge. The stamp is used as the time of the price, which may be off by one bucket. A last observation
 * between edges is a regular price. A settlement point is dropped (README.md).
 * @returns ascending points inside the window
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a row was observed in a wider bucket than requested
 */
export function toDataPoints(rows: readonly HistoryRow[], question: HistoryRequest): PricePoint[] {
  const coarse = rows.findIndex((row) => row.resolution_seconds > question.grainSeconds)
  if (coarse >= 0) {
    const problem = `${rows[coarse]?.resolution_seconds} s, but ${question.grainSeconds} s were requested`
    throw createSchemaMismatch('GET /v2/prices-history', `data[${coarse}].resolution_seconds`, problem)
  }
  const prices = endsInSettlement(rows, question) ? rows.slice(0, -1) : rows
  return sortPoints(
    prices.map((row) => ({ at: row.timestamp * 1000, price: row.price })),
    question.window,
  )
}

/**
 * Whether the last row is a settlement point, which is an exact tick (resolution 0) at the payout. It is on the bucket edge after
 * the last observation or, clamped, at the end of the window. No quote is exactly 0 or 1, so such a tick is always a payout. A
 * payout in between requires a market that is known to have paid it.
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

/** Sorts the points inside the window, with one point per instant. Of two, the later one in the list is used. */
export function sortPoints(points: readonly PricePoint[], window: Span): PricePoint[] {
  const byTime = new Map<number, PricePoint>()
  for (const point of points) {
    if (point.at >= window.from && point.at < window.to) byTime.set(point.at, point)
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at)
}
