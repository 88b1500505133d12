import { PmxError } from '../../api/errors.js'
import type { VenueId } from '../../api/venue-ids.js'
import { heardOf, memberOf } from '../../venue-kit/odd-frames.js'
import { readPayload } from '../../venue-kit/payload.js'
import {
  createFrameCount,
  type Frames,
  type StreamKind,
  type StreamMessage,
  type StreamSource,
  type StreamSpeech,
  type TopicChange,
} from '../../venue-kit/stream.js'
import { complement } from '../../venue-kit/unify.js'
import { signedOpening } from './auth.js'
import type { KalshiEnvironment } from './native/environment.js'
import { rowSource } from './native/row-news.js'
import {
  deltaFrame,
  errorFrame,
  headFrame,
  snapshotFrame,
  subscribedFrame,
  tradeFrame,
} from './native/stream-frames.js'
import type { OutcomeFacts } from './outcomes.js'

const PATH = '/trade-api/ws/v2'
const channels: Readonly<Record<StreamKind, string>> = { book: 'orderbook_delta', trades: 'trade' }

/** Channels of the frames that have no other. */
const channelOf: Readonly<Record<string, string>> = {
  orderbook_snapshot: channels.book,
  orderbook_delta: channels.book,
  trade: channels.trades,
}

/** Codes of errors (README.md; docs.kalshi.com, websockets). */
const AUTH_REQUIRED = 9
const MARKET_NOT_FOUND = 16

/**
 * The socket of one environment: books from a snapshot and numbered deltas, and trades. It is opened with a signature only,
 * even for what is public (README.md, "Streams"). A market's book is that of its YES side.
 */
export function createStreamSource(
  environment: Pick<KalshiEnvironment, 'id'>,
): StreamSource<OutcomeFacts, undefined> {
  return {
    host: 'stream',
    brings: ['book', 'trades'],
    needs: ['apiKey', 'privateKey'],
    begins: 'pushed',
    rows: rowSource,
    limits: { topicsAConnection: 5_000, topicsAFrame: 200 },
    // The venue pings every 10 s, which the protocol answers by itself.
    pulse: { ping: 'none', deadAfterMs: 30_000 },
    place: ({ facts }) => ({ key: facts.ticker, mirrored: facts.side === 'no', facts: undefined }),
    handshake: (secrets, now) => ({
      path: PATH,
      secretHeaders: signedOpening(environment, secrets, PATH, now),
    }),
    speak: () => createSpeech(environment.id),
  }
}

/** One channel of a connection: the venue has one subscription for it, to which markets are added. */
interface Channel {
  readonly kind: StreamKind
  readonly name: string
  /** Known once the venue has acknowledged. */
  sid: number | undefined
  isAsked: boolean
  /** What is to be said once the number of the subscription is known. */
  readonly added: Set<string>
  readonly removed: Set<string>
}

