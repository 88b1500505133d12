import { refusalOf, toJsonReply } from '../../http/reply.js'
import type { MockContext, MockHost, MockRequest, SocketTalk } from '../../mock-kit/mock-venue.js'
import { hexOf, mixWide } from '../../world/common/hash.js'
import { callerOf } from './accounts.js'
import type { Feed, SocketEvent } from './feeds.js'
import { createLifecycleFeed } from './lifecycle-feed.js'
import { createOrderFeed, createTransactionFeed } from './order-feed.js'
import { createPriceFeed } from './price-feed.js'
import {
  type ClientPacket,
  JOIN_TIMEOUT_MS,
  openPacket,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  parseClientPacket,
  pingPacket,
  toAckPacket,
  toEventPacket,
  toJoinedPacket,
  toRefusedPacket,
} from './socket-packets.js'

const NAMESPACE = '/markets'
const PRICES = 'subscribe_market_prices'
const unplayed = ['subscribe_positions', 'subscribe_live_sports', 'subscribe_live_esports']

/** Opens a subscription, or undefined if it requires a wallet and the connection has none. */
type Opener = (now: MockContext, wallet: string | undefined) => Feed | undefined

const openers: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  [
    'subscribe_order_events',
    (now, wallet) => (wallet === undefined ? undefined : createOrderFeed(wallet, now)),
  ],
  [
    'subscribe_transactions',
    (now, wallet) => (wallet === undefined ? undefined : createTransactionFeed(wallet, now)),
  ],
  ['subscribe_market_lifecycle', createLifecycleFeed],
])

/** The host of the socket (README.md, "Socket"). */
export const streamHost: MockHost = {
  prefix: '',
  routes: [],
  notFound: ({ method, path }) =>
    toJsonReply({ message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 }, 404),
  socket: {
    path: '/socket.io/',
    tickMs: 100,
    refuse: unlessSpoken,
    open: createTalk,
  },
}

/** Checks the protocol version, and the key if there is one; a key is not required. */
function unlessSpoken(request: MockRequest, { now }: MockContext): number | undefined {
  const query = new URLSearchParams(request.search)
  if (query.get('EIO') !== '4' || query.get('transport') !== 'websocket') return 400
  return hasKey(request) ? refusalOf(() => callerOf({ request, now })) : undefined
}

function hasKey({ headers }: MockRequest): boolean {
  return headers['lmts-api-key'] !== undefined || headers['x-api-key'] !== undefined
}

function createTalk(context: () => MockContext, request: MockRequest): SocketTalk {
  const openedAt = context().now
  const wallet = hasKey(request) ? callerOf({ request, now: openedAt }) : undefined
  const sid = (salt: number): string => hexOf(mixWide(mixWide(context().world.seed, openedAt), salt), 10)
  const prices = createPriceFeed()
  const feeds = new Map<string, Feed>()
  let hasJoined = false
  let hasEnded = false
  let pingAt = openedAt + PING_INTERVAL_MS
  /** Deadline of the pong. */
  let pongBy: number | undefined

  const event = (name: string, payload: unknown): string => toEventPacket(NAMESPACE, name, payload)
  const exception = (message: string): string[] => [event('exception', { status: 'error', message })]

  function join(namespace: string): string[] {
    if (namespace === '/') return [toJoinedPacket(namespace, sid(1))]
    if (namespace !== NAMESPACE) return [toRefusedPacket(namespace)]
    hasJoined = true
    return [
      toJoinedPacket(namespace, sid(2)),
      event('system', { message: 'Successfully registered connection' }),
    ]
  }

  const frames = (told: readonly SocketEvent[]): string[] =>
    told.map(([name, payload]) => event(name, payload))

  function unsubscribe(payload: unknown): object {
    const channel: unknown = Object(payload)['channel']
    if (channel === PRICES) prices.leave(slugsIn(payload))
    else if (typeof channel === 'string' && openers.has(channel)) feeds.delete(channel)
    else return { error: 'Unknown channel' }
    return {}
  }

  function answer({ name, payload, ack }: Extract<ClientPacket, { kind: 'event' }>): string[] {
    const now = context()
    if (name === PRICES) return frames(prices.subscribe(now, slugsIn(payload)))
    if (name === 'unsubscribe') {
      const answered = unsubscribe(payload)
      return ack === undefined ? [] : [toAckPacket(NAMESPACE, ack, answered)]
    }
    if (name === 'unsubscribe_market_lifecycle') feeds.delete('subscribe_market_lifecycle')
    if (unplayed.includes(name)) return exception(`501 not implemented by the mock venue: ${name}`)
    const open = openers.get(name)
    // Unknown events have no response.
    if (open === undefined) return []
    const feed = open(now, wallet)
    if (feed === undefined) return exception('Unauthorized')
    feeds.set(name, feed)
    return []
  }

  return {
    greet: () => [openPacket(sid(0))],
    hear(frame) {
      const heard = parseClientPacket(frame)
      if (heard.kind === 'pong') {
        pongBy = undefined
        pingAt = context().now + PING_INTERVAL_MS
        return []
      }
      if (heard.kind === 'join') return join(heard.namespace)
      // A client that sends to a namespace without having joined it is disconnected.
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
      const news = [prices, ...feeds.values()].flatMap((feed) => frames(feed.tick(now)))
      if (pongBy !== undefined || now.now < pingAt) return news
      pongBy = now.now + PING_TIMEOUT_MS
      return [...news, pingPacket]
    },
    hasEnded: () => hasEnded,
  }
}

function slugsIn(payload: unknown): readonly string[] {
  const slugs: unknown = Object(payload)['marketSlugs']
  return Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : []
}
