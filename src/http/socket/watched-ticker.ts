import { readWatchedPair } from '../../api/arguments/feed-methods.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { FeedId } from '../../api/envelope/source-ids.js'
import type { SharedTicker, Tickers } from '../../streams/watch/tickers.js'
import type { BegunSubscription, Sink, SubscriptionUpdate } from './subscription-writer.js'

/**
 * Watches the ticker of a pair for a socket, starting with its first value from the feed.
 * @throws VALIDATION_ERROR, NOT_SUPPORTED if feeds cannot be watched, and errors of the feed
 */
export async function watchTickerFor(
  tickers: Pick<Tickers, 'watch'> | undefined,
  feed: FeedId,
  args: readonly unknown[],
  signal: AbortSignal,
  sink: Sink,
): Promise<BegunSubscription> {
  const pair = readWatchedPair(args)
  if (tickers === undefined)
    throw new PmxError('NOT_SUPPORTED', 'This ticker cannot be watched. Fetch it instead.').at(feed)
  const symbol = String(args[0])
  const newsOf = (told: SharedTicker): SubscriptionUpdate => ({
    kind: 'ticker',
    symbol,
    json: () => told.json(),
  })
  const { current, stop } = await tickers.watch(feed, pair, signal, {
    next: (told) => sink.update(newsOf(told)),
    ended: (error) => sink.ended(error),
  })
  return { symbols: [symbol], current: () => [newsOf(current)], stop }
}
