import { PmxError } from '../../api/envelope/errors.js'
import type { OrderLevel } from '../../api/models/models.js'
import type { StreamMessage, StreamProtocol, StreamSource } from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { toOrderBook } from './book.js'
import { joinFrame, readPacket, reasonIn, toEventFrame } from './native/socket-io.js'
import { bookEvent, isReadEvent, resolvedEvent } from './native/stream-frames.js'
import type { MarketFacts, OutcomeFacts } from './outcomes.js'

const NAMESPACE = '/markets'

/**
 * Public books of markets (README.md, "Streams"): each frame is a complete one, of YES. There is no channel of trades. Quiet
 * books are not sent initially, so that books begin with a request. Missing frames are not detectable, so that books are
 * requested again.
 */
export const streamSource: StreamSource<OutcomeFacts, MarketFacts> = {
  host: 'stream',
  brings: ['book'],
  begins: 'read',
  refreshMs: 120_000,
  // No limit is published; 25 to 30 on each of 20 connections were observed to work (README.md).
  limits: { topicsAConnection: 25, topicsAFrame: 25 },
  // The venue pings every 25 s.
  pulse: { ping: 'none', deadAfterMs: 60_000 },
  place: ({ facts }) => ({ key: facts.slug, mirrored: facts.side === 'no', facts }),
  handshake: () => ({
    path: '/socket.io/',
    query: [
      ['EIO', '4'],
      ['transport', 'websocket'],
    ],
  }),
  speak: createSpeech,
}

type Markets = ReadonlyMap<string, MarketFacts>

function createSpeech(): StreamProtocol<MarketFacts> {
  let markets: Markets = new Map()
  return {
    // The engine sends first: the namespace is joined after that.
    greet: () => [],
    /** A subscription replaces the previous one and contains all markets. */
    change({ allTopics }) {
      markets = new Map(allTopics.map(({ key, facts }) => [key, facts]))
      return [toEventFrame(NAMESPACE, 'subscribe_market_prices', { marketSlugs: [...markets.keys()] })]
    },
    read(frame) {
      const packet = readPacket(frame, NAMESPACE)
      switch (packet.kind) {
        case 'open':
          return [{ kind: 'send', frames: [joinFrame(NAMESPACE)] }]
        case 'ping':
          return [{ kind: 'send', frames: [packet.pong] }]
        case 'joined':
          return [{ kind: 'ready' }]
        case 'refused':
          return [{ kind: 'failed', error: refusal(packet.reason) }]
        case 'ended':
          return [{ kind: 'failed', error: refusal('the venue ended the connection') }]
        case 'event':
          return messagesOf(packet.name, packet.payload, markets)
        default:
          return []
      }
    },
  }
}

function messagesOf(name: string, payload: unknown, markets: Markets): readonly StreamMessage[] {
  switch (name) {
    case 'orderbookUpdate':
      return readFrameKeys(
        () => [frameMemberOf(payload, 'marketSlug')],
        'book',
        () => toBooks(payload, markets),
      )
    case 'marketResolved': {
      const { slug } = readPayload(resolvedEvent, payload, 'a marketResolved event')
      return [{ kind: 'refused', topics: [{ kind: 'book', key: slug }], error: isResolved(slug) }]
    }
    case 'exception':
      return [{ kind: 'failed', error: refusal(reasonIn(payload)) }]
    default:
      isReadEvent(name)
      return []
  }
}

/** Returns the book of a market. None for one that is no longer subscribed. */
function toBooks(payload: unknown, markets: Markets): StreamMessage[] {
  const what = 'an orderbookUpdate event'
  const { marketSlug, orderbook, version, timestamp } = readPayload(bookEvent, payload, what)
  const facts = markets.get(marketSlug)
  if (facts === undefined) return []
  const { bids, asks, sourceMetadata } = toOrderBook(orderbook, { ...facts, side: 'yes' }, timestamp, what)
  const levels = { bids: bids.map(pairOf), asks: asks.map(pairOf) }
  return [{ kind: 'book', key: marketSlug, levels, at: timestamp, version, facts: sourceMetadata ?? {} }]
}

function pairOf({ price, size }: OrderLevel): readonly [number, number] {
  return [price, size]
}

function refusal(reason: string): PmxError {
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `Limitless ended its stream: ${reason}.`, {
    exchange: 'limitless',
    detail: { kind: 'stream_refused' },
  })
}

function isResolved(slug: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Limitless no longer has an order book of '${slug}', because the market was resolved.`,
    {
      exchange: 'limitless',
      detail: { kind: 'no_book' },
    },
  )
}
