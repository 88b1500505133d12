import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { type MarketRef, type OutcomePosition, packMarketId, packOutcomeId, readId } from './ids.js'
import { findNative } from './lookup.js'
import { hasCandidates, refOf, statusOf } from './mapping.js'
import type { NativeMarket } from './schemas.js'

/** Facts about an outcome and its market that trades, books and candles need. */
export interface OutcomeFacts {
  readonly place: OutcomePosition
  readonly ref: MarketRef
  readonly slug: string
  /** Indexes of the market's outcomes. */
  readonly indexes: readonly number[]
}

/** Whether a market has two outcomes: a trade of one is the opposite trade of the other. */
export function isPair({ indexes }: Pick<OutcomeFacts, 'indexes'>): boolean {
  return indexes.length === 2
}

/** Finds outcomes by the market in their id. */
export const outcomeSource: OutcomeSource<OutcomeFacts> = {
  hint: () =>
    "An outcome id is <network>:<market>:<outcome>, such as 2741:549:0, found as outcomeId in a market's outcomes.",

  async locate(text, ctx) {
    const id = readId(text)
    const market = await findNative(id, ctx)
    if (market === undefined) return undefined
    if (id.kind !== 'outcome') return marketIn(market)
    const all = toLocated(market, ctx.clock.now())
    const asked = packOutcomeId(refOf(market), id.place)
    const outcome = all.find(({ outcomeId }) => outcomeId === asked)
    if (outcome === undefined) return undefined
    return { kind: 'outcome', outcome, others: all.filter((other) => other !== outcome) }
  },
}

/** Returns all outcomes of a market, with the synthetic NO of each if it has them. */
function toLocated(market: NativeMarket, now: number): readonly Located<OutcomeFacts>[] {
  const { slug, publishedAt, expiresAt } = market
  const ref = refOf(market)
  const indexes = market.outcomes.map(({ id }) => id)
  // Trading ends at `expiresAt`; the end of a market that was decided earlier is not reported.
  const isOver = statusOf(market) === 'closed' && expiresAt !== undefined && expiresAt <= now
  const sides = hasCandidates(market) ? [false, true] : [false]
  return indexes.flatMap((index) =>
    sides.map((isNegative): Located<OutcomeFacts> => {
      const place = { index, isNegative }
      return {
        outcomeId: packOutcomeId(ref, place),
        ...(publishedAt === undefined ? {} : { listedAt: publishedAt }),
        ...(isOver ? { closedAt: expiresAt } : {}),
        facts: { place, ref, slug, indexes },
      }
    }),
  )
}

function marketIn(market: NativeMarket): ResolvedName<OutcomeFacts> {
  const ref = refOf(market)
  const outcomes = market.outcomes.map(({ id, title }) => ({
    outcomeId: packOutcomeId(ref, { index: id, isNegative: false }),
    label: title,
  }))
  return { kind: 'market', marketId: packMarketId(ref), outcomes }
}
