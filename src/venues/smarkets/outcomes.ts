import type { ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { findContractOrMarket, otherReading } from './native/contracts.js'

/** The data of an outcome, which is a contract. */
export interface Facts {
  readonly marketId: string
}

/** Finds contracts by their numbers, regardless of their state. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    "An outcome id is the number of a contract, found as outcomeId in a market's outcomes. If the id is correct, fetch its " +
    'market once, then retry.',

  async locate(id, ctx): Promise<ResolvedName<Facts> | undefined> {
    const named = await findContractOrMarket(id, ctx)
    if (named?.kind !== 'market') {
      return (
        named && {
          kind: 'outcome',
          outcome: { outcomeId: named.contractId, facts: { marketId: named.marketId } },
        }
      )
    }
    const { marketId, contracts, mayBeContract } = named
    const outcomes = contracts.map((contract) => ({ outcomeId: contract.id, label: contract.name }))
    return { kind: 'market', marketId, outcomes, ...(mayBeContract ? { note: otherReading } : {}) }
  },
}
