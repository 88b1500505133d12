import { DAY_MS } from '../../api/times/resolution.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { createComboRefusal } from './errors.js'
import { isCombo, outcomeIdOf, readOutcomeId, type Side } from './ids.js'
import { findMarket } from './lookup.js'
import { listedAt } from './mapping.js'
import { isDecided, isOver } from './native/states.js'
import type { NativeMarket } from './schemas.js'

/** The data that requests for a side's book and candles need. */
export interface Facts {
  /** Slug of the market. */
  readonly slug: string
  readonly side: Side
}

/** Finds sides. The slug or number of a market stands for its long side. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    "An outcome id is a market's slug followed by :long or :short. It is the outcomeId in a market's outcomes.",

  /** @throws VALIDATION_ERROR field `id` for an empty id */
  async locate(text, ctx) {
    const id = readOutcomeId(text)
    const market = id && (await findMarket(id.market, ctx))
    if (market === undefined) {
      if (id?.market.kind === 'slug' && isCombo(id.market.slug)) throw createComboRefusal(id.market.slug)
      return undefined
    }
    const sideOf = (side: Side): Located<Facts> => toLocated(market, side, ctx.clock.now())
    const other: Side = id?.side === 'short' ? 'long' : 'short'
    return { kind: 'outcome', outcome: sideOf(id?.side ?? 'long'), others: [sideOf(other)] }
  },
}

/** The longest observed time for which a market traded after its end date (README.md). */
const LATEST_MS = 2 * DAY_MS

/** Returns a located side of a market. */
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
 * Returns the time after which an ended market has no trades. For most markets the end date is an outer limit, and the only
 * reported one. For some it is the beginning of the game, or passes while they are still open. They cannot have traded since the
 * last change of their row, which shows that they have ended.
 */
function closedAt(market: NativeMarket): number | undefined {
  const { endDate, updatedAt = Number.POSITIVE_INFINITY } = market
  if (!isOver(market) || endDate === undefined) return undefined
  return Math.max(endDate, Math.min(updatedAt, endDate + LATEST_MS))
}
