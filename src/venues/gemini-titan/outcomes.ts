import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { packMarketId, packOutcomeId, readId, type Side } from './ids.js'
import { contractsIn, type ListedContract } from './mapping.js'
import { EVENT, findContract, findEvent } from './native/find-event.js'

/** Facts about a contract that books, trades and candles need. */
export interface InstrumentFacts {
  /** The venue's spelling. */
  readonly symbol: string
  readonly isSettled: boolean
}

/** A side of a contract. */
export interface Facts extends InstrumentFacts {
  readonly side: Side
}

/** Finds outcomes: an id contains the symbol of its contract, and the contract's event has its facts. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () => 'An outcome id is GEMI:<instrument symbol>:yes or :no, as in the outcomes of a market.',

  async locate(text, ctx): Promise<ResolvedName<Facts> | undefined> {
    const id = readId(text)
    if (id.kind === 'none') return undefined
    if (id.kind === 'event') {
      const event = await findEvent(id.ticker, ctx)
      if (event === undefined) return undefined
      return { kind: 'market', marketId: event.ticker, outcomes: contractsIn(event, EVENT).flatMap(named) }
    }
    const placed = await findContract(id.symbol, ctx)
    if (placed === undefined) return undefined
    if (id.side === undefined) {
      return {
        kind: 'market',
        marketId: packMarketId(placed.contract.instrumentSymbol),
        outcomes: named(placed),
      }
    }
    const other = id.side === 'yes' ? 'no' : 'yes'
    return { kind: 'outcome', outcome: toLocated(placed, id.side), others: [toLocated(placed, other)] }
  },
}

function named({ contract }: ListedContract): { readonly outcomeId: string; readonly label: string }[] {
  const { instrumentSymbol: symbol, label = symbol } = contract
  return [
    { outcomeId: packOutcomeId(symbol, 'yes'), label },
    { outcomeId: packOutcomeId(symbol, 'no'), label: `Not ${label}` },
  ]
}

function toLocated({ contract, holder }: ListedContract, side: Side): Located<Facts> {
  const { instrumentSymbol: symbol, status } = contract
  const isSettled = status === 'settled'
  const starts = [contract.effectiveDate ?? holder.effectiveDate, contract.createdAt].filter(
    (at) => at !== undefined,
  )
  // Trading ends some time before the settlement; only a planned time is reported.
  const closedAt = isSettled ? (contract.resolvedAt ?? holder.resolvedAt) : undefined
  return {
    outcomeId: packOutcomeId(symbol, side),
    // Openings are postponed, and a contract may have traded before: the earlier time of entry is a bound as well.
    ...(starts.length === 0 ? {} : { listedAt: Math.min(...starts) }),
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(isSettled ? { isSettled } : {}),
    ...(status === 'approved' || status === 'active' ? {} : { isClosed: true }),
    facts: { symbol, isSettled, side },
  }
}
