import type { OrderBook, Trade } from '../../api/models/models.js'
import { holderOf, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { StreamKind, StreamLocator } from '../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

/** A watched outcome and the credentials for it. */
export interface WatchTarget {
  readonly venue: Venue
  readonly located: Located<unknown>
  readonly secrets: Secrets
}

/** Reads books and trades that no socket delivers, as background work. */
export interface Readers {
  /** Returns a sorted and complete book. @throws PmxError */
  book(target: WatchTarget): Promise<OrderBook>
  /** Returns trades from `since` on (epoch ms). @throws PmxError */
  trades(target: WatchTarget, since: number): Promise<ReadTrades>
  /** Returns the current closing time of its market, epoch ms, or undefined if unknown. @throws PmxError */
  closedAt(target: WatchTarget): Promise<number | undefined>
}

/** Trades from a venue's history. */
export interface ReadTrades {
  /** In prices of the outcome, newest first. */
  readonly trades: readonly Trade[]
  /** Whether there are more trades than one reading returns, so that the oldest are missing. */
  readonly isTooMany: boolean
  /** Why some trades may be missing, one sentence each. */
  readonly cut: readonly string[]
}

/** Returns an outcome's locator on its venue's socket, or undefined if it must be polled for this caller. */
export function locateStream(
  { venue, located, secrets }: WatchTarget,
  kind: StreamKind,
): StreamLocator<unknown> | undefined {
  const { stream } = venue
  if (stream === undefined || !stream.brings.includes(kind)) return undefined
  if (stream.needs?.some((name) => secrets.values[name] === undefined)) return undefined
  return stream.place(located)
}

/**
 * Returns the key that is common to callers that may share a socket: all callers if the socket is public, otherwise those with
 * the same credentials.
 */
export function connectionKeyOf({ venue, secrets }: WatchTarget): string {
  return venue.stream?.needs === undefined ? '' : holderOf(secrets)
}
