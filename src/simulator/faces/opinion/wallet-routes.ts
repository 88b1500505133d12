import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import type { Reply } from '../../reply.js'
import { offers } from '../../venue-view.js'
import { hexOf, mix } from '../../world/hash.js'
import { stateAt } from '../../world/types.js'
import { complement, type Holding, holdingsOf } from '../../world/wallets.js'
import { badRequest, failure, success } from './envelope.js'
import { conditionId, isCategorical, tokenId } from './ids.js'
import { CHAIN_ID, type Native, QUOTE_TOKEN } from './market.js'
import { pageOf, wholeNumber } from './paging.js'
import { statusOf } from './status.js'

/**
 * What a key is needed for (venues/opinion/README.md). Anybody's positions and trades are shown to any key; the demo
 * world issues none, so that whatever is a key's own does not exist.
 */
export const walletRoutes: readonly Route[] = [
  route('GET', '/openapi/positions/user/:wallet', keyed(positions)),
  route('GET', '/openapi/trade/user/:wallet', keyed(trades)),
  ...['/positions', '/trade', '/order', '/user/auth', '/user/balance'].map((path) =>
    route('GET', `/openapi${path}`, keyed(ownAccount)),
  ),
  route('GET', '/openapi/order/:id', keyed(ownAccount)),
  route('POST', '/openapi/order', keyed(ownAccount)),
  route('POST', '/openapi/order/cancel', keyed(ownAccount)),
]

function keyed(handle: (call: FaceCall) => Reply): (call: FaceCall) => Reply {
  return (call) => {
    if ((call.request.headers['apikey'] ?? '') === '') throw failure(11002, 'Invalid API key')
    return handle(call)
  }
}

function ownAccount(): Reply {
  throw failure(11001, 'This API Key has no related Opinion Login Wallet yet')
}

function holdingsIn(call: FaceCall): readonly Holding[] {
  const wallet = call.params['wallet'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(wallet)) throw badRequest('invalid walletAddress')
  const marketId = wholeNumber(call, 'marketId') ?? 0
  const { world, now } = call
  return holdingsOf(world, wallet, now).filter(
    ({ market }) =>
      offers(world.eventOf(market).series, 'opinion') && (marketId === 0 || market.number === marketId),
  )
}

/** The largest first. */
function positions(call: FaceCall): Reply {
  const sorted = [...holdingsIn(call)].sort((a, b) => b.size - a.size)
  return success(pageOf(call, sorted, (holding) => positionOf(call, holding)))
}

/** The purchases that led to what is held, newest first. */
function trades(call: FaceCall): Reply {
  const sorted = [...holdingsIn(call)].sort((a, b) => b.acquiredAt - a.acquiredAt)
  return success(pageOf(call, sorted, (holding) => purchaseOf(call, holding)))
}

/** How both name a market; one without a parent says 0. */
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
  const price = yesPrice === undefined ? entryPrice : side === 'yes' ? yesPrice : complement(yesPrice)
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

function purchaseOf(context: FaceContext, holding: Holding): Native {
  const { market, size, entryPrice, acquiredAt } = holding
  const amount = (size * entryPrice).toFixed(6)
  return {
    ...marketFacts(context, holding),
    amount,
    chainId: CHAIN_ID,
    createdAt: Math.floor(acquiredAt / 1000),
    fee: '0.000000000000000000',
    price: entryPrice.toFixed(18),
    profit: '0.000000000000000000',
    quoteTokenUsdPrice: '1.000000000000000000',
    shares: String(size),
    side: 'Buy',
    status: 2,
    statusEnum: 'Finished',
    txHash: `0x${hexOf(mix(market.seed, Math.floor(acquiredAt / 1000)), 32)}`,
    // Not scaled, as recorded.
    usdAmount: `${amount.replace('.', '').replace(/^0+(?=\d)/, '')}000000000000.000000000000000000`,
  }
}
