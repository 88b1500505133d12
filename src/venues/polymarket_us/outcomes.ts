import type { Located } from '../../venue-kit/outcome.js'
import type { OutcomeSource } from '../../venue-kit/venue.js'
import { outcomeIdOf, readOutcomeId, type Side } from './ids.js'
import { findMarket } from './lookup.js'
import { isDecided, isOver } from './native/states.js'
import { listedAt } from './rows.js'
import type { NativeMarket } from './wire.js'

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
    if (market === undefined) return undefined
    const sideOf = (side: Side): Located<Facts> => toLocated(market, side, ctx.clock.now())
    const other: Side = id?.side === 'short' ? 'long' : 'short'
    return { kind: 'outcome', outcome: sideOf(id?.side ?? 'long'), others: [sideOf(other)] }
  },
}

/** A side in its market's own words. */
export function toLocated(market: NativeMarket, side: Side, now: number): Located<Facts> {
  const listed = listedAt(market)
  const { slug, endDate } = market
  // The end date is an outer limit, and the only one that is told (README.md).
  const isClosed = isOver(market) && endDate !== undefined && endDate <= now
  return {
    outcomeId: outcomeIdOf(slug, side),
    ...(listed === undefined ? {} : { listedAt: listed }),
    ...(isClosed ? { closedAt: endDate } : {}),
    ...(isDecided(market) ? { isSettled: true } : {}),
    facts: { slug, side },
  }
}
