import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import type { NativeMarket } from './accounts.js'
import { betsEndAt, isOpen } from './pools.js'

/**
 * Returns the settlement of a market by the status of its account (source of `@baozi.bet/mcp-server`, 5.0.0). A canceled market
 * pays the stakes back. Winners of a resolved one share the pool: 1 stands for the share that an outcome gets, not for money. The
 * account has no time of the resolution. Status 4 is Paused or Disputed depending on the decoder, so it proves nothing.
 * @param outcomeIds by the place of the outcome
 * @param now epoch ms
 * @returns undefined while bets are accepted, and for other statuses
 */
export function readMarketSettlement(
  market: NativeMarket,
  outcomeIds: readonly string[],
  now: number,
): SettlementDraft | undefined {
  if (isOpen(market, now)) return undefined
  const end = betsEndAt(market)
  const closedAt = end <= now ? end : undefined
  const { status, winner } = market
  switch (status) {
    case 0:
    case 1:
      return { kind: 'undecided', stage: 'closed', closedAt }
    case 2:
      if (winner === undefined) return { kind: 'absent', note: 'the resolved market has no winner', closedAt }
      return { kind: 'won', winners: [outcomeIds[winner] ?? `place ${winner}`], closedAt }
    case 3:
      return { kind: 'void', closedAt }
    case 5:
      return { kind: 'undecided', stage: 'proposed', closedAt }
    case 6:
      return { kind: 'undecided', stage: 'disputed', closedAt }
    default:
      return undefined
  }
}
