import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember, bodyTextOf } from '../../../mock-kit/body.js'
import type { MockRequest, Route } from '../../../mock-kit/mock-venue.js'
import { amountOf, divideAmounts, multiplyAmounts, sumAmounts } from '../../../paper-trading/state/amount.js'
import { requireAccepted } from '../../../paper-trading/state/rejections.js'
import type {
  Amendment,
  PaperFill,
  PaperOrder,
  PaperOrderResult,
} from '../../../paper-trading/state/types.js'
import { createBadRequest, createInvalidOrder, createInvalidSize, toErrorReply } from '../errors.js'
import { count, toDollars } from '../money.js'
import { tickerOfMarket } from '../tickers.js'
import { type KalshiCall, routesOf, type Variant } from '../variant.js'
import { accountsIn, type Member, memberOf, subaccountIn } from './member.js'
import { countIn, expiryIn, orderFor, priceIn, type SentOrder, sentOrderIn, sideIn } from './order-body.js'
import { createNoChange, createTradingPaused, refusalBy } from './refusals.js'
import { orderOn, readRequestedShard, shardOfMarket, type Whereabouts, whereaboutsIn } from './routing.js'

/** Returns the order routes of the second generation (README.md: "Orders"). */
export function orderRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const path = '/portfolio/events/orders'
  const gone = () => toErrorReply(410, 'deprecated_v1_order_endpoint', 'use the V2 endpoints')
  return [
    route('POST', path, create),
    route('POST', `${path}/batched`, createMany),
    route('DELETE', `${path}/batched`, cancelMany),
    route('DELETE', path, cancelAll),
    route('DELETE', `${path}/:order`, cancel),
    route('POST', `${path}/:order/amend`, amend),
    route('POST', `${path}/:order/decrease`, decrease),
    ...firstGeneration.map(([method, old]) => route(method, old, gone)),
  ]
}

const firstGeneration = [
  ['POST', '/portfolio/orders'],
  ['POST', '/portfolio/orders/batched'],
  ['DELETE', '/portfolio/orders/batched'],
  ['POST', '/portfolio/orders/:order/amend'],
  ['POST', '/portfolio/orders/:order/decrease'],
  ['DELETE', '/portfolio/orders/:order'],
] as const

type Body = Pick<MockRequest, 'body'>
type Row = Readonly<Record<string, unknown>>

/** @throws 503 while trading is paused */
function trader(call: KalshiCall): Member {
  const member = memberOf(call, 'write::trade')
  if (call.switches.kalshi.trading === 'paused') throw createTradingPaused()
  return member
}

function create(call: KalshiCall): Reply {
  return toJsonReply(place(call, trader(call), call.request, sentOrderIn(call, call.request)), 201)
}

function place(call: KalshiCall, member: Member, body: Body, sent: SentOrder): Row {
  const account = member.account(subaccountIn(member, bodyMember(body, 'subaccount')))
  const shard = shardOfMarket(call, sent.request.market)
  const group = account.groups().find(({ id }) => id === sent.request.group)
  if (group !== undefined && group.native['exchange_index'] !== shard)
    throw createInvalidOrder('order group is on another exchange_index')
  const placed = requireAccepted(account.place(orderFor(account, sent)), refusalBy(account, shard))
  const { order } = placed
  return {
    order_id: order.id,
    client_order_id: order.clientOrderId,
    fill_count: count(order.filled),
    remaining_count: count(order.remaining),
    ...averagesOf(placed),
    ts_ms: call.now,
  }
}

/** Returns average prices of YES, the outcome of all prices of the venue. */
function averagesOf({ fills }: Pick<PaperOrderResult, 'fills'>): Row {
  const size = sumAmounts(fills.map((fill) => fill.size))
  if (size === 0n) return {}
  const value = sumAmounts(fills.map(({ price, size: filled }) => multiplyAmounts(price, filled)))
  return {
    average_fill_price: toDollars(divideAmounts(value, size)),
    average_fee_paid: toDollars(divideAmounts(sumAmounts(fills.map(({ fee }: PaperFill) => fee)), size)),
  }
}

/** Returns the result of each order of a batch; each order is rejected separately. */
function createMany(call: KalshiCall): Reply {
  const member = trader(call)
  const bodies = rowsIn(call.request)
  // What the simulation does not implement fails the whole batch, before any order is placed.
  const sent = bodies.map((body) => attempt(() => sentOrderIn(call, body)))
  for (const one of sent) if (one instanceof Refusal && one.reply.status === 501) throw one
  const orders = bodies.map((body, index) => {
    const order = sent[index]
    const done =
      order instanceof Refusal || order === undefined
        ? order
        : attempt(() => place(call, member, body, order))
    return done instanceof Refusal
      ? { client_order_id: bodyTextOf(body, 'client_order_id') ?? null, error: errorIn(done) }
      : done
  })
  return toJsonReply({ orders }, 201)
}

function cancelMany(call: KalshiCall): Reply {
  const member = memberOf(call, 'write::trade')
  const orders = rowsIn(call.request).map((body) => {
    const order_id = bodyTextOf(body, 'order_id') ?? ''
    const done = attempt(() =>
      cancelOne(call, member, order_id, whereaboutsIn(body), bodyMember(body, 'subaccount')),
    )
    return done instanceof Refusal ? { order_id, reduced_by: count(0n), error: errorIn(done) } : done
  })
  return toJsonReply({ orders })
}

function rowsIn(request: Body): readonly Body[] {
  const rows = bodyMember(request, 'orders')
  if (!Array.isArray(rows) || rows.length === 0) throw createBadRequest('orders is required')
  return rows.map((body: unknown) => ({ body }))
}

