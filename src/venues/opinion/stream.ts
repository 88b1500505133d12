import { PmxError } from '../../api/envelope/errors.js'
import { requireSecret } from '../../venue-kit/contract/account-secrets.js'
import type {
  Frames,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, isJsonFrame, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { HOW_TO_SET } from './auth.js'
import { codeOf } from './errors.js'
import { depthFrame, headFrame, isReadKind, tradeFrame } from './native/stream-frames.js'
import type { Facts } from './outcomes.js'

const channels = { book: 'market.depth.diff', trades: 'market.last.trade' } as const

/** Parameters of a subscription. */
interface Place {
  /** The number of the token's market. */
  readonly marketId: number
  /** The number of its categorical market, which is the key of a subscription to the trades of all its children. */
  readonly rootMarketId?: number
}

/**
 * Book changes and trades, for callers with a key (README.md, "Streams"). The venue never sends a complete book, and nothing has
 * a sequence number. A book therefore begins with a request, and is requested again each minute.
 */
export const streamSource: StreamSource<Facts, Place> = {
  host: 'stream',
  brings: ['book', 'trades'],
  needs: ['apiKey'],
  begins: 'read',
  refreshMs: 60_000,
  isStampedAlike: true,
  // As many markets as recording programs have on a socket (README.md).
  limits: { topicsAConnection: 200, topicsAFrame: 50 },
  // The venue closes connections that are silent for about half a minute.
  pulse: {
    ping: { text: JSON.stringify({ action: 'HEARTBEAT' }), everyMs: 15_000, withProtocol: true },
    deadAfterMs: 35_000,
  },
  place: ({ outcomeId, facts: { marketId, rootMarketId } }) => ({
    key: outcomeId,
    mirrored: false,
    facts: { marketId: Number(marketId), ...(rootMarketId === undefined ? {} : { rootMarketId }) },
  }),
  handshake(secrets) {
    const apiKey = requireSecret(secrets, 'apiKey', 'opinion', HOW_TO_SET)
    return { path: '', query: [['apikey', apiKey]], secretHeaders: { apikey: apiKey } }
  },
  speak: createSpeech,
}

function createSpeech(): StreamProtocol<Place> {
  /** Active subscriptions. One subscription covers both tokens of its market. */
  const standing = new Set<string>()
  const numberOf = createTradeNumbers()
  let watched: readonly StreamTopic<Place>[] = []

  /**
   * Converts a trade, which is reported once, for the traded token (opinion-clob-sdk 0.7.0). It applies to the market's other
   * token as well, because a purchase of NO at p is a sale of YES at 1 - p.
   * @throws EXCHANGE_NOT_AVAILABLE (drift) for one without a time, which cannot be replaced
   */
  function toTrades(parsed: unknown): readonly StreamMessage[] {
    const what = 'a market.last.trade frame'
    const frame = readPayload(tradeFrame, parsed, what)
    const { tokenId, marketId, outcomeSide, side, price, shares, timestamp } = frame
    if (side === 'split' || side === 'merge' || shares === 0) return []
    if (timestamp === undefined) throw createSchemaMismatch(what, 'timestamp', 'a trade without a time')
    // Identity of the trade for either of the two tokens; without a market, for its own token.
    const isNamed = marketId !== undefined && (outcomeSide === 1 || outcomeSide === 2)
    const seen = isNamed
      ? [marketId, outcomeSide === 1 ? price : complementPrice(price), shares]
      : [tokenId.slice(-12), price, shares]
    const content = seen.join('-')
    const number = numberOf(timestamp, content, tokenId)
    if (number === undefined) return []
    const id = `${timestamp}-${content}${number === 1 ? '' : `-${number}`}`
    const own = { id, timestamp, price, amount: shares, side }
    const other = { ...own, price: complementPrice(price), side: side === 'buy' ? 'sell' : 'buy' } as const
    const others = watched.filter(
      ({ kind, key, facts }) => kind === 'trades' && key !== tokenId && facts.marketId === marketId,
    )
    return [
      { kind: 'trades', key: tokenId, trades: [own] },
      ...others.map(({ key }): StreamMessage => ({ kind: 'trades', key, trades: [other] })),
    ]
  }

  return {
    change({ allTopics }: TopicChange<Place>): Frames {
      watched = allTopics
      const still = new Set(allTopics.map(subscriptionOf))
      const gone = [...standing].filter((subscription) => !still.has(subscription))
      const fresh = [...still].filter((subscription) => !standing.has(subscription))
      for (const subscription of gone) standing.delete(subscription)
      for (const subscription of fresh) standing.add(subscription)
      const command = (action: 'SUBSCRIBE' | 'UNSUBSCRIBE', subscription: string): string =>
        JSON.stringify({ action, ...(JSON.parse(subscription) as object) })
      return [
        ...gone.map((subscription) => command('UNSUBSCRIBE', subscription)),
        ...fresh.map((subscription) => command('SUBSCRIBE', subscription)),
      ]
    },
    read(frame) {
      // Changes are objects; the response to the heartbeat is unknown.
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      const { msgType, errno } = readPayload(headFrame, parsed, 'a frame')
      const keys = () => [frameMemberOf(parsed, 'tokenId')]
      if (msgType === channels.book) return readFrameKeys(keys, 'book', () => [toChange(parsed)])
      if (msgType === channels.trades) return readFrameKeys(keys, 'trades', () => toTrades(parsed))
      if (msgType !== undefined) isReadKind(msgType)
      return msgType === undefined && errno !== undefined && !done.has(errno) ? [refusal(errno)] : []
    },
  }
}

/** Returns the subscription for a topic as JSON. Depth is keyed by the market alone, and trades by the categorical market. */
function subscriptionOf({ kind, facts: { marketId, rootMarketId } }: StreamTopic<Place>): string {
  const channel = channels[kind]
  return JSON.stringify(
    kind === 'trades' && rootMarketId !== undefined ? { channel, rootMarketId } : { channel, marketId },
  )
}

/** Converts a change. Each change names its token, so the two books of a market are never mixed up. */
function toChange(parsed: unknown): StreamMessage {
  const frame = readPayload(depthFrame, parsed, 'a market.depth.diff frame')
  const { tokenId, side, price, size, timestamp } = frame
  return {
    kind: 'changes',
    key: tokenId,
    changes: [{ side: side === 'bids' ? 'bid' : 'ask', price, size }],
    ...(timestamp === undefined ? {} : { at: timestamp }),
  }
}

/** Number of instants whose trades are counted: frames arrive slightly out of order. */
const MAX_INSTANTS = 100

/**
 * Numbers identical trades of one instant, because the venue gives them no id. Returns undefined for a trade that the market's
 * other token already reported. Book changes are reported for both tokens. If trades are too, each of them counts once.
 */
function createTradeNumbers(): (at: number, content: string, tokenId: string) => number | undefined {
  const instants = new Map<number, Map<string, Map<string, number>>>()
  return (at, content, tokenId) => {
    const ofInstant = instants.get(at) ?? new Map<string, Map<string, number>>()
    instants.set(at, ofInstant)
    for (const oldest of instants.keys()) {
      if (instants.size <= MAX_INSTANTS) break
      instants.delete(oldest)
    }
    const counts = ofInstant.get(content) ?? new Map<string, number>()
    ofInstant.set(content, counts)
    const told = Math.max(0, ...counts.values())
    const number = (counts.get(tokenId) ?? 0) + 1
    counts.set(tokenId, number)
    return number > told ? number : undefined
  }
}

/** Numbers of successful responses. */
const done: ReadonlySet<number> = new Set([0, 200])

/**
 * Creates the error of a refusal. It does not name the refused command, so all pending commands count as refused. The venue's
 * text may contain the key, so it is not passed on.
 */
function refusal(errno: number): StreamMessage {
  const code = codeOf(errno) ?? 'EXCHANGE_NOT_AVAILABLE'
  const error = new PmxError(code, `Opinion refused a request on its socket (errno ${errno}).`, {
    exchange: 'opinion',
    detail: { kind: 'stream_refused', upstreamCode: errno },
  })
  const isFinal = code === 'AUTHENTICATION_ERROR' || code === 'PERMISSION_DENIED'
  return { kind: 'failed', error, ...(isFinal ? { isFinal } : {}) }
}
