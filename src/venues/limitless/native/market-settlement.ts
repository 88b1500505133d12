import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import type { NativeLeaf } from '../schemas.js'
import { isOpen, type Tokens } from './tokens.js'

/**
 * Returns the settlement of a market that has ended: by `winningOutcomeIndex`, otherwise by `payoutNumerators`, which are
 * shares of the payout as in every contract of conditional tokens. A tie of a price market pays both halves (venue rules,
 * recorded 2026-10). Quoted prices of resolved markets are stale, and the winner is set 27 to 63 s after the end
 * (README.md). No row has the time of the resolution.
 */
export function readMarketSettlement(
  native: NativeLeaf,
  tokens: Tokens | undefined,
): SettlementDraft | undefined {
  if (isOpen(native)) return undefined
  const { status, expired, winningOutcomeIndex: winner, payoutNumerators: shares } = native
  if (status !== 'RESOLVED')
    return status === 'CLOSED' || expired ? { kind: 'undecided', stage: 'closed' } : undefined
  if (tokens === undefined) return { kind: 'absent', note: 'the market has no tokens' }
  const { yes, no } = tokens
  if (winner !== undefined) return { kind: 'won', winners: [winner === 0 ? yes : no] }
  const [first, second] = shares ?? []
  if (first === undefined || second === undefined || first + second <= 0 || shares?.length !== 2)
    return { kind: 'absent', note: 'the resolved market has no winner' }
  return { kind: 'paid', payouts: { [yes]: first / (first + second), [no]: second / (first + second) } }
}
