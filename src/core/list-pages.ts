import type { UnifiedEvent, UnifiedMarket } from '../api/models.js'
import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import type { WholeRow } from './across.js'
import { createSnapshots, type Snapshots } from './query/snapshots.js'

/** Lists that are being read page by page: a cursor outlives the request that gave it. */
export interface ListPages {
  readonly markets: Snapshots<UnifiedMarket>
  readonly events: Snapshots<UnifiedEvent>
  /** Rows of all venues. */
  readonly ofAll: Snapshots<WholeRow>
}

export function createListPages(clock: Clock, ids: Ids): ListPages {
  return {
    markets: createSnapshots(clock, ids, ({ marketId }) => marketId),
    events: createSnapshots(clock, ids, ({ id }) => id),
    ofAll: createSnapshots(clock, ids, ({ key }) => key),
  }
}
