import { PmxError } from '../../api/envelope/errors.js'
import type {
  Frames,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { depthFrame, headFrame, parseFrame, tradeFrame } from './native/stream-frames.js'
import type { Facts } from './outcomes.js'

const OK = 200

/**
 * The exchange's public socket (README.md, "Streams"): differential books that begin with a complete one, and trades. A
 * contract's book is that of YES. The streams of the first 5 to 20 levels are not used: they do not show whether there are more.
 */
export const streamSource: StreamSource<Facts, undefined> = {
  host: 'stream',
  brings: ['book', 'trades'],
  begins: 'pushed',
  limits: { topicsAConnection: 200, topicsAFrame: 50 },
  pulse: {
    ping: { text: JSON.stringify({ id: 'ping', method: 'ping' }), everyMs: 20_000 },
    deadAfterMs: 60_000,
  },
  place: ({ facts: { symbol, side, isSettled } }) =>
    isSettled ? undefined : { key: symbol.toUpperCase(), mirrored: side === 'no', facts: undefined },
  handshake: () => ({ path: '', query: [['snapshot', '-1']] }),
  speak: createSpeech,
}

type Method = 'subscribe' | 'unsubscribe'
type Topic = Pick<StreamTopic, 'kind' | 'key'>

/** Progress of a book: no data yet, up to a number, or ended by a missing frame. */
type Progress = 'awaited' | bigint | 'lost'

const streamOf = ({ kind, key }: Topic): string => `${key}@${kind === 'book' ? 'depth@100ms' : 'trade'}`

function createSpeech(): StreamProtocol<undefined> {
  let lastId = 0
  /** Commands without a response, by their ids. */
  const asked = new Map<string, { readonly method: Method; readonly topics: readonly Topic[] }>()
  const books = new Map<string, Progress>()
  const tapes = new Set<string>()
  /**
   * Books that are being unsubscribed, and whether they are requested again. Only its position marks a complete book, and frames
   * before the response belong to the old subscription.
   */
  const leaving = new Map<string, { isWanted: boolean }>()
  /** A frame's first number was observed to equal the last one of the previous frame: then the next one is a gap. */
  let overlaps = false

  function command(method: Method, topics: readonly Topic[]): Frames {
    if (topics.length === 0) return []
    const id = String(++lastId)
    asked.set(id, { method, topics })
    return [JSON.stringify({ id, method, params: topics.map(streamOf) })]
  }

  function subscribe(topics: readonly Topic[]): Frames {
    for (const { kind, key } of topics) {
      if (kind === 'book') books.set(key, 'awaited')
      else tapes.add(key)
    }
    return command('subscribe', topics)
  }

  /** Whether it must wait until the venue has ended the previous subscription. */
  function waits({ kind, key }: Topic): boolean {
    const before = kind === 'book' ? leaving.get(key) : undefined
    if (before !== undefined) before.isWanted = true
    return before !== undefined
  }

  function unsubscribe(topics: readonly Topic[]): Frames {
    const isAwaited = ({ kind, key }: Topic) => kind === 'book' && leaving.get(key)?.isWanted === true
    const gone = topics.filter((topic) => forget(topic) || isAwaited(topic))
    for (const { kind, key } of gone) if (kind === 'book') leaving.set(key, { isWanted: false })
    return command('unsubscribe', gone)
  }

  /** Ends subscriptions: whatever the response is, they send nothing more. */
  function hasLet(topics: readonly Topic[]): StreamMessage[] {
    const anew = topics.filter(({ kind, key }) => kind === 'book' && leaving.get(key)?.isWanted === true)
    for (const { kind, key } of topics) if (kind === 'book') leaving.delete(key)
    return anew.length === 0 ? [] : [{ kind: 'send', frames: subscribe(anew) }]
  }

  const has = ({ kind, key }: Topic): boolean => (kind === 'book' ? books.has(key) : tapes.has(key))
  const forget = ({ kind, key }: Topic): boolean => (kind === 'book' ? books.delete(key) : tapes.delete(key))

  /** Handles a refused command. One unknown name refuses the whole command: its streams are requested again, each alone. */
  function refused(topics: readonly Topic[], status: number, said: string): StreamMessage[] {
    const message = `gemini-titan refused a subscription (${status}${said === '' ? '' : `: ${said}`}).`
    const detail = { kind: 'stream_refused', upstreamCode: status }
    const error = (code: 'NOT_FOUND' | 'EXCHANGE_NOT_AVAILABLE') =>
      new PmxError(code, message, { exchange: 'gemini-titan', detail })
    if (status === 429 || status >= 500) return [{ kind: 'failed', error: error('EXCHANGE_NOT_AVAILABLE') }]
    if (topics.length > 1) {
      const still = topics.filter(has)
      return [{ kind: 'send', frames: still.flatMap((topic) => command('subscribe', [topic])) }]
    }
    for (const topic of topics) forget(topic)
    // The engine has not opened it: requested over HTTP its book is empty until then.
    return [{ kind: 'refused', topics, error: error('NOT_FOUND'), isPolled: true }]
  }

  /** Another connection would yield the same: a book that does not begin as in recordings is invalid, and is polled. */
  function notWhole(key: string): StreamMessage[] {
    const topics = [{ kind: 'book', key }] as const
    for (const topic of topics) forget(topic)
    const message = `The first frame of the order book of ${key} contains only changes. gemini-titan did not send the complete book.`
    const detail = { kind: 'stream_refused' }
    const error = new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'gemini-titan', detail })
    return [{ kind: 'refused', topics, error, isPolled: true }]
  }

  function depth(parsed: unknown): StreamMessage[] {
    const {
      E: at,
      s: key,
      U: first,
      u: last,
      b: bids,
      a: asks,
    } = readPayload(depthFrame, parsed, 'a depthUpdate frame')
    const before = books.get(key)
    if (before === undefined || before === 'lost') return []
    const gap = (what: string): StreamMessage[] => {
      books.set(key, 'lost')
      return [{ kind: 'gap', keys: [key], what }]
    }
    if (before === 'awaited') {
      if (first !== last) return notWhole(key)
      books.set(key, last)
      return [{ kind: 'book', key, levels: { bids, asks }, at }]
    }
    if (last <= before) return []
    if (first > before + (overlaps ? 0n : 1n)) return gap(`updates ${before} to ${first} of ${key}`)
    if (first <= before) overlaps = true
    books.set(key, last)
    const changes = [
      ...bids.map(([price, size]) => ({ side: 'bid', price, size }) as const),
      ...asks.map(([price, size]) => ({ side: 'ask', price, size }) as const),
    ]
    return [{ kind: 'changes', key, changes, at }]
  }

  function trade(parsed: unknown): StreamMessage[] {
    const {
      E: timestamp,
      s: key,
      t: id,
      p: price,
      q: amount,
      m,
    } = readPayload(tradeFrame, parsed, 'a trade frame')
    if (!tapes.has(key)) return []
    return [{ kind: 'trades', key, trades: [{ id, timestamp, price, amount, side: m ? 'sell' : 'buy' }] }]
  }

  return {
    change({ added, removed }: TopicChange<undefined>): Frames {
      return [...unsubscribe(removed), ...subscribe(added.filter((topic) => !waits(topic)))]
    },
    read(frame) {
      const parsed = parseFrame(frame)
      const { id, status, error, e } = readPayload(headFrame, parsed, 'a frame')
      const named = frameMemberOf(parsed, 's')
      const key = typeof named === 'string' ? named.toUpperCase() : named
      if (e === 'depthUpdate') {
        const heard = readFrameKeys(
          () => [key],
          'book',
          () => depth(parsed),
        )
        // A later frame might look like a complete book.
        if (heard.some(({ kind }) => kind === 'gap') && books.has(String(key))) books.set(String(key), 'lost')
        return heard
      }
      if (status === undefined) {
        const isTrade = e === 'trade' || (e === undefined && 'm' in Object(parsed))
        return isTrade
          ? readFrameKeys(
              () => [key],
              'trades',
              () => trade(parsed),
            )
          : []
      }
      const { method, topics } = asked.get(id ?? '') ?? {}
      asked.delete(id ?? '')
      if (topics === undefined) return []
      if (method === 'unsubscribe') return hasLet(topics)
      return status === OK ? [] : refused(topics, status, error?.msg ?? error?.message ?? '')
    },
  }
}
