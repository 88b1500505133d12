import { assertMayCallVenue } from '../../api/arguments/stored-terms.js'
import { alignDown } from '../../api/times/resolution.js'
import { type Clock, type Moment, measureMs, momentOf } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { createSingleFlight } from '../../policy/single-flight.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { CandleSource, Venue } from '../../venue-kit/contract/venue.js'
import { RELOCATE_AFTER_MS } from '../series/trading-period.js'
import type { FetchCall } from './fetch-target.js'
import type { FetcherDeps } from './fetcher.js'
import { type LocateOutcome, seriesOf } from './series-locator.js'

export interface RightsDeps {
  readonly clock: Clock
  readonly openContext: FetcherDeps['openContext']
  readonly locateOutcome: LocateOutcome
}

/**
 * Access control for stored data of a venue without public data. The data may have been fetched with credentials that have more
 * access than others. Any other caller needs proof that the venue would serve it the candles too.
 */
export interface Rights {
  /**
   * Requests the venue's newest candle with the credentials of a caller that is not the owner. The result is valid for as long as
   * a cached listing.
   * @throws the error of the venue
   */
  assertShown(venue: Venue, source: CandleSource, outcomeId: string, call: FetchCall): Promise<void>
  /** Whether the caller may see stored data, according to earlier results. */
  isShown(venue: Venue, outcomeId: string, call: FetchCall): boolean
}

/** Number of cached results, by outcome and holder of credentials. */
const SHOWN = 10_000

export function createRights({ clock, openContext, locateOutcome }: RightsDeps): Rights {
  const shown = createLru<Moment>(SHOWN)
  const showing = createSingleFlight<void>()

  function isShown(venue: Venue, outcomeId: string, call: FetchCall): boolean {
    if (venue.isPrivate !== true || call.isOwner === true) return true
    const before = shown.get(keyOf(venue, outcomeId, call))
    return before !== undefined && measureMs(before, momentOf(clock)) < RELOCATE_AFTER_MS
  }

  return {
    isShown,
    async assertShown(venue, source, outcomeId, call) {
      const [finest] = source.steps
      if (finest === undefined || isShown(venue, outcomeId, call)) return
      assertMayCallVenue(venue.id, call.stored)
      const { secrets, signal, priority } = call
      const key = keyOf(venue, outcomeId, call)
      const at = momentOf(clock)
      const show = async (terms: Pick<FetchCall, 'signal' | 'priority'>): Promise<void> => {
        const ctx = openContext(venue, { secrets, ...terms })
        try {
          const { located } = await locateOutcome(venue, outcomeId, ctx)
          const series = await seriesOf(source, located, ctx)
          const from = alignDown(at.now, finest.stepMs)
          await source.fetch(series, finest, { from, to: from + finest.stepMs }, ctx)
          shown.set(key, at)
        } finally {
          call.onSent(ctx.http.sent)
          ctx.release()
        }
      }
      await showing.run(
        key,
        signal,
        (shared, urgency) => show({ signal: shared, priority: urgency }),
        priority,
      )
    },
  }
}

function keyOf({ id }: Venue, outcomeId: string, { secrets }: FetchCall): string {
  return JSON.stringify([id, outcomeId, holderOf(secrets)])
}
