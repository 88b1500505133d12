import { toIso } from '../../../api/instant.js'
import type { FaceContext } from '../../face.js'
import { hiddenHex } from '../../native-ids.js'
import { offers as isOffered, type Listed } from '../../venue-view.js'
import { hexOf, mix, unit } from '../../world/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/types.js'

/** Decimals of the currencies' base units (venues/suibets/README.md). */
const currencies = [
  ['SUI', 9],
  ['USDC', 6],
  ['SBETS', 9],
  ['USDSUI', 6],
  ['LBTC', 8],
] as const
const ID_KIND = 0x5b17

/** What people bet on here: matches, and who wins a cup or a prize. */
const categories: ReadonlySet<string> = new Set(['Sports', 'Entertainment'])

/** Whether the venue has offers on an event. */
export function isHere({ series }: WorldEvent): boolean {
  return isOffered(series, 'suibets') && categories.has(series.category)
}

/** One offer a market of the world: its maker bets on YES, at odds that are the own opinion and never change. */
export interface Offer {
  readonly id: number
  readonly listed: Listed
  readonly odds: number
  readonly currency: string
  readonly decimals: number
  readonly creatorStake: number
  readonly takerStake: number
  /** Share that has been taken, 0 to 1. */
  readonly taken: number
  readonly status: string
  readonly expiresAt: number
}

const milli = (amount: number): number => Math.round(amount * 1_000) / 1_000

export function offerOf({ now }: Pick<FaceContext, 'now'>, listed: Listed): Offer {
  const { event, market } = listed
  const chance = mix(market.seed, 0x5b)
  const odds = Math.round((1.05 + 7 * unit(chance) ** 2) * 100) / 100
  const creatorStake = milli(0.5 + 40 * unit(mix(chance, 1)))
  const [currency, decimals] = currencies[chance % currencies.length] ?? currencies[0]
  const taken = [0, 0, 0.25, 1][mix(chance, 2) % 4] ?? 0
  // Nobody takes an offer once the match has begun.
  const expiresAt = Math.min(event.startsAt ?? market.endsAt, market.closesAt)
  return {
    id: market.number,
    listed,
    odds,
    currency,
    decimals,
    creatorStake,
    takerStake: milli(creatorStake * (odds - 1)),
    // What is taken whole leaves the open list: here that happens with the end.
    taken: now < expiresAt && taken === 1 ? 0.5 : taken,
    status: statusOf(market, now, { expiresAt, taken, chance }),
    expiresAt,
  }
}

function statusOf(
  market: WorldMarket,
  now: number,
  { expiresAt, taken, chance }: { expiresAt: number; taken: number; chance: number },
): string {
  if (now < expiresAt) return taken > 0 ? 'partial' : 'open'
  if (taken === 0) return chance % 3 === 0 ? 'cancelled' : 'expired'
  return stateAt(market, now) === 'resolved' ? 'settled' : 'filled'
}

/** Older offers are money that the venue keeps itself. */
function isOnChain({ id }: Offer): boolean {
  return id % 4 !== 0
}

/** A row of the list (venues/suibets/README.md). */
export function offerRow({ world, now }: FaceContext, offer: Offer): Readonly<Record<string, unknown>> {
  const { listed, odds, currency, creatorStake, takerStake, taken, status, expiresAt } = offer
  const { event, market } = listed
  const [home, away] = event.teams ?? []
  const isSettled = status === 'settled'
  const chain = isOnChain(offer)
  const objectId = `0x${hiddenHex(world.seed, ID_KIND, market.number)}`
  const row = {
    id: offer.id,
    creatorWallet: `0x${hexOf(mix(market.seed, 7), 32)}`,
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
    creatorTxHash: chain ? null : hexOf(mix(market.seed, 8), 32),
    expiresAt: toIso(expiresAt),
    createdAt: toIso(market.opensAt),
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
  const state = chainState(offer, objectId, now)
  // The maker's money in the place of the takers' (venues/suibets/README.md).
  return { ...row, filledStake: state.filledAmount / 10 ** offer.decimals, onchainState: state }
}

function chainState(
  { odds, creatorStake, taken, decimals, expiresAt }: Offer,
  objectId: string,
  now: number,
) {
  const unit = 10 ** decimals
  const total = Math.round(creatorStake * unit)
  const filled = Math.round(total * taken)
  const oddsBps = Math.round(odds * 10_000)
  const isOpen = now < expiresAt
  // Whatever was left has been taken back.
  const makerRemaining = isOpen ? total - filled : 0
  const [status, statusLabel] = isOpen ? [0, 'OPEN'] : taken === 1 ? [1, 'FILLED'] : [8, 'EXPIRED']
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

/** The offer by itself also tells who took it. */
export function wholeOffer(context: FaceContext, offer: Offer): Readonly<Record<string, unknown>> {
  const row = offerRow(context, offer)
  if (offer.taken === 0) return { ...row, matches: [] }
  const { market } = offer.listed
  const stake = milli(offer.takerStake * offer.taken)
  const winner = offer.status === 'settled' ? winnerOf(market) : null
  const match = {
    id: offer.id,
    offerId: offer.id,
    takerWallet: `0x${hexOf(mix(market.seed, 9), 32)}`,
    stake,
    potentialPayout: milli(stake * (offer.odds / (offer.odds - 1))),
    status: winner === null ? 'active' : winner === 'taker' ? 'won' : 'lost',
    matchedAt: toIso(Math.floor((market.opensAt + Math.min(context.now, offer.expiresAt)) / 2)),
    winner,
  }
  return { ...row, matches: [match] }
}

function winnerOf({ payout }: WorldMarket): string {
  if (payout === 0.5) return 'push'
  return payout === 1 ? 'creator' : 'taker'
}

/** A pick of a match in the venue's short form; elsewhere makers write what they mean. */
function predictionOf({ event, market }: Listed): string {
  const [home, away] = event.teams ?? []
  if (home === undefined || away === undefined) return market.question
  const total = /O\/U (\d+(?:\.\d+)?)/.exec(market.label ?? '')?.[1]
  if (total !== undefined) return `over_${total}`
  if (market.label === 'Draw') return 'draw'
  return [market.label, market.yesLabel].includes(away.name) ? 'away' : 'home'
}
