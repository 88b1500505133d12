import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { hideInHex } from '../../mock-kit/native-ids.js'
import { offers as isOffered, type ListedMarket } from '../../mock-kit/venue-view.js'
import { hexOf, mix, toUnit } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { betsEndAt, POSTINGS, type Posting, postingsOf } from './posting.js'

/** Decimals of the currencies' base units (venues/suibets/README.md). */
const currencies = [
  ['SUI', 9],
  ['USDC', 6],
  ['SBETS', 9],
  ['USDSUI', 6],
  ['LBTC', 8],
] as const
const ID_KIND = 0x5b17

/** Categories with offers: matches, and winners of cups and prizes. */
const categories: ReadonlySet<string> = new Set(['Sports', 'Entertainment'])

/** Whether the venue has offers on an event. */
export function isHere({ series }: WorldEvent): boolean {
  return isOffered(series, 'suibets') && categories.has(series.category)
}

/** A posting of a maker at a given time. */
export interface Offer {
  readonly id: number
  readonly listed: ListedMarket
  readonly posting: Posting
  readonly odds: number
  readonly currency: string
  readonly decimals: number
  readonly creatorStake: number
  readonly takerStake: number
  /** Fraction that has been taken, 0 to 1. */
  readonly taken: number
  /** Time of the taking. Absent when nothing is taken. */
  readonly takenAt?: number
  readonly status: string
  readonly expiresAt: number
}

const milli = (amount: number): number => Math.round(amount * 1_000) / 1_000

/** Returns the offers on a market posted so far, latest last. */
export function offersOn({ world, now }: MockContext, listed: ListedMarket): readonly Offer[] {
  return postingsOf(listed.market, listed.event, world)
    .filter(({ postedAt }) => postedAt <= now)
    .map((posting) => offerOf(now, listed, posting))
}

/** Returns the latest offer, the only one that may be open. */
export function latestOn({ world, now }: MockContext, listed: ListedMarket): Offer | undefined {
  const posting = postingsOf(listed.market, listed.event, world).findLast(({ postedAt }) => postedAt <= now)
  return posting && offerOf(now, listed, posting)
}

function offerOf(now: number, listed: ListedMarket, posting: Posting): Offer {
  const { event, market } = listed
  const { id, odds, seed } = posting
  const creatorStake = milli(0.5 + 40 * toUnit(mix(seed, 1)))
  const [currency, decimals] = currencies[market.seed % currencies.length] ?? currencies[0]
  const taking = takingOf(posting)
  const taken = taking === undefined || now < taking.at ? 0 : taking.share
  return {
    id,
    listed,
    posting,
    odds,
    currency,
    decimals,
    creatorStake,
    takerStake: milli(creatorStake * (odds - 1)),
    taken,
    ...(taking === undefined || taken === 0 ? {} : { takenAt: taking.at }),
    status: statusOf(market, now, posting, taken),
    expiresAt: betsEndAt(event, market),
  }
}

/** Returns the taken part of an offer: all once it is favorable for takers, otherwise a quarter at times. */
function takingOf({ takenAt, postedAt, standsUntil, seed }: Posting) {
  if (takenAt !== undefined) return { at: takenAt, share: 1 }
  if (mix(seed, 2) % 4 !== 0) return undefined
  return { at: Math.floor((postedAt + standsUntil) / 2), share: 0.25 }
}

function statusOf(
  market: WorldMarket,
  now: number,
  { turn, standsUntil, seed }: Posting,
  taken: number,
): string {
  if (taken < 1 && now < standsUntil) return taken > 0 ? 'partial' : 'open'
  if (taken > 0) return stateAt(market, now) === 'resolved' ? 'settled' : 'filled'
  // A maker that posts again has canceled its previous offer.
  return turn < POSTINGS - 1 || seed % 3 === 0 ? 'cancelled' : 'expired'
}

/** Whether an offer is on chain. Older offers are custodial: the venue holds the money. */
function isOnChain({ id }: Offer): boolean {
  return id % 4 !== 0
}

/** Returns the maker, which posts all offers on a market. */
export function makerOf({ listed }: Offer): string {
  return `0x${hexOf(mix(listed.market.seed, 7), 32)}`
}

/** Returns the taker; each taken offer has a different one. */
export function takerOf({ posting }: Offer): string {
  return `0x${hexOf(mix(posting.seed, 9), 32)}`
}

/** Renders a row of the database; only lists and lookups add the on-chain state. */
export function toStoredRow(context: MockContext, offer: Offer): Readonly<Record<string, unknown>> {
  const { onchainState: _asked, ...row } = toOfferRow(context, offer)
  return row
}

