import { objectIn } from '../../http/parse-frame.js'
import { readQuery } from '../../http/query.js'
import { compareLevels } from '../../mock-kit/book-diff.js'
import type { MockContext, MockHost, MockRequest, SocketTalk } from '../../mock-kit/mock-venue.js'
import { listTradesSince } from '../../mock-kit/trade-feed.js'
import type { BookLevel, WorldBook, WorldMarket } from '../../world/common/types.js'
import { ACCOUNT_STREAM, openAccountStream } from './account-stream.js'
import { findContractBySymbol, hasInstrument, tradeNumberOf } from './ids.js'
import { bookOf } from './paper.js'
import { createCatalogueError } from './replies.js'
import { refuseSocket } from './signature.js'

const TICK_MS = 100
const SECOND_MS = 1_000

/**
 * The host of the engine's socket (README.md of this folder: "Socket"): differential books, best quotes and trades,
 * without a key.
 */
export const streamHost: MockHost = {
  prefix: '',
  routes: [],
  notFound: () => createCatalogueError(404, 'NOT_FOUND', 'Not found').reply,
  socket: {
    path: '/',
    tickMs: TICK_MS,
    refuse: (request, { now }) => refuseSocket(request, now),
    open: createTalk,
  },
}

/**
 * Whether full books are requested, by a negative number. A positive number of levels requests limited ones, which are
 * not implemented.
 */
function wantsSnapshots(search: MockRequest['search']): boolean {
  const wanted = readQuery(new URLSearchParams(search)).integer('snapshot') ?? 0
  return wanted !== 'bad' && wanted < 0
}

interface Stream {
  readonly market: WorldMarket
  readonly symbol: string
  readonly kind: 'depth' | 'trade' | 'bookTicker'
  readonly everyMs: number
  book: WorldBook
  /** The last sent best quotes, as rendered. */
  quotes: string
  /** The last sent sequence number. */
  last: number
  toldAt: number
}

interface Command {
  readonly id: unknown
  readonly method: string
  readonly params: readonly string[]
}

/** Streams of the venue that the simulation does not implement. */
const NOT_PLAYED = /@(?:depth(?:5|10|20)(?:@100ms)?|account|session)$|^contractStatus$/i

function createTalk(context: () => MockContext, request: MockRequest): SocketTalk {
  const sendsWhole = wantsSnapshots(request.search)
  const own = openAccountStream(context, request)
  const streams = new Map<string, Stream>()
  let toldTo = context().now
  let count = 0

  /** Returns the next sequence number of the engine; they rise across all instruments, with gaps. */
  const nextNumber = ({ now }: MockContext): number => now * 1_000 + (++count % 1_000)

  function subscribe({ id, params }: Command): string[] {
    const now = context()
    const isOwn = params.includes(ACCOUNT_STREAM)
    if (isOwn && own === undefined) return [unauthorized(id)]
    const found = params
      .filter((name) => name !== ACCOUNT_STREAM)
      .map((name) => [name, streamNamed(now, name)] as const)
    // One unknown name rejects the whole command.
    const missing = found.find(([, stream]) => stream === undefined)?.[0]
    if (missing !== undefined) return [refusal(id, missing)]
    const frames = [JSON.stringify({ id, status: 200 })]
    if (isOwn) own?.subscribe()
    for (const [name, stream] of found) {
      if (stream === undefined) continue
      streams.set(name.toLowerCase(), stream)
      stream.last = nextNumber(now)
      if (stream.kind === 'depth' && sendsWhole)
        frames.push(depthFrame(now, stream, stream.last, stream.book))
    }
    return frames
  }

  function unsubscribe({ id, params }: Command): string[] {
    for (const name of params) streams.delete(name.toLowerCase())
    if (params.includes(ACCOUNT_STREAM)) own?.unsubscribe()
    return [JSON.stringify({ id, status: 200 })]
  }

  /** Returns levels changed since the last frame; the frame begins with the last sequence number of that one. */
  function changesOf(now: MockContext, stream: Stream): string[] {
    const book = bookOf(now, stream.market)
    const changed = {
      bids: compareLevels(stream.book.bids, book.bids),
      asks: compareLevels(stream.book.asks, book.asks),
    }
    stream.book = book
    if (changed.bids.length + changed.asks.length === 0) return []
    const first = stream.last
    stream.last = nextNumber(now)
    return [depthFrame(now, stream, first, changed)]
  }

  /** Returns the best bid and ask when one of them has changed; the first check always sends them. */
  function quotesOf(now: MockContext, stream: Stream): string[] {
    const { bids, asks } = bookOf(now, stream.market)
    const members = {
      ...(bids[0] === undefined ? {} : { b: String(bids[0].price), B: String(bids[0].size) }),
      ...(asks[0] === undefined ? {} : { a: String(asks[0].price), A: String(asks[0].size) }),
    }
    const quotes = JSON.stringify(members)
    if (quotes === stream.quotes) return []
    stream.quotes = quotes
    stream.last = nextNumber(now)
    return [wide({ u: stream.last, E: nanoseconds(now.now), s: stream.symbol.toUpperCase(), ...members })]
  }

  function tradesOf(now: MockContext): string[] {
    const tapes = new Map(
      [...streams.values()]
        .filter(({ kind }) => kind === 'trade')
        .map((stream) => [stream.market.key, stream] as const),
    )
    const markets = [...tapes.values()].map(({ market }) => market)
    return listTradesSince(now, markets, toldTo).map(
      ({ market, trade: { at, sequence, price, size, takerSide } }) =>
        wide({
          E: nanoseconds(at),
          s: tapes.get(market.key)?.symbol,
          t: tradeNumberOf(market, sequence),
          p: String(price),
          q: String(size),
          m: takerSide === 'no',
        }),
    )
  }

  return {
    hear(frame) {
      const command = parsed(frame)
      if (command === undefined) return [refusal(null, 'a request')]
      switch (command.method.toLowerCase()) {
        case 'subscribe':
          return subscribe(command)
        case 'unsubscribe':
          return unsubscribe(command)
        case 'ping':
          return [JSON.stringify({ id: command.id, status: 200 })]
        case 'list_subscriptions':
          return [JSON.stringify({ id: command.id, status: 200, result: [...streams.keys()] })]
        default:
          return [notPlayed(command.id, command.method)]
      }
    },
    tick() {
      const now = context()
      const frames = [...(own?.frames() ?? []), ...tradesOf(now)]
      toldTo = now.now
      for (const stream of streams.values()) {
        if (stream.kind === 'trade' || now.now - stream.toldAt < stream.everyMs) continue
        stream.toldAt = now.now
        frames.push(...(stream.kind === 'depth' ? changesOf : quotesOf)(now, stream))
      }
      return frames
    },
  }
}

