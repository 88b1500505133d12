import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { envelope, nativeMarket, nativeOrder, nativeTrade } from './payloads.js'
import { owner } from './set-up.js'

/**
 * A small venue with a market of each protocol under one title in one event, over real HTTP and a real socket. Ids of v2
 * are those of a canary market, recorded on 2026-10-05 (github.com/adriancova/polymarket-bot-v2); those of its twin of an
 * up/down market of the same day.
 */

/** Its condition as Gamma documents it, and as the other hosts want it. */
export const short = `0x017791f201d5a788e0039e511fc1900e5f${'0'.repeat(28)}`
export const long = `${short}00`
export const up = '663574927012476832975694178961957910328055987427402067619466963999000625152'
export const down = '663574927012476832975694178961957910328055987427402067619466963999000625153'

export const twin = {
  condition: '0xcd5f9f505e0c0182746aa65963f72f01e7463259e5ea9f56672c0fe3a37f348a',
  up: '25070934348813416902477876984955073880416401960631253331845590271167412497744',
  down: '111614563957165270026378011809694313565736745512637881727398424401624030147043',
}
/** A second market of v2, whose row has tokens of the CTF beside its positions. */
export const both = {
  condition: `0x02${'7b'.repeat(16)}0003${'0'.repeat(16)}00000001`,
  token: '52114319501245915516055106046884209969926127482827954674443846427813813222426',
  get yes() {
    return String(BigInt(`${this.condition}00`))
  },
  get no() {
    return String(BigInt(`${this.condition}01`))
  },
}

type Row = Record<string, unknown> & { readonly id: string; readonly conditionId: string }

const common = {
  question: 'Bitcoin Up or Down - October 5, 7:00PM-7:15PM ET',
  outcomes: '["Up", "Down"]',
  outcomePrices: '["0.505", "0.495"]',
  groupItemTitle: '',
  negRisk: false,
  negRiskMarketID: undefined,
  orderPriceMinTickSize: 0.01,
  umaResolutionStatuses: undefined,
}
const rows: readonly Row[] = [
  nativeMarket({
    ...common,
    id: '7000001',
    slug: 'v2-new-form',
    version: 'v2',
    conditionId: short,
    clobTokenIds: null,
    positionIds: [up, down],
    resolutionStatus: 'active',
  }),
  nativeMarket({
    ...common,
    id: '7000002',
    slug: 'v1-twin',
    version: 'v1',
    conditionId: twin.condition,
    clobTokenIds: JSON.stringify([twin.up, twin.down]),
    // About a third of the open markets of v1 show positions as well: no book knows them.
    positionIds: [up, down],
  }),
  nativeMarket({
    ...common,
    id: '7000003',
    slug: 'v2-both-lists',
    version: 'v2',
    conditionId: both.condition,
    clobTokenIds: JSON.stringify([both.token, '9'.repeat(77)]),
    positionIds: [both.yes, both.no],
  }),
]
const event = {
  id: '990001',
  slug: 'twins',
  title: 'Bitcoin Up or Down',
  closed: false,
  volume24hr: 5,
  tags: [],
}

/** What the venue is told to be, and what it was asked. */
export interface ProtocolVenue {
  /** URLs of its hosts, as the settings take them. */
  readonly hosts: Readonly<Record<string, string>>
  /** What `version` of the market of v2 is; 'none' for a row without. */
  version: unknown
  /** Widths of conditions that the market list knows. */
  widths: readonly number[]
  /** Whether the list knows the filter of positions, or who does; otherwise it answers with its first page. */
  knowsPositions: 'list' | 'tokens' | 'order book' | 'nobody'
  /** What answers `POST /order` in the place of a success. */
  refusal: { readonly status: number; readonly body: unknown } | undefined
  /** Millionths: what is told, and what is told once the venue was made to look at it. */
  balance: string
  refreshed: string
  allowances: Record<string, string>
  /** Each as `METHOD host/path?query`, and the bodies of what was sent. */
  readonly calls: string[]
  readonly bodies: Record<string, unknown>[]
  /** Assets that the socket was told of. */
  readonly subscribed: string[]
  close(): Promise<void>
}

