import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { outcomeIdOf } from '../ids.js'
import type { NativeMarket } from '../schemas.js'
import { longPriceOf, priceFor } from './prices.js'
import { isDecided, isOver } from './states.js'

/**
 * Returns the settlement of a market that has ended. Only a resolved market's side prices are its payouts: 1 and 0, halves or the
 * last fair price (../README.md). No row has the time of the resolution. End dates are outer limits.
 * @returns undefined while it trades
 */
export function readMarketSettlement(market: NativeMarket): SettlementDraft | undefined {
  if (!isOver(market)) return undefined
  if (!isDecided(market)) return { kind: 'undecided', stage: 'closed' }
  const long = longPriceOf(market)
  if (long === undefined) return { kind: 'absent', note: 'the resolved market has no payouts for its sides' }
  const { slug } = market
  const payouts = { [outcomeIdOf(slug, 'long')]: long, [outcomeIdOf(slug, 'short')]: priceFor('short', long) }
  return { kind: 'paid', payouts }
}
