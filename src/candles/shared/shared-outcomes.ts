import type { VenueId } from '../../api/envelope/venue-ids.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { SharedOutcomes } from '../fetch/series-locator.js'
import { seriesShape } from '../store/candle-row.js'
import type { KnownSeries } from '../store/candle-store.js'
import type { CandleTier } from './candle-tier.js'
import type { TierSession } from './tier-session.js'
import type { WithdrawnSpans } from './withdrawn-spans.js'

/** Time limit of a lookup, ms. */
const FIND_MS = 150
const SHARE_MS = 2_000
/** If a tier is slower than the lookups, it does not get all of them, and the next daemon then calls the venue. */
const MAX_SHARING = 64

/**
 * @param isShared whether the series of a venue are its own: those of another address are not shared
 * @param retractions a number that grows when something is withdrawn, perhaps what was just found
 * @param forgottenAt when another tier last withdrew everything of a daemon, perhaps of the one that located an outcome
 * @param mayTake whether it is known what other tiers withdrew, which a tier may still have
 */
export function createSharedOutcomes(
  sessions: readonly TierSession[],
  isShared: (venue: VenueId) => boolean,
  retractions: () => number = () => 0,
  forgottenAt: WithdrawnSpans['forgottenAt'] = () => undefined,
  mayTake: (tier: CandleTier) => boolean = () => true,
): SharedOutcomes {
  let sharing = 0
  return {
    async find(venue, outcomeId) {
      if (!isShared(venue)) return undefined
      for (const session of sessions) {
        const { known } = session.tier
        if (known === undefined || !mayTake(session.tier)) continue
        const before = retractions()
        const answer = await session.read(FIND_MS, (signal) => known(venue, outcomeId, signal))
        if (answer === undefined) session.rest(FIND_MS)
        const found = checkKnown(answer?.value, outcomeId, session.now())
        if (found === undefined || retractions() !== before) continue
        const forgotten = forgottenAt(session.tier.name, venue)
        if (forgotten === undefined || found.checkedAt > forgotten + CLOCK_TOLERANCE_MS) return found
      }
      return undefined
    },
    share(venue, outcomeId, found) {
      if (!isShared(venue)) return
      for (const { tier, mayGive, write } of sessions) {
        const { remember } = tier
        if (remember === undefined || sharing >= MAX_SHARING) continue
        sharing++
        mayGive(SHARE_MS)
          .then((may) => may && write(SHARE_MS, (signal) => remember(venue, outcomeId, found, signal)))
          .finally(() => {
            sharing--
          })
      }
    },
  }
}

/**
 * Checks the facts about an outcome that another daemon wrote.
 * @param now epoch ms
 * @returns undefined if it cannot be right
 */
export function checkKnown(
  known: KnownSeries | undefined,
  outcomeId: string,
  now: number,
): KnownSeries | undefined {
  const { success, data: series } = seriesShape.safeParse(known?.series)
  if (!success || known === undefined || series.outcomeId !== outcomeId) return undefined
  const { checkedAt } = known
  if (!Number.isSafeInteger(checkedAt) || checkedAt <= 0 || checkedAt > now + CLOCK_TOLERANCE_MS)
    return undefined
  return { series, checkedAt }
}
