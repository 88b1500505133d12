import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { packOutcomeId } from '../ids.js'
import type { NativeContract, NativePart } from '../schemas.js'

/**
 * Returns the settlement of a contract (Gemini Prediction Markets OpenAPI 1.0.0: `status`, `resolutionSide`,
 * `resolvedAt`). The unit of `settlementValue` is not documented, so a settled contract without a side has an unknown
 * result. Trading ends some time before the settlement, which is not reported.
 * @returns undefined before it has closed
 */
export function readMarketSettlement(
  contract: NativeContract & { readonly instrumentSymbol: string },
  holder: NativePart,
): SettlementDraft | undefined {
  const { instrumentSymbol: symbol, resolutionSide: side, resolvedAt: at = holder.resolvedAt } = contract
  switch (contract.status) {
    case 'settled':
      if (side !== undefined) return { kind: 'won', winners: [packOutcomeId(symbol, side)], at }
      return { kind: 'absent', note: 'the settled contract has no resolutionSide', at }
    case 'invalid':
      return { kind: 'void', at }
    case 'closed':
    case 'under_review':
      return { kind: 'undecided', stage: 'closed' }
    default:
      return undefined
  }
}
