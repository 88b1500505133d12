import { toChecksumAddress } from '../../../signing/address.js'
import { type FaceCall, type FaceContext, type Route, route } from '../../face.js'
import { type ListSpec, pageOf } from '../../list.js'
import { numberOf, textOf } from '../../paper/amount.js'
import { holdingOf } from '../../paper/holding.js'
import type { Reply } from '../../reply.js'
import { priceFor } from '../../sides.js'
import { offers } from '../../venue-view.js'
import { stateAt } from '../../world/types.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import { accountOf, assertKey, walletsOf } from './accounts.js'
import { badRequest, success } from './envelope.js'
import { conditionId, tokenId } from './ids.js'
import { CHAIN_ID, type Native, QUOTE_TOKEN, sidedFacts } from './market.js'
import { choice, paged, resultOf } from './paging.js'
import { statusOf } from './status.js'

/** Accounts by their key, and anybody's positions for any key: the demo world issues none (venues/opinion/README.md). */
export const walletRoutes: readonly Route[] = [
  route('GET', '/openapi/positions', (call) => positionsOf(call, ownHoldings(call))),
  route('GET', '/openapi/positions/user/:wallet', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    const wallet = (call.params['wallet'] ?? '').toLowerCase()
    return positionsOf(call, wallet === login || wallet === safe ? ownHoldings(call) : holdingsIn(call))
  }),
  route('GET', '/openapi/user/auth', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    return success({
      apiKey: assertKey(call),
      walletAddress: toChecksumAddress(login),
      walletUsers: { [CHAIN_ID]: toChecksumAddress(safe) },
    })
  }),
  route('GET', '/openapi/user/balance', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    if (call.query.text('chain_id') !== CHAIN_ID) throw badRequest('invalid chain_id')
    const { total, available, locked } = accountOf(call).balance()
    const [totalBalance, availableBalance, frozenBalance] = [total, available, locked].map(textOf)
    const quoteToken = QUOTE_TOKEN.toLowerCase()
    return success({
      balances: [{ availableBalance, frozenBalance, quoteToken, tokenDecimals: 18, totalBalance }],
      chainId: CHAIN_ID,
      multiSignAddress: safe,
      walletAddress: login,
    })
  }),
]

interface Held extends Holding {
  /** Of it, in orders that sell it. */
  readonly frozen: number
}

function positionsOf(call: FaceCall, held: readonly Held[]): Reply {
  return success(resultOf(pageOf(positions, call, held), (holding) => positionOf(call, holding)))
}

/** What the account of the call holds. */
function ownHoldings(call: FaceCall): readonly Held[] {
  return accountOf(call)
    .positions()
    .filter(({ size }) => size > 0n)
    .map((position) => ({ ...holdingOf(position), frozen: numberOf(position.locked) }))
}

function holdingsIn({ world, now, params }: FaceCall): readonly Held[] {
  const wallet = params['wallet'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(wallet)) throw badRequest('invalid walletAddress')
  return holdingsOf(world, wallet, now)
    .filter(({ market }) => offers(world.eventOf(market).series, 'opinion'))
    .map((holding) => ({ ...holding, frozen: 0 }))
}

/** The largest first. */
const positions: ListSpec<Held> = {
  ...paged,
  filters: { marketId: choice(({ market }, id) => id === 0 || market.number === id) },
  order: () => [{ key: ({ size }) => size, isFalling: true }],
}

function positionOf(context: FaceContext, holding: Held): Native {
  const { world, now } = context
  const { market, side, size, frozen, entryPrice } = holding
  const { status, statusEnum } = statusOf(market, now)
  const isResolved = stateAt(market, now) === 'resolved'
  const yesPrice = isResolved ? market.payout : world.lastTrade(market.key, now)?.price
  const price = priceFor(side, yesPrice) ?? entryPrice
  const gain = (price - entryPrice) * size
  return {
    ...sidedFacts(context, holding),
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
    sharesFrozen: String(frozen),
    sharesOwned: String(size),
    tokenId: tokenId(world.seed, market, side),
    unrealizedPnl: gain.toFixed(9),
    unrealizedPnlPercent: (gain / (entryPrice * size)).toFixed(9),
  }
}
