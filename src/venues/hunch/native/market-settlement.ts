import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { outcomeIdOf } from '../ids.js'
import type { MarketRef, Result } from '../schemas.js'

/**
 * Returns the settlement of a market that takes no more bets. Only `GET /result` has the result, which lists do not read. A side
 * that won is worth 1, although the pool pays it otherwise; a voided market pays the bets back (README.md).
 * @param won key of the winning side
 * @param now epoch ms
 * @returns undefined while it takes bets
 */
export function readMarketSettlement(
  { id: marketId, status, deadlineAt }: MarketRef,
  won: string | undefined,
  result: Result | undefined,
  now: number,
): SettlementDraft | undefined {
  const closedAt = deadlineAt !== undefined && deadlineAt <= now ? deadlineAt : undefined
  const times = { at: result?.resolvedAt, closedAt }
  switch (status) {
    case 'resolved':
      if (won !== undefined) return { kind: 'won', winners: [outcomeIdOf({ marketId, key: won })], ...times }
      return { kind: 'absent', note: describeAbsence(result), ...times }
    case 'voided':
      return { kind: 'void', ...times }
    case 'closed':
      return { kind: 'undecided', stage: 'closed', closedAt }
    case 'open':
      return closedAt === undefined ? undefined : { kind: 'undecided', stage: 'closed', closedAt }
  }
}

function describeAbsence(result: Result | undefined): string {
  return result === undefined
    ? 'lists of the venue do not contain results: look up the market by its id'
    : 'the resolved market has no resolvedOutcome'
}