/** Returns the result, or the reason for the rejection. */
function attempt<Done>(work: () => Done): Done | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/**
 * Returns the error of an order. In a batch `details` is always present, empty when there is nothing to add
 * (docs.kalshi.com, order errors).
 */
function errorIn({ reply }: Refusal): unknown {
  const parsed: unknown = JSON.parse(reply.body)
  return { details: '', ...Object(bodyMember({ body: parsed }, 'error')) }
}

function cancel(call: KalshiCall): Reply {
  const member = memberOf(call, 'write::trade')
  const id = call.params['order'] ?? ''
  return toJsonReply(cancelOne(call, member, id, whereaboutsIn(call), call.query.integer('subaccount')))
}

function cancelOne(
  call: KalshiCall,
  member: Member,
  id: string,
  where: Whereabouts,
  subaccount: unknown,
): Row {
  const account = member.account(subaccountIn(member, subaccount))
  orderOn(call, account, id, readRequestedShard(call, where))
  const { order, reducedBy } = requireAccepted(account.cancel(id), refusalBy())
  return {
    order_id: order.id,
    client_order_id: order.clientOrderId,
    reduced_by: count(reducedBy),
    ts_ms: call.now,
  }
}

/** Cancels orders on every shard, and of every subaccount unless one is named. */
function cancelAll(call: KalshiCall): Reply {
  const member = memberOf(call, 'write::trade')
  for (const { account } of accountsIn(member, call.query.integer('subaccount'))) account.cancelAll()
  return { status: 204, headers: {}, body: '' }
}

function amend(call: KalshiCall): Reply {
  const { request } = call
  const member = trader(call)
  const account = member.account(subaccountIn(member, call.query.integer('subaccount')))
  const ticker = bodyTextOf(request, 'ticker') ?? ''
  const { exchange_index } = whereaboutsIn(request)
  const shard = readRequestedShard(call, { exchange_index, market_ticker: ticker })
  const before = orderOn(call, account, call.params['order'] ?? '', shard)
  mustBe(before, call, ticker)
  const expiresAt = expiryIn(request)
  const changes = {
    price: priceIn(request),
    size: countIn(request, 'count'),
    expiresAt: expiresAt === 0 ? null : expiresAt,
    clientOrderId: bodyTextOf(request, 'updated_client_order_id'),
  }
  if (isSame(before, changes)) throw createNoChange()
  const amended = account.amend(before.id, changes)
  const { order, fills } = requireAccepted(amended, refusalBy(account, shard))
  const isOther = fills.length > 0 || order.remaining !== before.remaining
  return toJsonReply({
    order_id: order.id,
    client_order_id: order.clientOrderId,
    remaining_count: isOther ? count(order.remaining) : null,
    fill_count: isOther ? count(sumAmounts(fills.map(({ size }) => size))) : null,
    average_fill_price: null,
    average_fee_paid: null,
    ...averagesOf({ fills }),
    ts_ms: call.now,
  })
}

/** Whether an amendment changes nothing of an open order. */
function isSame(order: PaperOrder, { price, size, expiresAt, clientOrderId }: Amendment): boolean {
  return (
    order.status === 'open' &&
    (price === undefined || price === order.price) &&
    size === order.size &&
    (expiresAt === undefined || expiresAt === (order.expiresAt ?? null)) &&
    (clientOrderId === undefined || clientOrderId === order.clientOrderId)
  )
}

/** Checks that the ticker, side and ids in an amendment match the order. @throws 400 */
function mustBe(order: PaperOrder, call: KalshiCall, ticker: string): void {
  const { request } = call
  const mismatch = (what: string): Refusal => new Refusal(toErrorReply(400, `order_${what}_mismatch`))
  if (tickerOfMarket(call, order.market) !== ticker) throw mismatch('ticker')
  if ((sideIn(request) === 'bid') !== (order.action === 'buy')) throw mismatch('side')
  const name = bodyTextOf(request, 'client_order_id')
  if (name !== undefined && name !== order.clientOrderId) throw mismatch('id_and_client_order_id')
}

function decrease(call: KalshiCall): Reply {
  const { request } = call
  const member = memberOf(call, 'write::trade')
  const account = member.account(subaccountIn(member, call.query.integer('subaccount')))
  const order = orderOn(
    call,
    account,
    call.params['order'] ?? '',
    readRequestedShard(call, whereaboutsIn(request)),
  )
  const [by, to] = ['reduce_by', 'reduce_to'].map((name) => bodyMember(request, name) ?? undefined)
  if ((by === undefined) === (to === undefined))
    throw createInvalidOrder('exactly one of reduce_by and reduce_to is required')
  const wanted = by === undefined ? leftIn(request) : order.remaining - countIn(request, 'reduce_by')
  // An order that is not open has nothing to reduce.
  const left = order.status === 'open' ? wanted : 0n
  if (left < 0n) throw createInvalidSize()
  if (order.status === 'open' && left === order.remaining) throw createNoChange()
  const done = requireAccepted(account.decrease(order.id, left), refusalBy())
  return toJsonReply({
    order_id: order.id,
    client_order_id: order.clientOrderId,
    remaining_count: count(done.order.remaining),
    ts_ms: call.now,
  })
}

/** Reads the remaining count; 0 is allowed. */
function leftIn(request: Body): bigint {
  const left = requireOrRefuse(amountOf(bodyTextOf(request, 'reduce_to') ?? ''), createInvalidSize)
  return left === 0n ? left : countIn(request, 'reduce_to')
}
