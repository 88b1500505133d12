import type { StoredTerms } from '../../../api/arguments/stored-terms.js'
import type { CatalogReader } from '../../../catalog/file/catalog-reader.js'
import type { CatalogLists } from '../../../catalog/query/catalog-lists.js'
import type { EventLoopYield } from '../../../policy/event-loop-yield.js'
import type { Status, Venue } from '../../../venue-kit/contract/venue.js'
import type { OpenContext } from '../../request/request-context.js'
import type { CacheState } from '../../request/response-headers.js'
import type { LookupWriteBack } from './lookup-write-back.js'

/** Who wants a list, and what he takes. */
export interface ListCaller extends Pick<OpenContext, 'signal' | 'priority' | 'noteSent' | 'omissions'> {
  readonly stored?: StoredTerms
}

/** Keeps lists as new as is promised. */
export interface ListCache {
  /**
   * Waits until the lists may be given.
   * @param hasShortWay whether the venue itself can be asked for no more than is wanted
   * @returns undefined where the venue itself is to be asked: its lists are not kept, or not yet and there is a short way
   * @throws what stands in the way: still_listing, or the venue's failure with `detail.stored`
   */
  ready(
    venue: Venue,
    statuses: readonly Status[],
    asker: ListCaller,
    hasShortWay: () => boolean,
  ): Promise<CacheState | undefined>
  /** Sees to it that a list is read which is missing or too old to be given, for nobody in particular; returns at once. */
  keep(venue: Venue, status: Status): void
}

/** Lists that lie ready, and whoever keeps them so. */
export interface CachedLists {
  readonly keeper: ListCache
  readonly lists: CatalogLists
  /** What was read of the venues outside of their lists. */
  readonly fed: LookupWriteBack
  /** Lets pieces of heavy work go one by one. */
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
