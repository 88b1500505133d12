import { memberOf, textIn } from '../../body.js'
import { type FaceCall, type Route, route } from '../../face.js'
import {
  type Amount,
  amountOf,
  amountOfNumber,
  fixedText,
  numberOf,
  per,
  rounded,
} from '../../paper/amount.js'
import { accepted, type RejectionWords, wordFor } from '../../paper/rejected.js'
import type { PaperFill, PaperOrder, PaperRejection, TimeInForce, WantedOrder } from '../../paper/types.js'
import { json, notPlayed, orRefuse, type Refusal, type Reply } from '../../reply.js'
import type { Side } from '../../world/types.js'
import { marketOf, marketSlug } from './ids.js'
import { type Native, nanoIso } from './native-market.js'
import { accountOf, leastQuantity, longPrice } from './paper.js'
import { refusal } from './replies.js'

/** Orders, in prices of long (venues/polymarket_us/README.md, "Accounts and orders"). */
export const orderRoutes: readonly Route[] = [
  route('POST', '/v1/orders', create),
  route('GET', '/v1/orders/open', listOpen),
  route('POST', '/v1/orders/open/cancel', cancelAll),
  route('GET', '/v1/order/:order', (call) => {
    const order = accountOf(call).order(call.params['order'] ?? '')
    if (order === undefined) throw refusal(404, 'Order not found')
    return json({ order: orderRow(call, order) })
  }),
  route('POST', '/v1/order/:order/cancel', cancel),
]

/**
 * The real exchange gives a refused order an id, too, and lets it be asked for. The demo tells refusals at once: among
 * the executions where these are waited for, else as a 400.
 */
function create(call: FaceCall): Reply {
  const wanted = orderIn(call)
  const isAwaited = memberOf(call.request, 'synchronousExecution') === true
  const done = accountOf(call).place(wanted)
  if (done.rejected === undefined) {
    const { order, fills } = done
    const executions = isAwaited ? { executions: fills.map((fill) => executionOf(call, order, fill)) } : {}
    return json({ id: order.id, ...executions })
  }
  if (!isAwaited) throw refusalOf(done.rejected)
  const [reason, text] = wordFor(rejections, done.rejected)
  const rejected = { type: 'EXECUTION_TYPE_REJECTED', orderRejectReason: `ORD_REJECT_REASON_${reason}`, text }
  return json({ id: 'refused', executions: [{ id: 'refused', ...rejected }] })
}

function executionOf(call: FaceCall, order: PaperOrder, fill: PaperFill): Native {
  return {
    id: fill.id,
    order: orderRow(call, order),
    lastShares: fixedText(fill.size, 4),
    lastPx: dollarsOf(longPrice(fill.order.side, fill.price)),
    // The exchange's first word of reasons stands beside fills as well.
    orderRejectReason: 'ORD_REJECT_REASON_EXCHANGE_OPTION',
    type: order.status === 'filled' ? 'EXECUTION_TYPE_FILL' : 'EXECUTION_TYPE_PARTIAL_FILL',
    transactTime: nanoIso(fill.at),
    tradeId: fill.id,
    aggressor: true,
    commissionNotionalCollected: dollarsOf(fill.fee),
  }
}

function cancel(call: FaceCall): Reply {
  const account = accountOf(call)
  const order = orRefuse(account.order(call.params['order'] ?? ''), () => refusal(404, 'Order not found'))
  const slug = textIn(call.request, 'marketSlug')
  if (slug === undefined || slug !== slugOf(call, order)) throw refusal(400, 'marketSlug is required')
  accepted(account.cancel(order.id), refusalOf)
  return json({})
}

function cancelAll(call: FaceCall): Reply {
  const slugs = memberOf(call.request, 'slugs')
  const isWanted = (order: PaperOrder): boolean => !isNames(slugs) || slugs.includes(slugOf(call, order))
  const canceled = accountOf(call).cancelAll(isWanted)
  return json({ canceledOrderIds: canceled.map(({ order }) => order.id) })
}

