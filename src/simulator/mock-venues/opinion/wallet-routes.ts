import { toChecksumAddress } from '../../../signing/address.js'
import type { Reply } from '../../http/reply.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { priceFor } from '../../mock-kit/yes-no-sides.js'
import { type Amount, sumAmounts, toAmountText } from '../../paper-trading/state/amount.js'
import { stateAt } from '../../world/common/types.js'
import { holdingsOf } from '../../world/wallets.js'
import { accountOf, assertKey, walletsOf } from './accounts.js'
import { createBadRequest, toSuccessReply } from './envelope.js'
import { type Holding, ownHoldingsOf } from './holdings.js'
import { conditionIdOf, tokenId } from './ids.js'
import { CHAIN_ID, factsOfSide, type Native, QUOTE_TOKEN } from './market.js'
import { paged, resultOf, whereChoice } from './paging.js'
import { moneyOf, pendingFillsOf } from './settlement.js'
import { statusOf } from './status.js'

/** Routes of accounts by their key, and of the positions of any wallet (README.md, "Accounts"). */
export const walletRoutes: readonly Route[] = [
  route('GET', '/openapi/positions', (call) => positionsOf(call, ownHoldingsOf(call, accountOf(call)))),
  route('GET', '/openapi/positions/user/:wallet', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    const wallet = (call.params['wallet'] ?? '').toLowerCase()
    const isOwn = wallet === login || wallet === safe
    return positionsOf(call, isOwn ? ownHoldingsOf(call, accountOf(call)) : holdingsIn(call))
  }),
  route('GET', '/openapi/user/auth', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    return toSuccessReply({
      apiKey: assertKey(call),
      walletAddress: toChecksumAddress(login),
      walletUsers: { [CHAIN_ID]: toChecksumAddress(safe) },
    })
  }),
  route('GET', '/openapi/user/balance', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    if (call.query.text('chain_id') !== CHAIN_ID) throw createBadRequest('invalid chain_id')
    const [totalBalance, availableBalance, frozenBalance] = moneyIn(call).map(toAmountText)
    const quoteToken = QUOTE_TOKEN.toLowerCase()
    return toSuccessReply({
      balances: [{ availableBalance, frozenBalance, quoteToken, tokenDecimals: 18, totalBalance }],
      chainId: CHAIN_ID,
      multiSignAddress: safe,
      walletAddress: login,
    })
  }),
]

/**
 * Returns the balance of the wallet: total, available and frozen. The amount of a match is frozen until it is settled.
 */
function moneyIn(call: MockCall): readonly [total: Amount, available: Amount, frozen: Amount] {
  const account = accountOf(call)
  const { available, locked } = account.balance()
  const moving = (action: 'buy' | 'sell'): Amount =>
    sumAmounts(
      pendingFillsOf(call, account)
        .filter(({ order }) => order.action === action)
        .map(moneyOf),
    )
  const frozen = locked + moving('buy')
  const free = available - moving('sell')
  return [free + frozen, free, frozen]
}

function positionsOf(call: MockCall, held: readonly Holding[]): Reply {
  return toSuccessReply(resultOf(pageOf(positions, call, held), (holding) => positionOf(call, holding)))
}

function holdingsIn({ world, now, params }: MockCall): readonly Holding[] {
  const wallet = params['wallet'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(wallet)) throw createBadRequest('invalid walletAddress')
  return holdingsOf(world, wallet, now)
    .filter(({ market }) => offers(world.eventOf(market).series, 'opinion'))
    .map((holding) => ({ ...holding, frozen: 0 }))
}

/** Largest first. */
const positions: ListSpec<Holding> = {
  ...paged,
  filters: { marketId: whereChoice(({ market }, id) => id === 0 || market.number === id) },
  order: () => [{ key: ({ size }) => size, isFalling: true }],
}

function positionOf(context: MockContext, holding: Holding): Native {
  const { world, now } = context
  const { market, side, size, frozen, entryPrice } = holding
  const { status, statusEnum } = statusOf(market, now)
  const isResolved = stateAt(market, now) === 'resolved'
  const yesPrice = isResolved ? market.payout : world.lastTrade(market.key, now)?.price
  const price = priceFor(side, yesPrice) ?? entryPrice
  const gain = (price - entryPrice) * size
  return {
    ...factsOfSide(context, holding),
    avgEntryPrice: String(entryPrice),
    claimStatus: isResolved && price > 0 ? 1 : 0,
    claimStatusEnum: isResolved && price > 0 ? 'WaitClaim' : 'CanNotClaim',
    conditionId: conditionIdOf(world.seed, market),
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
