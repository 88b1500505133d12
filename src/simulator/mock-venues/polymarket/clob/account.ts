import { hashText } from '../../../../effects/random.js'
import { type Reply, toJsonReply } from '../../../http/reply.js'
import type { ListFilter } from '../../../mock-kit/list-endpoint.js'
import { whereEqual, whereOneOf } from '../../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { toAmountText } from '../../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill, PaperOrder } from '../../../paper-trading/state/types.js'
import { uuidOf } from '../../../world/common/hash.js'
import type { WorldMarket } from '../../../world/common/types.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, tokenOf } from '../ids.js'
import { accountOf } from '../paper.js'
import { callerOf } from './auth.js'
import { createClobError } from './errors.js'
import { toPageReply } from './page.js'

/** Routes of the orders and trades of an account. */
export const accountRoutes: readonly Route[] = [
  route('GET', '/data/orders', listOrders),
  route('GET', '/data/order/:id', oneOrder),
  route('GET', '/data/trades', listTrades),
  // Orders from before the exchange of April 2026; a paper account has none.
  route('GET', '/data/pre-migration-orders', (call) => {
    ownOf(call)
    return toPageReply(call, [], (order) => order)
  }),
]

/** A caller with its account. */
export interface Own {
  readonly call: MockContext
  readonly account: PaperAccount
  readonly apiKey: string
  readonly address: string
}

export function ownOf(call: MockCall): Own {
  const { address, apiKey } = callerOf(call)
  return { call, account: accountOf(call, address), apiKey, address }
}

interface OfMarket {
  readonly market: WorldMarket
}

export const ofMarket = (row: OfMarket, { world }: MockCall): string => conditionIdOf(world, row.market)

/** Lists resting orders; a lookup by id also finds one that is over (since October 2026). */
function listOrders(call: MockCall): Reply {
  const own = ownOf(call)
  const isNamed = call.query.text('id') !== undefined
  const open = own.account.orders().filter(({ status }) => isNamed || status === 'open')
  return toPageReply(call, open, (order) => orderRow(own, order), {
    id: whereEqual(({ id }) => id),
    market: whereEqual(ofMarket),
    asset_id: whereEqual(({ market, side }, call) => tokenOf(call.world, market, side)),
  })
}

/** Returns one order; the response for an unknown id is not documented. */
function oneOrder(call: MockCall): Reply {
  const own = ownOf(call)
  const id = (call.params['id'] ?? '').toLowerCase()
  if (!/^0x[0-9a-f]+$/.test(id)) throw createClobError(400, 'Invalid orderID')
  const order = own.account.order(id)
  return toJsonReply(order === undefined ? null : orderRow(own, order))
}

/** Returns the native word of an order status. */
function statusOf({ status, ending }: Pick<PaperOrder, 'status' | 'ending'>): string {
  if (status === 'open') return 'LIVE'
  if (status === 'filled') return 'MATCHED'
  return ending === 'market_closed' ? 'CANCELED_MARKET_RESOLVED' : 'CANCELED'
}

export function orderRow({ call, account, apiKey, address }: Own, order: PaperOrder): Native {
  const { market, side, filled, size, native } = order
  return {
    id: order.id,
    status: statusOf(order),
    owner: apiKey,
    maker_address: native['maker'] ?? address,
    market: conditionIdOf(call.world, market),
    asset_id: tokenOf(call.world, market, side),
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    // A purchase by money shows its amount.
    original_size: native['spend'] ?? toAmountText(size),
    size_matched: toAmountText(filled),
    price: toAmountText(order.price ?? 0n),
    associate_trades: account.fills().flatMap((fill) => (fill.order.id === order.id ? fill.id : [])),
    outcome: side === 'yes' ? market.yesLabel : market.noLabel,
    created_at: Math.floor(order.createdAt / 1000),
    expiration: native['expiration'] ?? '0',
    order_type: native['orderType'] ?? 'GTC',
  }
}

function listTrades(call: MockCall): Reply {
  const own = ownOf(call)
  return toPageReply(call, own.account.fills(), (fill) => toTradeRow(own, fill), {
    id: whereEqual(({ id }) => id),
    market: whereEqual(ofMarket),
    asset_id: whereEqual(({ market, order }, call) => tokenOf(call.world, market, order.side)),
    maker_address: whereWallet((fill) => makerOf(own, fill)),
    after: whereSince(({ at }) => at),
    before: whereUntil(({ at }) => at),
  })
}

