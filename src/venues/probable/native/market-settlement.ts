import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import type { NativeMarket } from '../schemas.js'

/**
 * Returns the settlement of a market that has ended. It is based on the tokens' `winner`, which is documented as optional, or
 * otherwise on `resolution_label`, if this is the label of exactly one outcome. Both must agree. The form of the resolution time
 * is not known.
 * @param tokens in the venue's order
 */
export function readMarketSettlement(
  market: NativeMarket,
  tokens: readonly {
    readonly tokenId: string
    readonly label: string
    readonly winner?: boolean | undefined
  }[],
): SettlementDraft {
  const { resolved, disputed, resolution_label: word } = market
  const closedAt = market.closed ? market.closedTime : undefined
  if (!resolved) return { kind: 'undecided', stage: disputed === true ? 'disputed' : 'closed', closedAt }
  const marked = tokens.filter(({ winner }) => winner === true).map(({ tokenId }) => tokenId)
  const named = tokens
    .filter(({ label }) => word !== undefined && label.trim().toLowerCase() === word.trim().toLowerCase())
    .map(({ tokenId }) => tokenId)
  if (marked.length > 0) {
    if (named.length === 1 && named[0] !== marked[0])
      return {
        kind: 'absent',
        note: `resolution_label ${word} names an outcome other than the winner`,
        closedAt,
      }
    return { kind: 'won', winners: marked, closedAt }
  }
  if (named.length === 1) return { kind: 'won', winners: named, closedAt }
  const what = word === undefined ? 'has no winner' : `names no outcome: ${word.slice(0, 60)}`
  return { kind: 'absent', note: `the resolved market ${what}`, closedAt }
}
