import type { UnifiedEvent, UnifiedMarket } from '../../../api/models/models.js'
import type { Clock } from '../../../effects/clock.js'
import type { Ids } from '../../../effects/ids.js'
import { createSnapshots, type Snapshots } from '../../query/cursor-snapshots.js'

/** A row of the cross-venue catalog that is read when it is needed. */
export interface LazyRow {
  /** Differs for another row, and for the same row after a change. */
  readonly key: string
  /**
   * Reads the row as JSON.
   * @throws CATALOG_UNAVAILABLE if it is no longer stored
   */
  read(): Buffer
}

/** Lists that are being paginated: a cursor outlives the request that returned it. */
export interface ListPages {
  readonly markets: Snapshots<UnifiedMarket>
  readonly events: Snapshots<UnifiedEvent>
  /** Rows of all venues. */
  readonly ofAll: Snapshots<LazyRow>
}

export function createListPages(clock: Clock, ids: Ids): ListPages {
  return {
    markets: createSnapshots(clock, ids, ({ marketId }) => marketId),
    events: createSnapshots(clock, ids, ({ id }) => id),
    ofAll: createSnapshots(clock, ids, ({ key }) => key),
  }
}
