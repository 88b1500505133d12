import type { FaceContext, FaceHost, SocketTalk } from '../../face.js'
import { differences } from '../../level-changes.js'
import { json } from '../../reply.js'
import type { BookLevel, WorldBook } from '../../world/types.js'
import { levelsOf, weiOf } from './book-routes.js'
import { bookByNumber } from './lookup.js'
import type { Native } from './market-row.js'
import { type NativeMarket, nativeState } from './native-market.js'
import { bnb } from './networks.js'

/**
 * The socket of the order book (venues/myriad/README.md, "Streams"): changes of books. The channels of prices, trades,
 * orders and positions are not played.
 */
export const streamHost: FaceHost = {
  prefix: '',
  routes: [],
  notFound: () => json({ error: 'Not found' }, 404),
  socket: { path: '/ws', tickMs: 100, open: createTalk },
}

const PING_EVERY_MS = 25_000
/** Who does not answer a ping in time is disconnected; here he hears no more. */
const PONG_WITHIN_MS = 8_000

const outcomes = [0, 1] as const
type Books = readonly [WorldBook, WorldBook]

interface Subscription {
  readonly market: NativeMarket
  told: Books
}

function createTalk(context: () => FaceContext): SocketTalk {
  const subscriptions = new Map<string, Subscription>()
  let isConnected = false
  let pingedAt = context().now
  let isPongDue = false

  /** Of an order-book market that is not over. */
  function marketOf(now: FaceContext, channel: string): NativeMarket | undefined {
    const [, network, number] = /^orderbook:(\d{1,9}):(\d{1,12})$/.exec(channel) ?? []
    const market = network === String(bnb.id) ? bookByNumber(now, Number(number)) : undefined
    return market !== undefined && nativeState(market, now.now) === 'open' ? market : undefined
  }

  function subscribe(channel: string): Native {
    const now = context()
    if (subscriptions.has(channel)) return { error: { code: 105, message: 'already subscribed' } }
    const market = marketOf(now, channel)
    if (market === undefined) return { error: { code: 102, message: 'unknown channel' } }
    subscriptions.set(channel, { market, told: booksOf(now, market) })
    return { subscribe: {} }
  }

  function answer({ id, connect, channel, wants }: Command): Native {
    if (connect) {
      isConnected = true
      return {
        id,
        connect: { client: 'demo', version: '0.0.0 demo', ping: PING_EVERY_MS / 1000, pong: true },
      }
    }
    if (!isConnected || channel === undefined) return { id, error: { code: 107, message: 'bad request' } }
    if (wants === 'subscribe') return { id, ...subscribe(channel) }
    subscriptions.delete(channel)
    return { id, unsubscribe: {} }
  }

  return {
    hear(frame) {
      const lines = frame.split('\n').filter((line) => line.trim() !== '')
      const replies = lines.flatMap((line) => {
        const command = readCommand(line)
        if (command !== 'pong') return [answer(command)]
        isPongDue = false
        return []
      })
      return packed(replies)
    },
    tick() {
      const now = context()
      if (isPongDue && now.now - pingedAt > PONG_WITHIN_MS) return []
      const pushes = [...subscriptions].flatMap(([channel, subscription]) => {
        const books = booksOf(now, subscription.market)
        const changes = outcomes.flatMap((outcome) =>
          changesOf(outcome, subscription.told[outcome], books[outcome]),
        )
        subscription.told = books
        return changes.length === 0 ? [] : [publication(channel, subscription.market, now.now, changes)]
      })
      if (!isConnected || now.now - pingedAt < PING_EVERY_MS) return packed(pushes)
      pingedAt = now.now
      isPongDue = true
      return packed([...pushes, {}])
    },
  }
}

/** What is sent at once goes in one frame, a line each. */
function packed(messages: readonly Native[]): string[] {
  return messages.length === 0 ? [] : [messages.map((message) => JSON.stringify(message)).join('\n')]
}

function booksOf(now: FaceContext, { legs: [leg] }: NativeMarket): Books {
  return [levelsOf(now, leg, 0), levelsOf(now, leg, 1)]
}

function changesOf(outcome: 0 | 1, before: WorldBook, now: WorldBook): readonly Native[] {
  const rows = (side: 'bid' | 'ask', levels: readonly BookLevel[]): Native[] =>
    levels.map(({ price, size }) => ({ outcome, side, price: weiOf(price), amount: weiOf(size) }))
  return [
    ...rows('bid', differences(before.bids, now.bids)),
    ...rows('ask', differences(before.asks, now.asks)),
  ]
}

function publication(channel: string, { id }: NativeMarket, ts: number, changes: readonly Native[]): Native {
  return { push: { channel, pub: { data: { networkId: bnb.id, marketId: id, ts, changes } } } }
}

interface Command {
  readonly id: unknown
  readonly connect: boolean
  readonly wants: 'subscribe' | 'unsubscribe'
  readonly channel: string | undefined
}

/** What cannot be read is a bad request. */
function readCommand(line: string): Command | 'pong' {
  const value = parsed(line)
  if (Object.keys(value).length === 0) return 'pong'
  const wants = value['unsubscribe'] === undefined ? 'subscribe' : 'unsubscribe'
  const channel: unknown = Object(value[wants]).channel
  return {
    id: value['id'],
    connect: value['connect'] !== undefined,
    wants,
    channel: typeof channel === 'string' ? channel : undefined,
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : { unread: line }
  } catch {
    return { unread: line }
  }
}
