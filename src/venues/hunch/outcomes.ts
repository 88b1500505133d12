import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { outcomeIdOf, readMarketName, readOutcomeId } from './ids.js'
import { fetchMarket } from './native/request.js'
import { isTwoSided, sidesOf } from './native/sides.js'
import type { MarketRef } from './schemas.js'

/** Facts of an outcome. */
export interface Facts {
  readonly marketId: string
  readonly key: string
  /** Its market has the sides yes and no. */
  readonly isTwoSided: boolean
}

/** Finds outcomes by the market in their id. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    'An outcome id is <market id>:yes, <market id>:no or <market id>:<key of the outcome>, as found in the outcomes of ' +
    'a market.',

  async locate(id, ctx): Promise<ResolvedName<Facts> | undefined> {
    const ref = readOutcomeId(id)
    if (ref === undefined) return marketNamed(id, ctx)
    const market = await fetchMarket(ref.marketId, ctx)
    // A slug means another round tomorrow: outcome ids contain the ids of their markets.
    if (market?.id !== ref.marketId) return undefined
    const located = locatedOf(market, ctx.clock.now())
    const outcome = located.find(({ facts }) => facts.key === ref.key)
    return outcome && { kind: 'outcome', outcome, others: located.filter((other) => other !== outcome) }
  },
}

async function marketNamed(id: string, ctx: VenueContext): Promise<ResolvedName<Facts> | undefined> {
  const name = readMarketName(id)
  const market = name === undefined ? undefined : await fetchMarket(name, ctx)
  return (
    market && {
      kind: 'market',
      marketId: market.id,
      outcomes: sidesOf(market).map(({ key, label }) => ({
        outcomeId: outcomeIdOf({ marketId: market.id, key }),
        label,
      })),
    }
  )
}

function locatedOf(market: MarketRef, now: number): readonly Located<Facts>[] {
  const { id: marketId, status, deadlineAt } = market
  const isOver = status !== 'open' && deadlineAt !== undefined && deadlineAt <= now
  return sidesOf(market).map(({ key }) => ({
    outcomeId: outcomeIdOf({ marketId, key }),
    ...(isOver ? { closedAt: deadlineAt } : {}),
    ...(status === 'resolved' || status === 'voided' ? { isSettled: true as const } : {}),
    facts: { marketId, key, isTwoSided: isTwoSided(market) },
  }))
}
