import type { FaceContext, FaceHost, SocketTalk } from '../../face.js'
import { Refusal, text } from '../../reply.js'
import { objectIn } from '../../said.js'
import { tradesSince } from '../../trade-feed.js'
import { readBody } from './body.js'
import { bookOfCoin } from './book.js'
import { type Coin, coinByName } from './ids.js'
import { newestTrades, rowOf } from './tape.js'

/** Who says nothing for so long is left (venues/hyperliquid/README.md, "Streams"). */
const SILENCE_MS = 60_000
/** Trades before a subscription that its first message holds. */
const HISTORY = 30

/** The socket of books and trades; what else the exchange tells on it is not played. */
export const streamHost: FaceHost = {
  prefix: '',
  routes: [],
  notFound: () => text('', 404),
  socket: { path: '/ws', tickMs: 100, open: createTalk },
}

interface Subscription {
  readonly type: 'l2Book' | 'trades'
  readonly name: string
  readonly coin: Coin
  /** As the client has said it. */
  readonly said: Readonly<Record<string, unknown>>
  /** The levels that were told last. */
  levels: string
}

function createTalk(context: () => FaceContext): SocketTalk {
  const subscriptions = new Map<string, Subscription>()
  let heardAt = context().now
  /** Trades up to then have been told, epoch ms. */
  let toldTo = heardAt

  const fail = (words: string, said: unknown): string[] => [
    message('error', `${words}: ${JSON.stringify(said)}`),
  ]

  function subscribe(said: Subscription['said'], now: FaceContext): string[] {
    const { type, coin: name } = said
    const coin = typeof name === 'string' ? coinByName(now, name) : undefined
    if ((type !== 'l2Book' && type !== 'trades') || typeof name !== 'string' || coin === undefined)
      return fail('Invalid subscription', said)
    const subscription: Subscription = { type, name, coin, said, levels: '' }
    if (subscriptions.has(keyOf(subscription))) return fail('Already subscribed', said)
    subscriptions.set(keyOf(subscription), subscription)
    if (type === 'trades') {
      const past = newestTrades(now, subscription, HISTORY).toReversed()
      return [acknowledged('subscribe', said), ...(past.length === 0 ? [] : [message('trades', past)])]
    }
    const whole = {
      ...said,
      nSigFigs: said['nSigFigs'] ?? null,
      mantissa: said['mantissa'] ?? null,
      fast: false,
    }
    return [acknowledged('subscribe', whole), ...bookOf(subscription, now)]
  }

  function bookOf(subscription: Subscription, now: FaceContext): string[] {
    const { name, coin, said } = subscription
    const book = bookOfCoin(now, { name, coin, ...figuresIn(said) })
    if (book === null) return []
    const levels = JSON.stringify(book.levels)
    if (levels === subscription.levels) return []
    subscription.levels = levels
    return [message('l2Book', book)]
  }

  function tradesOf({ name, coin }: Subscription, now: FaceContext): string[] {
    const { market } = coin.outcome
    if (market === undefined) return []
    const rows = tradesSince(now, [market], toldTo).map(({ trade }) => rowOf(name, coin.side, market, trade))
    return rows.length === 0 ? [] : [message('trades', rows)]
  }

  function unsubscribe(said: Subscription['said']): string[] {
    const { type, coin } = said
    if (!subscriptions.delete(`${String(type)} ${String(coin)}`)) return fail('Already unsubscribed', said)
    return [acknowledged('unsubscribe', said)]
  }

  return {
    hear(frame) {
      const now = context()
      heardAt = now.now
      const said = objectIn(frame)
      if (said?.['method'] === 'ping') return [JSON.stringify({ channel: 'pong' })]
      const { method, subscription } = said ?? {}
      if ((method !== 'subscribe' && method !== 'unsubscribe') || !isObject(subscription))
        return [message('error', `Error parsing JSON into valid websocket request: ${frame}`)]
      try {
        return method === 'subscribe' ? subscribe(subscription, now) : unsubscribe(subscription)
      } catch (error) {
        if (error instanceof Refusal) return fail('Invalid subscription', subscription)
        throw error
      }
    },
    tick() {
      const now = context()
      const frames = [...subscriptions.values()].flatMap((one) =>
        one.type === 'trades' ? tradesOf(one, now) : bookOf(one, now),
      )
      toldTo = now.now
      return frames
    },
    hasEnded: () => context().now - heardAt >= SILENCE_MS,
  }
}

function keyOf({ type, name }: Pick<Subscription, 'type' | 'name'>): string {
  return `${type} ${name}`
}

/** @throws Refusal for figures that are none */
function figuresIn(said: Subscription['said']) {
  const body = readBody(said)
  return { figures: body.optionalInteger('nSigFigs'), mantissa: body.optionalInteger('mantissa') }
}

function acknowledged(method: string, subscription: object): string {
  return message('subscriptionResponse', { method, subscription })
}

function message(channel: string, data: unknown): string {
  return JSON.stringify({ channel, data })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
