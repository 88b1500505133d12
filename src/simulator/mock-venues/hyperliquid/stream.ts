import { objectIn } from '../../http/parse-frame.js'
import { Refusal, toTextReply } from '../../http/reply.js'
import type { MockContext, MockHost, MockSocket, SocketTalk } from '../../mock-kit/mock-venue.js'
import { inWholeLots } from '../../world/lots.js'
import { type Channel, type ChannelMessage, openChannel } from './channels.js'

/** Silence after which a connection is closed (README.md, "Socket"). */
const SILENCE_MS = 60_000

/** The socket with public books, trades, candles and prices, and the events of an account. */
export const socket: MockSocket = { path: '/ws', tickMs: 100, open: createTalk }

/** The host of the socket alone, for a separate address. */
export const streamHost: MockHost = {
  prefix: '',
  routes: [],
  notFound: () => toTextReply('', 404),
  socket,
}

type Said = Readonly<Record<string, unknown>>

function createTalk(given: () => MockContext): SocketTalk {
  const context = (): MockContext => {
    const now = given()
    return { ...now, world: inWholeLots(now.world) }
  }
  const channels = new Map<string, Channel>()
  let heardAt = context().now

  const fail = (words: string, said: unknown): string[] => [
    message('error', `${words}: ${JSON.stringify(said)}`),
  ]

  function subscribe(said: Said, now: MockContext): string[] {
    const channel = openChannel(said, now)
    if (channel === undefined) return fail('Invalid subscription', said)
    // The venue does not use this text, so it cannot be confused with a real rejection.
    if (channel === 'unplayed') return fail('501 not implemented by the mock venue', said)
    if (channels.has(keyOf(said))) return fail('Already subscribed', said)
    channels.set(keyOf(said), channel)
    return [acknowledged('subscribe', channel.whole ?? said), ...channel.start(now).map(told)]
  }

  function unsubscribe(said: Said): string[] {
    if (!channels.delete(keyOf(said))) return fail('Already unsubscribed', said)
    return [acknowledged('unsubscribe', said)]
  }

  return {
    hear(frame) {
      const now = context()
      heardAt = now.now
      const said = objectIn(frame)
      const { method, subscription, id } = said ?? {}
      if (method === 'ping') return [JSON.stringify({ channel: 'pong' })]
      if (method === 'post')
        return [message('post', { id, response: { type: 'error', payload: NOT_POSTED } })]
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
      return [...channels.values()].flatMap((channel) => channel.tick(now).map(told))
    },
    hasEnded: () => context().now - heardAt >= SILENCE_MS,
  }
}

const NOT_POSTED = '501 not implemented by the mock venue: requests over the socket'

/** Returns the identity of a subscription; two to one book with different rounding are the same. */
function keyOf({ type, coin, user, interval }: Said): string {
  return JSON.stringify([type, coin, typeof user === 'string' ? user.toLowerCase() : user, interval])
}

function acknowledged(method: string, subscription: object): string {
  return message('subscriptionResponse', { method, subscription })
}

function told([channel, data]: ChannelMessage): string {
  return message(channel, data)
}

function message(channel: string, data: unknown): string {
  return JSON.stringify({ channel, data })
}

function isObject(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
