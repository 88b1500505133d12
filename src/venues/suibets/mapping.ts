import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import {
  complementPrice,
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { eventIdOf, marketIdOf, outcomeIdOf, pageOfEvent, pageOfOffer, type Side } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { describePrediction } from './native/prediction.js'
import { isInDollars, oddsOf, priceOf, stakesOf } from './native/stakes.js'
import { isBound, statusOf } from './native/states.js'
import { promoted } from './promoted.js'
import type { Offer } from './schemas.js'

const CATEGORY = 'Sports'

/** An offer with its row. */
export interface OfferRow {
  readonly offer: Offer
  readonly row: MarketRow
}

/**
 * Converts an offer to a market with two sides: the maker's pick wins, or it does not. Volumes are in dollars, and absent for
 * offers in other currencies.
 * @param now epoch ms
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an offer that contradicts itself
 */
export function toMarketRow(offer: Offer, now: number): MarketRow {
  const status = statusOf(offer, now)
  const stakes = stakesOf(offer)
  const [price, other] = pricesOf(offer, status === 'active')
  const pick = describePrediction(offer)
  const toOutcome = (side: Side, label: string, own: number | undefined): OutcomeDraft => ({
    outcomeId: outcomeIdOf({ offer: offer.id, side }),
    label,
    price: own,
    metadata: { side },
  })
  const isMoney = isInDollars(offer)
  const matched = isMoney ? stakes?.matched : undefined
  return omitUndefined<MarketRow>({
    status,
    startsAt: offer.createdAt,
    market: toUnifiedMarket('suibets', {
      marketId: marketIdOf(offer.id),
      eventId: eventIdOf(offer.eventId),
      title: `${titleOf(offer)} - ${pick}`,
      description: describe(offer, pick),
      outcomes: [toOutcome('creator', pick, price), toOutcome('taker', `Not ${pick}`, other)],
      yesIndex: 0,
      resolvesAt: offer.matchDate ?? offer.expiresAt,
      volume: matched,
      // Maximum amount that a taker can still stake.
      liquidity: isMoney && stakes !== undefined ? takersPart(stakes.left, offer) : undefined,
      openInterest: isBound(offer) ? matched : undefined,
      url: pageOfOffer(offer.id),
      category: CATEGORY,
      tags: tagsOf(offer),
      nativeStatus: offer.status,
      contractAddress: offer.onchainOfferId,
      metadata: toSourceMetadata(offer, promoted.market, toMetadata(offer)),
      settlement: readMarketSettlement(offer, status),
    }),
  })
}

/**
 * Converts the offers for one match to an event, which is named by the first of them.
 * @param areAll whether these are all offers of the match: otherwise no sum is the event's
 */
export function toEventRow(offers: readonly [OfferRow, ...OfferRow[]], areAll: boolean): EventRow {
  const first = offers[0].offer
  const rows = offers.map(({ row }) => row)
  const times = rows.flatMap(({ startsAt }) => startsAt ?? [])
  return omitUndefined<EventRow>({
    status: rows.some(({ status }) => status === 'active') ? 'active' : 'closed',
    startsAt: times.length === 0 ? undefined : Math.min(...times),
    markets: rows,
    event: omitUndefined<EventRow['event']>({
      id: eventIdOf(first.eventId),
      title: titleOf(first),
      description: '',
      slug: '',
      url: pageOfEvent(first.eventId),
      // A sum without the unknown ones would look complete.
      volume:
        areAll && rows.every(({ market }) => market.volume !== undefined)
          ? sumKnown(rows.map(({ market }) => market.volume))
          : undefined,
      category: CATEGORY,
      tags: [...new Set(offers.flatMap(({ offer }) => tagsOf(offer)))],
      sourceExchange: 'suibets',
      sourceMetadata: omitUndefined<Record<string, unknown>>({
        eventId: first.eventId,
        homeTeam: first.homeTeam,
        awayTeam: first.awayTeam,
        matchDate: first.matchDate === undefined ? undefined : toIso(first.matchDate),
      }),
    }),
  })
}

/**
 * Returns the values of both sides. These are the offer's own price while it can be taken or has bets, and the payouts once it is
 * settled. If the offer was never taken, was paid back or pushed, the value of a side is unknown.
 */
function pricesOf(offer: Offer, isActive: boolean): readonly [number | undefined, number | undefined] {
  const price = priceOf(offer)
  if (isActive || isBound(offer)) return [price, complementPrice(price)]
  if (offer.status !== 'settled') return [undefined, undefined]
  if (offer.winner === 'creator') return [1, 0]
  return offer.winner === 'taker' ? [0, 1] : [undefined, undefined]
}

function takersPart(contracts: number, offer: Offer): number {
  return Math.round(contracts * complementPrice(priceOf(offer)) * 1e6) / 1e6
}

function titleOf({ id, eventName, homeTeam, awayTeam }: Offer): string {
  if (eventName !== undefined) return eventName
  if (homeTeam !== undefined && awayTeam !== undefined) return `${homeTeam} vs ${awayTeam}`
  throw createSchemaMismatch(
    'GET /p2p/offers',
    'eventName',
    `offer ${id} names neither its event nor its teams`,
  )
}

function tagsOf({ sportName, leagueName }: Offer): readonly string[] {
  return [...new Set([sportName, leagueName, 'p2p', 'sui'].filter((tag) => tag !== undefined))]
}

function describe(offer: Offer, pick: string): string {
  const { leagueName, currency } = offer
  const where = leagueName === undefined ? '' : ` (${leagueName})`
  const money = currency === undefined ? '' : `, in ${currency}`
  return `An offer to bet on "${pick}" in ${titleOf(offer)}${where} at decimal odds of ${oddsOf(offer)}${money}.`
}

function toMetadata(offer: Offer): Record<string, unknown> {
  const stakes = stakesOf(offer)
  return omitUndefined<Record<string, unknown>>({
    prediction: offer.prediction,
    marketType: offer.marketType,
    odds: oddsOf(offer),
    currency: offer.currency,
    homeTeam: offer.homeTeam,
    awayTeam: offer.awayTeam,
    // In units of the currency, dollars or not.
    makerStake: offer.creatorStake,
    takerStake: offer.takerStake,
    contractsMatched: stakes?.matched,
    contractsLeft: stakes?.left,
    volumeUnit: isInDollars(offer) ? 'usd' : undefined,
    maker: offer.creatorWallet,
    chainStatus: offer.onchainState?.statusLabel,
    winner: offer.winner,
    expiresAt: toIso(offer.expiresAt),
    settledAt: offer.settledAt === undefined ? undefined : toIso(offer.settledAt),
    inPlay: offer.liveOdds,
    onlyForNamedWallets: offer.suinsGated,
    resolutionDateNote:
      offer.matchDate === undefined
        ? 'the end of the offer, after which it resolves'
        : 'the start of the match, after which it resolves',
  })
}
