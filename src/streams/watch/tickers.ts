import { PmxError } from '../../api/envelope/errors.js'
import { type FeedId, sourceNames } from '../../api/envelope/source-ids.js'
import type { Ticker } from '../../api/models/feed-models.js'
import type { Clock } from '../../effects/clock.js'
import { leaveOnAbort } from '../../policy/abort.js'
import type { TickerFacts } from '../../venue-kit/contract/ticker-facts.js'
import type { FeedListener, SharedStream } from '../connection/shared-stream.js'
import { createEntries, type TopicEntry } from '../connection/topic-entries.js'
import { createPoller, type Poller } from './polling.js'

/** Maximum number of watched pairs per feed. With this number, Binance's limit allows each pair to be read every 40 s. */
export const MAX_PAIRS = 500

/** A ticker for all watchers of its pair. */
export interface SharedTicker {
  readonly ticker: Ticker
  /** Returns the same as JSON, rendered once. */
  json(): Buffer
}

interface WatchedTicker {
  readonly current: SharedTicker
  stop(): void
}

/** Watched data feed tickers. They are polled, and shared by all watchers of a pair. */
export interface Tickers {
  /**
   * Resolves when the feed has returned the pair's ticker, which is `current`. The listener gets later changes.
   * @param symbol in upper case
   * @throws the error of a reading, and RATE_LIMIT_EXCEEDED if too many pairs are watched
   */
  watch(
    feed: FeedId,
    symbol: string,
    signal: AbortSignal,
    listener: FeedListener<SharedTicker>,
  ): Promise<WatchedTicker>
  /** Returns the polled pairs by feed. */
  status(): Readonly<Record<string, { readonly polled: number }>>
  close(): void
}

export interface TickersDeps {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>
  /** Reads a ticker from the feed. */
  read(feed: FeedId, symbol: string): Promise<Ticker>
  factsOf(feed: FeedId): Promise<TickerFacts>
  /** Returns the call cost per second that a feed's limits allow. */
  ratePerSecond(feed: FeedId): number
}

interface TickerEntry extends TopicEntry<SharedTicker> {
  /** Returns the newest ticker once the feed has returned it: immediately if the last reading succeeded. */
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
          // New watchers wait for the next ticker. The earlier ones have received nothing wrong.
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
  const message = `${MAX_PAIRS} pairs of ${sourceNames[feed]} are already watched. Unsubscribe some, or fetch the ticker.`
  return new PmxError('RATE_LIMIT_EXCEEDED', message, { exchange: feed })
}
