import { methodOf } from '../../api/arguments/methods.js'
import type { WatchUpdate } from '../../core/watch/subscriptions.js'
import type { Clock } from '../../effects/clock.js'
import type { FeedListener } from '../../streams/connection/shared-stream.js'
import type { ClientFrame } from './frames.js'
import type { Outbox } from './outbox.js'
import { createQuietTimer } from './quiet-timer.js'

const FRAME_END = Buffer.from('}')
const NO_ROWS_END = Buffer.from('[]}')

/** An update to a watched topic. */
export type SubscriptionUpdate =
  | WatchUpdate
  | {
      readonly kind: 'ticker'
      /** The pair, as named by the client. */
      readonly symbol: string
      json(): Buffer
    }

export interface Sink extends Pick<FeedListener<never>, 'ended'> {
  update(news: SubscriptionUpdate): void
}

/** An active subscription of a socket. */
export interface BegunSubscription {
  readonly symbols: readonly string[]
  /** Returns the current state, as last reported. */
  current(): readonly SubscriptionUpdate[]
  stop(): void
}

export type Subscribe = Extract<ClientFrame, { kind: 'subscribe' }>

/** Turns a subscription's updates into frames. */
export interface SubscriptionWriter {
  update(news: SubscriptionUpdate): void
  /** Starts to send frames: the subscription is acknowledged. */
  start(begun: BegunSubscription): void
  stop(): void
}

interface HeadFacts {
  readonly id: string
  readonly method: string
  /** Absent in a frame with all books of a batch. */
  readonly symbol?: string
  readonly feed?: string
  /** Whether nothing has changed since the last frame. */
  readonly isRepeat?: boolean
}

/** Returns the beginning of a frame. Its data and a closing brace are appended to it. */
export function headOf({ id, method, symbol, feed, isRepeat = false }: HeadFacts): string {
  const named = symbol === undefined ? '' : `"symbol":${JSON.stringify(symbol)},`
  const from = feed === undefined ? '' : `"source":${JSON.stringify(feed)},`
  const repeated = isRepeat ? '"repeat":true,' : ''
  return `{"event":"data","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},${named}${from}${repeated}"data":`
}

/** Creates the writer of one topic. It sends no frames before the subscription is acknowledged. */
export function createSubscriptionWriter(
  { id, method, source }: Subscribe,
  place: string,
  outbox: Outbox,
  clock: Pick<Clock, 'setTimer' | 'monotonic'>,
): SubscriptionWriter {
  const from = source.kind === 'feed' ? { feed: source.feed } : {}
  const headFor = (symbol: string, isRepeat = false): string =>
    headOf({ id, method, symbol, isRepeat, ...from })
  /** Beginnings of book and ticker frames, by symbol. */
  const heads = new Map<string, Buffer>()
  /** Beginnings of their repeated frames. */
  const repeatHeads = new Map<string, Buffer>()
  /** Updates before the acknowledgment. Only the newest update of each book and ticker is retained, however long the wait is. */
  let early: Early | undefined = none()
  let watching: BegunSubscription | undefined
  let isOver = false
  const quiet = createQuietTimer(clock, repeat)

  function send(news: SubscriptionUpdate): void {
    const { symbol } = news
    quiet.noteSent()
    if (news.kind === 'trades' || news.kind === 'own') {
      const missed = news.missed === undefined ? '' : `,"missed":${JSON.stringify(news.missed)}`
      const rows = news.kind === 'trades' ? news.trades : news.rows
      outbox.put(`${headFor(symbol)}${JSON.stringify(rows)}${missed}}`)
      return
    }
    const head = heads.get(symbol) ?? Buffer.from(headFor(symbol))
    heads.set(symbol, head)
    outbox.putNewest(place, symbol, () => [head, news.json(), FRAME_END])
  }

  function repeatHeadOf(symbol: string): Buffer {
    const head = repeatHeads.get(symbol) ?? Buffer.from(headFor(symbol, true))
    repeatHeads.set(symbol, head)
    return head
  }

  /** Repeats the current book, or an empty list of trades. A book that may be out of date is not repeated. */
  function repeat(): void {
    if (method === methodOf.watchTrades)
      for (const symbol of watching?.symbols ?? [])
        outbox.putNewest(place, symbol, () => [repeatHeadOf(symbol), NO_ROWS_END])
    for (const news of watching?.current() ?? [])
      if (news.kind === 'book')
        outbox.putNewest(place, news.symbol, () => [repeatHeadOf(news.symbol), news.json(), FRAME_END])
  }

  return {
    stop(): void {
      isOver = true
      early = none()
      quiet.stop()
    },
    update(news: SubscriptionUpdate): void {
      if (isOver) return
      if (early === undefined) send(news)
      else if (news.kind === 'trades' || news.kind === 'own') early.trades.push(news)
      else early.newest.set(news.symbol, news)
    },
    start(begun: BegunSubscription): void {
      watching = begun
      const { trades, newest } = early ?? none()
      early = undefined
      for (const news of begun.current()) if (!newest.has(news.symbol)) newest.set(news.symbol, news)
      for (const news of trades) send(news)
      for (const news of newest.values()) send(news)
      if (method === methodOf.watchBook || method === methodOf.watchTrades) quiet.start()
    },
  }
}

interface Early {
  readonly newest: Map<string, SubscriptionUpdate>
  readonly trades: SubscriptionUpdate[]
}

function none(): Early {
  return { newest: new Map(), trades: [] }
}
