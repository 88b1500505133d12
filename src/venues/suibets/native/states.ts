import type { Status } from '../../../venue-kit/contract/venue.js'
import type { Offer } from '../schemas.js'

const standing: ReadonlySet<Offer['status']> = new Set(['open', 'partial'])
const bound: ReadonlySet<Offer['status']> = new Set(['partial', 'filled', 'settling'])

/**
 * Returns whether an offer can be taken. The server refuses it after kick-off or the offer's own end, even before its status is
 * updated. The contract refuses it once the offer's object is no longer open.
 * @param now epoch ms
 */
export function statusOf({ status, matchDate, expiresAt, onchainState }: Offer, now: number): Status {
  const isOver = now >= expiresAt || (matchDate !== undefined && now >= matchDate)
  return standing.has(status) && !isOver && onchainState?.isOpen !== false ? 'active' : 'closed'
}

/** Whether the offer has undecided bets. */
export function isBound({ status }: Offer): boolean {
  return bound.has(status)
}
