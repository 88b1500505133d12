import { PmxError } from '../../api/envelope/errors.js'
import type { OrderLevel, Trade } from '../../api/models/models.js'
import type {
  StreamKind,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  StreamTrade,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, isJsonFrame, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { toOrderBook } from './book.js'
import { coinOf, readCoin } from './ids.js'
import {
  answerMessage,
  bookMessage,
  errorMessage,
  headMessage,
  isReadChannel,
  subscription,
  tradesMessage,
} from './native/stream-frames.js'
import type { Facts } from './outcomes.js'
import { toTrades } from './trades.js'

type Channel = 'l2Book' | 'trades'
type Topic = Pick<StreamTopic, 'kind' | 'key'>

const channels = { book: 'l2Book', trades: 'trades' } as const satisfies Record<StreamKind, Channel>
const kinds = { l2Book: 'book', trades: 'trades' } as const satisfies Record<Channel, StreamKind>

/** Public books and trades of coins (README.md, "Streams"). Each side of an outcome is a coin, and each book is complete. */
export const streamSource: StreamSource<Facts, undefined> = {
  host: 'stream',
  brings: ['book', 'trades'],
  begins: 'pushed',
  // Nothing has a sequence number, and it is not documented whether an unchanged book is sent again.
  refreshMs: 300_000,
  // An address has 1,000 subscriptions and 2,000 messages a minute (README.md): a topic takes one of each.
  limits: { topicsAConnection: 1_000, topicsAFrame: 10, frameEveryMs: 1_000 },
  // The venue disconnects clients that send nothing for a minute.
  pulse: { ping: { text: JSON.stringify({ method: 'ping' }), everyMs: 20_000 }, deadAfterMs: 50_000 },
  place: ({ facts: { ref, isSettled } }) =>
    isSettled ? undefined : { key: coinOf(ref), mirrored: false, facts: undefined },
  handshake: () => ({ path: '/ws' }),
  speak: createSpeech,
}

function createSpeech(): StreamProtocol<undefined> {
  /** Coins with subscribed trades on this connection. */
  const subscribed = new Set<string>()
  /**
   * Coins whose next trades may precede their subscription. One that was unsubscribed and subscribed again waits for the
   * acknowledgment: earlier trades are of the old subscription.
   */
  const untold = new Map<string, 'unanswered' | 'next'>()

  function say(method: 'subscribe' | 'unsubscribe', { kind, key }: Topic): string {
    if (kind === 'trades' && method === 'subscribe') {
      untold.set(key, subscribed.has(key) ? 'unanswered' : 'next')
      subscribed.add(key)
    }
    // As the venue's own site sends it: prices are not rounded.
    const figures = kind === 'book' ? { nSigFigs: null } : {}
    return JSON.stringify({ method, subscription: { type: channels[kind], coin: key, ...figures } })
  }

  function mayBePast(coin: string): boolean {
    const state = untold.get(coin)
    if (state === 'next') untold.delete(coin)
    return state !== undefined
  }

  function answered(parsed: unknown): StreamMessage[] {
    const { method, subscription: said } = answerMessage.safeParse(parsed).data?.data ?? {}
    const about = subscription.safeParse(said).data
    const isOfTrades = method === 'subscribe' && about?.type === 'trades'
    if (isOfTrades && untold.has(about.coin)) untold.set(about.coin, 'next')
    return []
  }

  function toMessage(channel: string, parsed: unknown): readonly StreamMessage[] {
    switch (channel) {
      case 'l2Book':
        return readFrameKeys(
          () => [frameMemberOf(parsed, 'data', 'coin')],
          'book',
          () => [toBook(parsed)],
        )
      case 'trades':
        return readFrameKeys(
          () => coinsIn(parsed),
          'trades',
          () => toTradeMessages(parsed, mayBePast),
        )
      case 'subscriptionResponse':
        return answered(parsed)
      case 'error':
        return refusalIn(readPayload(errorMessage, parsed, 'an error message').data)
      default:
        isReadChannel(channel)
        return []
    }
  }

  return {
    change: ({ added, removed }) => [
      ...removed.map((topic) => say('unsubscribe', topic)),
      ...added.map((topic) => say('subscribe', topic)),
    ],
    read(frame) {
      // It may begin with a greeting as text (README.md).
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      return toMessage(readPayload(headMessage, parsed, 'a message').channel, parsed)
    },
  }
}

function coinsIn(parsed: unknown): readonly unknown[] {
  const rows = frameMemberOf(parsed, 'data')
  return Array.isArray(rows) ? rows.map((row) => frameMemberOf(row, 'coin')) : []
}

function toBook(parsed: unknown): StreamMessage {
  const { data } = readPayload(bookMessage, parsed, 'an l2Book message')
  const { bids, asks } = toOrderBook(data)
  const levels = { bids: bids.map(pairOf), asks: asks.map(pairOf) }
  // Books arrive in the order of their times, so that the time orders them.
  return {
    kind: 'book',
    key: data.coin,
    levels,
    at: data.time,
    version: data.time,
    facts: { coin: data.coin },
  }
}

function pairOf({ price, size }: OrderLevel): readonly [number, number] {
  return [price, size]
}

function toTradeMessages(parsed: unknown, mayBePast: (coin: string) => boolean): StreamMessage[] {
  const { data } = readPayload(tradesMessage, parsed, 'a trades message')
  const coin = data[0]?.coin
  const ref = coin === undefined ? undefined : readCoin(coin)
  if (coin === undefined || ref === undefined) return []
  const trades = toTrades(data, ref)
    .map(withoutOutcome)
    .sort((a, b) => a.timestamp - b.timestamp)
  return [{ kind: 'trades', key: coin, trades, ...(mayBePast(coin) ? { mayBePast: true } : {}) }]
}

function withoutOutcome({ outcomeId: _outcome, ...trade }: Trade): StreamTrade {
  return trade
}

/** Reads a refusal. An error repeats its subscription; an error without one concerns the connection. */
function refusalIn(words: string): StreamMessage[] {
  // A topic that already has the requested state is not a failure.
  if (/^Already (un)?subscribed/.test(words)) return []
  const message = `Hyperliquid refused a message on its socket: ${words.slice(0, 200)}`
  const detail = { kind: 'stream_refused' }
  const error = new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'hyperliquid', detail })
  const topic = topicIn(words)
  return topic === undefined ? [{ kind: 'failed', error }] : [{ kind: 'refused', topics: [topic], error }]
}

function topicIn(words: string): Topic | undefined {
  const json = /\{.*\}/s.exec(words)?.[0]
  if (json === undefined) return undefined
  try {
    const said: unknown = JSON.parse(json)
    const repeated = subscription.safeParse(Object(said)['subscription'] ?? said)
    return repeated.success ? { kind: kinds[repeated.data.type], key: repeated.data.coin } : undefined
  } catch {
    return undefined
  }
}
