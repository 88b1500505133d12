import { PmxError } from '../../api/envelope/errors.js'
import { type FeedId, sourceNames } from '../../api/envelope/source-ids.js'
import type { Ticker } from '../../api/models/feed-models.js'
import type { Clock } from '../../effects/clock.js'
import { leaveOnAbort } from '../../policy/abort.js'
import type { TickerFacts } from '../../venue-kit/contract/ticker-facts.js'
import type { FeedListener, SharedStream } from '../connection/shared-stream.js'
import { createEntries, type TopicEntry } from '../connection/topic-entries.js'
import { createPoller, type Poller } from './polling.js'

/** Pairs of one feed that are watched at a time: with as many, Binance's limit lets each be read every 40 s. */
export const MAX_PAIRS = 500

/** A ticker for all who watch its pair. */
export interface SharedTicker {
  readonly ticker: Ticker
  /** The same as JSON, made once. */
  json(): Buffer
}

interface WatchedTicker {
  readonly current: SharedTicker
  stop(): void
}

/** Tickers of data feeds that are watched: polled, and shared by all who watch the same pair. */
export interface Tickers {
  /**
   * Begins when the feed has told the pair's ticker: that one is `current`, and the listener hears of those that differ.
   * @param symbol in upper case
   * @throws what a reading of it throws, and RATE_LIMIT_EXCEEDED where too many pairs are watched
   */
  watch(
    feed: FeedId,
    symbol: string,
    signal: AbortSignal,
    listener: FeedListener<SharedTicker>,
  ): Promise<WatchedTicker>
  /** Pairs that are polled, by feed. */
  status(): Readonly<Record<string, { readonly polled: number }>>
  close(): void
}

export interface TickersDeps {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>
  /** Asks the feed. */
  read(feed: FeedId, symbol: string): Promise<Ticker>
  factsOf(feed: FeedId): Promise<TickerFacts>
  /** What the limits of a feed let be spent in a second. */
  ratePerSecond(feed: FeedId): number
}

interface TickerEntry extends TopicEntry<SharedTicker> {
  /** The newest ticker, as soon as the feed tells one: at once while the last reading has succeeded. */
  connected(): Promise<SharedTicker>
}

interface Waiting {
  resolve(told: SharedTicker): void
  reject(error: PmxError): void
}

export function createTickers({ clock, read, factsOf, ratePerSecond }: TickersDeps): Tickers {
  const entries = createEntries(clock)
  const pollers = new Map<FeedId, Poller>()
  const polled = new Map<FeedId, number>()

  function pollerOf(feed: FeedId, { cost }: TickerFacts): Poller {
    const known = pollers.get(feed)
    if (known !== undefined) return known
    const poller = createPoller({ clock, ratePerSecond: () => ratePerSecond(feed) / cost, jobsACall: 1 })
    pollers.set(feed, poller)
    return poller
  }

  function count(feed: FeedId, more: 1 | -1): void {
    polled.set(feed, (polled.get(feed) ?? 0) + more)
  }

  function polledTicker(
    id: FeedId,
    symbol: string,
    facts: TickerFacts,
    feed: SharedStream<SharedTicker>,
  ): Omit<TickerEntry, 'feed'> {
    let state: string | undefined
    let isBelieved = false
    let isClosed = false
    let waiting: Waiting[] = []

    const take = (ticker: Ticker): void => {
      const newState = JSON.stringify(facts.stateOf(ticker))
      if (newState !== state || feed.current === undefined) feed.publish(toTold(ticker))
      state = newState
      isBelieved = true
      const { current } = feed
      const served = waiting
      waiting = []
      if (current !== undefined) for (const { resolve } of served) resolve(current)
    }

    count(id, 1)
    const stop = pollerOf(id, facts).add({
      async poll() {
        try {
          const ticker = await read(id, symbol)
          if (!isClosed) take(ticker)
        } catch (error) {
          // Who comes now waits for what the feed says next; who watches has heard nothing that was wrong.
          isBelieved = false
          throw error
        }
      },
      fail(error) {
        const left = waiting
        waiting = []
        feed.end(error)
        for (const { reject } of left) reject(error)
      },
    })
    return {
      connected: () =>
        new Promise((resolve, reject) => {
          if (isBelieved && feed.current !== undefined) resolve(feed.current)
          else waiting.push({ resolve, reject })
        }),
      close() {
        if (isClosed) return
        isClosed = true
        count(id, -1)
        stop()
      },
    }
  }

  return {
    async watch(id, symbol, signal, listener) {
      const facts = await factsOf(id)
      const name = `ticker of ${id} ${symbol}`
      if (!entries.has(name) && (polled.get(id) ?? 0) >= MAX_PAIRS) throw tooMany(id)
      const entry = entries.of<SharedTicker, TickerEntry>(name, (feed) =>
        polledTicker(id, symbol, facts, feed),
      )
      const stop = entry.feed.listen(listener)
      try {
        return { current: await leaveOnAbort(entry.connected(), signal), stop }
      } catch (error) {
        stop()
        throw error
      }
    },
    status: () =>
      Object.fromEntries([...polled].flatMap(([id, pairs]) => (pairs > 0 ? [[id, { polled: pairs }]] : []))),
    close() {
      entries.close()
      for (const poller of pollers.values()) poller.close()
    },
  }
}

function toTold(ticker: Ticker): SharedTicker {
  let bytes: Buffer | undefined
  return {
    ticker,
    json() {
      bytes ??= Buffer.from(JSON.stringify(ticker))
      return bytes
    },
  }
}

function tooMany(feed: FeedId): PmxError {
  const message = `${MAX_PAIRS} pairs of ${sourceNames[feed]} are watched already; unsubscribe some, or fetch the ticker.`
  return new PmxError('RATE_LIMIT_EXCEEDED', message, { exchange: feed })
}
