import { MINUTE_MS } from '../api/times/span.js'
import type { Samples } from '../candles/response/sampled-bars.js'
import {
  areFactsFresh,
  isOver,
  RELOCATE_AFTER_MS,
  tradingPeriodExpiresAt,
} from '../candles/series/trading-period.js'
import type { KnownSeries } from '../candles/store/candle-store.js'
import { locateOutcome } from '../core/listings/outcome-resolver.js'
import type { Clock } from '../effects/clock.js'
import type { RequestedOutcome } from '../venue-kit/contract/outcome.js'
import type { VenueContext } from '../venue-kit/contract/venue.js'
import { failureOf } from './failure.js'
import type { SampleItem } from './sample-items.js'
import { captureEveryMs, MIN_INTERVAL_MS } from './schedule.js'

/** The locator of an outcome's book. */
export interface SampleLocator {
  readonly asked: RequestedOutcome
  readonly seriesKey: string
  readonly mirrored: boolean
  readonly isClosed: boolean
  /** Whether its market has ended, so that no samples will follow. */
  readonly isOver: boolean
}

/** The known locators of books. They are stored, so that no lookups are needed after a restart. */
export interface SampleLocators {
  /** Returns the locator, or undefined for an outcome that must be looked up first. */
  placeOf(item: SampleItem): SampleLocator | undefined
  /**
   * Whether an outcome must be looked up: it was never found, its facts are old, or a closed market may have opened.
   * @param isWithout whether its book gave no sample the last time; it may have moved
   */
  isSought(item: SampleItem, isWithout: boolean): boolean
  /**
   * Looks up the outcome at the venue.
   * @returns for an outcome that was never found, the error, and when it is looked up again (epoch ms)
   */
  find(
    item: SampleItem,
    ctx: VenueContext,
  ): Promise<{ readonly message: string; readonly nextAt: number } | undefined>
  /** Removes all others. */
  keep(items: readonly SampleItem[]): void
}

interface Known {
  series: KnownSeries | undefined
  /** It is not looked up again before this time, epoch ms. */
  findAfter: number
}

export function createSampleLocators(samples: Samples, clock: Clock): SampleLocators {
  const all = new Map<string, Known>()

  function stateOf({ key, venue, outcomeId }: SampleItem): Known {
    const before = all.get(key)
    if (before !== undefined) return before
    const state = { series: samples.known(venue.id, outcomeId), findAfter: 0 }
    all.set(key, state)
    return state
  }

  async function ask({ venue, source, outcomeId }: SampleItem, ctx: VenueContext): Promise<KnownSeries> {
    const { located, checkedAt } = await locateOutcome(venue, outcomeId, ctx)
    const { facts, ...life } = located
    const place = source.place?.(located) ?? { seriesKey: located.outcomeId, mirrored: false }
    const known = { series: { ...life, ...place, facts: { book: facts } }, checkedAt }
    for (const id of new Set([outcomeId, located.outcomeId])) samples.remember(venue.id, id, known)
    return known
  }

  return {
    placeOf(item) {
      const { series: known } = stateOf(item)
      const facts = factsIn(known)
      if (known === undefined || facts === undefined) return undefined
      const { seriesKey, mirrored } = known.series
      const located = Promise.resolve({ ...known.series, facts })
      return {
        asked: { id: item.outcomeId, located: () => located },
        seriesKey,
        mirrored,
        isClosed: isClosed(known, clock.now()),
        isOver: isOver(known),
      }
    },
    isSought(item, isWithout) {
      const { series: known, findAfter } = stateOf(item)
      const now = clock.now()
      // A later time than any set below comes from a wrong clock.
      if (findAfter > now && findAfter <= now + captureEveryMs({})) return false
      if (known === undefined || factsIn(known) === undefined || !areFactsFresh(known, now)) return true
      if (isClosed(known, now)) return now >= tradingPeriodExpiresAt(known)
      return isWithout && now - known.checkedAt >= RELOCATE_AFTER_MS
    },
    async find(item, ctx) {
      const state = stateOf(item)
      try {
        state.series = await ask(item, ctx)
        // The venue may return the same cached facts once more.
        state.findAfter = clock.now() + MINUTE_MS
        return undefined
      } catch (error) {
        const { message, mayPass, waitMs = 0 } = failureOf(error)
        const nextAt = clock.now() + (mayPass ? Math.max(MIN_INTERVAL_MS, waitMs) : captureEveryMs({}))
        state.findAfter = nextAt
        // An outcome that was found before is still sampled; its book shows whether it still exists.
        return factsIn(state.series) === undefined ? { message, nextAt } : undefined
      }
    },
    keep(items) {
      const keys = new Set(items.map(({ key }) => key))
      for (const key of all.keys()) if (!keys.has(key)) all.delete(key)
    },
  }
}

function isClosed({ series }: KnownSeries, now: number): boolean {
  return series.closedAt !== undefined && series.closedAt <= now
}

/** Returns the facts that a call for the book needs, or undefined if they are unknown. */
function factsIn(known: KnownSeries | undefined): unknown {
  return Object(known?.series.facts).book
}
