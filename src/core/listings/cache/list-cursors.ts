import type { UnifiedEvent, UnifiedMarket } from '../../../api/models/models.js'
import type { Clock } from '../../../effects/clock.js'
import type { Ids } from '../../../effects/ids.js'
import { createSnapshots, type Snapshots } from '../../query/cursor-snapshots.js'

/** A row of all venues that is read when it is needed. */
export interface LazyRow {
  /** Another one for another row, or the same row after it changed. */
  readonly key: string
  /** As JSON. @throws CATALOG_UNAVAILABLE where it is no longer stored */
  read(): Buffer
}

/** Lists that are being read page by page: a cursor outlives the request that gave it. */
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
