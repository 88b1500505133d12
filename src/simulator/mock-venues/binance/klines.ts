import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { SPOT_BEGINS } from '../../world/prices/spot.js'
import { createRefusal, type Pair, pairOf, toFigure } from './pairs.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** The first Monday of the epoch; weeks begin on Mondays. */
const FIRST_MONDAY = 4 * DAY

/** Lengths in ms; a month has no fixed length. */
const lengths: Readonly<Record<string, number>> = {
  '1s': 1_000,
  '1m': MINUTE,
  '3m': 3 * MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '4h': 4 * HOUR,
  '6h': 6 * HOUR,
  '8h': 8 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
  '1w': WEEK,
}

const USUAL_LIMIT = 500
const MOST = 1_000

/** The boundaries of the bars of an interval. */
interface Grid {
  /** Returns the start of the bar that contains an instant. */
  floor(at: number): number
  /** Returns the start of the bar that many bars later. */
  later(start: number, bars: number): number
}

/** `GET /api/v3/klines` */
export function answerKlines(call: MockCall): Reply {
  const pair = pairOf(call)
  const { query, now } = call
  const interval = query.text('interval')
  if (interval === undefined)
    throw createRefusal(-1102, "Mandatory parameter 'interval' was not sent, was empty/null, or malformed.")
  const grid = gridOf(interval)
  const since = instantIn(call, 'startTime')
  const until = Math.min(instantIn(call, 'endTime') ?? now, now)
  const limit = query.integer('limit') ?? USUAL_LIMIT
  if (limit === 'bad' || limit < 1)
    throw createRefusal(
      -1100,
      "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
    )
  const count = Math.min(limit, MOST)
  const first = since === undefined ? grid.later(grid.floor(until), 1 - count) : ceilOn(grid, since)
  const rows: unknown[] = []
  for (let start = first; start <= until && rows.length < count; start = grid.later(start, 1)) {
    if (start >= SPOT_BEGINS) rows.push(toKline(pair, start, grid.later(start, 1), now))
    else if (since !== undefined) start = grid.later(ceilOn(grid, SPOT_BEGINS), -1)
  }
  return toJsonReply(rows)
}

function ceilOn(grid: Grid, at: number): number {
  const start = grid.floor(at)
  return start === at ? start : grid.later(start, 1)
}

function instantIn({ query }: MockCall, name: string): number | undefined {
  const value = query.integer(name)
  if (value !== 'bad') return value
  throw createRefusal(
    -1100,
    `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`,
  )
}

function gridOf(interval: string): Grid {
  if (interval === '1M') return { floor: (at) => monthsFrom(at, 0), later: monthsFrom }
  const length = Object.hasOwn(lengths, interval) ? lengths[interval] : undefined
  if (length === undefined) throw createRefusal(-1120, 'Invalid interval.')
  const begin = length === WEEK ? FIRST_MONDAY : 0
  return {
    floor: (at) => Math.floor((at - begin) / length) * length + begin,
    later: (start, bars) => start + bars * length,
  }
}

function monthsFrom(at: number, months: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

function toKline({ spot }: Pair, start: number, end: number, now: number): readonly unknown[] {
  const until = Math.max(start + 1, Math.min(end, now))
  const { open, high, low, close, volume } = spot.bar(start, until)
  const quote = volume * ((open + high + low + close) / 4)
  return [
    start,
    ...[open, high, low, close, volume].map(toFigure),
    end - 1,
    toFigure(quote),
    Math.ceil((until - start) / 100),
    toFigure(volume / 2),
    toFigure(quote / 2),
    '0',
  ]
}
