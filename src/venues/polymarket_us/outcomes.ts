import { DAY_MS } from '../../api/times/resolution.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { comboRefusal } from './errors.js'
import { isCombo, outcomeIdOf, readOutcomeId, type Side } from './ids.js'
import { findMarket } from './lookup.js'
import { listedAt } from './mapping.js'
import { isDecided, isOver } from './native/states.js'
import type { NativeMarket } from './schemas.js'

/** What books and candles of a side are asked for with. */
export interface Facts {
  /** Of the market. */
  readonly slug: string
  readonly side: Side
}

/** Finds sides. The slug or number of a market stands for its long side. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    "An outcome id is a market's slug with :long or :short behind it, found as outcomeId in a market's outcomes.",

  /** @throws VALIDATION_ERROR field `id` for an empty id */
  async locate(text, ctx) {
    const id = readOutcomeId(text)
    const market = id && (await findMarket(id.market, ctx))
    if (market === undefined) {
      if (id?.market.kind === 'slug' && isCombo(id.market.slug)) throw comboRefusal(id.market.slug)
      return undefined
    }
    const sideOf = (side: Side): Located<Facts> => toLocated(market, side, ctx.clock.now())
    const other: Side = id?.side === 'short' ? 'long' : 'short'
    return { kind: 'outcome', outcome: sideOf(id?.side ?? 'long'), others: [sideOf(other)] }
  },
}

/** Markets were traded this long behind their end date at most, as far as was seen (README.md). */
const LATEST_MS = 2 * DAY_MS

/** A side in its market's own words. */
export function toLocated(market: NativeMarket, side: Side, now: number): Located<Facts> {
  const listed = listedAt(market)
  const closed = closedAt(market)
  const { slug } = market
  return {
    outcomeId: outcomeIdOf(slug, side),
    ...(listed === undefined ? {} : { listedAt: listed }),
    ...(closed !== undefined && closed <= now ? { closedAt: closed } : {}),
    ...(isDecided(market) ? { isSettled: true } : {}),
    facts: { slug, side },
  }
}

/**
 * Behind this nothing was traded in a market that is over. Its end date is an outer limit of most, and the only one that
 * is told; of some it is the beginning of the game, or passes while they are still open. They cannot have been traded
 * since their row was changed last, which says that they are over.
 */
function closedAt(market: NativeMarket): number | undefined {
  const { endDate, updatedAt = Number.POSITIVE_INFINITY } = market
  if (!isOver(market) || endDate === undefined) return undefined
  return Math.max(endDate, Math.min(updatedAt, endDate + LATEST_MS))
}
