import type { Sought } from '../../venue-kit/outcome.js'
import type { OutcomeSource } from '../../venue-kit/venue.js'
import { contractOrMarket, otherReading } from './native/contracts.js'

/** What is known of an outcome, which is a contract. */
export interface Facts {
  readonly marketId: string
}

/** Contracts are found in open events, and wherever they were seen before. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    "An outcome id is the number of a contract, found as outcomeId in a market's outcomes; that of a closed market is " +
    'known once the market has been fetched.',

  async locate(id, ctx): Promise<Sought<Facts> | undefined> {
    const named = await contractOrMarket(id, ctx)
    if (named?.kind !== 'market') {
      return (
        named && {
          kind: 'outcome',
          outcome: { outcomeId: named.contractId, facts: { marketId: named.marketId } },
        }
      )
    }
    const outcomes = named.contracts.map((contract) => ({ outcomeId: contract.id, label: contract.name }))
    return { kind: 'market', marketId: named.marketId, outcomes, note: otherReading }
  },
}
