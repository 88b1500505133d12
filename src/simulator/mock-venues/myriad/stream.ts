import { toJsonReply } from '../../http/reply.js'
import type { MockContext, MockHost, SocketTalk } from '../../mock-kit/mock-venue.js'
import { type Channel, openChannel } from './channels.js'
import type { Native } from './market-row.js'

/** The host of the order book's socket (README.md, "Socket"). Updates of one tick are sent together. */
export const streamHost: MockHost = {
  prefix: '',
  routes: [],
  notFound: () => toJsonReply({ error: 'Not found' }, 404),
  socket: { path: '/ws', tickMs: 100, open: createTalk },
}

const PING_EVERY_MS = 25_000
/** Time limit of the response to a ping; without one the connection receives nothing more. */
const PONG_WITHIN_MS = 8_000

/** Maximum number of channels per connection. */
const MAX_CHANNELS = 512

function createTalk(context: () => MockContext): SocketTalk {
  const channels = new Map<string, Channel>()
  let isConnected = false
  let pingedAt = context().now
  let isPongDue = false

  function subscribe(name: string, token: string): Native {
    if (channels.has(name)) return { error: { code: 105, message: 'already subscribed' } }
    if (channels.size >= MAX_CHANNELS) return { error: { code: 106, message: 'limit exceeded' } }
    const channel = openChannel(context(), name, token)
    if ('code' in channel) return { error: channel }
    channels.set(name, channel)
    return { subscribe: {} }
  }

  function answer({ id, connect, channel, token, wants }: Command): Native {
    if (connect) {
      isConnected = true
      return {
        id,
        connect: { client: 'demo', version: '0.0.0 demo', ping: PING_EVERY_MS / 1000, pong: true },
      }
    }
    if (!isConnected || channel === undefined) return { id, error: { code: 107, message: 'bad request' } }
    if (wants === 'subscribe') return { id, ...subscribe(channel, token) }
    channels.delete(channel)
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
      const pushes = [...channels].flatMap(([channel, spoken]) =>
        spoken.messages(now).map((data): Native => ({ push: { channel, pub: { data } } })),
      )
      if (!isConnected || now.now - pingedAt < PING_EVERY_MS) return packed(pushes)
      pingedAt = now.now
      isPongDue = true
      return packed([...pushes, {}])
    },
  }
}

/** Packs simultaneous messages into one frame, one per line. */
function packed(messages: readonly Native[]): string[] {
  return messages.length === 0 ? [] : [messages.map((message) => JSON.stringify(message)).join('\n')]
}

interface Command {
  readonly id: unknown
  readonly connect: boolean
  readonly wants: 'subscribe' | 'unsubscribe'
  readonly channel: string | undefined
  readonly token: string
}

/** Parses a command; an unreadable one is a bad request. */
function readCommand(line: string): Command | 'pong' {
  const value = parsed(line)
  if (Object.keys(value).length === 0) return 'pong'
  const wants = value['unsubscribe'] === undefined ? 'subscribe' : 'unsubscribe'
  const { channel, token }: { channel?: unknown; token?: unknown } = Object(value[wants])
  return {
    id: value['id'],
    connect: value['connect'] !== undefined,
    wants,
    channel: typeof channel === 'string' ? channel : undefined,
    token: typeof token === 'string' ? token : '',
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
