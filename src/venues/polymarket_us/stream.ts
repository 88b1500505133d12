import type * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type {
  Frames,
  StreamKind,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { createTradeIds, type TradeIds } from '../../venue-kit/unify/trade-ids.js'
import { signOpening } from './auth.js'
import { createMarketNoBookError, sharedFactsOf } from './book.js'
import { isClosedBook } from './native/states.js'
import { bookFrame, headFrame, parseFrame, tradeFrame } from './native/stream-frames.js'
import type { Facts } from './outcomes.js'
import type { NativeBook } from './schemas.js'

const PATH = '/v1/ws/markets'
const types: Readonly<Record<StreamKind, string>> = {
  book: 'SUBSCRIPTION_TYPE_MARKET_DATA',
  trades: 'SUBSCRIPTION_TYPE_TRADE',
}

/**
 * The market socket, which has complete books and the venue's only public trades. It requires a signature, even for public data
 * (README.md, "Streams"). A market's book and trades are those of its long side.
 */
export const streamSource: StreamSource<Facts, undefined> = {
  host: 'stream',
  brings: ['book', 'trades'],
  needs: ['apiKey', 'privateKey'],
  begins: 'pushed',
  // Best effort, without sequence numbers: a quiet book may have missed its last frame.
  refreshMs: 60_000,
  limits: { topicsAConnection: 200, topicsAFrame: 100 },
  pulse: { ping: { everyMs: 15_000 }, deadAfterMs: 45_000 },
  place: ({ facts: { slug, side } }) => ({ key: slug, mirrored: side === 'short', facts: undefined }),
  handshake: (secrets, now) => ({ path: PATH, secretHeaders: signOpening(secrets, PATH, now) }),
  speak: createSpeech,
}

type Topic = Pick<StreamTopic, 'kind' | 'key'>

/** The topics of one request that are still needed. */
interface Subscription {
  readonly kind: StreamKind
  readonly keys: Set<string>
}

function createSpeech(): StreamProtocol<undefined> {
  let lastId = 0
  const subscriptions = new Map<string, Subscription>()
  const tradeIds = createTradeIds()

  function subscribe(topics: readonly Topic[]): Frames {
    return (['book', 'trades'] as const).flatMap((kind) => {
      const keys = topics.filter((topic) => topic.kind === kind).map(({ key }) => key)
      if (keys.length === 0) return []
      const requestId = `pmx-${++lastId}`
      subscriptions.set(requestId, { kind, keys: new Set(keys) })
      return JSON.stringify({ subscribe: { requestId, subscriptionType: types[kind], marketSlugs: keys } })
    })
  }

  /**
   * Unsubscribes. A single topic cannot be removed from a subscription. A subscription to several markets continues until none of
   * them is needed.
   */
  function drop({ kind, key }: Topic): Frames {
    for (const [requestId, { kind: its, keys }] of subscriptions) {
      if (its !== kind || !keys.delete(key)) continue
      if (keys.size > 0) return []
      subscriptions.delete(requestId)
      return [JSON.stringify({ unsubscribe: { requestId } })]
    }
    return []
  }

  /** Whether a frame belongs to the current subscription of a market, because an older subscription may send it as well. */
  function isWanted(kind: StreamKind, key: string, requestId: string | undefined): boolean {
    const asked = requestId === undefined ? [...subscriptions.values()] : [subscriptions.get(requestId)]
    return asked.some((one) => one?.kind === kind && one.keys.has(key))
  }

  /**
   * Handles a refusal. It does not name the refused market, so if a request had several markets, each is requested again
   * separately.
   */
  function refused(requestId: string | undefined, said: string): StreamMessage[] {
    const message = `polymarket_us refuses a subscription: ${said}.`
    const detail = { kind: 'stream_refused', said }
    const error = (code: 'NOT_FOUND' | 'EXCHANGE_NOT_AVAILABLE') =>
      new PmxError(code, message, { exchange: 'polymarket_us', detail })
    if (requestId === undefined) return [{ kind: 'failed', error: error('EXCHANGE_NOT_AVAILABLE') }]
    const asked = subscriptions.get(requestId)
    if (asked === undefined) return []
    subscriptions.delete(requestId)
    const { kind } = asked
    const topics = [...asked.keys].map((key) => ({ kind, key }))
    if (topics.length > 1) return [{ kind: 'send', frames: topics.flatMap((topic) => subscribe([topic])) }]
    const why = error(
      /not found|unknown|invalid|no such/i.test(said) ? 'NOT_FOUND' : 'EXCHANGE_NOT_AVAILABLE',
    )
    // Its book over HTTP shows the reason, or exists after all.
    return [{ kind: 'refused', topics, error: why, ...(kind === 'book' ? { isPolled: true } : {}) }]
  }

  return {
    change({ added, removed }: TopicChange<undefined>): Frames {
      return [...removed.flatMap(drop), ...subscribe(added)]
    },
    read(frame) {
      const parsed = parseFrame(frame)
      const { requestId, error, marketData, trade } = readPayload(headFrame, parsed, 'a frame')
      if (error !== undefined && error !== null) return refused(requestId, saidIn(error))
      if (marketData !== undefined)
        return readFrameKeys(
          () => [frameMemberOf(marketData, 'marketSlug')],
          'book',
          () => {
            const { marketData: native } = readPayload(bookFrame, parsed, 'a marketData frame')
            return isWanted('book', native.marketSlug, requestId) ? [toBook(native)] : []
          },
        )
      if (trade === undefined) return []
      return readFrameKeys(
        () => [frameMemberOf(trade, 'marketSlug')],
        'trades',
        () => {
          const { trade: native } = readPayload(tradeFrame, parsed, 'a trade frame')
          return isWanted('trades', native.marketSlug, requestId) ? [toTrade(native, tradeIds)] : []
        },
      )
    },
  }
}

/** Converts a book. The book of an ended market cannot be traded, and its readers are notified of this. */
function toBook(native: z.output<typeof bookFrame>['marketData']): StreamMessage {
  const { marketSlug: key, bids, offers, state, transactTime: at } = native
  if (isClosedBook(state))
    return {
      kind: 'refused',
      topics: [{ kind: 'book', key }],
      error: createMarketNoBookError(key),
      isPolled: true,
    }
  return {
    kind: 'book',
    key,
    levels: { bids: bids.map(pairOf), asks: offers.map(pairOf) },
    // The time of its last change orders books.
    ...(at === undefined ? {} : { at, version: at }),
    // Documents contradict each other on whether these are all levels (README.md).
    facts: { ...sharedFactsOf(native), completeness: 'unverified' },
  }
}

function pairOf({ px, qty }: NativeBook['bids'][number]): readonly [price: number, size: number] {
  return [px, qty]
}

/** Prices are those of the long side, whichever side was bought. A taker who bought NO sold the long side. */
const takerSides = {
  ORDER_INTENT_BUY_LONG: 'buy',
  ORDER_INTENT_SELL_SHORT: 'buy',
  ORDER_INTENT_SELL_LONG: 'sell',
  ORDER_INTENT_BUY_SHORT: 'sell',
} as const

function toTrade(native: z.output<typeof tradeFrame>['trade'], tradeIds: TradeIds): StreamMessage {
  const { marketSlug: key, price, quantity: amount, tradeTime: timestamp, taker } = native
  const side = taker?.intent === undefined ? 'unknown' : takerSides[taker.intent]
  const id = tradeIds.idOf(`${key}-${side}-${price}-${amount}`, timestamp)
  return { kind: 'trades', key, trades: [{ id, timestamp, price, amount, side }] }
}

const MAX_TEXT_LENGTH = 200

function saidIn(error: unknown): string {
  return (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, MAX_TEXT_LENGTH)
}
