import type { WatchNews } from '../../core/watching.js'
import type { Clock } from '../../effects/clock.js'
import type { FeedListener } from '../../streams/feed.js'
import type { ClientFrame } from './frames.js'
import type { Outbox } from './outbox.js'

/** The first books of a batch go together; those that are not there after so long follow. */
const TOGETHER_MS = 2_000
const FRAME_END = Buffer.from('}')

/** Something new of what a socket watches. */
export type News =
  | WatchNews
  | {
      readonly kind: 'ticker'
      /** The pair as the client named it. */
      readonly symbol: string
      json(): Buffer
    }

export interface Sink extends Pick<FeedListener<never>, 'ended'> {
  news(news: News): void
}

/** Something that is watched for a socket. */
export interface Begun {
  readonly symbols: readonly string[]
  /** What is known of it now, as it was told last. */
  current(): readonly News[]
  stop(): void
}

type Subscribe = Extract<ClientFrame, { kind: 'subscribe' }>

/** Turns news into frames: none before the subscription is acknowledged, the first books of a batch together. */
export function createTeller(
  { id, method, source }: Subscribe,
  place: string,
  outbox: Outbox,
  clock: Pick<Clock, 'setTimer'>,
) {
  const from = source.kind === 'feed' ? `"source":${JSON.stringify(source.feed)},` : ''
  const headOf = (symbol: string): string =>
    `{"event":"data","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"symbol":${JSON.stringify(symbol)},${from}"data":`
  /** Of the frames of books and tickers, by their symbols. */
  const heads = new Map<string, Buffer>()
  /** What came before anything may be sent; of books and tickers only the newest, however long that takes. */
  let early: Early | undefined = none()
  let missing: Set<string> | undefined
  let isOver = false

  function send(news: News): void {
    const { symbol } = news
    if (news.kind === 'trades') {
      outbox.put(`${headOf(symbol)}${JSON.stringify(news.trades)}}`)
      return
    }
    if (news.kind === 'own') {
      const missed = news.missed === undefined ? '' : `,"missed":${JSON.stringify(news.missed)}`
      outbox.put(`${headOf(symbol)}${JSON.stringify(news.rows)}${missed}}`)
      return
    }
    const head = heads.get(symbol) ?? Buffer.from(headOf(symbol))
    heads.set(symbol, head)
    outbox.putNewest(place, symbol, () => [head, news.json(), FRAME_END])
  }

  function release(): void {
    const { trades, newest } = early ?? none()
    early = undefined
    missing = undefined
    for (const news of trades) send(news)
    for (const news of newest.values()) send(news)
  }

  return {
    stop(): void {
      isOver = true
      early = none()
    },
    news(news: News): void {
      if (isOver) return
      if (early === undefined) {
        send(news)
        return
      }
      if (news.kind === 'trades' || news.kind === 'own') early.trades.push(news)
      else early.newest.set(news.symbol, news)
      missing?.delete(news.symbol)
      if (missing?.size === 0) release()
    },
    start(watching: Begun): void {
      const known = early?.newest ?? new Map<string, News>()
      for (const news of watching.current()) if (!known.has(news.symbol)) known.set(news.symbol, news)
      const isBatch = watching.symbols.length > 1
      missing = new Set(isBatch ? watching.symbols : [])
      for (const symbol of known.keys()) missing.delete(symbol)
      if (missing.size === 0) release()
      else clock.setTimer(TOGETHER_MS, () => (isOver ? undefined : release()))
    },
  }
}

interface Early {
  readonly newest: Map<string, News>
  readonly trades: News[]
}

function none(): Early {
  return { newest: new Map(), trades: [] }
}
