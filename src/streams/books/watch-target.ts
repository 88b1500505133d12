import type { OrderBook, Trade } from '../../api/models/models.js'
import { holderOf, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { StreamKind, StreamLocator } from '../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

/** An outcome that somebody watches, with the credentials that he may use. */
export interface WatchTarget {
  readonly venue: Venue
  readonly located: Located<unknown>
  readonly secrets: Secrets
}

/** How books and trades are read where no socket brings them, as background work. */
export interface Readers {
  /** Sorted and whole. @throws PmxError */
  book(target: WatchTarget): Promise<OrderBook>
  /** Those from `since` on (epoch ms). @throws PmxError */
  trades(target: WatchTarget, since: number): Promise<ReadTrades>
  /** When its market closes or has closed as the venue says now, epoch ms; undefined while none is known. @throws PmxError */
  closedAt(target: WatchTarget): Promise<number | undefined>
}

/** Trades that were read of a venue's history. */
export interface ReadTrades {
  /** In prices of the outcome, newest first. */
  readonly trades: readonly Trade[]
  /** There are more than are read at a time: the oldest are missing. */
  readonly isTooMany: boolean
  /** Why some may be missing, a sentence each. */
  readonly cut: readonly string[]
}

/** Where a venue's socket has an outcome; undefined where it is to be polled for this caller. */
export function locateStream(
  { venue, located, secrets }: WatchTarget,
  kind: StreamKind,
): StreamLocator<unknown> | undefined {
  const { stream } = venue
  if (stream === undefined || !stream.brings.includes(kind)) return undefined
  if (stream.needs?.some((name) => secrets.values[name] === undefined)) return undefined
  return stream.place(located)
}

/** Who may share a socket: everybody where it is open to all, else those who have the same credentials. */
export function connectionKeyOf({ venue, secrets }: WatchTarget): string {
  return venue.stream?.needs === undefined ? '' : holderOf(secrets)
}
