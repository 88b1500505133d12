import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Offer } from '../schemas.js'

/** Decimals of the currencies' base units. */
const decimals: Readonly<Record<string, number>> = { SUI: 9, SBETS: 9, USDC: 6, USDSUI: 6, LBTC: 8 }
const dollars: ReadonlySet<string> = new Set(['USDC', 'USDSUI'])

/** Whether an offer is in dollars. Amounts in other currencies cannot be compared with or added to dollar amounts. */
export function isInDollars({ currency }: Offer): boolean {
  return currency !== undefined && dollars.has(currency.toUpperCase())
}

/** Odds are stored in single precision: 2.4 may be 2.4000000953. The contract also counts in 1/10,000. */
const ODDS_STEPS = 10_000

/**
 * Returns the decimal odds of the maker's pick.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the chain and the server differ
 */
export function oddsOf({ id, odds, onchainState }: Offer): number {
  const steps = Math.round(odds * ODDS_STEPS)
  const bps = onchainState?.oddsBps ?? 0
  // Rounding may cause a difference of one unit.
  if (bps !== 0 && Math.abs(bps - steps) > 1) {
    throw createSchemaMismatch(
      'GET /p2p/offers',
      'onchainState.oddsBps',
      `offer ${id} has odds ${odds} and ${bps}`,
    )
  }
  const exact = (bps === 0 ? steps : bps) / ODDS_STEPS
  if (exact > 1) return exact
  throw createSchemaMismatch(
    'GET /p2p/offers',
    'odds',
    `offer ${id} has odds ${odds}, which leave the taker nothing to bet`,
  )
}

/** Returns the price of the maker's pick. A contract pays 1 unit of the offer's currency. */
export function priceOf(offer: Offer): number {
  return roundPrice(1 / oddsOf(offer))
}

/** The taken and the remaining part of an offer, in contracts that pay the winner 1 unit of its currency. */
export interface Stakes {
  readonly matched: number
  readonly left: number
}

/**
 * Returns the amounts if the server reports them unambiguously, or undefined. `filledStake` counts the takers' money in offers
 * that the venue holds itself. For an offer on the chain the server replaces it with the maker's money, even in its own rows.
 * Without the chain's state, the value is ambiguous. An offer without takers may lack it.
 */
export function stakesOf(offer: Offer): Stakes | undefined {
  const { currency, onchainOfferId, onchainState, takerStake, status } = offer
  const filledStake = offer.filledStake ?? (status === 'open' ? 0 : undefined)
  const odds = oddsOf(offer)
  if (onchainState !== undefined) {
    const digits = decimals[currency?.toUpperCase() ?? '']
    if (digits === undefined) return undefined
    const unit = 10 ** digits
    return {
      matched: roundPrice(toContracts(onchainState.filledTaker / unit, odds)),
      left: roundPrice((onchainState.makerRemaining / unit) * odds),
    }
  }
  if (onchainOfferId !== undefined || currency === undefined || filledStake === undefined) return undefined
  return {
    matched: roundPrice(toContracts(filledStake, odds)),
    left: roundPrice(toContracts(Math.max(0, takerStake - filledStake), odds)),
  }
}

/** Returns the number of contracts in an offer, whether taken or not. */
export function contractsOf(offer: Offer): number {
  return takenContractsOf(offer.takerStake, offer)
}

/** Returns the number of contracts that a taker gets for this money. */
export function takenContractsOf(takersMoney: number, offer: Offer): number {
  return roundPrice(toContracts(takersMoney, oddsOf(offer)))
}

/** The taker pays the complement of the maker's price. */
function toContracts(takersMoney: number, odds: number): number {
  return (takersMoney * odds) / (odds - 1)
}
