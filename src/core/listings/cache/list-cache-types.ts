import type { StoredTerms } from '../../../api/arguments/stored-terms.js'
import type { CatalogReader } from '../../../catalog/file/catalog-reader.js'
import type { CatalogLists } from '../../../catalog/query/catalog-lists.js'
import type { EventLoopYield } from '../../../policy/event-loop-yield.js'
import type { Status, Venue } from '../../../venue-kit/contract/venue.js'
import type { OpenContext } from '../../request/request-context.js'
import type { CacheState } from '../../request/response-headers.js'
import type { LookupWriteBack } from './lookup-write-back.js'

/** The caller that wants a list, and what it accepts. */
export interface ListCaller extends Pick<OpenContext, 'signal' | 'priority' | 'noteSent' | 'omissions'> {
  readonly stored?: StoredTerms
}

/** Maintains the promised freshness of lists. */
export interface ListCache {
  /**
   * Waits until the lists may be returned.
   * @param hasShortWay whether the venue itself can be called for no more than the requested rows
   * @returns undefined if the venue itself is to be called: its lists are not cached, or not yet and there is a short way
   * @throws the obstacle: still_listing, or the venue's failure with `detail.stored`
   */
  ready(
    venue: Venue,
    statuses: readonly Status[],
    asker: ListCaller,
    hasShortWay: () => boolean,
  ): Promise<CacheState | undefined>
  /** Starts a background read of a list that is missing or too old; returns immediately. */
  keep(venue: Venue, status: Status): void
}

/** Lists that are ready, and the cache that refreshes them. */
export interface CachedLists {
  readonly cache: ListCache
  readonly lists: CatalogLists
  /** Rows that were read from the venues outside of their lists. */
  readonly writeBack: LookupWriteBack
  /** Yields to the event loop between pieces of heavy work. */
  readonly turn: EventLoopYield
  readonly reader: Pick<
    CatalogReader,
    | 'pieces'
    | 'markets'
    | 'lookup'
    | 'statusesOf'
    | 'state'
    | 'newest'
    | 'rows'
    | 'ended'
    | 'lastReadAt'
    | 'around'
  >
}
