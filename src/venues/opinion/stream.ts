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

/** What a subscription is made with. */
interface Place {
  /** The number of the market that the token is of. */
  readonly marketId: number
  /** That of the categorical market that it is a child of: trades of all children are subscribed by it. */
  readonly rootMarketId?: number
}

/**
 * Changes of books, and trades, told to those who have a key (README.md, "Streams"). No whole book is ever sent and nothing
 * is numbered: a book begins as one that is read, and is read again each minute.
 */
export const streamSource: StreamSource<Facts, Place> = {
  host: 'stream',
  brings: ['book', 'trades'],
  needs: ['apiKey'],
  begins: 'read',
  refreshMs: 60_000,
  isStampedAlike: true,
  // As many markets as programs that record have on a socket (README.md).
  limits: { topicsAConnection: 200, topicsAFrame: 50 },
  // The venue closes what has been silent for half a minute or so.
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
  /** Subscriptions as the venue was told of them. One brings what is of both tokens of its market. */
  const standing = new Set<string>()
  const numberOf = createTradeNumbers()
  let watched: readonly StreamTopic<Place>[] = []

  /**
   * A trade is told once, of the token that was traded (opinion-clob-sdk 0.7.0), and concerns who watches the other token of
   * the market as well: who buys NO at p sells YES at 1 - p.
   * @throws EXCHANGE_NOT_AVAILABLE (drift) for one without a time: one that is made up would be of another moment
   */
  function toTrades(parsed: unknown): readonly StreamMessage[] {
    const what = 'a market.last.trade frame'
    const frame = readPayload(tradeFrame, parsed, what)
    const { tokenId, marketId, outcomeSide, side, price, shares, timestamp } = frame
    if (side === 'split' || side === 'merge' || shares === 0) return []
    if (timestamp === undefined) throw createSchemaMismatch(what, 'timestamp', 'a trade without a time')
    // What it is whichever of the two tokens it is told of; of a market that is not named, of its own token.
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
    change({ wanted }: TopicChange<Place>): Frames {
      watched = wanted
      const still = new Set(wanted.map(subscriptionOf))
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
      // Changes are objects; how the heartbeat is answered is not known.
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

/** What the venue is told to subscribe a topic, as JSON: depth goes by market alone, trades by the categorical market. */
function subscriptionOf({ kind, facts: { marketId, rootMarketId } }: StreamTopic<Place>): string {
  const channel = channels[kind]
  return JSON.stringify(
    kind === 'trades' && rootMarketId !== undefined ? { channel, rootMarketId } : { channel, marketId },
  )
}

/** A token's own changes are told by its id, so that the two books of a market are never mixed. */
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

/** Instants of which the trades are counted: frames come a little out of order. */
const MAX_INSTANTS = 100

/**
 * Numbers trades that are alike among those of one instant: the venue gives them no id. Undefined for one that was told
 * already by the other token of its market: changes of books are told of both, and where trades should be, each is one.
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

/** Numbers of answers that tell of a success. */
const done: ReadonlySet<number> = new Set([0, 200])

/**
 * Which command was refused is not said, so that none can be trusted any more. The venue's words may repeat the key, and
 * are not told.
 */
function refusal(errno: number): StreamMessage {
  const code = codeOf(errno) ?? 'EXCHANGE_NOT_AVAILABLE'
  const error = new PmxError(code, `Opinion refuses what is asked of its socket (errno ${errno}).`, {
    exchange: 'opinion',
    detail: { kind: 'stream_refused', upstreamCode: errno },
  })
  const isFinal = code === 'AUTHENTICATION_ERROR' || code === 'PERMISSION_DENIED'
  return { kind: 'failed', error, ...(isFinal ? { isFinal } : {}) }
}
