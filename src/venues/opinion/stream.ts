import { PmxError } from '../../api/errors.js'
import { heardOf, isJsonFrame, memberOf } from '../../venue-kit/odd-frames.js'
import { readPayload } from '../../venue-kit/payload.js'
import { requireSecret } from '../../venue-kit/secrets.js'
import type {
  Frames,
  StreamMessage,
  StreamSource,
  StreamSpeech,
  TopicChange,
} from '../../venue-kit/stream.js'
import { HOW_TO_SET } from './auth.js'
import { codeOf } from './errors.js'
import { depthFrame, headFrame } from './native/stream-frames.js'
import type { Facts } from './outcomes.js'

const CHANNEL = 'market.depth.diff'

/** What a subscription is made with: the number of the market that the token is of. */
interface Place {
  readonly marketId: number
}

/**
 * Changes of books, told to those who have a key (README.md, "Streams"). No whole book is ever sent and nothing is
 * numbered: a book begins as one that is read, and is read again each minute. Trades come without id and time, and are not
 * taken.
 */
export const streamSource: StreamSource<Facts, Place> = {
  host: 'stream',
  brings: ['book'],
  needs: ['apiKey'],
  begins: 'read',
  refreshMs: 60_000,
  // As many markets as programs that record have on a socket (README.md).
  limits: { topicsAConnection: 200, topicsAFrame: 50 },
  // The venue closes what has been silent for half a minute or so.
  pulse: {
    ping: { text: JSON.stringify({ action: 'HEARTBEAT' }), everyMs: 15_000, withProtocol: true },
    deadAfterMs: 35_000,
  },
  place: ({ outcomeId, facts }) => ({
    key: outcomeId,
    mirrored: false,
    facts: { marketId: Number(facts.marketId) },
  }),
  handshake(secrets) {
    const apiKey = requireSecret(secrets, 'apiKey', 'opinion', HOW_TO_SET)
    return { path: '', query: [['apikey', apiKey]], secretHeaders: { apikey: apiKey } }
  },
  speak: createSpeech,
}

function createSpeech(): StreamSpeech<Place> {
  /** Markets as the venue was told of them. One subscription brings the changes of both tokens. */
  const markets = new Set<number>()
  const command = (action: 'SUBSCRIBE' | 'UNSUBSCRIBE', marketId: number): string =>
    JSON.stringify({ action, channel: CHANNEL, marketId })

  return {
    change({ wanted }: TopicChange<Place>): Frames {
      const still = new Set(wanted.map(({ facts }) => facts.marketId))
      const gone = [...markets].filter((marketId) => !still.has(marketId))
      const fresh = [...still].filter((marketId) => !markets.has(marketId))
      for (const marketId of gone) markets.delete(marketId)
      for (const marketId of fresh) markets.add(marketId)
      return [
        ...gone.map((marketId) => command('UNSUBSCRIBE', marketId)),
        ...fresh.map((marketId) => command('SUBSCRIBE', marketId)),
      ]
    },
    read(frame) {
      // Changes are objects; how the heartbeat is answered is not known.
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      const { msgType, errno } = readPayload(headFrame, parsed, 'a frame')
      if (msgType === CHANNEL)
        return heardOf(
          () => [memberOf(parsed, 'tokenId')],
          'book',
          () => [toChange(parsed)],
        )
      return msgType === undefined && errno !== undefined && !done.has(errno) ? [refusal(errno)] : []
    },
  }
}

/** A token's own changes are told by its id, so that the two books of a market are never mixed. */
function toChange(parsed: unknown): StreamMessage {
  const { tokenId, side, price, size } = readPayload(depthFrame, parsed, 'a market.depth.diff frame')
  return {
    kind: 'changes',
    key: tokenId,
    changes: [{ side: side === 'bids' ? 'bid' : 'ask', price, size }],
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
