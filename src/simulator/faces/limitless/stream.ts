import { toIso } from '../../../api/instant.js'
import { HOUR_MS } from '../../../api/resolution.js'
import type { FaceContext, FaceHost, FaceRequest, SocketTalk } from '../../face.js'
import { json, Refusal } from '../../reply.js'
import type { Listed } from '../../venue-view.js'
import { hexOf, mixWide } from '../../world/hash.js'
import { stateAt, type WorldMarket } from '../../world/types.js'
import { callerOf } from './accounts.js'
import { bookOf } from './book.js'
import { bySlug } from './ids.js'
import {
  ackPacket,
  eventPacket,
  type Heard,
  JOIN_TIMEOUT_MS,
  joinedPacket,
  openPacket,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  pingPacket,
  readHeard,
  refusedPacket,
} from './socket-packets.js'

const NAMESPACE = '/markets'
const PRICES = 'subscribe_market_prices'
const ofAccounts = ['subscribe_positions', 'subscribe_transactions', 'subscribe_order_events']
const ofScores = ['subscribe_live_sports', 'subscribe_live_esports', 'subscribe_market_lifecycle']

/** The socket of books (venues/limitless/README.md, "Streams"). Scores, oracles and what accounts hear is not played. */
export const streamHost: FaceHost = {
  prefix: '',
  routes: [],
  notFound: ({ method, path }) =>
    json({ message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 }, 404),
  socket: {
    path: '/socket.io/',
    tickMs: 100,
    refuse: unlessSpoken,
    open: (context) => createTalk(context),
  },
}

/** The version of the engine must be known, and a key that is shown be right; nobody must have one. */
function unlessSpoken(request: FaceRequest, { now }: FaceContext): number | undefined {
  const query = new URLSearchParams(request.search)
  if (query.get('EIO') !== '4' || query.get('transport') !== 'websocket') return 400
  if (!hasKey(request)) return undefined
  try {
    callerOf({ request, now })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.reply.status
    throw error
  }
}

function hasKey({ headers }: FaceRequest): boolean {
  return headers['lmts-api-key'] !== undefined || headers['x-api-key'] !== undefined
}

/** A market that is subscribed, with the book that was told last, as text; undefined before the first. */
interface Told {
  readonly listed: Listed
  book: string | undefined
}

function createTalk(context: () => FaceContext): SocketTalk {
  const openedAt = context().now
  const sid = (salt: number): string => hexOf(mixWide(mixWide(context().world.seed, openedAt), salt), 10)
  const markets = new Map<string, Told>()
  let hasJoined = false
  let hasEnded = false
  let pingAt = openedAt + PING_INTERVAL_MS
  /** A pong is awaited until then. */
  let pongBy: number | undefined

  const event = (name: string, payload: unknown): string => eventPacket(NAMESPACE, name, payload)
  const exception = (message: string): string[] => [event('exception', { status: 'error', message })]

  function join(namespace: string): string[] {
    if (namespace === '/') return [joinedPacket(namespace, sid(1))]
    if (namespace !== NAMESPACE) return [refusedPacket(namespace)]
    hasJoined = true
    return [
      joinedPacket(namespace, sid(2)),
      event('system', { message: 'Successfully registered connection' }),
    ]
  }

  /** Replaces what was subscribed. A market that has traded lately is told at once, any other when it changes. */
  function subscribe(payload: unknown): string[] {
    const now = context()
    const slugs = slugsIn(payload)
    markets.clear()
    for (const slug of slugs) {
      const found = bySlug(now, slug)
      if (found === undefined || found.kind === 'group') continue
      const isActive = (now.world.lastTrade(found.market.key, now.now)?.at ?? 0) > now.now - HOUR_MS
      markets.set(slug, { listed: found, book: isActive ? undefined : bookText(now, found.market) })
    }
    const message = 'Successfully subscribed to market price updates'
    return [event('system', { message, markets: slugs }), ...books(now)]
  }

  function books(now: FaceContext): string[] {
    return [...markets].flatMap(([marketSlug, told]) => {
      const { market } = told.listed
      const text = bookText(now, market)
      if (text === undefined || text === told.book) return []
      told.book = text
      const { maxSpread, minSize, ...rest } = bookOf(now, market)
      const orderbook = { ...rest, maxSpread: Number(maxSpread), minSize: Number(minSize) }
      return [
        event('orderbookUpdate', {
          marketSlug,
          orderbook,
          version: Math.floor((now.now - VERSIONS_FROM) / 10),
          timestamp: toIso(now.now),
        }),
      ]
    })
  }

  function resolutions(now: FaceContext): string[] {
    return [...markets].flatMap(([slug, { listed }]) => {
      const { market } = listed
      if (stateAt(market, now.now) !== 'resolved') return []
      markets.delete(slug)
      // How a draw is told is not documented.
      if (market.payout === 0.5) return []
      const [winningOutcome, winningIndex] = market.payout === 1 ? ['YES', 0] : ['NO', 1]
      const resolutionDate = toIso(market.resolvesAt)
      const told = event('marketResolved', {
        slug,
        type: 'CLOB',
        winningOutcome,
        winningIndex,
        resolutionDate,
      })
      // Three copies of it were seen.
      return [told, told, told]
    })
  }

  function unsubscribe(payload: unknown): object {
    if (Object(payload)['channel'] !== PRICES) return { error: 'Unknown channel' }
    for (const slug of slugsIn(payload)) markets.delete(slug)
    return {}
  }

  function answer({ name, payload, ack }: Extract<Heard, { kind: 'event' }>): string[] {
    if (name === PRICES) return subscribe(payload)
    if (name === 'unsubscribe') {
      const answered = unsubscribe(payload)
      return ack === undefined ? [] : [ackPacket(NAMESPACE, ack, answered)]
    }
    if (ofAccounts.includes(name) || ofScores.includes(name))
      return exception(`not played by the demo venue: ${name}`)
    // Events that nobody listens to are not answered.
    return []
  }

  return {
    greet: () => [openPacket(sid(0))],
    hear(frame) {
      const heard = readHeard(frame)
      if (heard.kind === 'pong') {
        pongBy = undefined
        pingAt = context().now + PING_INTERVAL_MS
        return []
      }
      if (heard.kind === 'join') return join(heard.namespace)
      // Who speaks to a namespace without being in it is left.
      if (heard.kind === 'event' && heard.namespace === NAMESPACE && hasJoined) return answer(heard)
      hasEnded = true
      return []
    },
    tick() {
      const now = context()
      const isLate = pongBy !== undefined && now.now >= pongBy
      if (isLate || (!hasJoined && now.now >= openedAt + JOIN_TIMEOUT_MS)) {
        hasEnded = true
        return []
      }
      const frames = [...books(now), ...resolutions(now)]
      if (pongBy !== undefined || now.now < pingAt) return frames
      pongBy = now.now + PING_TIMEOUT_MS
      return [...frames, pingPacket]
    },
    hasEnded: () => hasEnded,
  }
}

/** The venue counts the books of all markets; here the count goes with time. */
const VERSIONS_FROM = Date.UTC(2021, 0, 1)

/** What tells one book of a market from another; undefined for one that has closed. */
function bookText(now: FaceContext, market: WorldMarket): string | undefined {
  return stateAt(market, now.now) === 'open' ? JSON.stringify(bookOf(now, market)) : undefined
}

function slugsIn(payload: unknown): readonly string[] {
  const slugs: unknown = Object(payload)['marketSlugs']
  return Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : []
}
