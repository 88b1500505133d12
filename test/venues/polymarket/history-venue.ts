import type { VenueCall } from '../../../src/transport/call-types.js'
import { now } from '../../support/venue.js'
import { type Answer, json, queryOf } from '../../support/wire.js'

const SECOND = 1000
const DAY = 86_400 * SECOND
const MAX_SPAN_SECONDS = 1_296_000
const PAGE = 10_000

/** A price history as both generations hold it: one observation a minute, a few seconds after the minute. */
export interface HistoryVenue {
  /** Observations exist from here to there, epoch ms. */
  readonly from: number
  readonly to: number
  /** Oldest observation the older route still has; 'gone' when there is no such route. */
  readonly older?: number | 'gone' | undefined
  /** Distance of the older route's samples, minutes. */
  readonly olderPaceMinutes?: number
  /** The same of the newer route, which keeps its buckets by width for the documented times. */
  readonly newer?: 'alive' | 'gone' | undefined
}

const keptFor: Readonly<Record<string, number>> = { 60: 7 * DAY, 300: 60 * DAY, 1800: 90 * DAY }

/** The price of the minute that begins at `minute`. */
export function priceAt(minute: number): number {
  return 0.3 + ((minute / 60_000) % 40) / 100
}

/** Answers of both history routes over one series. */
export function historyVenue(venue: HistoryVenue): Readonly<Record<string, Answer>> {
  return {
    'GET clob/prices-history': (call: VenueCall) => olderAnswer(venue, call),
    'GET data/v2/prices-history': (call: VenueCall) => newerAnswer(venue, call),
  }
}

function olderAnswer(venue: HistoryVenue, call: VenueCall): unknown {
  if (venue.older === 'gone') return json(404, { error: 'no such route' })
  const { startTs, endTs } = queryOf(call)
  const [start, end] = [Number(startTs), Number(endTs)]
  if (end - start > MAX_SPAN_SECONDS) {
    return json(400, { error: "invalid filters: 'startTs' and 'endTs' interval is too long" })
  }
  const oldest = Math.max(venue.from, venue.older ?? venue.from, start * SECOND)
  const pace = 60 * (venue.olderPaceMinutes ?? 1)
  const samples = range(oldest, Math.min(venue.to, end * SECOND + 1), pace).map((minute) => ({
    t: minute / SECOND + 5,
    p: priceAt(minute),
  }))
  // A live market gets one more sample stamped now, wherever the window lies.
  return { history: samples.length === 0 ? [] : [...samples, { t: now / SECOND, p: 0.77 }] }
}

function newerAnswer(venue: HistoryVenue, call: VenueCall): unknown {
  if (venue.newer === 'gone') return json(410, { error: 'gone', code: 'not_found' })
  const query = queryOf(call)
  const [start, end, grain] = [Number(query['start']), Number(query['end']), Number(query['bucket_seconds'])]
  if (end - start > MAX_SPAN_SECONDS) return json(400, { error: 'window too long', code: 'invalid_request' })
  const kept = keptFor[grain]
  const oldest = Math.max(venue.from, kept === undefined ? 0 : now - kept)
  const rows = range(Math.floor(start / grain) * grain * SECOND, end * SECOND, grain)
    .filter((bucket) => bucket + grain * SECOND > oldest && bucket < venue.to && bucket >= start * SECOND)
    .map((bucket) => ({ timestamp: bucket / SECOND, price: priceAt(bucket), resolution_seconds: grain }))
  const at = Number(query['cursor'] ?? 0)
  const more = at + PAGE < rows.length
  return {
    data: rows.slice(at, at + PAGE),
    pagination: { limit: PAGE, offset: 0, has_more: more, next_cursor: more ? String(at + PAGE) : null },
  }
}

/** Multiples of the distance (seconds) in a span of ms. */
function range(from: number, to: number, seconds: number): number[] {
  const step = seconds * SECOND
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_unused, n) => first + n * step)
}
