import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../api/times/resolution.js'
import { type Reply, toJsonReply } from '../../../http/reply.js'
import type { MockCall, MockContext, Route } from '../../../mock-kit/mock-venue.js'
import { priceFor } from '../../../mock-kit/yes-no-sides.js'
import { stateAt } from '../../../world/common/types.js'
import { findByToken, type Token } from '../ids.js'
import { pricesAt } from '../price-points.js'
import {
  createV2Route,
  readAliased,
  readWholeParameter,
  signCursor,
  toPageReply,
  V2Problem,
  verifyCursor,
} from './parameters.js'

/** Routes of the second-generation price history. */
export const dataHistoryRoutes: readonly Route[] = [createV2Route('/v2/prices-history', history)]

const MAX_SPAN_SECONDS = 15 * 86_400
const MAX_ROWS = 10_000
/** Without an explicit width a window uses the finest grain with fewer rows than this. */
const WANTED_ROWS = 2_500

/** Stored grains in seconds, finest first, with their retention. */
const grains = [
  { seconds: 60, keptMs: 7 * DAY_MS },
  { seconds: 300, keptMs: 60 * DAY_MS },
  { seconds: 1_800, keptMs: 90 * DAY_MS },
  { seconds: 10_800, keptMs: Number.POSITIVE_INFINITY },
  { seconds: 43_200, keptMs: Number.POSITIVE_INFINITY },
] as const

const intervals: Readonly<
  Record<string, { readonly ms: number; readonly width: number; readonly floor: number }>
> = {
  '1h': { ms: HOUR_MS, width: 60, floor: 60 },
  '6h': { ms: 6 * HOUR_MS, width: 60, floor: 60 },
  '1d': { ms: DAY_MS, width: 60, floor: 60 },
  '1w': { ms: WEEK_MS, width: 300, floor: 300 },
  '1m': { ms: 30 * DAY_MS, width: 1_800, floor: 600 },
  max: { ms: Number.POSITIVE_INFINITY, width: 43_200, floor: 600 },
  all: { ms: Number.POSITIVE_INFINITY, width: 43_200, floor: 600 },
}

interface Row {
  readonly timestamp: number
  readonly price: number
  /** 0 for an exact tick. */
  readonly resolution_seconds: number
}

function history(call: MockCall): Reply {
  const id = readAliased(call, 'token_id', 'tokenId')
  if (id === undefined) throw new V2Problem('token_id is required', 'token_id')
  const limit = readWholeParameter(call, MAX_ROWS, MAX_ROWS, 'limit')
  const asOf = readAliased(call, 'as_of', 'asOf')
  const token = findByToken(call, id)
  if (asOf !== undefined) return latest(call, token, seconds(asOf, 'as_of'))
  const window = windowOf(call)
  const rows = token === undefined ? [] : rowsOf(call, token, window)
  const cursor = call.query.text('cursor')
  const after = cursor === undefined ? undefined : Number(verifyCursor('prices_history', cursor)['ts'])
  const left = after === undefined ? rows : rows.filter((row) => row.timestamp > after)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  const more = last !== undefined && page.length < left.length
  return toPageReply(page, limit, more ? cursorAfter(limit, last) : undefined)
}

function cursorAfter(limit: number, row: Row): string {
  const params = { l: limit, ts: row.timestamp, sq: String(row.resolution_seconds), d: 2 }
  return signCursor('prices_history', params)
}

/** Returns the latest observation at or before an instant. */
function latest(call: MockCall, token: Token | undefined, asOfSeconds: number): Reply {
  const at = Math.min(asOfSeconds * 1000, call.now)
  const trade = token === undefined ? undefined : call.world.lastTrade(token.market.key, at)
  if (token === undefined || trade === undefined) return toJsonReply({ data: [] })
  return toPageReply([tick(token, trade.at, trade.price)], MAX_ROWS, undefined)
}

interface Window {
  /** Epoch ms; `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** Seconds; the width in the query, or one that fits. */
  readonly width: number
  readonly explicitWidth: boolean
}

