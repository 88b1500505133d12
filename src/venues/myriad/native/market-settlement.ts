import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { packOutcomeId } from '../ids.js'
import type { NativeMarket } from '../schemas.js'
import { winnerOf } from './prices.js'

/** Outcomes of a row: those of the market, or one of them and its complement. */
export type RowOutcomes = { readonly kind: 'all' } | { readonly kind: 'candidate'; readonly index: number }

/**
 * Returns the settlement of a market that has ended (docs.myriad.markets, markets: `state`, `voided`, `resolvedOutcomeId`). The
 * payout of void shares is calculated by the contract and not reported. `resolvesAt` and `expiresAt` are planned times.
 * @returns undefined while it is open
 */
export function readMarketSettlement(market: NativeMarket, row: RowOutcomes): SettlementDraft | undefined {
  if (market.voided === true || market.state === 'voided') return { kind: 'void' }
  if (market.state === 'open') return undefined
  if (market.state === 'closed') return { kind: 'undecided', stage: 'closed' }
  const winner = winnerOf(market)
  if (winner === undefined) {
    const { resolvedOutcomeId: told = -1 } = market
    return { kind: 'absent', note: `the resolved market has no outcome with its resolvedOutcomeId ${told}` }
  }
  const ref = { network: market.networkId, model: market.tradingModel, number: market.id }
  const position =
    row.kind === 'all'
      ? { index: winner, isNegative: false }
      : { index: row.index, isNegative: row.index !== winner }
  return { kind: 'won', winners: [packOutcomeId(ref, position)] }
}
