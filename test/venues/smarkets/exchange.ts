import type { VenueCall, Wire, WireReply } from '../../../src/transport/call-types.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { now, venueContext } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { match, settledDuel } from './payloads.js'

type Row = Readonly<Record<string, unknown>>

/** What the exchange knows, in native rows. */
export interface Stock {
  readonly events: readonly Row[]
  readonly markets: readonly Row[]
  readonly contracts: readonly Row[]
  readonly prices: Readonly<Record<string, unknown>>
  readonly volumes: readonly Row[]
  readonly quotes: Readonly<Record<string, unknown>>
  /** Trades of all contracts; none without it. */
  readonly trades?: readonly Row[]
}

/** The open match and the settled duel. */
export function stock(): Stock {
  const [a, b] = [match(), settledDuel()]
  return {
    events: [...a.events, ...b.events],
    markets: [...a.markets, ...b.markets],
    contracts: [...a.contracts, ...b.contracts],
    prices: a.prices,
    volumes: a.volumes,
    quotes: a.quotes,
  }
}

/** An answer in place of the exchange's own: a body, or a status with a body. */
export type Twist = (call: VenueCall) => { status?: number; body: unknown; headers?: Row } | undefined

/** Answers the public calls out of a stock, as the documents say. */
export function exchangeWire(held: Stock, twist: Twist = () => undefined) {
  const calls: VenueCall[] = []
  const wire: Wire = {
    async send(call) {
      calls.push(call)
      const { status = 200, body, headers } = twist(call) ?? { body: answer(held, call) }
      const texts = Object.entries({ 'content-type': 'application/json', ...headers })
      const reply: WireReply = {
        status,
        text: JSON.stringify(body),
        headers: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
      }
      return reply
    },
    async close() {},
  }
  return { wire, calls }
}

function answer(held: Stock, call: VenueCall): unknown {
  const [, root, ids = '', what] = call.path.split('/')
  if (!call.path.endsWith('/')) throw new Error(`a path without its slash: ${call.path}`)
  const asked = ids.split(',')
  const having = (rows: readonly Row[], key: string) => rows.filter((row) => asked.includes(String(row[key])))
  if (root === 'events' && ids === '') return eventsPage(held.events, call)
  if (root === 'events' && what === '') return { events: having(held.events, 'id') }
  if (root === 'events' && what === 'markets') return { markets: having(held.markets, 'event_id') }
  if (root === 'contracts' && what === '') return { contracts: having(held.contracts, 'id') }
  if (root === 'contracts' && what === 'recent_trades')
    return { recent_trades: having(held.trades ?? [], 'contract_id') }
  if (root === 'search' && what === '') return found(held.events, decodeURIComponent(ids))
  if (root !== 'markets') throw new Error(`unexpected venue call: ${call.path}`)
  switch (what) {
    case '':
      return { markets: having(held.markets, 'id') }
    case 'contracts':
      return { contracts: having(held.contracts, 'market_id') }
    case 'last_executed_prices':
      return { last_executed_prices: picked(held.prices, asked) }
    case 'volumes':
      return { volumes: having(held.volumes, 'market_id') }
    case 'quotes':
      return picked(
        held.quotes,
        having(held.contracts, 'market_id').map(({ id }) => String(id)),
      )
    default:
      throw new Error(`unexpected venue call: ${call.path}`)
  }
}

function found(events: readonly Row[], query: string) {
  const fitting = events.filter(({ name }) => String(name).toLowerCase().includes(query.toLowerCase()))
  return { count: fitting.length, search_result_event_ids: fitting.map(({ id }) => id) }
}

/** The exchange without a route: it answers 404. */
export const without =
  (root: string): Twist =>
  ({ path }) =>
    path.startsWith(`/${root}/`)
      ? { status: 404, body: { error_type: 'NO_RESULTS_FOUND', data: 'no such route' } }
      : undefined

function picked(of: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(keys.flatMap((key) => (key in of ? [[key, of[key]]] : [])))
}

function eventsPage(events: readonly Row[], call: VenueCall) {
  const query = queryOf(call)
  const states = [query['state'] ?? []].flat()
  const limit = Number(query['limit'])
  const start = (event: Row) => String(event['start_datetime'])
  const wanted = events.filter(
    (event) =>
      states.includes(String(event['state'])) &&
      start(event) >= String(query['start_datetime_min'] ?? '') &&
      start(event) <= String(query['start_datetime_max'] ?? '9999'),
  )
  const last = query['pagination_last_id']
  const from = last === undefined ? 0 : wanted.findIndex(({ id }) => id === last) + 1
  const rows = wanted.slice(from, from + limit)
  const place = `pagination_last_id=${rows.at(-1)?.['id']}&pagination_last_display_order=0`
  const more = from + limit < wanted.length
  return {
    events: rows,
    pagination: {
      next_page: more ? `?state=${states[0]}&with_new_type=True&include_hidden=False&${place}` : null,
    },
  }
}

/** A context over the exchange, and what was asked of it. */
export function setUp(held: Stock = stock(), twist?: Twist, clock: FakeClock = fakeClock(now)) {
  const { wire, calls } = exchangeWire(held, twist)
  return { ctx: venueContext(smarkets, wire, clock), calls, clock }
}

/** Paths that were asked, in order. */
export function pathsOf(calls: readonly VenueCall[]): string[] {
  return calls.map((call) => call.path)
}
