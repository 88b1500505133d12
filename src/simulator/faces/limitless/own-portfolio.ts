import { type FaceCall, type Route, route } from '../../face.js'
import { type Amount, amountOfNumber, per, sumOf, textOf, times } from '../../paper/amount.js'
import type { PaperFill, PaperOrder, PaperPosition } from '../../paper/types.js'
import { json, type Reply } from '../../reply.js'
import type { WorldMarket } from '../../world/types.js'
import { complement } from '../../world/wallets.js'
import { accountOf, callerOf, profileOf } from './accounts.js'
import { conditionId, slugFor, titleFor } from './ids.js'
import type { Native } from './native-market.js'
import { listedOrder, transactionOf, units } from './native-order.js'
import { marketFrame, noPosition, portfolioFrame } from './portfolio.js'
import { lastPriceOf } from './quote.js'
import { invalid } from './replies.js'

/** What an account has, did and is (venues/limitless/README.md). */
export const ownRoutes: readonly Route[] = [
  route('GET', '/profiles/me', (call) => json(profileOf(callerOf(call)))),
  route('GET', '/profiles/public/:address', profile),
  route('GET', '/profiles/:address', profile),
  route('GET', '/portfolio/positions', positions),
  route('GET', '/portfolio/history', history),
]

function profile(call: FaceCall): Reply {
  const address = call.params['address'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw invalid('address must be an Ethereum address')
  return json(profileOf(address.toLowerCase()))
}

/** A row for each market in which anything is held or rests. */
function positions(call: FaceCall): Reply {
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
  call: FaceCall,
  market: WorldMarket,
  held: readonly PaperPosition[],
  open: readonly PaperOrder[],
): Native {
  const yesPrice = lastPriceOf(call, market)
  const of = (side: 'yes' | 'no') => held.find((position) => position.side === side)
  const priceOf = (side: 'yes' | 'no'): Amount =>
    amountOfNumber(side === 'yes' ? yesPrice : complement(yesPrice))
  const sideOf = (side: 'yes' | 'no'): Native => positionOf(of(side), priceOf(side))
  return {
    ...marketFrame(call, market),
    orders: {
      liveOrders: open.map((order) => listedOrder(call, order)),
      totalCollateralLocked: units(sumOf(open.map(({ lockedCash }) => lockedCash))),
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

const MOST_ROWS = 100

/** Trades by cursor, newest first; the older mode by pages is not played. */
function history(call: FaceCall): Reply {
  const fills = accountOf(call).fills()
  const limit = call.query.integer('limit') ?? 20
  if (limit === 'bad' || limit < 1 || limit > MOST_ROWS)
    throw invalid(`limit must not be greater than ${MOST_ROWS}`)
  const before = Number(call.query.text('cursor') ?? Number.POSITIVE_INFINITY)
  if (Number.isNaN(before)) throw invalid('cursor is not valid')
  const left = fills.filter(({ count }) => count < before)
  const rows = left.slice(0, limit)
  return json({
    data: rows.map((fill) => historyRow(call, fill)),
    nextCursor: left.length > rows.length ? String(rows.at(-1)?.count) : null,
  })
}

/** Human numbers, as texts. */
function historyRow({ world }: FaceCall, fill: PaperFill): Native {
  const { market, order, price, size, liquidity, at } = fill
  const event = world.eventOf(market)
  const condition = conditionId(world.seed, market)
  return {
    blockTimestamp: Math.floor(at / 1000),
    collateralAmount: textOf(times(price, size)),
    market: {
      closed: false,
      collateral: { symbol: 'USDC', id: '7', decimals: 6 },
      group: null,
      condition_id: condition,
      conditionId: condition,
      funding: '0',
      id: String(market.number),
      slug: slugFor({ event, market }),
      title: titleFor({ event, market }),
      expirationDate: new Date(event.endsAt).toISOString(),
    },
    outcomeTokenAmount: textOf(size),
    outcomeTokenAmounts: order.side === 'yes' ? [textOf(size), '0'] : ['0', textOf(size)],
    outcomeIndex: order.side === 'yes' ? 0 : 1,
    outcomeTokenPrice: textOf(price),
    strategy: `${liquidity === 'maker' ? 'Limit' : 'Market'} ${order.action === 'buy' ? 'Buy' : 'Sell'}`,
    transactionHash: transactionOf(liquidity === 'maker' ? fill.id : order.id),
  }
}
