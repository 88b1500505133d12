import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import type { ListFilter } from '../../../mock-kit/list-endpoint.js'
import { readCommaSeparated, whereEqual, whereOneOf, whereWord } from '../../../mock-kit/list-filters.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import {
  type Amount,
  maxOf,
  multiplyAmounts,
  ONE,
  sumAmounts,
  toAmount,
} from '../../../paper-trading/state/amount.js'
import type {
  PaperFill,
  PaperOrder,
  PaperPosition,
  PaperSettlement,
} from '../../../paper-trading/state/types.js'
import type { WorldMarket } from '../../../world/common/types.js'
import { createBadRequest, createNotFound } from '../errors.js'
import { type Native, resultOf, toMicroIso } from '../market.js'
import { count, toBalanceDollars, toCents, toDollars, toFineDollars } from '../money.js'
import { instantOf, type KalshiList, limit, selectPage } from '../paging.js'
import { settlementFloorOf } from '../shards.js'
import { eventTickerOf, tickerOfMarket } from '../tickers.js'
import { type KalshiCall, routesOf, type Variant } from '../variant.js'
import { accountsIn, memberOf, subaccountIn } from './member.js'
import { groupsOf, type NetPosition, sumIn, sumNetPositions, sumSettledPositions } from './positions.js'
import { shardOfMarket } from './routing.js'
import { orderRow, toFillRow } from './rows.js'

/** Routes of balances, positions, orders and fills of an account (README.md: "Portfolio"). */
export function createPortfolioRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/portfolio/balance', balance),
    route('GET', '/portfolio/positions', listPositions),
    route('GET', '/portfolio/orders', listOrders),
    route('GET', '/portfolio/orders/:order', oneOrder),
    route('GET', '/portfolio/fills', listFills),
    route('GET', '/portfolio/settlements', listSettlements),
  ]
}

/** Returns the balance. The portfolio value counts only positions, at their last prices. */
function balance(call: KalshiCall): Reply {
  const member = memberOf(call, 'read::portfolio_balance')
  const account = member.account(subaccountIn(member, call.query.integer('subaccount')))
  const isWanted = shardFilter(call)
  const pools = [...account.pools()].map(([index, { available }]) => ({ index, available }))
  const available = sumAmounts(pools.map((pool) => (isWanted(pool.index) ? pool.available : 0n)))
  const held = account.positions().filter(({ market }) => isWanted(shardOfMarket(call, market)))
  const value = sumAmounts(held.map((position) => worthOf(call, position)))
  return toJsonReply({
    balance: toCents(available),
    balance_dollars: toBalanceDollars(available),
    portfolio_value: toCents(value),
    updated_ts: Math.floor(call.now / 1000),
    // Keys that are bound to a subaccount see no breakdown.
    ...(member.only === undefined && {
      balance_breakdown: pools.map((pool) => ({
        exchange_index: pool.index,
        balance: toBalanceDollars(pool.available),
      })),
    }),
  })
}

/** Whether a shard matches the query; without a shard in the query all match. */
function shardFilter({ query }: KalshiCall): (shard: number) => boolean {
  const index = query.integer('exchange_index')
  if (index === 'bad') throw createBadRequest('invalid exchange_index')
  return (shard) => index === undefined || shard === index
}

/**
 * Returns the value of a position at the last price. A market without trades, or with a settlement floor, counts at
 * cost.
 */
function worthOf({ world, now }: KalshiCall, { market, side, size, cost }: PaperPosition): Amount {
  const last = world.lastTrade(market.key, now)?.price
  const floor = settlementFloorOf(market, world)
  if (last === undefined || floor !== undefined) return cost
  const price = toAmount(last)
  return multiplyAmounts(side === 'yes' ? price : ONE - price, size)
}

interface OfMarket {
  readonly market: WorldMarket
}

const pageLimit = limit(100, 1000)

/** Filters by ticker, shard and time, as most lists of an account. */
function filtersBy<Row extends OfMarket>(
  at: (row: Row) => number,
): Readonly<Record<string, ListFilter<Row, KalshiCall>>> {
  return {
    ticker: whereOneOf(readCommaSeparated, ({ market }, call) => tickerOfMarket(call, market)),
    event_ticker: whereOneOf(readCommaSeparated, ({ market }, call) =>
      eventTickerOf(call.variant, call.world.eventOf(market)),
    ),
    exchange_index: (call) => {
      const isWanted = shardFilter(call)
      return ({ market }) => isWanted(shardOfMarket(call, market))
    },
    min_ts: ({ query }, name) => {
      const from = instantOf(query, name)
      return from === undefined ? undefined : (row) => at(row) >= from
    },
    max_ts: ({ query }, name) => {
      const to = instantOf(query, name)
      return to === undefined ? undefined : (row) => at(row) < to + 1000
    },
  }
}

/** Returns the cursor name of a row, in the order of creation. */
export function toCountText(count: number): string {
  return String(count).padStart(12, '0')
}

/** A row of one of the accounts of a member. */
type Owned<Row> = Row & { readonly subaccount: number }

/** Returns the rows of the named subaccount, or of all. */
function ownedRows<Row extends object>(
  call: KalshiCall,
  read: (account: ReturnType<typeof accountsIn>[number]['account']) => readonly Row[],
): { readonly member: string; readonly rows: readonly Owned<Row>[] } {
  const member = memberOf(call, 'read')
  const accounts = accountsIn(member, call.query.integer('subaccount'))
  const rows = accounts.flatMap(({ subaccount, account }) =>
    read(account).map((row) => ({ ...row, subaccount })),
  )
  return { member: member.id, rows }
}

