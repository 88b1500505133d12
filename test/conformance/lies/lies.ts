import { DAY_MS, HOUR_MS } from '../../../src/api/times/resolution.js'
import type { Random } from '../../../src/effects/random.js'
import type { VenueCall, WireReply } from '../../../src/transport/call-types.js'
import { findTimeRows, scalePrices, type TimeRows } from './time-rows.js'

/** What a venue may do to one of its responses. */
export const lieKinds = [
  'lag',
  'blank',
  'oldest half missing',
  'newest half missing',
  'middle missing',
  'restated',
  'malformed row',
  'repeated rows',
  'unordered rows',
  'cut body',
  'error body',
  '404',
  '400',
  '429',
  '500',
  '503',
] as const
export type LieKind = (typeof lieKinds)[number]

/** Which calls are told a lie: those for prices and trades, those for markets, or both. */
export type LieTarget = 'history' | 'markets' | 'all'

export interface Lie {
  readonly kind: LieKind
  readonly target: LieTarget
  /** Index of the step before which the lie begins. */
  readonly from: number
  /** Matching calls that are answered honestly first. */
  readonly skips: number
  /** Virtual ms; one call when absent. */
  readonly lastsMs?: number
}

/** No lie lasts longer, and no replica is further behind: looks that are further apart are independent. */
export const MAX_LIE_MS = 9 * 60_000

/** Restated prices are this share of the true ones. */
export const RESTATED = 0.9

/** Calls for prices and trades of a market, on any venue: part of host, path and body. */
const historyCalls = /candle|history|\/trades|klines|markets\/[^/]+\/events$|subgraph|\/research|\/posts\//i

export function targetOf(call: VenueCall): Exclude<LieTarget, 'all'> {
  const text = `${call.host}${call.path} ${JSON.stringify(call.body ?? '')}`
  return historyCalls.test(text.split(' ')[0] ?? '') || /candleSnapshot/.test(text) ? 'history' : 'markets'
}

/** The response in the place of an honest one. A lag is told by the wire, which asks the replica. */
export function tellLie(kind: LieKind, honest: WireReply, random: Random): WireReply {
  switch (kind) {
    case 'lag':
      return honest
    case 'blank':
      return changeRows(honest, () => [])
    case 'oldest half missing':
      return cutRows(honest, random, (place) => place >= 0.5)
    case 'newest half missing':
      return cutRows(honest, random, (place) => place < 0.5)
    case 'middle missing':
      return cutRows(honest, random, (place) => place < 1 / 3 || place >= 2 / 3)
    case 'restated':
      return changeRows(honest, ({ rows }) => rows.map((row) => scalePrices(row, RESTATED)))
    case 'malformed row':
      return changeRows(honest, ({ rows }) => spoilOne(rows, random))
    case 'repeated rows':
      return changeRows(honest, ({ rows }) => rows.flatMap((row) => [row, row]))
    case 'unordered rows':
      return changeRows(honest, ({ rows }) => shuffled(rows, random))
    case 'cut body':
      return { ...honest, text: honest.text.slice(0, Math.floor(random() * honest.text.length)) }
    case 'error body':
      return { ...refusal(200, 'internal error'), status: 200 }
    case '404':
      return refusal(404, 'not found')
    case '400':
      return refusal(400, 'bad request')
    case '429':
      return refusal(429, 'too many requests')
    case '500':
      return refusal(500, 'internal server error')
    case '503':
      return refusal(503, 'service unavailable')
  }
}

function refusal(status: number, words: string): WireReply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify({ error: words, message: words }),
  }
}

/** A body without rows stays as it is. */
function changeRows(honest: WireReply, change: (list: TimeRows) => readonly unknown[]): WireReply {
  if (honest.status !== 200) return honest
  const body: unknown = JSON.parse(honest.text)
  const lists = findTimeRows(body)
  for (const list of lists) list.replace(change(list))
  return lists.length === 0 ? honest : { ...honest, text: JSON.stringify(body) }
}

/** In an order that is drawn; a draw of 0 takes the last of those that are left, so that none leaves them as they are. */
function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const left = [...items]
  const placed: Item[] = []
  while (left.length > 0) placed.push(...left.splice(Math.floor(random() * left.length) - 1, 1))
  return placed
}

/** How far back rows are cut, ms: a page of trades may hold months of a quiet market. */
const CUT_SPANS_MS: readonly number[] = [6 * HOUR_MS, 2 * DAY_MS, Number.POSITIVE_INFINITY]

/** @param keeps whether a row stays, by its place among those that may be cut: 0 is the oldest, below 1 the newest */
function cutRows(honest: WireReply, random: Random, keeps: (place: number) => boolean): WireReply {
  const spanMs = CUT_SPANS_MS[Math.floor(random() * CUT_SPANS_MS.length)] ?? 0
  return changeRows(honest, ({ rows, times }) => {
    const from = Math.max(...times) - spanMs
    const order = times.filter((time) => time >= from).sort((a, b) => a - b)
    return rows.filter((_row, index) => {
      const time = times[index] ?? 0
      return time < from || keeps(order.indexOf(time) / order.length)
    })
  })
}

function spoilOne(rows: readonly unknown[], random: Random): readonly unknown[] {
  const spoiled = Math.floor(random() * rows.length)
  const ways = [() => null, (row: unknown) => emptied(row), (row: unknown) => [row]]
  const way = ways[Math.floor(random() * ways.length)] ?? (() => null)
  return rows.map((row, index) => (index === spoiled ? way(row) : row))
}

/** The same members or elements, each a word. */
function emptied(row: unknown): unknown {
  if (Array.isArray(row)) return row.map(() => 'n/a')
  if (typeof row !== 'object' || row === null) return 'n/a'
  return Object.fromEntries(Object.keys(row).map((name) => [name, 'n/a']))
}
