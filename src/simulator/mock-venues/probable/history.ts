import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { pricesAt } from '../../mock-kit/yes-no-sides.js'
import { tokenFor } from './book-routes.js'
import type { Token } from './ids.js'
import { PREFIX } from './market-routes.js'
import { createBookError } from './replies.js'

/** Routes of samples of the last traded price (README.md). */
export const historyRoutes: readonly Route[] = [route('GET', `${PREFIX}/prices-history`, history)]

/** Windows that end now, by name, with their default fidelity. */
const intervals: Readonly<Record<string, readonly [windowMs: number, fidelityMinutes: number]>> = {
  '1h': [HOUR_MS, 1],
  '6h': [6 * HOUR_MS, 5],
  '1d': [DAY_MS, 60],
  '1w': [WEEK_MS, 360],
  '1m': [30 * DAY_MS, 1440],
  max: [Number.POSITIVE_INFINITY, 1440],
}

function history(call: MockCall): Reply {
  const { query, now } = call
  const token = tokenFor(call, 'market')
  const [startTs, endTs] = [instantOf(call, 'startTs'), instantOf(call, 'endTs')]
  const name = query.text('interval') ?? '1d'
  const interval = Object.hasOwn(intervals, name) ? intervals[name] : undefined
  if (interval === undefined) throw createBookError(400, 'PAS-4000', 'interval is invalid')
  const fidelity = query.integer('fidelity') ?? interval[1]
  if (fidelity === 'bad' || fidelity < 1) throw createBookError(400, 'PAS-4000', 'fidelity is invalid')
  const stepMs = fidelity * MINUTE_MS
  const nowSecond = Math.floor(now / 1000) * 1000
  const end = Math.min(endTs ?? nowSecond, nowSecond)
  const windowMs = Math.min(interval[0], Math.ceil((end - token.market.opensAt) / stepMs) * stepMs)
  const start = startTs ?? end - Math.max(0, windowMs)
  return toJsonReply({ history: samples(call, token, start, end, stepMs) })
}

/** Converts unix seconds to epoch ms. */
function instantOf({ query }: MockCall, key: string): number | undefined {
  const value = query.integer(key)
  if (value === 'bad') throw createBookError(400, 'PAS-4000', `${key} is invalid`)
  return value === undefined ? undefined : value * 1000
}

/**
 * Returns one sample per interval, counted from `start`, both ends included. Gaps are filled forward; there is none
 * before the first trade.
 */
function samples(
  context: MockContext,
  token: Token,
  start: number,
  end: number,
  stepMs: number,
): readonly { readonly t: number; readonly p: number }[] {
  // Skips the part of the window before the listing.
  const skipped = Math.max(0, Math.floor((token.market.opensAt - start) / stepMs))
  const first = start + skipped * stepMs
  const instants = Array.from(
    { length: Math.max(0, Math.floor((end - first) / stepMs) + 1) },
    (_, index) => first + index * stepMs,
  )
  return pricesAt(context, token, instants, end).map(({ at, price }) => ({ t: at / 1000, p: price }))
}