interface Asked {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

interface Answered {
  readonly status: number
  readonly body: unknown
}

const ok = (body: unknown): Answered => ({ status: 200, body })
const missing = (error: string): Answered => ({ status: 404, body: { error } })

export async function startProtocolVenue(): Promise<ProtocolVenue> {
  const calls: string[] = []
  const bodies: Record<string, unknown>[] = []
  const subscribed: string[] = []
  const orders = new Map<string, Record<string, unknown>>()
  const server = createServer((incoming, reply) => {
    void asked(incoming).then((call) => {
      calls.push(`${call.method} ${call.host}${call.path}?${call.query}`)
      const { status, body } = answer(call)
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  const sockets = new WebSocketServer({ server, path: '/ws/market' })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const said = String(data)
      if (said === 'PING') return socket.send('PONG')
      const ids = (JSON.parse(said) as { assets_ids: string[]; operation?: string }).assets_ids
      subscribed.push(...ids)
      socket.send(JSON.stringify(ids.map((id) => ({ ...bookOf(id), event_type: 'book' }))))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const venue: ProtocolVenue = {
    hosts: {
      gamma: `http://127.0.0.1:${port}/gamma`,
      clob: `http://127.0.0.1:${port}/clob`,
      data: `http://127.0.0.1:${port}/data`,
      stream: `http://127.0.0.1:${port}`,
    },
    version: 'v2',
    widths: [62, 64],
    knowsPositions: 'list',
    refusal: undefined,
    balance: '1000000000',
    refreshed: '7000000',
    allowances: {},
    calls,
    bodies,
    subscribed,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function rowsNow(): readonly Row[] {
    const [first, ...others] = rows
    if (first === undefined) return others
    const { version: _version, ...rest } = first
    return [venue.version === 'none' ? rest : { ...first, version: venue.version }, ...others]
  }

  function tokens(id: string): Answered {
    if (venue.knowsPositions !== 'tokens') return missing('no such route')
    const told = { token_id: id, condition_id: long, module: 'binary', market_slug: 'v2-new-form' }
    return ok({ data: isTraded(id) ? [told] : [] })
  }

  function answer(call: Asked): Answered {
    if (call.path === '/v2/tokens') return tokens(call.query.get('token_id') ?? '')
    const hosts: Readonly<Record<string, (call: Asked) => Answered>> = { gamma, clob, data }
    return hosts[call.host]?.(call) ?? missing('no such host')
  }

  function gamma({ path, query }: Asked): Answered {
    if (path === '/markets/keyset') return ok({ markets: listed(query) })
    if (path === '/events/keyset')
      return ok({ events: query.get('closed') === 'true' ? [] : [{ ...event, markets: rowsNow() }] })
    const id = path.split('/').at(-1)
    if (path === `/events/${event.id}` || path === `/events/slug/${event.slug}`)
      return ok({ ...event, markets: rowsNow() })
    const row = rowsNow().find((one) => one.id === id || one['slug'] === id)
    return row !== undefined && path.startsWith('/markets/') ? ok(row) : missing('id not found')
  }

  function listed(query: URLSearchParams): readonly Row[] {
    if (query.get('closed') === 'true') return []
    const filters: Readonly<Record<string, (row: Row, id: string) => boolean>> = {
      id: (row, id) => row.id === id,
      slug: (row, id) => row['slug'] === id,
      clob_token_ids: (row, id) => String(row['clobTokenIds']).includes(id),
      position_ids: (row, id) => (row['positionIds'] as string[] | undefined)?.includes(id) === true,
      condition_ids: (row, id) =>
        venue.widths.includes(id.length - 2) && (row.conditionId === id || `${row.conditionId}00` === id),
    }
    for (const [name, fits] of Object.entries(filters)) {
      const ids = query.getAll(name)
      if (name === 'position_ids' && ids.length > 0 && venue.knowsPositions !== 'list')
        return rowsNow().slice(2)
      if (ids.length > 0) return rowsNow().filter((row) => ids.some((id) => fits(row, id)))
    }
    return rowsNow()
  }

  const clobRoutes: Readonly<Record<string, (call: Asked) => Answered>> = {
    '/version': () => ok({ version: 2 }),
    '/book': ({ query }) => {
      const id = query.get('token_id') ?? ''
      return isTraded(id) ? ok(bookOf(id)) : missing('No orderbook exists for the requested token id')
    },
    '/books': ({ body }) =>
      ok((JSON.parse(body) as { token_id: string }[]).map(({ token_id }) => bookOf(token_id))),
    '/neg-risk': () => ok({ neg_risk: false }),
    '/balance-allowance': () => ok({ balance: venue.balance, allowances: venue.allowances }),
    '/balance-allowance/update': () => {
      venue.balance = venue.refreshed
      return ok(undefined)
    },
    '/data/orders': () => ok({ data: [], next_cursor: 'LTE=' }),
    '/data/trades': () => ok({ data: [nativeTrade({ market: long, asset_id: up })], next_cursor: 'LTE=' }),
    '/order': orderRoute,
  }

  function clob(call: Asked): Answered {
    const [, matter = '', id = ''] =
      /^\/(clob-markets|data\/order|markets-by-token)\/(\w+)$/.exec(call.path) ?? []
    if (matter === 'clob-markets') return termsOf(id)
    if (matter === 'data/order') return ok(orders.get(id) ?? null)
    if (matter !== '') {
      const isKnown = venue.knowsPositions === 'order book' && isTraded(id)
      return isKnown ? ok({ condition_id: traded[id], primary_token_id: id }) : missing('market not found')
    }
    return clobRoutes[call.path]?.(call) ?? missing('not found')
  }

  function orderRoute({ method, body }: Asked): Answered {
    const sent = JSON.parse(body) as Record<string, unknown>
    bodies.push(sent)
    if (method === 'DELETE') return ok({ canceled: [sent['orderID']], not_canceled: {} })
    if (venue.refusal !== undefined) return venue.refusal
    const id = `0x${String(bodies.length).padStart(64, 'a')}`
    const { tokenId } = sent['order'] as { readonly tokenId: string }
    const market = tokenId === up ? long : twin.condition
    orders.set(id, nativeOrder({ id, market, asset_id: tokenId, original_size: '10' }))
    const empty = { makingAmount: '', takingAmount: '', transactionsHashes: [], tradeIDs: [] }
    return ok({ success: true, errorMsg: '', orderID: id, status: 'live', ...empty })
  }

  return venue
}

const traded: Readonly<Record<string, string>> = {
  [up]: long,
  [down]: long,
  [twin.up]: twin.condition,
  [twin.down]: twin.condition,
}
const isTraded = (id: string): boolean => Object.hasOwn(traded, id)

/** A level on each side; only books of v2 say their protocol, and the two markets have other prices. */
function bookOf(id: string): Record<string, unknown> {
  const isSecond = traded[id] === long
  return {
    market: traded[id],
    asset_id: id,
    timestamp: '1795262400000',
    hash: 'fc3846cab0c35a0977b6e5f605a4e5ff0d0b2277',
    bids: [{ price: isSecond ? '0.48' : '0.62', size: '100' }],
    asks: [{ price: isSecond ? '0.52' : '0.66', size: '100' }],
    min_order_size: '5',
    tick_size: '0.01',
    neg_risk: false,
    last_trade_price: '',
    ...(isSecond ? { version: 'v2' } : {}),
  }
}

/** The short condition is no market to this host. */
function termsOf(condition: string): Answered {
  const terms = { mos: 5, mts: 0.01, mbf: 1000, tbf: 1000, ao: true, fd: { r: 0.07, e: 1, to: true } }
  const named = (t: readonly string[], v: string) => ({
    c: condition,
    t: t.map((id) => ({ t: id })),
    v,
    ...terms,
  })
  if (condition === long) return ok(named([up, down], 'v2'))
  if (condition === twin.condition) return ok(named([twin.up, twin.down], 'v1'))
  return missing('market not found')
}

/** Trades of the short condition are none, with status 200. */
function data({ path, query }: Asked): Answered {
  const condition = query.get('condition')
  if (path === '/v2/trades') {
    const token_id = condition === long ? up : twin.up
    const isKnown = condition === long || condition === twin.condition
    const row = {
      token_id,
      condition_id: condition,
      side: 'BUY',
      size: 12,
      price: 0.5,
      timestamp: 1795262000,
    }
    return ok(envelope(isKnown ? [{ ...row, transaction_hash: '0x77' }] : []))
  }
  if (path === '/v2/positions')
    return ok(envelope([positionOf(up, long, 12.5), positionOf(twin.up, twin.condition, 3)]))
  if (path === '/v2/prices-history') {
    const start = Number(query.get('start'))
    const isKnown = isTraded(query.get('token_id') ?? '') && query.get('bucket_seconds') === '60'
    const points = Array.from({ length: 30 }, (_unused, n) => ({
      timestamp: start + 60 * n,
      price: 0.4 + n / 1000,
      resolution_seconds: 60,
    }))
    return ok(envelope(isKnown ? points : []))
  }
  return missing('no such route')
}

function positionOf(token_id: string, condition_id: string, current_size: number) {
  const prices = { avg_price: 0.4, current_price: 0.505, current_value: 6.3 }
  return {
    token_id,
    condition_id,
    current_size,
    ...prices,
    unrealized_pnl: 1.3,
    realized_pnl: 0,
    outcome: 'Up',
  }
}

async function asked(incoming: IncomingMessage): Promise<Asked> {
  const url = new URL(incoming.url ?? '/', 'http://venue')
  const [, host = '', ...rest] = url.pathname.split('/')
  const body = await text(incoming)
  const path = `/${rest.join('/')}`
  return { method: incoming.method ?? '', host, path, query: url.searchParams, body }
}

/** Of the account in the tests. */
export const maker = owner