function isNames(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0
}

function listOpen(call: FaceCall): Reply {
  const slugs = call.query.all('slugs')
  const open = accountOf(call)
    .orders()
    .filter((order) => order.status === 'open')
    .filter((order) => slugs.length === 0 || slugs.includes(slugOf(call, order)))
  return json({ orders: open.map((order) => orderRow(call, order)) })
}

export function slugOf({ world }: FaceCall, { market }: Pick<PaperOrder, 'market'>): string {
  return marketSlug({ event: world.eventOf(market), market })
}

/** `{"value":"0.5550","currency":"USD"}` */
export function dollarsOf(amount: Amount): Native {
  return { value: fixedText(amount, 4), currency: 'USD' }
}

/** What of a market goes with what an account has of it. */
export function marketMetadata(call: FaceCall, { market }: Pick<PaperOrder, 'market'>): Native {
  const event = call.world.eventOf(market)
  const slug = marketSlug({ event, market })
  return { slug, title: market.question, outcome: market.yesLabel, eventSlug: event.slug }
}

function orderRow(call: FaceCall, order: PaperOrder): Native {
  const { id, side, action, price, size, filled, remaining } = order
  const isBid = (action === 'buy') === (side === 'yes')
  return {
    id,
    marketSlug: slugOf(call, order),
    side: isBid ? 'ORDER_SIDE_BUY' : 'ORDER_SIDE_SELL',
    type: price === undefined ? 'ORDER_TYPE_MARKET' : 'ORDER_TYPE_LIMIT',
    price: price === undefined ? null : dollarsOf(longPrice(side, price)),
    quantity: numberOf(size),
    cumQuantity: numberOf(filled),
    leavesQuantity: numberOf(remaining),
    tif: forces[order.timeInForce],
    goodTillTime: null,
    intent: intentOf(order),
    outcomeSide: side === 'yes' ? 'OUTCOME_SIDE_YES' : 'OUTCOME_SIDE_NO',
    action: action === 'buy' ? 'ORDER_ACTION_BUY' : 'ORDER_ACTION_SELL',
    marketMetadata: marketMetadata(call, order),
    state: stateOf(order),
    avgPx:
      filled === 0n ? null : dollarsOf(longPrice(side, per(order.takerValue + order.makerValue, filled))),
    insertTime: nanoIso(order.createdAt),
    createTime: nanoIso(order.createdAt),
    commissionNotionalTotalCollected: dollarsOf(order.takerFees + order.makerFees),
    commissionsBasisPoints: '0',
    makerCommissionsBasisPoints: '0',
  }
}

/** The exchange's one word for what an order wants. */
export function intentOf({ side, action }: Wish): string {
  return `ORDER_INTENT_${action === 'buy' ? 'BUY' : 'SELL'}_${side === 'yes' ? 'LONG' : 'SHORT'}`
}

function stateOf({ status, ending, filled }: PaperOrder): string {
  if (status === 'open') return filled === 0n ? 'ORDER_STATE_NEW' : 'ORDER_STATE_PARTIALLY_FILLED'
  if (status === 'filled') return 'ORDER_STATE_FILLED'
  return ending === 'expired' ? 'ORDER_STATE_EXPIRED' : 'ORDER_STATE_CANCELED'
}

const forces: Readonly<Record<TimeInForce, string>> = {
  gtc: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
  ioc: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
  fok: 'TIME_IN_FORCE_FILL_OR_KILL',
}

/** A day order does not expire at the end of the day at present. */
const timesInForce: Readonly<Record<string, TimeInForce>> = {
  [forces.gtc]: 'gtc',
  [forces.ioc]: 'ioc',
  [forces.fok]: 'fok',
  TIME_IN_FORCE_DAY: 'gtc',
}

interface Wish {
  readonly side: Side
  readonly action: 'buy' | 'sell'
}

