import { PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'
import type { Clock } from '../effects/clock.js'
import type { Urgency } from '../policy/priority.js'
import { createSingleFlight } from '../policy/single-flight.js'
import type { Memo } from '../venue-kit/memo.js'
import { holderOf } from '../venue-kit/secrets.js'
import type { CandleSeries, CandleSource, Venue } from '../venue-kit/venue.js'
import type { FetchCall, FetcherDeps } from './fetcher.js'
import type { CandleStore, KnownSeries } from './store.js'

export interface LocatorDeps {
  readonly store: CandleStore
  readonly clock: Clock
  readonly openContext: FetcherDeps['openContext']
}

/** Whose series is looked for, and on whose behalf. */
interface Wanted {
  readonly venue: Venue
  readonly source: CandleSource
  readonly outcomeId: string
  readonly call: FetchCall
}

/** Finds the series of outcomes, and remembers what it found. */
export interface Locator {
  /**
   * The remembered series if it is good enough, else the one that the venue names now.
   * @throws NOT_FOUND for an unknown outcome, and what stands in the way to the venue
   */
  locate(wanted: Wanted, isGood: (known: KnownSeries) => boolean): Promise<KnownSeries>
  /** What the venue says now, whatever is remembered here or by its adapter. @throws as `locate` */
  relocate(wanted: Wanted): Promise<KnownSeries>
}

export function createLocator({ store, clock, openContext }: LocatorDeps): Locator {
  const locating = createSingleFlight<KnownSeries>()

  /** What is stored of an outcome that the venue does not know, such as an import; nothing is remembered of it. */
  function kept(error: unknown, venue: VenueId, outcomeId: string): { readonly remnant: CandleSeries } {
    const isUnknown = error instanceof PmxError && error.code === 'NOT_FOUND'
    const remnant = isUnknown ? store.remnant(venue, outcomeId) : undefined
    if (remnant === undefined) throw error
    return { remnant }
  }

  function ask(
    { venue, source, outcomeId, call }: Wanted,
    memo: 'believed' | 'renewed',
  ): Promise<KnownSeries> {
    const { secrets } = call
    const run = async (signal: AbortSignal, priority: Urgency): Promise<KnownSeries> => {
      const ctx = openContext(venue, { secrets, signal, priority })
      try {
        const renewing = memo === 'believed' ? ctx : { ...ctx, memo: renewed(ctx.memo) }
        const located = await source
          .locate(outcomeId, renewing)
          .catch((error: unknown) => kept(error, venue.id, outcomeId))
        if ('remnant' in located)
          return { series: located.remnant, checkedAt: clock.now(), isForgotten: true }
        const fresh = { series: located, checkedAt: Math.min(clock.now(), ctx.http.toldAt ?? clock.now()) }
        store.remember(venue.id, outcomeId, fresh)
        return fresh
      } finally {
        call.onSent(ctx.http.sent)
        ctx.release()
      }
    }
    return locating.run(
      `${venue.id} ${outcomeId} ${memo} ${holderOf(secrets)}`,
      call.signal,
      run,
      call.priority,
    )
  }

  return {
    async locate(wanted, isGood) {
      const known = store.known(wanted.venue.id, wanted.outcomeId)
      return known !== undefined && isGood(known) ? known : ask(wanted, 'believed')
    },
    async relocate(wanted) {
      try {
        return await ask(wanted, 'renewed')
      } catch (error) {
        if (!(error instanceof PmxError) || error.code !== 'NOT_FOUND') throw error
        // Some ids are found only by what was learned of them before.
        return ask(wanted, 'believed')
      }
    },
  }
}

/** A memo that believes nothing it was told before this call. */
function renewed(memo: Memo): Memo {
  const told = new Set<string>()
  return {
    get: (key, id) => (told.has(`${key.name} ${id}`) ? memo.get(key, id) : undefined),
    set(key, id, value) {
      told.add(`${key.name} ${id}`)
      memo.set(key, id, value)
    },
  }
}
