import { memberOf, textIn } from '../../body.js'
import type { FaceRequest, Route } from '../../face.js'
import { type Amount, amountOf, fixedText, per } from '../../paper/amount.js'
import { accepted, type RejectionWords, wordFor } from '../../paper/rejected.js'
import type { PaperOrder, PaperRejection, TimeInForce, WantedOrder } from '../../paper/types.js'
import { json, notPlayed, orRefuse, Refusal, type Reply } from '../../reply.js'
import { kalshiError, notFound } from './errors.js'
import { accountOf } from './paper.js'
import { marketByTicker } from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Orders of the second generation (venues/kalshi/README.md). */
export function orderRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const gone = () => kalshiError(410, 'gone', 'use /portfolio/events/orders')
  return [
    route('POST', '/portfolio/events/orders', create),
    route('DELETE', '/portfolio/events/orders', cancelAll),
    route('DELETE', '/portfolio/events/orders/:order', cancel),
    ...firstGeneration.map(([method, path]) => route(method, path, gone)),
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

function create(call: KalshiCall): Reply {
  const account = accountOf(call)
  const { order, fills } = accepted(account.place(orderIn(call)), refusalOf)
  const fees = order.takerFees + order.makerFees
  return json(
    {
      order_id: order.id,
      client_order_id: order.clientOrderId,
      fill_count: count(order.filled),
      remaining_count: count(order.remaining),
      ...(fills.length > 0 && {
        average_fill_price: dollars(averageYesPrice(order)),
        average_fee_paid: dollars(per(fees, order.filled)),
      }),
      ts_ms: call.now,
    },
    201,
  )
}

function cancel(call: KalshiCall): Reply {
  const { order, reducedBy } = accepted(accountOf(call).cancel(call.params['order'] ?? ''), refusalOf)
  return json({
    order_id: order.id,
    client_order_id: order.clientOrderId,
    reduced_by: count(reducedBy),
    ts_ms: call.now,
  })
}

function cancelAll(call: KalshiCall): Reply {
  accountOf(call).cancelAll()
  return json({})
}

/** Prices of the venue are those of YES, and only bids and asks of YES are placed. */
function averageYesPrice(order: PaperOrder): Amount {
  return per(order.takerValue + order.makerValue, order.filled)
}

export function dollars(amount: Amount): string {
  return fixedText(amount, 4)
}

export function count(size: Amount): string {
  return fixedText(size, 2, 'down')
}

const timesInForce: Readonly<Record<string, TimeInForce>> = {
  good_till_canceled: 'gtc',
  immediate_or_cancel: 'ioc',
  fill_or_kill: 'fok',
}

/** Counts lie on hundredths of a contract. */
const COUNT_STEP = 10n ** 10n

/** The order in a body. @throws 400 for what is no order, 404 for an unknown ticker, 501 for what the demo leaves out */
function orderIn(call: KalshiCall): WantedOrder {
  const { request } = call
  const side = textIn(request, 'side')
  if (side !== 'bid' && side !== 'ask') throw invalidOrder('side must be bid or ask')
  const timeInForce = timesInForce[textIn(request, 'time_in_force') ?? '']
  if (timeInForce === undefined) throw invalidOrder('invalid time_in_force')
  const crossing = textIn(request, 'self_trade_prevention_type')
  if (crossing !== 'taker_at_cross' && crossing !== 'maker')
    throw invalidOrder('invalid self_trade_prevention_type')
  const price = orRefuse(amountOf(textIn(request, 'price') ?? ''), () => invalidOrder('invalid price'))
  const size = amountOf(textIn(request, 'count') ?? '')
  if (size === undefined || size <= 0n || size % COUNT_STEP !== 0n) throw invalidSize()
  const expiresAt = expiryIn(request)
  if (expiresAt !== undefined && timeInForce !== 'gtc')
    throw invalidOrder('expiration_time needs good_till_canceled')
  for (const name of ['reduce_only', 'cancel_order_on_pause', 'order_group_id'])
    if (isSaid(memberOf(request, name))) throw notPlayed(`${name} of an order`)
  const listed = orRefuse(marketByTicker(call, textIn(request, 'ticker') ?? ''), notFound)
  return {
    market: listed.market,
    side: 'yes',
    action: side === 'bid' ? 'buy' : 'sell',
    amount: { size },
    price,
    timeInForce,
    postOnly: memberOf(request, 'post_only') === true,
    expiresAt,
    clientOrderId: textIn(request, 'client_order_id'),
    onSelfTrade: crossing === 'maker' ? 'cancel-maker' : 'drop-taker',
  }
}

/** Epoch seconds as epoch ms. */
function expiryIn(request: FaceRequest): number | undefined {
  const value = memberOf(request, 'expiration_time')
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalidOrder('invalid expiration_time')
  return value * 1000
}

/** Whether an option asks for anything. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}

function invalidOrder(details: string): Refusal {
  return new Refusal(kalshiError(400, 'invalid_order', details))
}

function invalidSize(): Refusal {
  return new Refusal(kalshiError(400, 'invalid_order_size'))
}

/** The codes are the venue's; that a refused order is a 400 is inferred, but for the 409 that was observed. */
const rejections: RejectionWords<readonly [status: number, code: string, details?: string]> = {
  insufficient: [400, 'available_balance_too_low'],
  not_filled: [400, 'fill_or_kill_insufficient_resting_volume'],
  market_closed: [400, 'MARKET_INACTIVE'],
  duplicate_client_order_id: [409, 'order_already_exists'],
  duplicate_order_id: [409, 'order_already_exists'],
  invalid_size: [400, 'invalid_order_size'],
  unknown_order: [404, 'not_found'],
  order_not_open: [404, 'not_found'],
  otherwise: (reason) => [400, 'invalid_order', reason.replaceAll('_', ' ')],
}

function refusalOf(rejection: PaperRejection): Refusal {
  const isOver = rejection.reason === 'order_not_open' && rejection.order.ending === 'market_closed'
  const word = wordFor(rejections, isOver ? { reason: 'market_closed' } : rejection)
  return new Refusal(kalshiError(...word))
}
