import type { Health } from '../shared/health.js'
import { Shown } from '../shared/parts.js'
import type { RequestState } from '../shared/use-request.js'
import { BackfillCard } from './cache/backfill.js'
import { CassetteCard } from './cache/cassette.js'
import { ListsCard } from './cache/lists.js'
import { PinsCard } from './cache/pins.js'
import { SharedCard } from './cache/shared.js'
import { StoredCard } from './cache/stored.js'

/** Shows the data stored on this machine: candles, lists, pins, and the state of a recording or replay. */
export function CacheView({ health }: { readonly health: RequestState<Health> }) {
  return (
    <>
      <div class="hello">
        <h1>Cached data</h1>
        <p class="note">Requests for cached data need no venue call.</p>
      </div>
      <CassetteCard />
      <StoredCard />
      <PinsCard />
      <BackfillCard />
      <Shown of={health} what="Loading the daemon status">
        {(now) => (
          <>
            <SharedCard health={now} />
            <ListsCard health={now} />
          </>
        )}
      </Shown>
    </>
  )
}