const orders: KalshiList<Owned<PaperOrder>> = {
  limit: pageLimit,
  at: ({ createdAt }) => createdAt,
  ticker: (order) => toCountText(order.count),
  filters: {
    ...filtersBy(({ createdAt }: Owned<PaperOrder>) => createdAt),
    status: whereWord(
      {
        resting: ({ status }) => status === 'open',
        canceled: ({ status }) => status === 'cancelled',
        executed: ({ status }) => status === 'filled',
      },
      () => createBadRequest('invalid status filter'),
    ),
  },
}

function listOrders(call: KalshiCall): Reply {
  const { member, rows } = ownedRows(call, (account) => account.orders())
  const page = selectPage(orders, call, rows)
  return toJsonReply({
    orders: page.rows.map((order) => orderRow(call, member, order.subaccount, order)),
    cursor: page.cursor,
  })
}

/** Does not need a shard. */
function oneOrder(call: KalshiCall): Reply {
  const { member, rows } = ownedRows(call, (account) =>
    [account.order(call.params['order'] ?? '')].filter((order) => order !== undefined),
  )
  const order = requireOrRefuse(rows[0], createNotFound)
  return toJsonReply({ order: orderRow(call, member, order.subaccount, order) })
}

const fills: KalshiList<Owned<PaperFill>> = {
  limit: pageLimit,
  at: ({ at }) => at,
  ticker: (fill) => toCountText(fill.count),
  filters: {
    ...filtersBy(({ at }: Owned<PaperFill>) => at),
    order_id: whereEqual(({ order }) => order.id),
  },
}

function listFills(call: KalshiCall): Reply {
  const { rows } = ownedRows(call, (account) => account.fills())
  const page = selectPage(fills, call, rows)
  return toJsonReply({
    fills: page.rows.map((fill) => toFillRow(call, fill.subaccount, fill)),
    cursor: page.cursor,
  })
}

const positions: KalshiList<NetPosition> = {
  limit: pageLimit,
  at: ({ openedAt }) => openedAt,
  ticker: ({ market }, call) => tickerOfMarket(call, market),
  filters: {
    ...filtersBy(({ openedAt }: NetPosition) => openedAt),
    count_filter: ({ query }, name) => {
      const wanted = query.list(name)
      if (wanted.some((one) => one !== 'position' && one !== 'total_traded'))
        throw createBadRequest('invalid count_filter')
      if (wanted.length === 0) return undefined
      return ({ size, traded }) =>
        (wanted.includes('position') && size !== 0n) || (wanted.includes('total_traded') && traded !== 0n)
    },
    settlement_status: ({ query }, name) => {
      const status = query.text(name) ?? 'unsettled'
      if (status === 'all') return undefined
      if (status !== 'settled' && status !== 'unsettled') throw createBadRequest('invalid settlement_status')
      return ({ isSettled }) => isSettled === (status === 'settled')
    },
  },
}

function listPositions(call: KalshiCall): Reply {
  const member = memberOf(call, 'read')
  const account = member.account(subaccountIn(member, call.query.integer('subaccount')))
  const all = [...sumNetPositions(account.positions()), ...sumSettledPositions(account.settlements())]
  const { rows, cursor } = selectPage(positions, call, all)
  const events = groupsOf(rows, ({ market }) => market.eventKey)
  return toJsonReply({
    market_positions: rows.map((row) => ({
      ticker: tickerOfMarket(call, row.market),
      exchange_index: shardOfMarket(call, row.market),
      position_fp: count(row.size),
      total_traded_dollars: toDollars(row.traded),
      market_exposure_dollars: toDollars(row.cost),
      realized_pnl_dollars: toDollars(row.realized),
      fees_paid_dollars: toDollars(row.fees),
      last_updated_ts: toMicroIso(row.updatedAt, row.market.seed),
    })),
    event_positions: events.map((rows) => ({
      event_ticker: eventTickerOf(call.variant, call.world.eventOf(rows[0].market)),
      total_cost_dollars: toDollars(sumIn(rows, 'cost')),
      total_cost_shares_fp: count(sumAmounts(rows.map(({ size }) => maxOf(size, -size)))),
      event_exposure_dollars: toDollars(sumIn(rows, 'cost')),
      realized_pnl_dollars: toDollars(sumIn(rows, 'realized')),
      fees_paid_dollars: toDollars(sumIn(rows, 'fees')),
    })),
    cursor,
  })
}

const settlements: KalshiList<Owned<PaperSettlement>> = {
  limit: pageLimit,
  at: ({ at }) => at,
  ticker: ({ market }, call) => tickerOfMarket(call, market),
  filters: filtersBy(({ at }: Owned<PaperSettlement>) => at),
}

function listSettlements(call: KalshiCall): Reply {
  const { rows } = ownedRows(call, (account) => account.settlements())
  const page = selectPage(settlements, call, rows)
  return toJsonReply({ settlements: page.rows.map((row) => settlementRow(call, row)), cursor: page.cursor })
}

function settlementRow(call: KalshiCall, row: PaperSettlement): Native {
  const { market, paid, fees, at } = row
  const held = (side: 'yes' | 'no'): Native => {
    const isHeld = row.side === side
    return {
      [`${side}_count_fp`]: count(isHeld ? row.size : 0n),
      [`${side}_total_cost_dollars`]: toFineDollars(isHeld ? row.cost : 0n),
    }
  }
  const value = maxOf(toAmount(market.payout), settlementFloorOf(market, call.world) ?? 0n)
  return {
    ticker: tickerOfMarket(call, market),
    exchange_index: shardOfMarket(call, market),
    event_ticker: eventTickerOf(call.variant, call.world.eventOf(market)),
    market_result: resultOf(market),
    ...held('yes'),
    ...held('no'),
    revenue: toCents(paid),
    value: toCents(value),
    settled_time: toMicroIso(at, market.seed + 1),
    fee_cost: toFineDollars(fees),
  }
}
