import { PmxError } from '../../api/envelope/errors.js'
import type {
  Frames,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { isJsonFrame, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { toOrderBook } from './book.js'
import type { OutcomeFacts } from './native/directory.js'
import { bookFrame, headFrame } from './native/stream-frames.js'

const PREFIX = 'book:'
/** The number of a ping. Commands are numbered from 1. */
const PING = 0
const DONE = 200

/**
 * Public books of tokens. The complete book is sent on each change (README.md, "Streams"). No book is sent with the subscription,
 * so a book begins with a request. A missing frame is not detectable, so books are requested again each minute.
 */
export const streamSource: StreamSource<OutcomeFacts, undefined> = {
  host: 'stream',
  brings: ['book'],
  begins: 'read',
  refreshMs: 60_000,
  // A frame with more names is refused; the maximum per socket exceeds the number of the venue's tokens (README.md).
  limits: { topicsAConnection: 500, topicsAFrame: 50 },
  pulse: {
    ping: { text: JSON.stringify({ id: PING, method: 'ping' }), everyMs: 10_000, withProtocol: true },
    deadAfterMs: 25_000,
  },
  place: ({ outcomeId }) => ({ key: outcomeId, mirrored: false, facts: undefined }),
  handshake: () => ({ path: '/ws', query: [['chainId', '56']] }),
  speak: createSpeech,
}

function createSpeech(): StreamProtocol<undefined> {
  let lastId = PING
  /** The tokens of unanswered subscriptions, by command number. */
  const asked = new Map<number, readonly string[]>()
  /** Subscribed tokens. */
  let tokens: ReadonlySet<string> = new Set()

  function command(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', keys: readonly string[]): Frames {
    if (keys.length === 0) return []
    const id = ++lastId
    asked.set(id, method === 'SUBSCRIBE' ? keys : [])
    return [JSON.stringify({ id, method, params: keys.map((key) => PREFIX + key) })]
  }

  /** Repeats a refused command with several tokens once per token, so an unknown token does not affect the others. */
  function refused(keys: readonly string[], status: number): StreamMessage[] {
    const error = refusal(status)
    // The server is overloaded or unavailable: no token is the cause.
    if (status === 429 || status >= 500) return [{ kind: 'failed', error }]
    if (keys.length === 1)
      return [{ kind: 'refused', topics: keys.map((key) => ({ kind: 'book', key })), error, isPolled: true }]
    const still = keys.filter((key) => tokens.has(key))
    return [{ kind: 'send', frames: still.flatMap((key) => command('SUBSCRIBE', [key])) }]
  }

  return {
    change({ added, removed, allTopics }: TopicChange<undefined>): Frames {
      tokens = new Set(allTopics.map(({ key }) => key))
      return [
        ...command(
          'UNSUBSCRIBE',
          removed.map(({ key }) => key),
        ),
        ...command(
          'SUBSCRIBE',
          added.map(({ key }) => key),
        ),
      ]
    },
    read(frame) {
      // Books are objects; the response to a ping is unknown.
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      const { stream, id, status } = readPayload(headFrame, parsed, 'a frame')
      if (stream !== undefined) {
        if (!stream.startsWith(PREFIX)) return []
        return readFrameKeys(
          () => [stream.slice(PREFIX.length)],
          'book',
          () => [toBook(stream, parsed)],
        )
      }
      if (id === undefined || id === PING) return []
      const keys = asked.get(id) ?? []
      asked.delete(id)
      return keys.length === 0 || status === undefined || status === DONE ? [] : refused(keys, status)
    },
  }
}

function toBook(stream: string, parsed: unknown): StreamMessage {
  const what = 'a book frame'
  const { data } = readPayload(bookFrame, parsed, what)
  const key = stream.slice(PREFIX.length)
  const { bids, asks, timestamp, sourceMetadata } = toOrderBook(data, key, what)
  return {
    kind: 'book',
    key,
    levels: {
      bids: bids.map(({ price, size }) => [price, size]),
      asks: asks.map(({ price, size }) => [price, size]),
    },
    ...(timestamp === undefined ? {} : { at: timestamp, version: timestamp }),
    ...(sourceMetadata === undefined ? {} : { facts: sourceMetadata }),
  }
}

function refusal(status: number): PmxError {
  const code = status === 400 || status === 404 ? 'NOT_FOUND' : 'EXCHANGE_NOT_AVAILABLE'
  return new PmxError(code, `Probable refused the subscription to an order book (status ${status}).`, {
    exchange: 'probable',
    detail: { kind: 'stream_refused', upstreamStatus: status },
  })
}
