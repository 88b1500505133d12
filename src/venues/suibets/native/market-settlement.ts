import type { Status } from '../../../venue-kit/contract/venue.js'
import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { outcomeIdOf } from '../ids.js'
import type { Offer } from '../schemas.js'

/** Statuses of an offer whose money was or is being returned. It has no result. */
const voidStatuses: ReadonlySet<Offer['status']> = new Set([
  'void',
  'cancelled',
  'expired',
  'refund_pending',
  'refunded',
])

/**
 * Returns the settlement of an offer that can no longer be taken. The winner is the maker or the taker. A push or a void pays
 * both back (the operator's server, `p2p_offers`).
 * @returns undefined while it can be taken
 */
export function readMarketSettlement(offer: Offer, status: Status): SettlementDraft | undefined {
  if (status === 'active') return undefined
  const at = offer.settledAt
  if (voidStatuses.has(offer.status)) return { kind: 'void', at }
  if (offer.status !== 'settled') return { kind: 'undecided', stage: 'closed' }
  const { id, winner } = offer
  if (winner === 'creator' || winner === 'taker')
    return { kind: 'won', winners: [outcomeIdOf({ offer: id, side: winner })], at }
  if (winner === undefined) return { kind: 'absent', note: 'the settled offer has no winner', at }
  return { kind: 'void', at }
}
