import { alignDown, DAY_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/times/span.js'
import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { PricePoint, VenueContext } from '../../../venue-kit/contract/venue.js'
import { expectSomewhere } from '../../../venue-kit/payload/payload.js'
import { requestRequired } from '../../../venue-kit/requests/request-list.js'
import { historyReply, type NativePoint } from '../schemas.js'
import { midPriceOf } from './prices.js'

const what = 'GET /v1/price-history'

/**
 * The maximum number of observations per response that one client received, although others received more. From this number on,
 * the ends are requested again.
 */
const PERHAPS_CUT = 1_000
/** A shorter empty range at an end of a response does not indicate a cut. */
const SHORT_SILENCE_MS = 10 * MINUTE_MS
const MAX_HALVINGS = 6

/**
 * Returns the stored observations of a market in a span of at most a day, ascending, as mid prices of the long side. If there are
 * none, the market had no price then or is unknown, or its history is unavailable.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when no observation has a price
 */
export async function fetchPointsWithin(
  slug: string,
  span: Span,
  ctx: VenueContext,
  depth = 0,
): Promise<readonly PricePoint[]> {
  const rows = await askHistory(
    {
      symbol: slug,
      fidelity: 1,
      // One minute earlier: it is not documented whether the bounds are inclusive.
      'timestamp.startTimestamp': Math.floor((span.from - MINUTE_MS) / 1000),
      'timestamp.endTimestamp': Math.ceil(span.to / 1000),
    },
    ctx,
  )
  const points = toPoints(rows, span)
  const [first, last] = [points[0], points.at(-1)]
  if (rows.length < PERHAPS_CUT || depth === MAX_HALVINGS || first === undefined || last === undefined)
    return points
  const ends = [
    { from: span.from, to: alignDown(first.at, MINUTE_MS) },
    { from: alignDown(last.at, MINUTE_MS) + MINUTE_MS, to: span.to },
  ].filter(({ from, to }) => to - from > SHORT_SILENCE_MS)
  const more: PricePoint[] = []
  for (const end of ends) more.push(...(await fetchPointsWithin(slug, end, ctx, depth + 1)))
  return [...points, ...more].sort((a, b) => a.at - b.at)
}

/** The times in the coarse history of a market's whole trading period. They are not for prices, which must be current. */
const timesOf = defineMemoKey<readonly number[]>('polymarket_us history', 5 * MINUTE_MS)

/**
 * Returns the times of points in the history of a market's whole trading period, epoch ms, ascending. There is one point per
 * three hours, or per day for long trading periods.
 */
export async function fetchCoarseTimes(slug: string, ctx: VenueContext): Promise<readonly number[]> {
  return remember(ctx.memo, timesOf, slug, async () => {
    const rows = await askHistory({ symbol: slug, fixedInterval: 'INTERVAL_ALL', fidelity: 180 }, ctx)
    return rows.map(({ timestamp }) => timestamp).sort((a, b) => a - b)
  })
}

const toldMinutes = defineMemoKey<boolean>('polymarket_us minutes', 5 * MINUTE_MS)

/**
 * Whether the venue returns more than the coarse history of a market.
 * @param at time of a coarse point: its observations are within the day before
 */
export async function hasMinutes(slug: string, at: number, ctx: VenueContext): Promise<boolean> {
  return remember(ctx.memo, toldMinutes, `${slug} ${at}`, async () => {
    const day = { from: at - DAY_MS + 2 * MINUTE_MS, to: at + MINUTE_MS }
    return (await fetchPointsWithin(slug, day, ctx)).length > 0
  })
}

async function askHistory(
  query: Readonly<Record<string, string | number>>,
  ctx: VenueContext,
): Promise<readonly NativePoint[]> {
  const { history } = await requestRequired(ctx, historyReply, {
    host: 'gateway',
    path: '/v1/price-history',
    query,
    what,
  })
  expectSomewhere(history, ['longPrice', 'shortPrice'], what, 'history')
  return history
}

/**
 * Returns the points of a response in a span, ascending. Observations of one second keep their order, a millisecond apart, so
 * that no price is lost. Placeholders are left out.
 */
export function toPoints(rows: readonly NativePoint[], { from, to }: Span): readonly PricePoint[] {
  const points: PricePoint[] = []
  for (const row of [...rows].sort((a, b) => a.timestamp - b.timestamp)) {
    const price = midPriceOf(row)
    if (price === undefined || row.timestamp < from || row.timestamp >= to) continue
    const before = points.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    points.push({ at: Math.max(row.timestamp, before + 1), price })
  }
  return points
}