function createSpeech(venue: VenueId): StreamSpeech<undefined> {
  let lastId = 0
  const count = createFrameCount()
  /** Tickers of commands that were not answered, by the number of the command. */
  const asked = new Map<number, { readonly kind: StreamKind; readonly tickers: readonly string[] }>()
  const all: readonly Channel[] = (['book', 'trades'] as const).map((kind) => ({
    kind,
    name: channels[kind],
    sid: undefined,
    isAsked: false,
    added: new Set(),
    removed: new Set(),
  }))

  function command(
    cmd: string,
    params: object,
    about?: { kind: StreamKind; tickers: readonly string[] },
  ): string {
    const id = ++lastId
    if (about !== undefined) asked.set(id, about)
    return JSON.stringify({ id, cmd, params })
  }

  /** Says what is waiting of a channel, as far as it can be said. */
  function say(channel: Channel): string[] {
    const { kind, name, sid, added, removed } = channel
    if (!channel.isAsked) {
      if (added.size === 0) return []
      channel.isAsked = true
      const tickers = [...added]
      added.clear()
      // The default of the flag will change one day.
      const prices = kind === 'book' ? { use_yes_price: false } : {}
      return [
        command('subscribe', { channels: [name], market_tickers: tickers, ...prices }, { kind, tickers }),
      ]
    }
    if (sid === undefined) return []
    const frames: string[] = []
    for (const [action, set] of [
      ['delete_markets', removed],
      ['add_markets', added],
    ] as const) {
      const tickers = [...set]
      set.clear()
      if (tickers.length > 0)
        frames.push(
          command('update_subscription', { sid, market_tickers: tickers, action }, { kind, tickers }),
        )
    }
    return frames
  }

  function note(kind: StreamKind, key: string, into: 'added' | 'removed'): void {
    for (const channel of all) {
      if (channel.kind !== kind) continue
      channel[into].add(key)
      channel[into === 'added' ? 'removed' : 'added'].delete(key)
    }
  }

  /** The number of a channel's subscription, from its answer or, where that was lost, from its first frame. */
  function known(name: string | undefined, sid: number): StreamMessage[] {
    const channel = all.find((one) => one.name === name && one.sid === undefined)
    if (channel === undefined) return []
    channel.sid = sid
    const frames = say(channel)
    return frames.length === 0 ? [] : [{ kind: 'send', frames }]
  }

  /** A refused command of several markets is said again for each, so that one unknown one does not cost the others. */
  function refused(id: number | undefined, code: number, said: string): StreamMessage[] {
    const about = id === undefined ? undefined : asked.get(id)
    if (id !== undefined) asked.delete(id)
    const error = errorOf(venue, code, said)
    if (code === AUTH_REQUIRED) return [{ kind: 'failed', error, isFinal: true }]
    if (code !== MARKET_NOT_FOUND || about === undefined) return [{ kind: 'failed', error }]
    const channel = all.find(({ kind }) => kind === about.kind)
    if (channel === undefined) return []
    if (channel.sid === undefined) channel.isAsked = false
    if (about.tickers.length === 1) {
      const topics = about.tickers.map((key) => ({ kind: about.kind, key }))
      return [
        { kind: 'refused', topics, error },
        { kind: 'send', frames: say(channel) },
      ]
    }
    const frames = about.tickers.flatMap((ticker) => {
      channel.added.add(ticker)
      return say(channel)
    })
    return [{ kind: 'send', frames }]
  }

  return {
    change({ added, removed }: TopicChange<undefined>): Frames {
      for (const { kind, key } of removed) note(kind, key, 'removed')
      for (const { kind, key } of added) note(kind, key, 'added')
      return all.flatMap(say)
    },
    again(topics) {
      const sid = all.find(({ kind }) => kind === 'book')?.sid
      const tickers = topics.filter(({ kind }) => kind === 'book').map(({ key }) => key)
      if (sid === undefined || tickers.length === 0) return []
      return [command('update_subscription', { sid, market_tickers: tickers, action: 'get_snapshot' })]
    },
    owes: () => all.some(({ isAsked, sid }) => isAsked && sid === undefined),
    read(frame) {
      const parsed: unknown = JSON.parse(frame)
      const { type, id, sid, seq } = readPayload(headFrame, parsed, 'a frame')
      if (type === 'error') {
        const { msg } = readPayload(errorFrame, parsed, 'an error frame')
        return refused(id, msg.code, msg.msg ?? '')
      }
      if (id !== undefined) asked.delete(id)
      const before: StreamMessage[] = sid === undefined ? [] : known(channelOf[type], sid)
      // Every frame of a subscription is counted, whatever its kind.
      if (sid !== undefined && seq !== undefined) {
        const follows = count.next(String(sid), seq)
        if (follows === 'old') return []
        if (follows === 'gap') before.push({ kind: 'gap', what: `frame ${seq} of subscription ${sid}` })
      }
      if (type !== 'subscribed') {
        const of = type === 'trade' ? 'trades' : 'book'
        const key = memberOf(parsed, 'msg', 'market_ticker')
        return [...before, ...heardOf([key], of, () => messagesOf(type, parsed))]
      }
      const { msg } = readPayload(subscribedFrame, parsed, 'a subscribed frame')
      return [...before, ...known(msg.channel, msg.sid)]
    },
  }
}

function messagesOf(type: string, parsed: unknown): StreamMessage[] {
  switch (type) {
    case 'orderbook_snapshot': {
      const { msg } = readPayload(snapshotFrame, parsed, 'an orderbook_snapshot frame')
      const levels = {
        bids: msg.yes_dollars_fp,
        // A bid for NO is an offer of YES, in the prices of NO (README.md).
        asks: msg.no_dollars_fp.map(([price, size]) => [complement(price), size] as const),
      }
      return [{ kind: 'book', key: msg.market_ticker, levels }]
    }
    case 'orderbook_delta': {
      const { msg } = readPayload(deltaFrame, parsed, 'an orderbook_delta frame')
      const isYes = msg.side === 'yes'
      const change = {
        side: isYes ? 'bid' : 'ask',
        price: isYes ? msg.price_dollars : complement(msg.price_dollars),
        size: msg.delta_fp,
        by: 'increment',
      } as const
      const at = msg.ts_ms === undefined ? {} : { at: msg.ts_ms }
      return [{ kind: 'changes', key: msg.market_ticker, changes: [change], ...at }]
    }
    case 'trade': {
      const { msg } = readPayload(tradeFrame, parsed, 'a trade frame')
      const taker = msg.taker_outcome_side ?? msg.taker_side
      const trade = {
        id: msg.trade_id,
        timestamp: msg.ts_ms ?? msg.ts * 1000,
        price: msg.yes_price_dollars,
        amount: msg.count_fp,
        side: taker === undefined ? 'unknown' : taker === 'yes' ? 'buy' : 'sell',
      } as const
      return [{ kind: 'trades', key: msg.market_ticker, trades: [trade] }]
    }
    default:
      return []
  }
}

function errorOf(venue: VenueId, code: number, said: string): PmxError {
  const detail = { kind: 'stream_refused', upstreamCode: code }
  const message = `${venue} refuses the subscription (${code}${said === '' ? '' : `: ${said}`}).`
  if (code === AUTH_REQUIRED)
    return new PmxError('AUTHENTICATION_ERROR', message, { exchange: venue, detail })
  if (code === MARKET_NOT_FOUND) return new PmxError('NOT_FOUND', message, { exchange: venue, detail })
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: venue, detail })
}
