import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import {
  createFrameCount,
  type Frames,
  type StreamKind,
  type StreamMessage,
  type StreamProtocol,
  type StreamSource,
  type TopicChange,
} from '../../venue-kit/contract/stream-source.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { frameMemberOf, readFrameKeys } from '../../venue-kit/requests/malformed-frames.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { signOpening } from './auth.js'
import { takerOf } from './native/direction.js'
import type { KalshiEnvironment } from './native/environment.js'
import { rowSource } from './native/row-updates.js'
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

/** Channels of the frames that do not name one. */
const channelOf: Readonly<Record<string, string>> = {
  orderbook_snapshot: channels.book,
  orderbook_delta: channels.book,
  trade: channels.trades,
}

/** Codes of errors (README.md; docs.kalshi.com, websockets). */
const AUTH_REQUIRED = 9
const MARKET_NOT_FOUND = 16
/** A subscription has reached its maximum number of markets or commands. The limit is not published. */
const enough: ReadonlySet<number> = new Set([26, 27])

/**
 * Creates the socket of one environment: books from a snapshot and numbered deltas, and trades. It requires a signature, even for
 * public data (README.md, "Streams"). A market's book is that of its YES side.
 */
export function createStreamSource(
  environment: Pick<KalshiEnvironment, 'id'>,
): StreamSource<OutcomeFacts, undefined> {
  return {
    host: 'stream',
    brings: ['book', 'trades'],
    needs: ['apiKey', 'privateKey'],
    begins: 'pushed',
    // The venue sends nothing for an unknown ticker (AsyncAPI 2.0.0: code 16 is retired).
    isSilentOfUnknown: true,
    rows: rowSource,
    limits: { topicsAConnection: 5_000, topicsAFrame: 200 },
    // The venue pings every 10 s; the protocol replies automatically.
    pulse: { ping: 'none', deadAfterMs: 30_000 },
    place: ({ facts }) => ({ key: facts.ticker, mirrored: facts.side === 'no', facts: undefined }),
    handshake: (secrets, now) => ({
      path: PATH,
      secretHeaders: signOpening(environment, secrets, PATH, now),
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
  readonly wanted: Set<string>
  /** Markets to add once the number of the subscription is known. */
  readonly added: Set<string>
  readonly removed: Set<string>
}

type Update = 'add_markets' | 'delete_markets' | 'get_snapshot'

/** The content of a command; a subscription adds its markets. */
interface Command {
  readonly channel: Channel
  readonly action: Update
  readonly tickers: readonly string[]
}

function createSpeech(venue: VenueId): StreamProtocol<undefined> {
  let lastId = 0
  const count = createFrameCount()
  /** Commands without a response, by their numbers. */
  const asked = new Map<number, Command>()
  const all: readonly Channel[] = (['book', 'trades'] as const).map((kind) => ({
    kind,
    name: channels[kind],
    sid: undefined,
    isAsked: false,
    wanted: new Set(),
    added: new Set(),
    removed: new Set(),
  }))

  function command(cmd: string, params: object, about: Command): string {
    const id = ++lastId
    asked.set(id, about)
    return JSON.stringify({ id, cmd, params: { ...params, market_tickers: about.tickers } })
  }

  function update(channel: Channel, action: Update, tickers: readonly string[]): string[] {
    const { sid } = channel
    if (sid === undefined || tickers.length === 0) return []
    return [command('update_subscription', { sid, action }, { channel, action, tickers })]
  }

  /** Returns the pending frames of a channel, as far as they can be sent. */
  function say(channel: Channel): string[] {
    const { kind, name, sid, added, removed } = channel
    if (!channel.isAsked) {
      if (added.size === 0) return []
      channel.isAsked = true
      const tickers = [...added]
      added.clear()
      // The default of the flag will change.
      const prices = kind === 'book' ? { use_yes_price: false } : {}
      return [
        command('subscribe', { channels: [name], ...prices }, { channel, action: 'add_markets', tickers }),
      ]
    }
    if (sid === undefined) return []
    const frames = [
      ...update(channel, 'delete_markets', [...removed]),
      ...update(channel, 'add_markets', [...added]),
    ]
    removed.clear()
    added.clear()
    return frames
  }

  function note(kind: StreamKind, key: string, into: 'added' | 'removed'): void {
    for (const channel of all) {
      if (channel.kind !== kind) continue
      if (into === 'added') channel.wanted.add(key)
      else channel.wanted.delete(key)
      channel[into].add(key)
      channel[into === 'added' ? 'removed' : 'added'].delete(key)
    }
  }

  /** Notes the number of a channel's subscription, from its response or, where that was lost, from its first frame. */
  function known(name: string | undefined, sid: number): StreamMessage[] {
    const channel = all.find((one) => one.name === name && one.sid === undefined)
    if (channel === undefined) return []
    channel.sid = sid
    return sending(say(channel))
  }

  /** Counts every frame of a subscription, regardless of its kind. Returns undefined for a frame that was already received. */
  function gapBefore(sid: number, seq: number): StreamMessage[] | undefined {
    const follows = count.next(String(sid), seq)
    if (follows === 'old') return undefined
    if (follows === 'follows') return []
    const of = all.find((channel) => channel.sid === sid)?.kind
    return [{ kind: 'gap', ...(of === undefined ? {} : { of }), what: `frame ${seq} of subscription ${sid}` }]
  }

  /** A requested snapshot is the only response. */
  function answered(key: unknown): void {
    for (const [id, { action, tickers }] of asked)
      if (action === 'get_snapshot' && tickers.some((ticker) => ticker === key)) asked.delete(id)
  }

  /**
   * Repeats a refused command of several markets for each market, so that one unknown market does not affect the others. Markets
   * that a full subscription does not take are polled.
   */
  function refused(id: number | undefined, code: number, said: string): StreamMessage[] {
    const about = id === undefined ? undefined : asked.get(id)
    if (id !== undefined) asked.delete(id)
    const error = errorOf(venue, code, said)
    if (code === AUTH_REQUIRED) return [{ kind: 'failed', error, isFinal: true }]
    const isEnough = enough.has(code)
    if ((code !== MARKET_NOT_FOUND && !isEnough) || about === undefined) return [{ kind: 'failed', error }]
    const { channel, action, tickers } = about
    if (channel.sid === undefined) channel.isAsked = false
    const isWanted = (ticker: string): boolean => channel.wanted.has(ticker) === (action !== 'delete_markets')
    const still = tickers.filter(isWanted)
    if (tickers.length > 1 && !isEnough)
      return sending(still.flatMap((ticker) => saidOf(channel, action, ticker)))
    const topics = still.map((key) => ({ kind: channel.kind, key }))
    const refusal: StreamMessage = { kind: 'refused', topics, error, ...(isEnough ? { isPolled: true } : {}) }
    return [...(action === 'delete_markets' ? [] : [refusal]), ...sending(say(channel))]
  }

  /** Returns the command for one of several markets. */
  function saidOf(channel: Channel, action: Update, ticker: string): string[] {
    if (channel.sid !== undefined) return update(channel, action, [ticker])
    channel.added.add(ticker)
    return say(channel)
  }

  return {
    change({ added, removed }: TopicChange<undefined>): Frames {
      for (const { kind, key } of removed) note(kind, key, 'removed')
      for (const { kind, key } of added) note(kind, key, 'added')
      return all.flatMap(say)
    },
    again(topics) {
      const tickers = topics.filter(({ kind }) => kind === 'book').map(({ key }) => key)
      return all.filter(({ kind }) => kind === 'book').flatMap((one) => update(one, 'get_snapshot', tickers))
    },
    owes: () => all.some(({ isAsked, sid }) => isAsked && sid === undefined),
    read(frame) {
      const parsed: unknown = JSON.parse(frame)
      const { type, id, sid, seq } = readPayload(headFrame, parsed, 'a frame')
      const isError = type === 'error'
      if (id !== undefined && !isError) asked.delete(id)
      const before: StreamMessage[] = sid === undefined ? [] : known(channelOf[type], sid)
      const gap = sid === undefined || seq === undefined ? [] : gapBefore(sid, seq)
      if (gap === undefined) return []
      before.push(...gap)
      if (isError) {
        const { msg } = readPayload(errorFrame, parsed, 'an error frame')
        return [...before, ...refused(id, msg.code, msg.msg ?? '')]
      }
      if (type !== 'subscribed') {
        const of = type === 'trade' ? 'trades' : 'book'
        const key = frameMemberOf(parsed, 'msg', 'market_ticker')
        if (type === 'orderbook_snapshot') answered(key)
        return [
          ...before,
          ...readFrameKeys(
            () => [key],
            of,
            () => messagesOf(type, parsed),
          ),
        ]
      }
      const { msg } = readPayload(subscribedFrame, parsed, 'a subscribed frame')
      return [...before, ...known(msg.channel, msg.sid)]
    },
  }
}

function sending(frames: readonly string[]): StreamMessage[] {
  return frames.length === 0 ? [] : [{ kind: 'send', frames }]
}

function messagesOf(type: string, parsed: unknown): StreamMessage[] {
  switch (type) {
    case 'orderbook_snapshot': {
      const { msg } = readPayload(snapshotFrame, parsed, 'an orderbook_snapshot frame')
      const levels = {
        bids: msg.yes_dollars_fp,
        // A bid for NO is an offer of YES, in the prices of NO (README.md).
        asks: msg.no_dollars_fp.map(([price, size]) => [complementPrice(price), size] as const),
      }
      return [{ kind: 'book', key: msg.market_ticker, levels }]
    }
    case 'orderbook_delta': {
      const { msg } = readPayload(deltaFrame, parsed, 'an orderbook_delta frame')
      const isYes = msg.side === 'yes'
      const change = {
        side: isYes ? 'bid' : 'ask',
        price: isYes ? msg.price_dollars : complementPrice(msg.price_dollars),
        size: msg.delta_fp,
        by: 'increment',
      } as const
      const at = msg.ts_ms === undefined ? {} : { at: msg.ts_ms }
      return [{ kind: 'changes', key: msg.market_ticker, changes: [change], ...at }]
    }
    case 'trade': {
      const { msg } = readPayload(tradeFrame, parsed, 'a trade frame')
      const taker = takerOf(msg)
      const trade = {
        id: msg.trade_id,
        timestamp: msg.at,
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
  const message = `${venue} refused the subscription (${code}${said === '' ? '' : `: ${said}`}).`
  if (code === AUTH_REQUIRED)
    return new PmxError('AUTHENTICATION_ERROR', message, { exchange: venue, detail })
  if (code === MARKET_NOT_FOUND) return new PmxError('NOT_FOUND', message, { exchange: venue, detail })
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: venue, detail })
}