function windowOf(call: MockCall): Window {
  const { query, now } = call
  const [start, end, interval] = [query.text('start'), query.text('end'), query.text('interval')]
  const width = widthOf(call)
  if (query.has('interval') && interval === undefined)
    throw new V2Problem('interval must not be empty', 'interval')
  if (interval !== undefined && start !== undefined) {
    throw new V2Problem('start and interval are mutually exclusive', 'interval')
  }
  if (interval !== undefined) return intervalWindow(interval, width, now)
  if (start === undefined) {
    throw end === undefined
      ? new V2Problem('one of start, interval or as_of is required', 'start')
      : new V2Problem('end needs start', 'end')
  }
  const from = seconds(start, 'start')
  const to = end === undefined ? Math.floor(now / 1000) + 1 : seconds(end, 'end')
  if (to - from > MAX_SPAN_SECONDS)
    throw new V2Problem('the window must not exceed 15 days', end === undefined ? 'start' : 'end')
  const bounds = { from: from * 1000, to: Math.min(to * 1000, now + 1) }
  return width === undefined
    ? { ...bounds, width: fittingGrain(bounds.from, (to - from) * 1000, now), explicitWidth: false }
    : { ...bounds, width, explicitWidth: true }
}

function seconds(text: string, parameter: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new V2Problem(`${parameter} must be epoch seconds`, parameter)
  return value
}

function widthOf(call: MockCall): number | undefined {
  const text = readAliased(call, 'bucket_seconds', 'bucketSeconds')
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 60 || value > 86_400) {
    throw new V2Problem('bucket_seconds must be between 60 and 86400', 'bucket_seconds')
  }
  return value
}

/** `max` and `all` cover the time since the listing for the two permanent grains, else 30 days. */
function intervalWindow(name: string, asked: number | undefined, now: number): Window {
  const known = Object.hasOwn(intervals, name) ? intervals[name] : undefined
  if (known === undefined) throw new V2Problem('interval is unknown', 'interval')
  const width = asked ?? known.width
  if (width < known.floor) {
    throw new V2Problem(`bucket_seconds must be at least ${known.floor} for this interval`, 'bucket_seconds')
  }
  const permanent = width === 10_800 || width === 43_200
  const spanMs = known.ms === Number.POSITIVE_INFINITY && !permanent ? 30 * DAY_MS : known.ms
  return { from: Math.max(0, now - spanMs), to: now + 1, width, explicitWidth: true }
}

/** Returns the finest grain with few enough rows that covers the start of the window; minutes only for half a day. */
function fittingGrain(from: number, spanMs: number, now: number): number {
  const fits = grains.find(
    ({ seconds: width, keptMs }) =>
      spanMs / 1000 / width <= WANTED_ROWS && now - from <= keptMs && (width > 60 || spanMs <= 12 * HOUR_MS),
  )
  return fits?.seconds ?? 43_200
}

/** Returns the stored grain from which a width is served. */
function grainFor(width: number): (typeof grains)[number] {
  return grains.findLast(({ seconds: stored }) => stored <= width) ?? grains[0]
}

/**
 * Returns buckets named by their start, each with its last price. The settlement follows (resolved markets), or the
 * latest tick of the window.
 */
function rowsOf(call: MockContext, token: Token, window: Window): readonly Row[] {
  const { world, now } = call
  const { market } = token
  const stepMs = window.width * 1000
  const kept = now - grainFor(window.width).keptMs
  const from = Math.max(window.from, kept, market.opensAt - stepMs)
  const end = Math.min(window.to, market.closesAt)
  const opens: number[] = []
  for (let open = Math.ceil(from / stepMs) * stepMs; open < end; open += stepMs) opens.push(open)
  const closes = opens.map((open) => Math.min(open + stepMs, end) - 1)
  const points = pricesAt(call, token, closes)
  // Prices begin with the first trade, so the points belong to the last buckets.
  const skipped = opens.length - points.length
  const rows = points.map(({ p }, index): Row => {
    const open = opens[index + skipped] ?? 0
    return { timestamp: open / 1000, price: p, resolution_seconds: grainFor(window.width).seconds }
  })
  const last = rows.at(-1)
  if (last === undefined) return rows
  const reachesClose = window.to > market.closesAt && end === market.closesAt
  if (reachesClose && stateAt(market, now) === 'resolved') {
    const settled = priceFor(token.side, market.payout)
    return [...rows, { timestamp: last.timestamp + window.width, price: settled, resolution_seconds: 0 }]
  }
  const trade = world.lastTrade(market.key, end - 1)
  const terminal = trade === undefined ? undefined : tick(token, trade.at, trade.price)
  return terminal === undefined || terminal.timestamp <= last.timestamp ? rows : [...rows, terminal]
}

function tick(token: Token, at: number, price: number): Row {
  return { timestamp: Math.floor(at / 1000), price: priceFor(token.side, price), resolution_seconds: 0 }
}
