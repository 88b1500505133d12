import { createHash } from 'node:crypto'
import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { decimalOf, unitsOf } from '../../api/values/decimal.js'
import { pathOf, type VenueRequest } from '../../transport/call-types.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type {
  NativeOrder,
  OrderHandle,
  OrderRules,
  OrderSource,
  OrderTerms,
} from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { lastingOf, mayRest } from '../../venue-kit/orders/time-in-force.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { assertInPounds, findOrder, ordersIn } from './account.js'
import { sessionOf, signed } from './auth.js'
import { toOrder, toUnits } from './native/order-rows.js'
import { createdReply } from './native/order-wire.js'
import { readMarkets } from './native/request.js'
import { isSettled } from './native/states.js'
import { tickPrices } from './native/tick-prices.js'
import type { Facts } from './outcomes.js'

const PATH = '/orders/'
/** Prices and pots are multiples of a ten-thousandth. */
const [DIGITS, STEP] = [4, '0.0001']
/** A sent order is listed with its own time, from another clock. */
const CLOCKS_APART_MS = 10 * 60_000

/**
 * Back (buy) and lay (sell) orders for a contract. A contract that pays 1 GBP is one pound of the pot, which is the stake plus
 * the liability (README.md, "Accounts and orders").
 */
export const orderSource: OrderSource<Facts> = {
  // The e-mail of the login (docs.smarkets.com, sessions).
  accountBy: ['apiKey'],
  constraints: { timeInForce: ['GTC', 'IOC', 'FOK'] },
  checkCredentials: (ctx) => signed.check(ctx),
  rules,
  build,
  submit,
  cancel,
  find,
}

async function rules({ facts }: Located<Facts>, ctx: VenueContext): Promise<OrderRules> {
  // With the login, which the order needs as well: reads without one have a low limit.
  const [market] = await readMarkets([facts.marketId], ctx, (request) => signed.send(request, ctx))
  if (market === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${facts.marketId}`)
  return {
    market: { id: market.id },
    prices: tickPrices,
    minAmount: STEP,
    amountStep: STEP,
    ...(isSettled(market) ? { closed: `its state is ${market.state}` } : {}),
  }
}

/** Opens a session for the order. There are no market orders, so an order at the worst price that does not rest is sent. */
async function build(terms: OrderTerms, { facts }: Located<Facts>, ctx: VenueContext): Promise<NativeOrder> {
  const { outcomeId, side, amount, price, clientOrderId } = terms
  const label = labelOf(clientOrderId)
  const quantity = Number(unitsOf(decimalOf(amount), DIGITS, 'nearest'))
  await sessionOf(ctx)
  await assertInPounds(ctx)
  const body = {
    market_id: facts.marketId,
    contract_id: outcomeId,
    side,
    price: Number(unitsOf(decimalOf(price), DIGITS, 'nearest')),
    quantity,
    type: mayRest(terms) ? 'good_til_halted' : 'immediate_or_cancel',
    // Filled completely and immediately, or canceled (docs.smarkets.com, order types).
    ...(lastingOf(terms) === 'FOK' ? { minimum_accepted_quantity: quantity } : {}),
    label,
  }
  return {
    call: { host: 'api', path: PATH, body, group: 'place' },
    handle: { by: 'clientOrderId', value: label },
  }
}

/**
 * Sends an order. The response has neither a time nor the unconfirmed part of a match in play. An order with matches, or with a
 * missing part, is read back. For an order that does not rest, the part that neither rests nor was executed was dropped.
 */
async function submit({ call }: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  const { json } = await signed.sendOnce(call, ctx)
  const created = readPayload(createdReply, json, `POST ${PATH}`)
  const { order_id: id, quantity, total_executed_quantity: filled, available_quantity: left } = created
  const { marketId, outcomeId, side, type } = terms
  const wanted = { id, marketId, outcomeId, side, type, price: Number(terms.price) }
  const rests = mayRest(terms)
  const back = rests && filled === 0 && left >= quantity ? 'unlisted' : await readBack(id, ctx)
  if (typeof back !== 'string' && !isOlder(back, filled, rests)) return { ...back, ...wanted }
  const mayWait = rests ? filled + left < quantity : filled < quantity && back === 'unread'
  const isResting = rests && left > 0
  const unknown = mayWait ? ['filled', 'remaining', 'timestamp'] : ['timestamp']
  return {
    ...wanted,
    amount: Number(terms.amount),
    status: mayWait ? 'pending' : isResting ? 'open' : filled >= quantity ? 'filled' : 'canceled',
    filled: toUnits(filled),
    remaining: toUnits(Math.max(0, isResting ? left : quantity - filled)),
    timestamp: 0,
    metadata: { unknown },
  }
}

/** Whether a row is older than the response to its order. */
function isOlder({ status, filled }: Order, executed: number, rests: boolean): boolean {
  return status === 'open'
    ? !rests || filled < toUnits(executed)
    : status === 'canceled' && filled < toUnits(executed)
}

/**
 * Cancels an order and reads it back. The response to the cancel has no documented member (OpenAPI document of v3) and proves
 * nothing. Canceled orders vanish from the lists. An order that was listed as open before, and is not listed afterwards, has been
 * canceled.
 */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const none = new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
  const order = await findOrder(orderId, ctx)
  if (order === undefined || order.status !== 'open') throw none
  const path = `${pathOf`/orders/${orderId}`}/`
  const call: VenueRequest = { host: 'api', path, method: 'DELETE', group: 'cancel', accept: [404] }
  const { status } = await signed.send(call, ctx)
  if (status === 404) throw none
  const back = await readBack(orderId, ctx)
  if (back === 'unlisted') return toCanceledOrder(order)
  if (back === 'unread') return order
  return back.status === 'filled' ? { ...back, remaining: 0 } : back
}

/** Reads an order after a successful call. A failure to read it must not hide that success. */
async function readBack(orderId: string, ctx: VenueContext): Promise<Order | 'unlisted' | 'unread'> {
  try {
    return (await findOrder(orderId, ctx)) ?? 'unlisted'
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return 'unread'
  }
}

/** The length of a label in the venue's documents (`strategy_1`), which is certainly accepted. */
const LABEL_LENGTH = 10

/** Derives the label from the client order id. It has ten letters and digits. */
function labelOf(clientOrderId: string): string {
  const hash = createHash('sha256').update(clientOrderId).digest('hex').slice(0, 16)
  return BigInt(`0x${hash}`).toString(36).padStart(LABEL_LENGTH, '0').slice(-LABEL_LENGTH)
}

/**
 * Finds the order with this label, among those that the venue lists. The status of an unlisted order is unknown, because canceled
 * orders and unmatched immediate orders vanish.
 * @throws ORDER_NOT_FOUND, kind `not_listed`
 */
async function find(
  { value }: OrderHandle,
  { marketId, outcomeId }: OrderTerms,
  sentAt: number,
  ctx: VenueContext,
): Promise<Order | undefined> {
  for await (const rows of paginate(ordersIn({ marketId }, ctx))) {
    // A name may be reused for another order: an older row has it from before.
    const young = rows.filter(({ created_datetime: at }) => at >= sentAt - CLOCKS_APART_MS)
    const found = young.find(({ label, contract_id }) => label === value && contract_id === outcomeId)
    if (found !== undefined) return toOrder(found)
    if (young.length < rows.length) break
  }
  throw new PmxError(
    'ORDER_NOT_FOUND',
    'Smarkets does not list it among open or filled orders. It removes canceled orders from its lists, so this one may have been placed and then ended. Check the balance and the activity of your account at Smarkets.',
    { detail: { kind: 'not_listed' } },
  )
}
