import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import {
  type Amount,
  divideAmounts,
  multiplyAmounts,
  sumAmounts,
  toAmount,
} from '../../paper-trading/state/amount.js'
import type { PaperOrder, PaperPosition } from '../../paper-trading/state/types.js'
import type { WorldMarket } from '../../world/common/types.js'
import { complementPriceOf } from '../../world/wallets.js'
import { accountOf, callerOf, profileOf } from './accounts.js'
import { findNamed } from './market-routes.js'
import { EXCHANGE, GROUP_ADAPTER, type Native } from './native-market.js'
import { toListedOrder, toUnits } from './native-order.js'
import { noPosition, portfolioFrame, toMarketFrame } from './portfolio.js'
import { lastPriceOf } from './quote.js'
import { createBadRequest, createInvalid, notOneOf } from './replies.js'

/** Routes of positions, allowances and profile of an account (README.md, "Accounts"). */
export const ownRoutes: readonly Route[] = [
  route('GET', '/profiles/me', (call) => toJsonReply(profileOf(callerOf(call)))),
  route('GET', '/profiles/public/:address', profile),
  route('GET', '/profiles/:address', profile),
  route('GET', '/portfolio/positions', positions),
  route('GET', '/portfolio/trading/allowance', allowance),
  route('GET', '/markets/:slug/locked-balance', lockedBalance),
]

function profile(call: MockCall): Reply {
  const address = call.params['address'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw createInvalid('address must be an Ethereum address')
  return toJsonReply(profileOf(address.toLowerCase()))
}

/** Returns a row for each market with a holding or a resting order. */
function positions(call: MockCall): Reply {
  const account = accountOf(call)
  const held = account.positions().filter(({ size }) => size > 0n)
  const open = account.orders().filter(({ status }) => status === 'open')
  const markets = new Map([...held, ...open].map(({ market }) => [market.key, market]))
  return toJsonReply({
    ...portfolioFrame,
    clob: [...markets.values()].map((market) =>
      entry(
        call,
        market,
        held.filter((one) => one.market.key === market.key),
        open.filter((one) => one.market.key === market.key),
      ),
    ),
  })
}

function entry(
  call: MockCall,
  market: WorldMarket,
  held: readonly PaperPosition[],
  open: readonly PaperOrder[],
): Native {
  const yesPrice = lastPriceOf(call, market)
  const of = (side: 'yes' | 'no') => held.find((position) => position.side === side)
  const priceOf = (side: 'yes' | 'no'): Amount =>
    toAmount(side === 'yes' ? yesPrice : complementPriceOf(yesPrice))
  const sideOf = (side: 'yes' | 'no'): Native => positionOf(of(side), priceOf(side))
  return {
    ...toMarketFrame(call, market),
    orders: {
      liveOrders: open.map((order) => toListedOrder(call, order)),
      totalCollateralLocked: toUnits(sumAmounts(open.map(({ lockedCash }) => lockedCash))),
    },
    positions: { no: sideOf('no'), yes: sideOf('yes') },
    tokensBalance: { no: toUnits(of('no')?.size ?? 0n), yes: toUnits(of('yes')?.size ?? 0n) },
    makerAddress: profileOf(callerOf(call)).account,
  }
}

function positionOf(position: PaperPosition | undefined, price: Amount): Native {
  if (position === undefined) return noPosition
  const { cost, size, realized } = position
  const value = multiplyAmounts(price, size)
  return {
    cost: toUnits(cost),
    fillPrice: toUnits(divideAmounts(cost, size)),
    marketValue: toUnits(value),
    realisedPnl: toUnits(realized),
    unrealizedPnl: toUnits(value - cost),
  }
}

/** The maximum token amount, which wallets usually approve for an exchange. */
const EVERYTHING = String(2n ** 256n - 1n)

/** Returns the approved amount of the wallet's USDC for a contract. */
function allowance(call: MockCall): Reply {
  const wallet = callerOf(call)
  const type = call.query.text('type')
  if (type !== 'clob' && type !== 'negrisk') throw notOneOf('type', 'clob, negrisk')
  const spender = call.query.text('spender') ?? EXCHANGE
  const isFeeModule = ![EXCHANGE, GROUP_ADAPTER].some((one) => one.toLowerCase() === spender.toLowerCase())
  const isGiven = !isFeeModule || call.switches.limitless.feeAllowance === 'given'
  return toJsonReply({
    allowance: isGiven ? EVERYTHING : '0',
    hasMinimumAllowance: isGiven,
    type,
    spender,
    checkedAddress: profileOf(wallet).account,
  })
}

/** Returns the amount locked in the caller's resting orders in a market. */
function lockedBalance(call: MockCall): Reply {
  const account = accountOf(call)
  const found = findNamed(call)
  if (found.kind === 'group') throw createBadRequest('This market does not support orderbook')
  const open = account
    .orders()
    .filter(({ market, status }) => market.key === found.market.key && status === 'open')
  const locked = toUnits(sumAmounts(open.map(({ lockedCash }) => lockedCash)))
  return toJsonReply({
    lockedBalance: locked,
    lockedBalanceFormatted: (Number(locked) / 1_000_000).toFixed(6),
    currency: 'USDC',
    orderCount: open.length,
  })
}