/** By outcome and action where both are said, else by the intent. */
function wishIn({ request }: FaceCall): Wish {
  const said = `${textIn(request, 'outcomeSide') ?? ''} ${textIn(request, 'action') ?? ''}`
  const [, outcome, action] = /^OUTCOME_SIDE_(YES|NO) ORDER_ACTION_(BUY|SELL)$/.exec(said) ?? []
  if (outcome !== undefined)
    return { side: outcome === 'YES' ? 'yes' : 'no', action: action === 'BUY' ? 'buy' : 'sell' }
  const intent = /^ORDER_INTENT_(BUY|SELL)_(LONG|SHORT)$/.exec(textIn(request, 'intent') ?? '')
  if (intent === null) throw refusal(400, 'intent is required')
  return { action: intent[1] === 'BUY' ? 'buy' : 'sell', side: intent[2] === 'LONG' ? 'yes' : 'no' }
}

/** Prices outside of these are refused. */
const [LOWEST, HIGHEST] = [amountOfNumber(0.01), amountOfNumber(0.99)]

/** The order in a body; what is finer than the market counts is cut off. @throws 400, 404, or 501 for what the demo leaves out */
function orderIn(call: FaceCall): WantedOrder {
  const { request } = call
  const wish = wishIn(call)
  const listed = marketOf(call, textIn(request, 'marketSlug') ?? '')
  if (listed === undefined) throw refusal(404, 'Market not found')
  const { market } = listed
  for (const name of ['cashOrderQty', 'goodTillTime', 'slippageTolerance'])
    if ((memberOf(request, name) ?? null) !== null) throw notPlayed(`${name} of an order`)
  const isMarket = textIn(request, 'type') === 'ORDER_TYPE_MARKET'
  const force = timesInForce[textIn(request, 'tif') ?? forces.gtc]
  if (force === undefined) throw refusal(400, 'invalid tif')
  const size = cut(numberIn(memberOf(request, 'quantity')), leastQuantity(market))
  if (size === undefined || size <= 0n) throw refusal(400, 'quantity must be at least the minimum')
  const price = isMarket ? undefined : priceIn(call, market.tick)
  return {
    market,
    ...wish,
    amount: { size },
    price: price === undefined ? undefined : longPrice(wish.side, price),
    timeInForce: isMarket ? 'ioc' : force,
    postOnly: memberOf(request, 'participateDontInitiate') === true,
  }
}

function priceIn({ request }: FaceCall, tick: number): Amount {
  const price = cut(amountOf(textIn({ body: memberOf(request, 'price') }, 'value') ?? ''), tick)
  if (price === undefined) throw refusal(400, 'price is required for limit orders')
  if (price < LOWEST || price > HIGHEST) throw refusal(400, 'price must be between 0.01 and 0.99')
  return price
}

function numberIn(value: unknown): Amount | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? amountOfNumber(value) : undefined
}

function cut(amount: Amount | undefined, step: number): Amount | undefined {
  return amount === undefined ? undefined : rounded(amount, amountOfNumber(step), 'down')
}

/** The reasons are the venue's; the words to them are ours. */
const rejections: RejectionWords<readonly [reason: string, text: string]> = {
  insufficient: ['EXCHANGE_OPTION', 'insufficient buying power'],
  not_filled: ['NO_LIQUIDITY', 'not enough liquidity to fill the order'],
  market_closed: ['EXCHANGE_CLOSED', 'the market is not open'],
  invalid_price: ['INVALID_PRICE_INCREMENT', 'price is off the tick'],
  invalid_size: ['INCORRECT_QUANTITY', 'invalid quantity'],
  otherwise: (reason) => ['EXCHANGE_OPTION', reason.replaceAll('_', ' ')],
}

function refusalOf(rejection: PaperRejection): Refusal {
  const [, text] = wordFor(rejections, rejection)
  return refusal(400, `invalid order: ${text}`)
}