/** Returns a filter by wallet; the address matches with and without checksum capitals. */
export function whereWallet<Row>(read: (row: Row) => string): ListFilter<Row> {
  return whereOneOf(
    (query, name) => [query.text(name)?.toLowerCase() ?? []].flat(),
    (row) => read(row).toLowerCase(),
  )
}

/** Returns a filter for rows later than the seconds of the query. @param read epoch ms of a row */
export function whereSince<Row>(read: (row: Row) => number): ListFilter<Row> {
  return ({ query }, name) => {
    const from = secondsIn(query.text(name))
    return from === undefined ? undefined : (row) => read(row) > from
  }
}

/** Returns a filter for rows earlier than the seconds of the query. @param read epoch ms of a row */
export function whereUntil<Row>(read: (row: Row) => number): ListFilter<Row> {
  return ({ query }, name) => {
    const to = secondsIn(query.text(name))
    return to === undefined ? undefined : (row) => read(row) < to
  }
}

/** Returns the wallet for which an order of the account was created. */
function makerOf({ account, address }: Own, { order }: PaperFill): string {
  return String(account.order(order.id)?.native['maker'] ?? address)
}

/** Converts epoch seconds to epoch ms. */
function secondsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw createClobError(400, 'Invalid trade params payload')
  return Number(text) * 1000
}

/** Returns the hash of the transaction that settled a fill. */
export function transactionOf({ id }: Pick<PaperFill, 'id'>): string {
  return `0x${uuidOf(hashText(id)).replaceAll('-', '').repeat(2)}`
}

/** Delays from the match to the transaction, and to its confirmation. */
const MINED_AFTER_MS = 500
const CONFIRMED_AFTER_MS = 1_500

/** Returns the on-chain status of a trade, and its transaction once there is one. */
export function settlementOf(
  fill: PaperFill,
  now: number,
): { readonly status: string; readonly transaction_hash: string } {
  const age = now - fill.at
  const status = age < MINED_AFTER_MS ? 'MATCHED' : age < CONFIRMED_AFTER_MS ? 'MINED' : 'CONFIRMED'
  return { status, transaction_hash: status === 'MATCHED' ? '' : transactionOf(fill) }
}

/** Renders a trade of the account; the counterparty is not a queryable account. */
export function toTradeRow(own: Own, fill: PaperFill): Native {
  const { call, apiKey } = own
  const { order, market, liquidity } = fill
  const wallet = makerOf(own, fill)
  const isTaker = liquidity === 'taker'
  const [ours, other] = order.action === 'buy' ? ['BUY', 'SELL'] : ['SELL', 'BUY']
  const common = {
    asset_id: tokenOf(call.world, market, order.side),
    price: toAmountText(fill.price),
    fee_rate_bps: '0',
    outcome: order.side === 'yes' ? market.yesLabel : market.noLabel,
  }
  const maker = { matched_amount: toAmountText(fill.size), ...common }
  const stranger = uuidOf(hashText(`stranger ${fill.id}`))
  const strangerWallet = transactionOf({ id: stranger }).slice(0, 42)
  const { status, transaction_hash } = settlementOf(fill, call.now)
  return {
    id: fill.id,
    ...common,
    taker_order_id: isTaker ? order.id : transactionOf({ id: `taker ${fill.id}` }),
    market: conditionIdOf(call.world, market),
    side: isTaker ? ours : other,
    size: toAmountText(fill.size),
    status,
    match_time: String(Math.floor(fill.at / 1000)),
    last_update: String(Math.floor(fill.at / 1000)),
    bucket_index: 0,
    owner: isTaker ? apiKey : stranger,
    maker_address: isTaker ? wallet : strangerWallet,
    maker_orders: isTaker
      ? [
          {
            ...maker,
            side: other,
            order_id: transactionOf({ id: `maker ${fill.id}` }),
            owner: stranger,
            maker_address: strangerWallet,
          },
        ]
      : [{ ...maker, side: ours, order_id: order.id, owner: apiKey, maker_address: wallet }],
    transaction_hash,
    trader_side: isTaker ? 'TAKER' : 'MAKER',
  }
}