/** Returns the stream with a name, or undefined if the engine does not have the instrument, or the stream of it. */
function streamNamed(now: MockContext, name: string): Stream | undefined {
  const [, symbol = '', what = ''] = /^([^@]+)@(depth|depth@100ms|trade|bookTicker)$/i.exec(name) ?? []
  const market = findContractBySymbol(now, symbol)?.market
  if (market === undefined || !hasInstrument(now, market)) return undefined
  return {
    market,
    symbol: symbol.toLowerCase(),
    kind: kindOf(what),
    everyMs: what.toLowerCase() === 'depth' ? SECOND_MS : TICK_MS,
    book: bookOf(now, market),
    last: 0,
    quotes: '',
    toldAt: now.now,
  }
}

function kindOf(what: string): Stream['kind'] {
  const name = what.toLowerCase()
  return name === 'trade' ? 'trade' : name === 'bookticker' ? 'bookTicker' : 'depth'
}

function depthFrame(
  { now }: MockContext,
  { symbol, last }: Stream,
  first: number,
  { bids, asks }: WorldBook,
) {
  const rows = (levels: readonly BookLevel[]) =>
    levels.map(({ price, size }) => [price.toFixed(4), size.toFixed(3)])
  return wide({
    e: 'depthUpdate',
    E: nanoseconds(now),
    s: symbol,
    U: first,
    u: last,
    b: rows(bids),
    a: rows(asks),
  })
}

/** Returns digits beyond the range of a double, which {@link wide} renders as a number. */
function nanoseconds(ms: number): string {
  return `${ms}600117`
}

function wide(frame: object): string {
  return JSON.stringify(frame).replace(/"E":"(\d+)"/, '"E":$1')
}

function refusal(id: unknown, name: string): string {
  if (NOT_PLAYED.test(name)) return notPlayed(id, name)
  return JSON.stringify({ id, status: 400, error: { code: -1013, msg: `Invalid stream name: ${name}` } })
}

/** Returns the error for a socket that was opened without a key (documented). */
function unauthorized(id: unknown): string {
  return JSON.stringify({ id, status: 401, error: { code: -1002, msg: 'Authentication required' } })
}

function notPlayed(id: unknown, what: string): string {
  return JSON.stringify({ id, status: 501, error: { code: -1, msg: `The demo does not play ${what}` } })
}

function parsed(frame: string): Command | undefined {
  const { id, method, params }: Partial<Record<string, unknown>> = objectIn(frame) ?? {}
  if (typeof method !== 'string') return undefined
  return { id, method, params: Array.isArray(params) ? params.map(String) : [] }
}
