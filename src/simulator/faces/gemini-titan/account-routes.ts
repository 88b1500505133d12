import { toIso } from '../../../api/instant.js'
import { textIn } from '../../body.js'
import { type FaceCall, type Route, route } from '../../face.js'
import { type Amount, amountOf, amountOfNumber, ONE, per, textOf, times } from '../../paper/amount.js'
import { accepted, type RejectionWords, wordFor } from '../../paper/rejected.js'
import type {
  PaperAccount,
  PaperOrder,
  PaperPosition,
  PaperRejection,
  TimeInForce,
  WantedOrder,
} from '../../paper/types.js'
import { json, notPlayed, type Refusal, type Reply } from '../../reply.js'
import type { WorldMarket } from '../../world/types.js'
import { contractBySymbol, eventTicker, symbolOf } from './ids.js'
import { accountOf } from './paper.js'
import { catalogueError } from './replies.js'
import { signedCall } from './signature.js'

const PATH = '/v1/prediction-markets'

/** A call of an account, with the members of its payload for a body. */
interface AccountCall extends FaceCall {
  readonly account: PaperAccount
  readonly request: FaceCall['request'] & { readonly body: Readonly<Record<string, unknown>> }
}

/** Orders, positions and money, all of them POSTs (venues/gemini-titan/README.md, "Accounts and orders"). */
export const accountRoutes: readonly Route[] = [
  post('/v1/balances', balances),
  post(`${PATH}/order`, create),
  post(`${PATH}/order/cancel`, cancel),
  post(`${PATH}/orders/active`, (call) => {
    const { rows, limit, offset } = pageOf(call, 50, 100, ordersOf(call, 'open'))
    return withOrderIds({
      orders: rows.map((order) => orderRow(call, order)),
      pagination: { limit, offset, count: rows.length },
    })
  }),
  post(`${PATH}/orders/history`, (call) => {
    const status = textIn(call.request, 'status')
    if (status !== undefined && status !== 'filled' && status !== 'cancelled')
      throw catalogueError(400, 'INVALID_INPUT', 'status must be filled or cancelled')
    const { from, to } = call.request.body
    const [since, until] = [Number(from ?? 0), Number(to ?? Number.MAX_SAFE_INTEGER)]
    const wanted: readonly PaperOrder['status'][] = status === undefined ? ['filled', 'cancelled'] : [status]
    const closed = wanted
      .flatMap((one) => ordersOf(call, one))
      .filter(({ createdAt }) => createdAt >= since && createdAt <= until)
    const { rows, limit, offset } = pageOf(call, 50, 1_000, closed)
    return withOrderIds({
      orders: rows.map((order) => orderRow(call, order)),
      pagination: { limit, offset, count: rows.length },
    })
  }),
  post(`${PATH}/positions`, (call) => {
    const held = call.account.positions().filter(({ size }) => size > 0n)
    const { rows } = pageOf(call, 100, 500, held)
    return json({ positions: rows.map((position) => positionRow(call, position)), total: held.length })
  }),
]

function post(path: string, handle: (call: AccountCall) => Reply): Route {
  return route('POST', path, (call) => {
    const { owner, body } = signedCall(call)
    const account = accountOf(call, owner)
    return handle({ ...call, account, request: { ...call.request, body } })
  })
}

/** No double holds the ids of orders: they are texts until they are written, as numbers. */
function withOrderIds(body: unknown): Reply {
  const reply = json(body)
  return { ...reply, body: reply.body.replace(/"orderId":"(\d+)"/g, '"orderId":$1') }
}

function balances({ account }: AccountCall): Reply {
  const { total, available } = account.balance()
  return json([
    {
      type: 'exchange',
      currency: 'USD',
      amount: textOf(total),
      available: textOf(available),
      availableForWithdrawal: textOf(available),
    },
  ])
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly limit: number
  readonly offset: number
}

function pageOf<Row>(call: AccountCall, otherwise: number, most: number, rows: readonly Row[]): Page<Row> {
  const numberIn = (name: string, none: number): number => {
    const value = call.request.body[name] ?? none
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
    throw catalogueError(400, 'INVALID_INPUT', `${name} must be a number`)
  }
  const limit = Math.min(numberIn('limit', otherwise), most)
  const offset = numberIn('offset', 0)
  return { rows: rows.slice(offset, offset + limit), limit, offset }
}

function ordersOf(call: AccountCall, status: PaperOrder['status']): readonly PaperOrder[] {
  const symbol = textIn(call.request, 'symbol')?.toUpperCase()
  return call.account
    .orders()
    .filter((order) => order.status === status)
    .filter((order) => symbol === undefined || symbolFor(call, order.market) === symbol)
}

function symbolFor({ world }: FaceCall, market: WorldMarket): string {
  return symbolOf(world.eventOf(market), market)
}

