import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Offer } from '../schemas.js'

/** Digits after the point of the currencies' base units. */
const decimals: Readonly<Record<string, number>> = { SUI: 9, SBETS: 9, USDC: 6, USDSUI: 6, LBTC: 8 }
const dollars: ReadonlySet<string> = new Set(['USDC', 'USDSUI'])

/** Whether an offer is in dollars. Amounts of other currencies cannot be ranked or added up with those. */
export function isInDollars({ currency }: Offer): boolean {
  return currency !== undefined && dollars.has(currency.toUpperCase())
}

/** Odds are kept in single precision: 2.4 may come as 2.4000000953. The contract counts in 1/10,000, too. */
const ODDS_STEPS = 10_000

/**
 * Decimal odds of the maker's pick.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the chain has other odds than the server
 */
export function oddsOf({ id, odds, onchainState }: Offer): number {
  const steps = Math.round(odds * ODDS_STEPS)
  const bps = onchainState?.oddsBps ?? 0
  // One step is what rounding may make of them.
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

/** What the maker's pick costs: a contract pays 1 of the offer's currency. */
export function priceOf(offer: Offer): number {
  return roundPrice(1 / oddsOf(offer))
}

/** How much of an offer is taken and left, in contracts that pay 1 of its currency to whoever is right. */
export interface Stakes {
  readonly matched: number
  readonly left: number
}

/**
 * Reads the amounts where the server tells them without doubt; undefined where it does not. `filledStake` counts the
 * takers' money in offers that the venue keeps itself. For one on the chain the server puts the maker's money in its
 * place, into its own rows too: without the chain's state nobody knows whose it is.
 * An offer that nobody has taken yet may have none.
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

/** All contracts of an offer, taken or not. */
export function contractsOf(offer: Offer): number {
  return takenContracts(offer.takerStake, offer)
}

/** The contracts that a taker has got for so much of his money. */
export function takenContracts(takersMoney: number, offer: Offer): number {
  return roundPrice(toContracts(takersMoney, oddsOf(offer)))
}

/** The taker pays what the maker's pick does not cost. */
function toContracts(takersMoney: number, odds: number): number {
  return (takersMoney * odds) / (odds - 1)
}
