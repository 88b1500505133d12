import { json, type Reply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { type Amount, amountOfNumber, per, sumAmounts, times } from '../../paper-trading/state/amount.js'
import type { PaperOrder, PaperPosition } from '../../paper-trading/state/types.js'
import type { WorldMarket } from '../../world/common/types.js'
import { otherSidePrice } from '../../world/wallets.js'
import { accountOf, callerOf, profileOf } from './accounts.js'
import { named } from './market-routes.js'
import { EXCHANGE, GROUP_ADAPTER, type Native } from './native-market.js'
import { listedOrder, units } from './native-order.js'
import { marketFrame, noPosition, portfolioFrame } from './portfolio.js'
import { lastPriceOf } from './quote.js'
import { badRequest, invalid, notOneOf } from './replies.js'

/** Routes of positions, allowances and profile of an account (README.md, "Accounts"). */
export const ownRoutes: readonly Route[] = [
  route('GET', '/profiles/me', (call) => json(profileOf(callerOf(call)))),
  route('GET', '/profiles/public/:address', profile),
  route('GET', '/profiles/:address', profile),
  route('GET', '/portfolio/positions', positions),
  route('GET', '/portfolio/trading/allowance', allowance),
  route('GET', '/markets/:slug/locked-balance', lockedBalance),
]

function profile(call: MockCall): Reply {
  const address = call.params['address'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw invalid('address must be an Ethereum address')
  return json(profileOf(address.toLowerCase()))
}

/** Returns a row for each market with a holding or a resting order. */
function positions(call: MockCall): Reply {
  const account = accountOf(call)
  const held = account.positions().filter(({ size }) => size > 0n)
  const open = account.orders().filter(({ status }) => status === 'open')
  const markets = new Map([...held, ...open].map(({ market }) => [market.key, market]))
  return json({
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
    amountOfNumber(side === 'yes' ? yesPrice : otherSidePrice(yesPrice))
  const sideOf = (side: 'yes' | 'no'): Native => positionOf(of(side), priceOf(side))
  return {
    ...marketFrame(call, market),
    orders: {
      liveOrders: open.map((order) => listedOrder(call, order)),
      totalCollateralLocked: units(sumAmounts(open.map(({ lockedCash }) => lockedCash))),
    },
    positions: { no: sideOf('no'), yes: sideOf('yes') },
    tokensBalance: { no: units(of('no')?.size ?? 0n), yes: units(of('yes')?.size ?? 0n) },
    makerAddress: profileOf(callerOf(call)).account,
  }
}

function positionOf(position: PaperPosition | undefined, price: Amount): Native {
  if (position === undefined) return noPosition
  const { cost, size, realized } = position
  const value = times(price, size)
  return {
    cost: units(cost),
    fillPrice: units(per(cost, size)),
    marketValue: units(value),
    realisedPnl: units(realized),
    unrealizedPnl: units(value - cost),
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
  return json({
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
  const found = named(call)
  if (found.kind === 'group') throw badRequest('This market does not support orderbook')
  const open = account
    .orders()
    .filter(({ market, status }) => market.key === found.market.key && status === 'open')
  const locked = units(sumAmounts(open.map(({ lockedCash }) => lockedCash)))
  return json({
    lockedBalance: locked,
    lockedBalanceFormatted: (Number(locked) / 1_000_000).toFixed(6),
    currency: 'USDC',
    orderCount: open.length,
  })
}
