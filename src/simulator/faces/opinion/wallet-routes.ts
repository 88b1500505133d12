import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { type ListSpec, pageOf } from '../../list.js'
import { priceFor } from '../../sides.js'
import { offers } from '../../venue-view.js'
import { stateAt } from '../../world/types.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import { badRequest, failure, success } from './envelope.js'
import { conditionId, isCategorical, tokenId } from './ids.js'
import { type Native, QUOTE_TOKEN } from './market.js'
import { choice, paged, resultOf } from './paging.js'
import { statusOf } from './status.js'

/** Anybody's positions, for any key; the demo world issues none (venues/opinion/README.md). */
export const walletRoutes: readonly Route[] = [
  route('GET', '/openapi/positions/user/:wallet', (call) => {
    if ((call.request.headers['apikey'] ?? '') === '') throw failure(11002, 'Invalid API key')
    return success(
      resultOf(pageOf(positions, call, holdingsIn(call)), (holding) => positionOf(call, holding)),
    )
  }),
]

function holdingsIn({ world, now, params }: FaceCall): readonly Holding[] {
  const wallet = params['wallet'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(wallet)) throw badRequest('invalid walletAddress')
  return holdingsOf(world, wallet, now).filter(({ market }) =>
    offers(world.eventOf(market).series, 'opinion'),
  )
}

/** The largest first. */
const positions: ListSpec<Holding> = {
  ...paged,
  filters: { marketId: choice(({ market }, id) => id === 0 || market.number === id) },
  order: () => [{ key: ({ size }) => size, isFalling: true }],
}

/** How a position names its market; one without a parent says 0. */
function marketFacts({ world }: FaceContext, { market, side }: Holding): Native {
  const event = world.eventOf(market)
  const isChild = isCategorical(event)
  return {
    marketId: market.number,
    marketTitle: isChild ? (market.label ?? market.question) : event.title,
    rootMarketId: isChild ? event.number : 0,
    rootMarketTitle: isChild ? event.title : '',
    outcome: side === 'yes' ? market.yesLabel : market.noLabel,
    outcomeSide: side === 'yes' ? 1 : 2,
    outcomeSideEnum: side === 'yes' ? 'Yes' : 'No',
    quoteToken: QUOTE_TOKEN,
  }
}

function positionOf(context: FaceContext, holding: Holding): Native {
  const { world, now } = context
  const { market, side, size, entryPrice } = holding
  const { status, statusEnum } = statusOf(market, now)
  const isResolved = stateAt(market, now) === 'resolved'
  const yesPrice = isResolved ? market.payout : world.lastTrade(market.key, now)?.price
  const price = priceFor(side, yesPrice) ?? entryPrice
  const gain = (price - entryPrice) * size
  return {
    ...marketFacts(context, holding),
    avgEntryPrice: String(entryPrice),
    claimStatus: isResolved && price > 0 ? 1 : 0,
    claimStatusEnum: isResolved && price > 0 ? 'WaitClaim' : 'CanNotClaim',
    conditionId: conditionId(world.seed, market),
    currentValueInQuoteToken: (price * size).toFixed(9),
    dailyPnlChange: '',
    dailyPnlChangePercent: '',
    marketCutoffAt: Math.floor(market.endsAt / 1000),
    marketStatus: status,
    marketStatusEnum: statusEnum,
    sharesFrozen: '0',
    sharesOwned: String(size),
    tokenId: tokenId(world.seed, market, side),
    unrealizedPnl: gain.toFixed(9),
    unrealizedPnlPercent: (gain / (entryPrice * size)).toFixed(9),
  }
}
