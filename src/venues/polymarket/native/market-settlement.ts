import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import type { GammaMarket } from '../schemas.js'

/** Stages by the oracle's term (v1 only). Requested and proposed results can be disputed for two hours or longer. */
const stages: ReadonlyMap<string, 'closed' | 'proposed' | 'disputed' | 'determined'> = new Map([
  ['requested', 'closed'],
  ['proposed', 'proposed'],
  ['disputed', 'disputed'],
  // The oracle has settled its own question; the market itself is not resolved yet.
  ['settled', 'determined'],
])

/**
 * Returns the settlement of a market that has ended. Gamma has no member for payouts. `outcomePrices` contains them once the
 * status is `resolved` (recorded in 2025 and 2026, and equal to the winners on the order book host). They count only if they are
 * exactly 1 and 0, or one half each for a market that was traded. Prices such as 0.9995 are not payouts. Halves are also the
 * placeholder for a market without trades. A fractional payout of v2 cannot be distinguished from a price.
 * @param outcomeIds in the order of the prices
 */
export function readMarketSettlement(market: GammaMarket, outcomeIds: readonly string[]): SettlementDraft {
  const word = (market.resolutionStatus ?? market.umaResolutionStatus)?.toLowerCase()
  const closedAt = market.closed ? market.closedTime : undefined
  const stage = stages.get(word ?? '')
  if (stage !== undefined) return { kind: 'undecided', stage, closedAt }
  if (market.resolutionStatus !== undefined && word !== 'resolved')
    return { kind: 'undecided', stage: 'closed', closedAt }
  if (word !== 'resolved')
    return { kind: 'absent', note: describeStatus(market.umaResolutionStatus), closedAt }
  const times = { at: market.umaEndDate, closedAt }
  const { outcomePrices: prices = [] } = market
  const ones = prices.filter((price) => price === 1).length
  const isWhole = ones === 1 && prices.every((price) => price === 0 || price === 1)
  const isHalved = prices.length === 2 && prices.every((price) => price === 0.5)
  const isTraded = (market.volume ?? market.volumeNum ?? 0) > 0
  if (!isWhole && !(isHalved && isTraded))
    return {
      kind: 'absent',
      note: `prices of the resolved market that are not payouts: ${prices.join(', ')}`,
      ...times,
    }
  const payouts = Object.fromEntries(outcomeIds.map((id, index) => [id, prices[index]]))
  return { kind: 'paid', payouts, ...times }
}

function describeStatus(word: string | undefined): string {
  return word === undefined
    ? 'Gamma does not report its resolution status'
    : `the resolution status ${word.slice(0, 40)} is not known`
}
