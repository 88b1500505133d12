import { assertMayCallVenue } from '../../api/arguments/stored-terms.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Span } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { outlasts } from '../../policy/abort.js'
import { createSingleFlight } from '../../policy/single-flight.js'
import type { Urgency } from '../../policy/urgency.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import { renewMemo } from '../../venue-kit/contract/memo.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { CandleSeries, CandleSource, Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { closeSeenAt, listingSeenAt, mayBeLate } from '../series/trading-period.js'
import type { CandleStore, KnownSeries, SeriesIdentity } from '../store/candle-store.js'
import { resetEnds } from '../store/reopened-markets.js'
import type { FetchCall } from './fetch-target.js'
import type { FetcherDeps } from './fetcher.js'
import { isOutOfTime } from './partial-fetch.js'

/** The facts of an outcome from its venue, and their time, epoch ms. */
export interface LocatedNow {
  readonly located: Located<unknown>
  readonly checkedAt: number
}

/** Whether cached facts of an outcome suffice, or only the venue's current ones. */
type Trust = 'remembered' | 'now'

/** For which caller an outcome is looked up. */
export type LocateTerms = Pick<FetchCall, 'priority' | 'caller' | 'onSent'>

/**
 * Finds outcomes; `core/listings/outcome-resolver.ts`. It may join the lookup with others if the caller is known. The calls of a
 * joined lookup are reported to its callers, and not counted in the context.
 */
export type LocateOutcome = (
  venue: Venue,
  outcomeId: string,
  ctx: VenueContext,
  terms?: LocateTerms,
) => Promise<LocatedNow>

/** Shares where outcomes were located, so that only one daemon has to look up an outcome at its venue. */
export interface SharedOutcomes {
  /** Returns the last facts found by another daemon, or undefined if there are none or no tier responds in time. */
  find(venue: VenueId, outcomeId: string): Promise<KnownSeries | undefined>
  /** Shares the venue's response in the background. */
  share(venue: VenueId, outcomeId: string, known: KnownSeries): void
}

export interface LocatorDeps {
  readonly store: CandleStore
  readonly clock: Clock
  readonly openContext: FetcherDeps['openContext']
  readonly locateOutcome: LocateOutcome
  /** Where other daemons located outcomes. Absent if nothing is shared. */
  readonly shared?: SharedOutcomes | undefined
  /** Called with each span that is no longer final because its market trades again. */
  onReopened?(identity: SeriesIdentity, span: Span): void
}

/** The requested series, and the caller. */
interface Wanted {
  readonly venue: Venue
  readonly source: CandleSource
  readonly outcomeId: string
  readonly call: FetchCall
}

/** Finds the series of outcomes, and stores the result. */
export interface Locator {
  /**
   * Returns the stored series if it is sufficient, otherwise the one that the venue names.
   * @throws NOT_FOUND for an unknown outcome, and the failure to reach the venue
   */
  locate(wanted: Wanted, isGood: (known: KnownSeries) => boolean): Promise<KnownSeries>
  /** Returns the venue's current facts, regardless of stored or cached ones. @throws as `locate` */
  relocate(wanted: Wanted): Promise<KnownSeries>
}

export function createLocator(deps: LocatorDeps): Locator {
  const { store, clock, openContext, locateOutcome, shared } = deps
  const locating = createSingleFlight<KnownSeries>()

  /** Returns the stored data of an outcome that the venue does not know, such as an import; nothing else is cached of it. */
  function kept(error: unknown, venue: VenueId, outcomeId: string): KnownSeries {
    const isUnknown = error instanceof PmxError && error.code === 'NOT_FOUND'
    const remnant = isUnknown ? store.remnant(venue, outcomeId) : undefined
    if (remnant === undefined) throw error
    return { series: remnant, checkedAt: clock.now(), isUnknown: true }
  }

  async function ask({ venue, source, outcomeId, call }: Wanted, trust: Trust): Promise<KnownSeries> {
    assertMayCallVenue(venue.id, call.stored)
    const { secrets } = call
    const run = async (signal: AbortSignal, priority: Urgency): Promise<KnownSeries> => {
      const ctx = openContext(venue, { secrets, signal, priority })
      try {
        // The locator of the candles is looked up with the same trust as the outcome itself.
        const asking = trust === 'now' ? { ...ctx, memo: renewMemo(ctx.memo) } : ctx
        const before = store.known(venue.id, outcomeId)?.series
        if (before !== undefined) recall(source, before, asking)
        const { located, checkedAt } = await locateOutcome(venue, outcomeId, asking, { ...call, priority })
        const found = await seriesOf(source, located, asking, before)
        // Points and mid prices may follow after the last trade.
        const isEnded = found.isClosed === true && source.basis === 'trade'
        const closing = closeSeenAt(before, { ...found, isEnded }, checkedAt)
        const listing = listingSeenAt(before, found, checkedAt)
        const isWithKey = holderOf(secrets) !== ''
        const known: KnownSeries = {
          ...{ series: { ...found, ...closing, ...listing }, checkedAt },
          ...(isWithKey ? { isWithKey } : {}),
        }
        store.remember(venue.id, outcomeId, known)
        for (const end of resetEnds(store, { venue: venue.id, source }, before, known))
          deps.onReopened?.(end.identity, end.span)
        if (isPublic(venue, call)) shared?.share(venue.id, outcomeId, known)
        return known
      } catch (error) {
        return kept(error, venue.id, outcomeId)
      } finally {
        call.onSent(ctx.http.sent)
        ctx.release()
      }
    }
    return locating.run(
      `${venue.id} ${outcomeId} ${trust} ${holderOf(secrets)}`,
      call.signal,
      run,
      call.priority,
    )
  }

  /** Returns another daemon's facts about an outcome that is new here, if they are sufficient. */
  async function findShared(
    { venue, outcomeId, call }: Wanted,
    isGood: (known: KnownSeries) => boolean,
  ): Promise<KnownSeries | undefined> {
    if (shared === undefined || !isPublic(venue, call)) return undefined
    assertMayCallVenue(venue.id, call.stored)
    const found = await shared.find(venue.id, outcomeId)
    if (found === undefined || !isGood(found)) return undefined
    const known = { ...found, isShared: true } as const
    store.remember(venue.id, outcomeId, known)
    return known
  }

  return {
    async locate(wanted, isGood) {
      const known = store.known(wanted.venue.id, wanted.outcomeId)
      if (known !== undefined && isGood(known)) return known
      const found = known === undefined ? await findShared(wanted, isGood) : undefined
      if (found !== undefined) return found
      const asking = ask(wanted, 'remembered')
      const { waitMs, maxAgeMs, begunAt } = wanted.call.freshness ?? {}
      const isPatient = waitMs === undefined || maxAgeMs !== undefined || begunAt === undefined
      if (isPatient || known === undefined || !mayBeLate(known, clock.now())) return asking
      try {
        return (await outlasts(asking, begunAt + waitMs, clock)) ? known : await asking
      } catch (error) {
        if (isOutOfTime(error)) return known
        throw error
      }
    },
    async relocate(wanted) {
      try {
        return await ask(wanted, 'now')
      } catch (error) {
        if (!(error instanceof PmxError) || error.code !== 'NOT_FOUND') throw error
        // Some ids are found only with facts from earlier.
        return ask(wanted, 'remembered')
      }
    },
  }
}

/** Whether the venue's response is the same for all callers, because it needs no key. */
function isPublic(venue: Venue, { secrets }: FetchCall): boolean {
  return venue.isPrivate !== true && holderOf(secrets) === ''
}

/** Restores stored facts; incomplete facts of an earlier version are ignored. */
function recall(source: CandleSource, { facts, ...series }: CandleSeries, ctx: VenueContext): void {
  const kept = source.facts.safeParse(facts)
  if (kept.success) source.recall?.({ ...series, facts: kept.data }, ctx)
}

/**
 * Returns the series that contains the candles of an outcome, with its trading period. @param before as it was found last
 */
export async function seriesOf(
  source: CandleSource,
  located: Located<unknown>,
  ctx: VenueContext,
  before?: CandleSeries,
): Promise<CandleSeries> {
  const { facts: _facts, ...outcome } = located
  const series = { ...outcome, ...(await source.place(located, ctx, before)) }
  return source.isUnconfirmed?.(series) === true ? { ...series, isUnconfirmed: true } : series
}
