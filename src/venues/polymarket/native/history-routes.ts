import { alignDown, alignUp } from '../../../api/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/span.js'
import { collect } from '../../../venue-kit/paging.js'
import type { CandleSeries, PricePoint, VenueContext } from '../../../venue-kit/venue.js'
import type { HistoryRow } from '../wire.js'
import type { CandleFacts } from './candle-facts.js'
import { type Generation, markGone, sendIfThere } from './generations.js'
import { toClobPoints, toDataPoints, toHistoryPage } from './history.js'

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
 * Rungs for a step, finest points first. The older route held minutes of 2024 in 2026 while the newer one keeps them
 * for a week, so it comes before the newer one's coarser buckets.
 */
export function ladderFor(stepMs: number): readonly Rung[] {
  const minutes = [newerMinutes, olderMinutes]
  if (stepMs < HOUR) return minutes
  const coarse = stepMs < DAY ? [newer5Minutes, newer30Minutes] : [newer5Minutes, newer30Minutes, newer3Hours]
  return [...minutes, ...coarse]
}

/** Points of a rung in a span; 'gone' when its route does not exist (any more). */
export async function askRung(
  rung: Rung,
  series: CandleSeries<CandleFacts>,
  span: Span,
  ctx: VenueContext,
): Promise<readonly PricePoint[] | 'gone'> {
  // The running candle ends in the future; the venue is asked up to the end of the running minute.
  const to = Math.min(span.to, alignDown(ctx.clock.now(), MINUTE_MS) + MINUTE_MS)
  if (to <= span.from) return []
  const answer =
    rung.generation === 'v1'
      ? await askOlder(series, { from: span.from, to }, ctx)
      : await askNewer(rung, series, { from: span.from, to }, ctx)
  if (answer === 'gone') markGone('history', rung.generation, ctx)
  return answer
}

async function askOlder(
  series: CandleSeries<CandleFacts>,
  span: Span,
  ctx: VenueContext,
): Promise<readonly PricePoint[] | 'gone'> {
  const query = {
    // The parameter is misnamed: it takes the token.
    market: series.outcomeId,
    // One second more in front: whether the bound itself is included is not documented.
    startTs: span.from / 1000 - 1,
    endTs: Math.ceil(span.to / 1000),
    fidelity: 1,
  }
  const reply = await sendIfThere({ host: 'clob', path: '/prices-history', query, group: 'history' }, ctx)
  return reply === 'gone' ? 'gone' : toClobPoints(reply.json, span)
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
