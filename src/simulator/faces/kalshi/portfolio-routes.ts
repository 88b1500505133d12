import { hashText } from '../../../effects/random.js'
import type { Route } from '../../face.js'
import type { Filter } from '../../list.js'
import { commas, oneOf, same, word } from '../../list-filters.js'
import { type Amount, amountOfNumber, fixedText, ONE, sumOf, times } from '../../paper/amount.js'
import type { PaperFill, PaperOrder, PaperPosition, PaperSettlement } from '../../paper/types.js'
import { json, orRefuse, type Reply } from '../../reply.js'
import { uuidOf } from '../../world/hash.js'
import type { WorldMarket } from '../../world/types.js'
import { badRequest, notFound } from './errors.js'
import { exchangeIndex, microIso, type Native, resultOf, secondIso } from './market.js'
import { count, dollars } from './order-routes.js'
import { instantOf, type KalshiList, kalshiPage, limit } from './paging.js'
import { accountOf } from './paper.js'
import { eventTicker, marketTicker } from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** What an account has and did (venues/kalshi/README.md). */
export function portfolioRoutes(variant: Variant): readonly Route[] {
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

/** What the venue calls the portfolio's value is read as that of the positions, at their last prices. */
function balance(call: KalshiCall): Reply {
  const account = accountOf(call)
  const { available } = account.balance()
  const value = sumOf(account.positions().map((position) => worthOf(call, position)))
  return json({
    balance: cents(available),
    balance_dollars: fixedText(available, 4, 'down'),
    portfolio_value: cents(value),
    updated_ts: Math.floor(call.now / 1000),
    balance_breakdown: [{ exchange_index: 0, balance: fixedText(available, 4, 'down') }],
  })
}

/** At cost while nobody else traded the market. */
function worthOf({ world, now }: KalshiCall, { market, side, size, cost }: PaperPosition): Amount {
  const last = world.lastTrade(market.key, now)?.price
  if (last === undefined) return cost
  const price = amountOfNumber(last)
  return times(side === 'yes' ? price : ONE - price, size)
}

function cents(amount: Amount): number {
  return Number(fixedText(amount * 100n, 0, 'down'))
}

interface OfMarket {
  readonly market: WorldMarket
}

const pageLimit = limit(100, 1000)

/** By ticker and time, as most lists of an account. */
function filtersBy<Row extends OfMarket>(
  at: (row: Row) => number,
): Readonly<Record<string, Filter<Row, KalshiCall>>> {
  return {
    ticker: same(({ market }, call) => tickerOf(call, market)),
    event_ticker: oneOf(commas, ({ market }, call) => eventTicker(call.variant, call.world.eventOf(market))),
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

/** The name that pages go by, in the order in which rows were made. */
function counted(count: number): string {
  return String(count).padStart(12, '0')
}

function tickerOf({ variant, world }: KalshiCall, market: WorldMarket): string {
  return marketTicker(variant, world.eventOf(market), market)
}

const statusNames = { open: 'resting', filled: 'executed', cancelled: 'canceled' } as const

const orders: KalshiList<PaperOrder> = {
  limit: pageLimit,
  at: ({ createdAt }) => createdAt,
  ticker: (order) => counted(order.count),
  filters: {
    ...filtersBy(({ createdAt }: PaperOrder) => createdAt),
    status: word(
      {
        resting: ({ status }) => status === 'open',
        canceled: ({ status }) => status === 'cancelled',
        executed: ({ status }) => status === 'filled',
      },
      () => badRequest('invalid status filter'),
    ),
  },
}

function listOrders(call: KalshiCall): Reply {
  const { rows, cursor } = kalshiPage(orders, call, accountOf(call).orders())
  return json({ orders: rows.map((order) => orderRow(call, order)), cursor })
}

function oneOrder(call: KalshiCall): Reply {
  const order = orRefuse(accountOf(call).order(call.params['order'] ?? ''), notFound)
  return json({ order: orderRow(call, order) })
}

/** What a bid or an ask of YES is called. */
function directionOf(action: 'buy' | 'sell'): Native {
  return action === 'buy'
    ? { outcome_side: 'yes', book_side: 'bid', side: 'yes', action: 'buy' }
    : { outcome_side: 'no', book_side: 'ask', side: 'yes', action: 'sell' }
}

function orderRow(call: KalshiCall, order: PaperOrder): Native {
  const { price = 0n, createdAt, updatedAt, expiresAt, action } = order
  const { takerValue, makerValue, filled } = order
  const seed = order.count
  // The value of what was taken is that of YES; an ask pays for NO.
  const makerFilled = order.makerFilled
  const costOf = (value: Amount, size: Amount): string => dollars(action === 'buy' ? value : size - value)
  return {
    order_id: order.id,
    user_id: uuidOf(hashText(call.request.headers['kalshi-access-key'] ?? '')),
    client_order_id: order.clientOrderId ?? '',
    ticker: tickerOf(call, order.market),
    ...directionOf(action),
    type: 'limit',
    status: statusNames[order.status],
    yes_price_dollars: dollars(price),
    no_price_dollars: dollars(ONE - price),
    initial_count_fp: count(order.size),
    fill_count_fp: count(filled),
    remaining_count_fp: count(order.remaining),
    taker_fill_cost_dollars: costOf(takerValue, filled - makerFilled),
    maker_fill_cost_dollars: costOf(makerValue, makerFilled),
    taker_fees_dollars: dollars(order.takerFees),
    maker_fees_dollars: dollars(order.makerFees),
    expiration_time: expiresAt === undefined ? null : secondIso(expiresAt),
    created_time: microIso(createdAt, seed),
    last_update_time: microIso(updatedAt, seed),
    order_group_id: null,
    subaccount_number: 0,
    exchange_index: exchangeIndex(call.world.eventOf(order.market)),
  }
}

const fills: KalshiList<PaperFill> = {
  limit: pageLimit,
  at: ({ at }) => at,
  ticker: (fill) => counted(fill.count),
  filters: {
    ...filtersBy(({ at }: PaperFill) => at),
    order_id: same(({ order }) => order.id),
  },
}

function listFills(call: KalshiCall): Reply {
  const { rows, cursor } = kalshiPage(fills, call, accountOf(call).fills())
  return json({ fills: rows.map((fill) => fillRow(call, fill)), cursor })
}

function fillRow(call: KalshiCall, fill: PaperFill): Native {
  const ticker = tickerOf(call, fill.market)
  return {
    fill_id: fill.id,
    trade_id: uuidOf(hashText(fill.id)),
    order_id: fill.order.id,
    ticker,
    market_ticker: ticker,
    ...directionOf(fill.order.action),
    count_fp: count(fill.size),
    yes_price_dollars: dollars(fill.price),
    no_price_dollars: dollars(ONE - fill.price),
    is_taker: fill.liquidity === 'taker',
    fee_cost: fixedText(fill.fee, 6),
    created_time: microIso(fill.at, fill.count),
    ts: Math.floor(fill.at / 1000),
    subaccount_number: 0,
  }
}

/** Both sides of a market, of which the account has one at most. */
interface NetPosition extends OfMarket {
  readonly sides: readonly PaperPosition[]
  readonly openedAt: number
  /** Contracts of YES, below 0 those of NO. */
  readonly size: Amount
  readonly traded: Amount
}

function netPositions(positions: readonly PaperPosition[]): readonly NetPosition[] {
  return groupsOf(positions, ({ market }) => market.key).map((sides) => ({
    market: sides[0].market,
    sides,
    openedAt: Math.min(...sides.map(({ openedAt }) => openedAt)),
    size: sumOf(sides.map(({ side, size }) => (side === 'yes' ? size : -size))),
    traded: sumOf(sides.map(({ traded }) => traded)),
  }))
}

type Group<Row> = readonly [Row, ...Row[]]

/** Rows with the same key together, in the order of their first. */
function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Group<Row>[] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}

const positions: KalshiList<NetPosition> = {
  limit: pageLimit,
  at: ({ openedAt }) => openedAt,
  ticker: ({ market }, call) => tickerOf(call, market),
  filters: {
    ...filtersBy(({ openedAt }: NetPosition) => openedAt),
    count_filter: ({ query }, name) => {
      const wanted = query.list(name)
      if (wanted.some((one) => one !== 'position' && one !== 'total_traded'))
        throw badRequest('invalid count_filter')
      if (wanted.length === 0) return undefined
      return ({ size, traded }) =>
        (wanted.includes('position') && size !== 0n) || (wanted.includes('total_traded') && traded !== 0n)
    },
  },
}

function listPositions(call: KalshiCall): Reply {
  const { rows, cursor } = kalshiPage(positions, call, netPositions(accountOf(call).positions()))
  const events = groupsOf(rows, ({ market }) => market.eventKey)
  return json({
    market_positions: rows.map((row) => ({
      ticker: tickerOf(call, row.market),
      exchange_index: exchangeIndex(call.world.eventOf(row.market)),
      position_fp: count(row.size),
      total_traded_dollars: dollars(row.traded),
      market_exposure_dollars: sumIn(row.sides, 'cost'),
      realized_pnl_dollars: sumIn(row.sides, 'realized'),
      fees_paid_dollars: sumIn(row.sides, 'fees'),
      last_updated_ts: microIso(Math.max(...row.sides.map(({ updatedAt }) => updatedAt)), row.market.seed),
    })),
    event_positions: events.map((rows) => {
      const sides = rows.flatMap((row) => row.sides)
      return {
        event_ticker: eventTicker(call.variant, call.world.eventOf(rows[0].market)),
        total_cost_dollars: sumIn(sides, 'cost'),
        total_cost_shares_fp: count(sumOf(sides.map(({ size }) => size))),
        event_exposure_dollars: sumIn(sides, 'cost'),
        realized_pnl_dollars: sumIn(sides, 'realized'),
        fees_paid_dollars: sumIn(sides, 'fees'),
      }
    }),
    cursor,
  })
}

function sumIn(sides: readonly PaperPosition[], member: 'cost' | 'realized' | 'fees'): string {
  return dollars(sumOf(sides.map((side) => side[member])))
}

const settlements: KalshiList<PaperSettlement> = {
  limit: pageLimit,
  at: ({ at }) => at,
  ticker: ({ market }, call) => tickerOf(call, market),
  filters: filtersBy(({ at }: PaperSettlement) => at),
}

function listSettlements(call: KalshiCall): Reply {
  const { rows, cursor } = kalshiPage(settlements, call, accountOf(call).settlements())
  return json({ settlements: rows.map((row) => settlementRow(call, row)), cursor })
}

function settlementRow(call: KalshiCall, row: PaperSettlement): Native {
  const { market, paid, fees, at } = row
  const held = (side: 'yes' | 'no'): Native => {
    const isHeld = row.side === side
    return {
      [`${side}_count_fp`]: count(isHeld ? row.size : 0n),
      [`${side}_total_cost_dollars`]: fixedText(isHeld ? row.cost : 0n, 6),
    }
  }
  return {
    ticker: tickerOf(call, market),
    event_ticker: eventTicker(call.variant, call.world.eventOf(market)),
    market_result: resultOf(market),
    ...held('yes'),
    ...held('no'),
    revenue: cents(paid),
    value: Math.round(market.payout * 100),
    settled_time: microIso(at, market.seed + 1),
    fee_cost: fixedText(fees, 6),
  }
}
