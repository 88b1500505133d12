import * as z from 'zod'
import { enumOf, openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  requiredOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/** The server's statuses of an offer, in lower case. */
export const offerStatuses = [
  'open',
  'partial',
  'filled',
  'settling',
  'settled',
  'cancelled',
  'expired',
  'refund_pending',
  'refunded',
  'void',
] as const

/**
 * Statuses of a bet against an offer. A draw between fantasy teams cancels it, and a void offer voids it. The last two are for
 * bets that the operator paid by hand (its own scripts write them to `p2p_bet_matches`).
 */
const matchStatuses = [
  'active',
  'settling',
  'won',
  'lost',
  'refunded',
  'cancelled',
  'void',
  'creator_won',
  'taker_won',
] as const

const word = text.transform((value) => value.toLowerCase())
/** The venue's currencies. Amounts in any other currency are unknown, because its unit is unknown. */
export const currencies = ['SUI', 'SBETS', 'USDC', 'USDSUI', 'LBTC'] as const

/** Money, in units of the offer's currency. */
const amount = requireNonNegative('expected a non-negative amount')

/** Decimal odds. They are above 1, because both sides stake something. */
const odds = decimal.refine((value) => value > 1, { error: 'expected decimal odds above 1' })

/** Base units of the offer's currency. */
const baseUnits = integer.refine((value) => value >= 0, { error: 'expected base units' })

/** The offer's on-chain object, as the server read it for this response. */
const chainState = z.object({
  /** The remaining part of the maker's money. Nothing remains after the maker or the end withdrew it. */
  makerRemaining: baseUnits,
  /** The takers' matched money. */
  filledTaker: baseUnits,
  /** Odds in 1/10,000, or 0 if the object does not contain them. */
  oddsBps: baseUnits,
  isOpen: z.boolean(),
  statusLabel: ornamentOf(text),
})

/** A row of `GET /p2p/offers`, and the response of `GET /p2p/offers/{id}`. */
export const offer = keepRaw(
  z.object({
    id: integer,
    eventId: text,
    status: word.pipe(enumOf('suibets', 'offer.status', offerStatuses)),
    odds,
    prediction: text,
    /** Null if there is no kick-off. Offers end at kick-off. */
    matchDate: requiredOf(isoTime),
    expiresAt: isoTime,
    currency: requiredOf(openEnumOf('suibets', 'offer.currency', currencies)),
    takerStake: amount,
    /**
     * The takers' money. It is the maker's money if {@link chainState} is present, and perhaps if that is missing because of a
     * failure (README.md).
     */
    filledStake: optionalOf(amount),
    /** Null for an offer whose money the venue holds itself. */
    onchainOfferId: requiredOf(text),
    onchainState: optionalOf(chainState),
    /** The winner of a settled offer. `push` pays both back, and so does the contract's own value `void`. */
    winner: optionalOf(word.pipe(enumOf('suibets', 'offer.winner', ['creator', 'taker', 'push', 'void']))),
    eventName: ornamentOf(text),
    homeTeam: ornamentOf(text),
    awayTeam: ornamentOf(text),
    leagueName: ornamentOf(text),
    sportName: ornamentOf(text),
    marketType: ornamentOf(text),
    createdAt: ornamentOf(isoTime),
    settledAt: ornamentOf(isoTime),
    creatorWallet: ornamentOf(text),
    creatorStake: ornamentOf(amount),
    liveOdds: ornamentOf(z.boolean()),
    suinsGated: ornamentOf(z.boolean()),
  }),
)
export type Offer = z.output<typeof offer>

export const offers = rowsOf(offer, '')

/** A bet against an offer. */
const match = z.object({
  id: integer,
  offer,
  takerWallet: text,
  stake: amount,
  /** Present for bets that the server detected on the chain (README.md). */
  takerStake: optionalOf(amount),
  /** `active` until the bet is decided, then `settling` until it is paid out. With any other status the taker holds nothing. */
  status: word.pipe(enumOf('suibets', 'match.status', matchStatuses)),
})
export type Match = z.output<typeof match>

/** `GET /p2p/my`: the newest offers and bets of a wallet. */
export const myReply = z.object({
  myOffers: rowsOf(offer, 'myOffers'),
  myMatches: rowsOf(match, 'myMatches'),
})
