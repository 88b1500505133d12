import { createValidationError } from '../../api/envelope/errors.js'
import type { Order, Position } from '../../api/models/models.js'
import { add, decimalOf, toNumber } from '../../api/values/decimal.js'
import type { Paging } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createOwnWalletReader } from '../../venue-kit/orders/wallet-key.js'
import { assertHonoured } from '../../venue-kit/payload/payload.js'
import { sentIn } from '../../venue-kit/requests/map-rows.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { complementPrice, omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { marketIdOf, outcomeIdOf, readMarketId, type Side } from './ids.js'
import { fetchOffer } from './native/offers.js'
import { describePrediction } from './native/prediction.js'
import { contractsOf, priceOf, stakesOf, takenContractsOf } from './native/stakes.js'
import { isBound, statusOf } from './native/states.js'
import { type Match, myReply, type Offer } from './schemas.js'

const MY = 'GET /p2p/my'
/** Maximum number of rows of each kind, of which the newest are used. */
const MOST = 50
const FORM = 'a Sui address: 0x and 64 hexadecimal digits'

const ownWallet = createOwnWalletReader('suibets', readWallet, FORM, 'SUIBETS_WALLET_ADDRESS')

/** Reads the public offers and bets of a wallet. The caller's own are those of the caller's wallet. */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    const wallet = readWallet(address)
    if (wallet === undefined) throw createValidationError('address', `address must be ${FORM}`)
    return positionsAt(wallet, ctx)
  },
  positions: async (ctx) => positionsAt(ownWallet(ctx), ctx),
  openOrders,
}

function readWallet(text: string): string | undefined {
  const wallet = text.trim().toLowerCase()
  return /^0x[0-9a-f]{64}$/.test(wallet) ? wallet : undefined
}

async function readMine(wallet: string, ctx: VenueContext) {
  const { myOffers, myMatches } = await requestList(ctx, myReply, {
    path: '/p2p/my',
    query: { wallet },
    what: MY,
  })
  for (const { creatorWallet } of myOffers)
    assertHonoured(creatorWallet?.toLowerCase() === wallet, MY, 'creatorWallet', creatorWallet ?? 'none')
  for (const { takerWallet } of myMatches)
    assertHonoured(takerWallet.toLowerCase() === wallet, MY, 'takerWallet', takerWallet)
  for (const [what, rows] of [['offers', myOffers] as const, ['bets', myMatches] as const])
    if (sentIn(rows) >= MOST)
      ctx.omissions.noteCut(`older ${what}: SuiBets shows the newest ${MOST} of a wallet`)
  return { myOffers, myMatches }
}

/** Returns undecided bets: the wallet's offers that were taken, and the offers of others that it took. */
async function positionsAt(wallet: string, ctx: VenueContext): Promise<readonly Position[]> {
  const { myOffers, myMatches } = await readMine(wallet, ctx)
  const made = (await Promise.all(myOffers.filter(isBound).map((offer) => withState(offer, ctx)))).map(
    (offer) => positionIn(offer, 'creator', stakesOf(offer)?.matched, ctx),
  )
  const taken = myMatches
    .filter(({ status }) => status === 'active' || status === 'settling')
    .map((match) => positionIn(match.offer, 'taker', sizeOf(match), ctx))
  const held = new Map<string, Position>()
  for (const position of [...made, ...taken]) {
    if (position === undefined) continue
    const before = held.get(position.outcomeId)?.size ?? 0
    // One offer may be taken repeatedly, always at its price.
    held.set(position.outcomeId, {
      ...position,
      size: toNumber(add(decimalOf(before), decimalOf(position.size))),
    })
  }
  return [...held.values()]
}

/** Adds the state of the chain, which lists lack. Without it the taken amount of an offer is unknown. */
async function withState(offer: Offer, ctx: VenueContext): Promise<Offer> {
  if (offer.onchainOfferId === undefined || offer.onchainState !== undefined) return offer
  return (await fetchOffer(offer.id, ctx)) ?? offer
}

/**
 * Returns the size. For a bet that the server detected on the chain, the stake covers the money of both sides, not only the
 * taker's (README.md).
 */
function sizeOf({ offer, stake, takerStake }: Match): number | undefined {
  return takerStake === undefined ? takenContractsOf(stake, offer) : undefined
}

function positionIn(
  offer: Offer,
  side: Side,
  size: number | undefined,
  ctx: VenueContext,
): Position | undefined {
  if (size === undefined) {
    ctx.omissions.noteCut(`a bet on offer ${offer.id}, whose size SuiBets does not return unambiguously`)
    return undefined
  }
  if (size === 0) return undefined
  const pick = describePrediction(offer)
  const price = priceOf(offer)
  return {
    marketId: marketIdOf(offer.id),
    outcomeId: outcomeIdOf({ offer: offer.id, side }),
    outcomeLabel: side === 'creator' ? pick : `Not ${pick}`,
    size,
    entryPrice: side === 'creator' ? price : complementPrice(price),
  }
}

/** Lists the wallet's offers that can still be taken. Each rests until its end. */
function openOrders({ marketId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch() {
      const number = marketId === undefined ? undefined : readMarketId(marketId)
      if (marketId !== undefined && number === undefined) return { rows: [] }
      const { myOffers } = await readMine(ownWallet(ctx), ctx)
      const now = ctx.clock.now()
      const open = myOffers.filter(
        (offer) => statusOf(offer, now) === 'active' && (number === undefined || offer.id === number),
      )
      const offers = await Promise.all(open.map((offer) => withState(offer, ctx)))
      return { rows: offers.filter((offer) => statusOf(offer, now) === 'active').map(toOrder) }
    },
  }
}

function toOrder(offer: Offer): Order {
  const stakes = stakesOf(offer)
  const unknown = [
    ...(stakes === undefined ? ['filled', 'remaining'] : []),
    ...(offer.createdAt === undefined ? ['timestamp'] : []),
  ]
  return omitUndefined<Order>({
    id: String(offer.id),
    marketId: marketIdOf(offer.id),
    outcomeId: outcomeIdOf({ offer: offer.id, side: 'creator' }),
    side: 'buy',
    type: 'limit',
    price: priceOf(offer),
    amount: contractsOf(offer),
    status: 'open',
    filled: stakes?.matched ?? 0,
    remaining: stakes?.left ?? 0,
    timestamp: offer.createdAt ?? 0,
    metadata: unknown.length === 0 ? undefined : { unknown },
  })
}
