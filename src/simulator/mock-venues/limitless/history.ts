import { toIso } from '../../../api/times/instant.js'
import { hashText } from '../../../effects/random.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { multiplyAmounts, numberOf, toAmountText } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperSettlement } from '../../paper-trading/state/types.js'
import { hexOf } from '../../world/common/hash.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { accountOf } from './accounts.js'
import { conditionIdOf, slugFor, titleFor } from './ids.js'
import type { Native } from './native-market.js'
import { pageNumber } from './paging.js'
import { createInvalid } from './replies.js'
import { type TradeEvent, tradeEventsOf } from './trade-events.js'

/** Routes of the history of an account: trades before fees, and payouts (README.md, "Accounts"). */
export const ownHistoryRoutes: readonly Route[] = [
  route('GET', '/portfolio/history', history),
  route('GET', '/portfolio/trades', trades),
]

const MAX_ROWS = 100

/** A row and its position, after which the next page begins. */
interface Entry {
  readonly at: number
  /** Claims precede the fills of the same instant. */
  readonly place: string
  readonly row: () => Native
}

/** Paginates by cursor, newest first; without one by page number (the older form). */
function history(call: MockCall): Reply {
  const { query } = call
  const limit = query.integer('limit') ?? 20
  if (limit === 'bad' || limit < 1 || limit > MAX_ROWS)
    throw createInvalid(`limit must not be greater than ${MAX_ROWS}`)
  const slug = query.text('market')
  const all = entriesOf(call, accountOf(call)).filter(
    ({ market }) => slug === undefined || slugFor({ event: call.world.eventOf(market), market }) === slug,
  )
  if (!query.has('cursor')) {
    const start = (pageNumber(call) - 1) * limit
    return toJsonReply({
      data: all.slice(start, start + limit).map(({ row }) => row()),
      totalCount: all.length,
    })
  }
  const cursor = query.text('cursor')
  const start = cursor === undefined ? 0 : all.findIndex(({ place }) => place === cursor) + 1
  if (cursor !== undefined && start === 0) throw createInvalid('cursor is not valid')
  const rows = all.slice(start, start + limit)
  return toJsonReply({
    data: rows.map(({ row }) => row()),
    nextCursor: start + rows.length < all.length ? (rows.at(-1)?.place ?? null) : null,
  })
}

function entriesOf(
  call: MockCall,
  account: PaperAccount,
): readonly (Entry & { readonly market: WorldMarket })[] {
  const trades = tradeEventsOf(account.fills()).map((trade) => ({
    at: trade.at,
    place: trade.id,
    market: trade.market,
    row: () => tradeRow(call, trade),
  }))
  const claims = account
    .settlements()
    .filter(({ paid }) => paid > 0n)
    .map((settlement) => ({
      at: settlement.at,
      place: `c${settlement.market.number}.${settlement.side}`,
      market: settlement.market,
      row: () => claimRow(call, settlement),
    }))
  return [...claims, ...trades].sort((a, b) => b.at - a.at)
}

/** Renders a trade with plain numbers; amounts are before the fee, as recorded. */
function tradeRow(call: MockCall, trade: TradeEvent): Native {
  const { market, order, price, contracts, money, liquidity, at } = trade
  return {
    blockTimestamp: Math.floor(at / 1000),
    collateralAmount: toAmountText(money),
    market: marketIn(call, market),
    outcomeTokenAmount: toAmountText(contracts),
    outcomeTokenAmounts:
      order.side === 'yes' ? [toAmountText(contracts), '0'] : ['0', toAmountText(contracts)],
    outcomeIndex: order.side === 'yes' ? 0 : 1,
    outcomeTokenPrice: numberOf(price),
    orderId: order.id,
    strategy: `${liquidity === 'maker' ? 'Limit' : 'Market'} ${order.action === 'buy' ? 'Buy' : 'Sell'}`,
    tradeEventId: trade.id,
    transactionHash: trade.transaction,
  }
}

/** Returns a payout: without order and tokens, with their value. */
function claimRow(call: MockCall, { market, side, paid, at }: PaperSettlement): Native {
  return {
    blockTimestamp: Math.floor(at / 1000),
    collateralAmount: toAmountText(paid),
    indexSets: [side === 'yes' ? '1' : '2'],
    market: marketIn(call, market),
    outcomeTokenAmount: '0',
    outcomeTokenAmounts: ['0', '0'],
    outcomeIndex: side === 'yes' ? 0 : 1,
    strategy: 'Claim',
    transactionHash: `0x${hexOf(hashText(`claim of ${market.key} ${side}`), 32)}`,
  }
}

function marketIn({ world, now }: MockCall, market: WorldMarket): Native {
  const event = world.eventOf(market)
  const condition = conditionIdOf(world.seed, market)
  const isResolved = stateAt(market, now) === 'resolved'
  return {
    closed: isResolved,
    collateral: { symbol: 'USDC', id: '7', decimals: 6 },
    group: null,
    condition_id: condition,
    conditionId: condition,
    funding: '0',
    id: String(market.number),
    imageUrl: `https://images.example/limitless/${event.series.key}.svg`,
    payoutNumerators: isResolved ? numerators(market.payout) : null,
    status: isResolved ? 'RESOLVED' : 'FUNDED',
    winningOutcomeIndex: isResolved && market.payout !== 0.5 ? 1 - market.payout : null,
    slug: slugFor({ event, market }),
    title: titleFor({ event, market }),
    expirationDate: toIso(event.endsAt),
  }
}

/** Returns the payouts of the tokens in proportion to each other. */
function numerators(payout: WorldMarket['payout']): readonly [string, string] {
  return payout === 0.5 ? ['1', '1'] : payout === 1 ? ['1', '0'] : ['0', '1']
}

/** Lists only trades, in the shape that another client reads. */
function trades(call: MockCall): Reply {
  const rows = accountOf(call).fills()
  return toJsonReply(
    rows.slice(0, MAX_ROWS).map(({ id, market, order, price, size, at }) => ({
      id,
      marketId: market.number,
      strategy: order.action === 'buy' ? 'Buy' : 'Sell',
      outcome: order.side === 'yes' ? 'YES' : 'NO',
      contracts: toAmountText(size),
      tradeAmount: toAmountText(multiplyAmounts(price, size)),
      tradeAmountUSD: toAmountText(multiplyAmounts(price, size)),
      timestamp: toIso(at),
    })),
  )
}