/** Renders a row of the list (venues/suibets/README.md). */
export function toOfferRow({ world }: MockContext, offer: Offer): Readonly<Record<string, unknown>> {
  const { listed, posting, odds, currency, creatorStake, takerStake, taken, status, expiresAt } = offer
  const { event, market } = listed
  const [home, away] = event.teams ?? []
  const isSettled = status === 'settled'
  const chain = isOnChain(offer)
  const objectId = `0x${hideInHex(world.seed, ID_KIND, offer.id)}`
  const row = {
    id: offer.id,
    creatorWallet: makerOf(offer),
    eventId: String(event.number),
    eventName: event.title,
    homeTeam: home?.name ?? event.title,
    awayTeam: away?.name ?? 'Field',
    leagueName: event.series.title,
    sportName: (event.series.tags[1] ?? event.series.category).toLowerCase(),
    matchDate: event.startsAt === undefined ? null : toIso(event.startsAt),
    prediction: predictionOf(listed),
    marketType: 'match_winner',
    odds,
    creatorStake,
    takerStake,
    currency,
    filledStake: milli(takerStake * taken),
    status,
    creatorTxHash: chain ? null : hexOf(mix(posting.seed, 8), 32),
    expiresAt: toIso(expiresAt),
    createdAt: toIso(posting.postedAt),
    settledAt: isSettled ? toIso(market.resolvesAt) : null,
    winner: isSettled ? winnerOf(market) : null,
    platformFee: null,
    settlementTxHash: null,
    onchainOfferId: chain ? objectId : null,
    onchainConfigId: null,
    refundTxHash: null,
    shareToken: null,
    suinsGated: false,
    liveOdds: false,
    scoreSnapshot: null,
    matchMinute: null,
  }
  if (!chain) return row
  const state = chainState(offer, objectId)
  // The maker's money in place of the takers' (venues/suibets/README.md).
  return { ...row, filledStake: state.filledAmount / 10 ** offer.decimals, onchainState: state }
}

function chainState(
  { odds, creatorStake, taken, decimals, status: word, expiresAt }: Offer,
  objectId: string,
) {
  const unit = 10 ** decimals
  const total = Math.round(creatorStake * unit)
  const filled = Math.round(total * taken)
  const oddsBps = Math.round(odds * 10_000)
  const isOpen = word === 'open' || word === 'partial'
  // The remainder has been withdrawn.
  const makerRemaining = isOpen ? total - filled : 0
  const [status, statusLabel] = isOpen
    ? [0, 'OPEN']
    : taken === 1
      ? [1, 'FILLED']
      : word === 'cancelled'
        ? [7, 'CANCELLED']
        : [8, 'EXPIRED']
  return {
    objectId,
    makerStakeTotal: total,
    makerRemaining,
    filledAmount: total - makerRemaining,
    filledTaker: Math.round((filled * (oddsBps - 10_000)) / 10_000),
    matchCount: taken > 0 ? 1 : 0,
    status,
    statusLabel,
    oddsBps,
    expiresAt,
    isOpen,
  }
}

/** Status of a match by the winner of the offer; a push refunds both sides. */
const MATCH_STATUS = { none: 'active', taker: 'won', creator: 'lost', push: 'refunded' } as const

/** Renders the lookup of an offer, which includes its takers. */
export function renderFullOffer(context: MockContext, offer: Offer): Readonly<Record<string, unknown>> {
  return { ...toOfferRow(context, offer), matches: matchesOf(offer) }
}

/** Renders the takers of an offer. */
export function matchesOf(offer: Offer): readonly Readonly<Record<string, unknown>>[] {
  if (offer.takenAt === undefined) return []
  const { market } = offer.listed
  const stake = milli(offer.takerStake * offer.taken)
  const winner = offer.status === 'settled' ? winnerOf(market) : null
  const match = {
    id: offer.id,
    offerId: offer.id,
    takerWallet: takerOf(offer),
    stake,
    potentialPayout: milli(stake * (offer.odds / (offer.odds - 1))),
    status: MATCH_STATUS[winner ?? 'none'],
    matchedAt: toIso(offer.takenAt),
    winner,
  }
  return [match]
}

function winnerOf({ payout }: WorldMarket): 'push' | 'creator' | 'taker' {
  if (payout === 0.5) return 'push'
  return payout === 1 ? 'creator' : 'taker'
}

/** Returns the prediction of a match in the venue's short form; for other events the maker's free text. */
function predictionOf({ event, market }: ListedMarket): string {
  const [home, away] = event.teams ?? []
  if (home === undefined || away === undefined) return market.question
  const total = /O\/U (\d+(?:\.\d+)?)/.exec(market.label ?? '')?.[1]
  if (total !== undefined) return `over_${total}`
  if (market.label === 'Draw') return 'draw'
  return [market.label, market.yesLabel].includes(away.name) ? 'away' : 'home'
}
