import { methodOf } from '../../api/arguments/methods.js'
import type { WatchUpdate } from '../../core/watch/subscriptions.js'
import type { Clock } from '../../effects/clock.js'
import type { FeedListener } from '../../streams/connection/shared-stream.js'
import type { ClientFrame } from './frames.js'
import type { Outbox } from './outbox.js'
import { createQuietTimer } from './quiet-timer.js'

const FRAME_END = Buffer.from('}')
const NO_ROWS_END = Buffer.from('[]}')

/** Something new of what a socket watches. */
export type SubscriptionUpdate =
  | WatchUpdate
  | {
      readonly kind: 'ticker'
      /** The pair as the client named it. */
      readonly symbol: string
      json(): Buffer
    }

export interface Sink extends Pick<FeedListener<never>, 'ended'> {
  news(news: SubscriptionUpdate): void
}

/** Something that is watched for a socket. */
export interface BegunSubscription {
  readonly symbols: readonly string[]
  /** What is known of it now, as it was told last. */
  current(): readonly SubscriptionUpdate[]
  stop(): void
}

export type Subscribe = Extract<ClientFrame, { kind: 'subscribe' }>

/** Turns what is new of a subscription into frames. */
export interface SubscriptionWriter {
  news(news: SubscriptionUpdate): void
  /** The subscription is acknowledged: frames may be sent. */
  start(begun: BegunSubscription): void
  stop(): void
}

interface HeadFacts {
  readonly id: string
  readonly method: string
  /** Missing in a frame of all books of a batch. */
  readonly symbol?: string
  readonly feed?: string
  /** Nothing has changed since the last frame. */
  readonly isRepeat?: boolean
}

/** The beginning of a frame, to be followed by its data and a brace. */
export function headOf({ id, method, symbol, feed, isRepeat = false }: HeadFacts): string {
  const named = symbol === undefined ? '' : `"symbol":${JSON.stringify(symbol)},`
  const from = feed === undefined ? '' : `"source":${JSON.stringify(feed)},`
  const repeated = isRepeat ? '"repeat":true,' : ''
  return `{"event":"data","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},${named}${from}${repeated}"data":`
}

/** Turns news of one thing into frames: none before the subscription is acknowledged. */
export function createSubscriptionWriter(
  { id, method, source }: Subscribe,
  place: string,
  outbox: Outbox,
  clock: Pick<Clock, 'setTimer' | 'monotonic'>,
): SubscriptionWriter {
  const from = source.kind === 'feed' ? { feed: source.feed } : {}
  const headFor = (symbol: string, isRepeat = false): string =>
    headOf({ id, method, symbol, isRepeat, ...from })
  /** Of the frames of books and tickers, by their symbols. */
  const heads = new Map<string, Buffer>()
  /** Of those that repeat what is known. */
  const repeatHeads = new Map<string, Buffer>()
  /** What came before anything may be sent; of books and tickers only the newest, however long that takes. */
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

  /** The book as it is known now, or no trades. A book that is not believed any more is not repeated. */
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
    news(news: SubscriptionUpdate): void {
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
