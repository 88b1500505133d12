import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../api/times/resolution.js'
import { hashText } from '../../../../effects/random.js'
import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { findByToken, type Token } from '../ids.js'
import { type PointRow, pricesAt, sampleInstants } from '../price-points.js'
import { isOpen, quoteOf } from '../quote.js'
import { createClobError, createInvalidPayload } from './errors.js'

/** Routes of the first-generation price history. */
export const historyRoutes: readonly Route[] = [
  route('GET', '/prices-history', getHistory),
  route('POST', '/batch-prices-history', postHistories),
]

const MAX_TOKENS = 20

const MAX_SPAN_SECONDS = 1_296_000
/** Minimum resolution that is retained for closed markets, minutes. */
const ARCHIVE_FIDELITY = 720
/** Maximum range of `max` and of a lone `startTs`: an estimate between the values that observers reported. */
const MAX_LOOKBACK_MS = 31 * DAY_MS

const intervals: Readonly<Record<string, { readonly ms: number; readonly minFidelity: number }>> = {
  '1h': { ms: HOUR_MS, minFidelity: 1 },
  '6h': { ms: 6 * HOUR_MS, minFidelity: 1 },
  '1d': { ms: DAY_MS, minFidelity: 1 },
  '1w': { ms: WEEK_MS, minFidelity: 5 },
  '1m': { ms: 30 * DAY_MS, minFidelity: 10 },
  max: { ms: MAX_LOOKBACK_MS, minFidelity: 1 },
  all: { ms: MAX_LOOKBACK_MS, minFidelity: 1 },
}

/** A history query in seconds and minutes, not yet checked against the token. */
interface HistoryQuery {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly interval: string | undefined
  readonly fidelity: number | undefined
}

function assertThere({ switches }: MockCall): void {
  const state = switches.polymarket.clobHistory
  if (state === 'gone') throw new Refusal(toJsonReply({ error: 'this endpoint has been replaced' }, 410))
  if (state === 'missing') throw createClobError(404, 'not found')
}

/** Returns histories by token; an unknown token has an empty list, as in a single query. */
function postHistories(call: MockCall): Reply {
  assertThere(call)
  const { body } = call.request
  if (typeof body !== 'object' || body === null) throw createInvalidPayload()
  const { markets, start_ts, end_ts, interval, fidelity } = body as Readonly<Record<string, unknown>>
  const isList = Array.isArray(markets) && markets.every((id) => typeof id === 'string')
  if (!isList || markets.length === 0 || markets.length > MAX_TOKENS) throw createInvalidPayload()
  const number = (name: string, value: unknown): number | undefined => {
    if (value === undefined || typeof value === 'number') return value
    throw filter(`'${name}' must be a number`)
  }
  const asked = {
    start: number('start_ts', start_ts),
    end: number('end_ts', end_ts),
    interval: typeof interval === 'string' ? interval : undefined,
    fidelity: number('fidelity', fidelity),
  }
  const window = windowOf(asked, call.now)
  const rows = markets.map((id: string) => {
    const token = findByToken(call, id)
    return [id, token === undefined ? [] : historyOf(call, token, asked, window)]
  })
  return toJsonReply({ history: Object.fromEntries(rows) })
}

function getHistory(call: MockCall): Reply {
  const { query } = call
  assertThere(call)
  const id = requireOrRefuse(query.text('market'), () => filter("the 'market' (asset id) is mandatory"))
  const read = (key: string): number | undefined => {
    const value = query.number(key)
    if (value === 'bad') throw filter(`'${key}' must be a number`)
    return value
  }
  const asked = {
    start: read('startTs'),
    end: read('endTs'),
    interval: query.text('interval'),
    fidelity: read('fidelity'),
  }
  const window = windowOf(asked, call.now)
  const token = findByToken(call, id)
  return toJsonReply({ history: token === undefined ? [] : historyOf(call, token, asked, window) })
}

function filter(problem: string): Refusal {
  return createClobError(400, `invalid filters: ${problem}`)
}

interface Window {
  /** Epoch ms, inclusive. */
  readonly from: number
  readonly to: number
  readonly explicit: boolean
}

/**
 * Returns the window. Timestamps take precedence over an interval, but the minimum fidelity of the interval still
 * applies.
 */
function windowOf({ start, end, interval, fidelity = 1 }: HistoryQuery, now: number): Window {
  const known =
    interval === undefined || !Object.hasOwn(intervals, interval) ? undefined : intervals[interval]
  if (interval !== undefined && known === undefined) {
    throw filter("the 'interval' value is unknown. Known values: '1m', '1w', '1d', '6h', '1h'")
  }
  if (known !== undefined && fidelity < known.minFidelity) {
    throw filter(`minimum 'fidelity' for '${interval}' range is ${known.minFidelity}`)
  }
  if (start === undefined && end !== undefined) throw filter("'startTs' is mandatory with 'endTs'")
  if (start !== undefined) {
    if (end !== undefined && end - start > MAX_SPAN_SECONDS) throw tooLong()
    if (end === undefined && now - start * 1000 > MAX_LOOKBACK_MS) throw tooLong()
    return { from: start * 1000, to: end === undefined ? now : end * 1000, explicit: true }
  }
  if (known === undefined) throw filter("either 'startTs' or 'interval' is mandatory")
  return { from: now - known.ms, to: now, explicit: false }
}

function tooLong(): Refusal {
  return filter("'startTs' and 'endTs' interval is too long")
}

function historyOf(
  context: MockContext,
  token: Token,
  { interval, fidelity = 1 }: HistoryQuery,
  window: Window,
): readonly PointRow[] {
  const { world, now } = context
  const { market } = token
  const open = isOpen(context, market)
  const archived = fidelity >= ARCHIVE_FIDELITY
  // Presets count back from now, so a closed market only has its coarse archive.
  if (!open && !window.explicit && !archived) return []
  const from = archived && !window.explicit ? market.opensAt : Math.max(window.from, market.opensAt)
  const seed = hashText(token.id)
  const stepMs = Math.max(1, Math.floor(fidelity)) * 60_000
  const points = pricesAt(context, token, sampleInstants(world.rhythm, seed, stepMs, from, window.to))
  const repeated = interval === '1d' && fidelity === 1 ? withRepeat(points, seed) : points
  const last = open ? quoteOf(context, market, token.side) : undefined
  // A live market has one more point at the current time, even if the window ended long ago.
  const price = last?.last === undefined ? undefined : last.mid
  return price === undefined ? repeated : [...repeated, { t: Math.floor(now / 1000), p: price }]
}

/** Repeats one point on some days. */
function withRepeat(points: readonly PointRow[], seed: number): readonly PointRow[] {
  if (points.length < 2) return points
  const place = seed % points.length
  return [...points.slice(0, place + 1), ...points.slice(place)]
}