const timesInForce: Readonly<Record<string, TimeInForce>> = {
  'good-til-cancel': 'gtc',
  'immediate-or-cancel': 'ioc',
  'fill-or-kill': 'fok',
}

function create(call: AccountCall): Reply {
  const { order } = accepted(call.account.place(orderIn(call)), refusalOf)
  return withOrderIds(orderRow(call, order))
}

function cancel(call: AccountCall): Reply {
  accepted(call.account.cancel(textIn(call.request, 'orderId') ?? ''), refusalOf)
  return json({ result: 'ok', message: 'Order cancelled successfully' })
}

/** The order in a payload. @throws 400, 404, or 501 for what the demo leaves out */
function orderIn(call: AccountCall): WantedOrder {
  const { request } = call
  const invalid = (name: string): Refusal => catalogueError(400, 'INVALID_INPUT', `invalid ${name}`)
  const type = textIn(request, 'orderType')
  if (type === 'stop-limit') throw notPlayed('orders with a stop')
  if (type !== 'limit') throw invalid('orderType')
  const [action, side] = [textIn(request, 'side'), textIn(request, 'outcome')]
  if (action !== 'buy' && action !== 'sell') throw invalid('side')
  if (side !== 'yes' && side !== 'no') throw invalid('outcome')
  const timeInForce = timesInForce[textIn(request, 'timeInForce') ?? 'good-til-cancel']
  if (timeInForce === undefined) throw invalid('timeInForce')
  const size = amountOf(textIn(request, 'quantity') ?? '')
  const price = amountOf(textIn(request, 'price') ?? '')
  if (size === undefined) throw invalid('quantity')
  if (price === undefined) throw invalid('price')
  const listed = contractBySymbol(call, textIn(request, 'symbol') ?? '')
  if (listed === undefined) throw catalogueError(404, 'NOT_FOUND', 'Contract not found')
  return {
    market: listed.market,
    side,
    action,
    amount: { size },
    price,
    timeInForce,
    postOnly: request.body['makerOrCancel'] === true,
  }
}

const statuses = { open: 'open', filled: 'filled', cancelled: 'cancelled' } as const

function orderRow(call: AccountCall, order: PaperOrder) {
  const { size, filled, remaining, price, status } = order
  return {
    orderId: order.id,
    status: statuses[status],
    symbol: symbolFor(call, order.market),
    side: order.action,
    outcome: order.side,
    orderType: 'limit',
    quantity: textOf(size),
    filledQuantity: textOf(filled),
    remainingQuantity: textOf(remaining),
    price: price === undefined ? null : textOf(price),
    avgExecutionPrice: filled === 0n ? null : textOf(per(order.takerValue + order.makerValue, filled)),
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    cancelledAt: status === 'cancelled' ? toIso(order.updatedAt) : null,
    contractMetadata: metadataOf(call, order.market),
  }
}

function metadataOf({ world }: FaceCall, market: WorldMarket) {
  const event = world.eventOf(market)
  return {
    contractId: `${event.number}-${market.number}`,
    contractName: market.label ?? market.question,
    contractTicker: market.code,
    eventTicker: eventTicker(event),
    eventName: event.title,
    category: event.series.category,
  }
}

function positionRow(call: AccountCall, position: PaperPosition) {
  const { market, side, size, locked, cost, realized } = position
  const value = times(lastPrice(call, position), size)
  return {
    symbol: symbolFor(call, market),
    instrumentId: market.number,
    outcome: side,
    totalQuantity: textOf(size),
    quantityOnHold: textOf(locked),
    avgPrice: textOf(per(cost, size)),
    contractMetadata: metadataOf(call, market),
    realizedPl: textOf(realized),
    marketValue: textOf(value),
    unrealizedPnl: textOf(value - cost),
  }
}

/** What was paid while nobody else traded the contract. */
function lastPrice({ world, now }: FaceCall, { market, side, cost, size }: PaperPosition): Amount {
  const last = world.lastTrade(market.key, now)?.price
  if (last === undefined) return per(cost, size)
  return side === 'yes' ? amountOfNumber(last) : ONE - amountOfNumber(last)
}

/** The words are those of the venue's socket; by the documents a check of risk is a 422. */
const codes: RejectionWords<string> = {
  insufficient: 'InsufficientFunds',
  market_closed: 'MarketNotOpen',
  invalid_price: 'LimitPriceOffTick',
  invalid_size: 'InvalidQuantity',
  otherwise: (reason) => reason.toUpperCase(),
}

function refusalOf(rejection: PaperRejection): Refusal {
  const { reason } = rejection
  if (reason === 'unknown_order' || reason === 'order_not_open')
    return catalogueError(404, 'NOT_FOUND', 'Order not found')
  const code = wordFor(codes, rejection)
  return catalogueError(422, code, code.replace(/(?<=[a-z])(?=[A-Z])/g, ' '))
}
