import { PmxError } from '../../api/envelope/errors.js'
import type {
  Frames,
  LevelChange,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { bookPublication, type SocketFrame, socketFrame } from './native/stream-frames.js'
import type { OutcomeFacts } from './outcomes.js'

/** A channel, which has both outcomes of a market. */
export interface BookChannel {
  readonly channel: string
  readonly outcome: number
}

/**
 * The order book's public socket: changes of the books, which are first requested by HTTP (README.md, "Streams"). Frames have no
 * sequence numbers, so that books are requested again every minute. Trades are polled: the socket's trade, the taker's average
 * over all makers, cannot be matched with the rows of HTTP. Pools have no socket.
 */
export const streamSource: StreamSource<OutcomeFacts, BookChannel> = {
  host: 'stream',
  brings: ['book'],
  begins: 'read',
  refreshMs: 60_000,
  // Such servers allow 128 channels per connection by default.
  limits: { topicsAConnection: 100, topicsAFrame: 100 },
  // Only the server pings, every 25 s by default.
  pulse: { ping: 'none', deadAfterMs: 60_000 },
  place({ outcomeId, facts: { ref, place } }) {
    if (ref.model !== 'ob' || place.isNegative) return undefined
    const channel = `orderbook:${ref.network}:${ref.number}`
    return { key: outcomeId, mirrored: false, facts: { channel, outcome: place.index } }
  },
  handshake: () => ({ path: '/ws' }),
  speak: createSpeech,
}

const CONNECT_ID = 1

function createSpeech(): StreamProtocol<BookChannel> {
  let lastId = CONNECT_ID
  /** Keys of the watched outcomes, by channel and outcome. */
  const watched = new Map<string, Map<number, string>>()
  /** Channels of subscriptions without a response. */
  const asked = new Map<number, string>()

  function subscribe(channel: string): string {
    asked.set(++lastId, channel)
    return JSON.stringify({ subscribe: { channel }, id: lastId })
  }

  /** Handles an acknowledgment: a book that was requested before its subscription may lack a change. */
  function answered(id: number): StreamMessage[] {
    const channel = asked.get(id) ?? ''
    asked.delete(id)
    return [...(watched.get(channel)?.values() ?? [])].map((key) => ({ kind: 'changed', key }))
  }

  function refused(id: number | undefined, said: LineError): StreamMessage[] {
    if (id === undefined || id === CONNECT_ID) return [refusal(said)]
    const channel = asked.get(id)
    asked.delete(id)
    // It was unsubscribed meanwhile.
    if (channel === undefined) return []
    return said.temporary === true ? [refusal(said)] : without(channel, failure(saidIn(said)))
  }

  /** Drops one channel that the venue refuses. Its books are polled, and the other channels stay. */
  function without(channel: string, error: PmxError): StreamMessage[] {
    const keys = [...(watched.get(channel)?.values() ?? [])]
    watched.delete(channel)
    if (keys.length === 0) return []
    return [{ kind: 'refused', topics: keys.map((key) => ({ kind: 'book', key })), error, isPolled: true }]
  }

  function published(channel: string, data: unknown): readonly StreamMessage[] {
    const keys = watched.get(channel)
    if (keys === undefined) return []
    return readFrameKeys(
      () => [...keys.values()],
      'book',
      () => changesOf(channel, keys, data),
    )
  }

  function changesOf(channel: string, keys: ReadonlyMap<number, string>, data: unknown): StreamMessage[] {
    const { ts: at, changes } = readPayload(bookPublication, data, `a publication of ${channel}`)
    return [...keys].flatMap(([outcome, key]): StreamMessage[] => {
      const own = changes.filter((change) => change.outcome === outcome)
      const levels = own.map(({ side, price, amount }): LevelChange => ({ side, price, size: amount }))
      return levels.length === 0 ? [] : [{ kind: 'changes', key, changes: levels, at }]
    })
  }

  function messagesOf({
    id,
    connect,
    subscribe: stands,
    error,
    push,
  }: SocketFrame): readonly StreamMessage[] {
    if (error !== undefined) return refused(id, error)
    if (id === CONNECT_ID && connect !== undefined) return [{ kind: 'ready' }]
    if (id !== undefined && stands !== undefined) return answered(id)
    const { channel, pub, unsubscribe, disconnect } = push ?? {}
    if (channel !== undefined && unsubscribe !== undefined)
      return without(channel, failure(`it ends ${channel}: ${unsubscribe.reason ?? 'no reason'}`))
    if (disconnect !== undefined)
      return [{ kind: 'failed', error: failure(`it ends: ${disconnect.reason ?? 'no reason'}`) }]
    return channel === undefined || pub === undefined ? [] : published(channel, pub.data)
  }

  return {
    greet: () => [JSON.stringify({ connect: { name: 'pmx-local' }, id: CONNECT_ID })],
    change({ added, removed }: TopicChange<BookChannel>): Frames {
      const before = new Set(watched.keys())
      for (const { facts } of removed) {
        const keys = watched.get(facts.channel)
        keys?.delete(facts.outcome)
        if (keys?.size === 0) watched.delete(facts.channel)
      }
      for (const { key, facts } of added) {
        const keys = watched.get(facts.channel) ?? new Map<number, string>()
        watched.set(facts.channel, keys.set(facts.outcome, key))
      }
      const gone = [...before].filter((channel) => !watched.has(channel))
      const fresh = [...watched.keys()].filter((channel) => !before.has(channel))
      return [
        ...gone.map((channel) => JSON.stringify({ unsubscribe: { channel }, id: ++lastId })),
        ...fresh.map(subscribe),
      ]
    },
    read(frame) {
      return frame.split('\n').flatMap((line): readonly StreamMessage[] => {
        if (line.trim() === '') return []
        const value: unknown = JSON.parse(line)
        if (isPing(value)) return [{ kind: 'send', frames: ['{}'] }]
        return messagesOf(readPayload(socketFrame, value, 'a frame of the socket'))
      })
    },
  }
}

function isPing(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  )
}

type LineError = NonNullable<SocketFrame['error']>

/** Creates the error of the connection: a permanent refusal would recur on the next one. */
function refusal(said: LineError): StreamMessage {
  const error = failure(saidIn(said))
  return said.temporary === true ? { kind: 'failed', error } : { kind: 'failed', error, isFinal: true }
}

function saidIn({ code, message }: LineError): string {
  return `it returned ${code}: ${message ?? ''}`
}

function failure(why: string): PmxError {
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `Myriad's socket is not available: ${why.slice(0, 200)}`, {
    exchange: 'myriad',
  })
}
