import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { readCountOf } from '../../mock-kit/list-endpoint.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { type Amount, divideAmounts, ONE, toFixedText } from '../../paper-trading/state/amount.js'
import {
  type RejectionTexts,
  rejectionTextOf,
  requireAccepted,
} from '../../paper-trading/state/rejections.js'
import type {
  PaperAccount,
  PaperOrder,
  PaperOrderRequest,
  PaperOrderResult,
  PaperRejection,
  PaperTimeInForce,
  Rejected,
} from '../../paper-trading/state/types.js'
import { stateAt } from '../../world/common/types.js'
import { createInvalidField, toErrorReply } from './errors.js'
import { contractIdOf, contractWith, marketIdOf } from './ids.js'
import { marketsOf } from './market.js'
import { accountOf } from './paper.js'
import { toMicroStamp } from './stamps.js'
import { tickPrices } from './tick-prices.js'

/** Routes of the balance and the orders of a session (venues/smarkets/README.md, "Accounts and orders"). */
export const accountRoutes: readonly Route[] = [
  route('GET', '/v3/accounts/', balance),
  route('GET', '/v3/orders/', listOrders),
  route('GET', '/v3/orders/:order/', oneOrder),
  route('POST', '/v3/orders/', create),
  route('DELETE', '/v3/orders/:order/', cancel),
  route('DELETE', '/v3/orders/', cancelAll),
]

function balance(call: MockCall): Reply {
  const { total, available, locked } = accountOf(call).balance()
  return toJsonReply({
    account: {
      account_id: '123556546',
      available_balance: toFixedText(available, 2, 'down'),
      balance: toFixedText(total, 2, 'down'),
      bonus_balance: '0.00',
      commission_type: '0.02',
      currency: 'GBP',
      exposure: toFixedText(-locked, 2),
    },
  })
}

/** Ten-thousandths: basis points of a price, and units of a pot. */
const UNIT = ONE / 10_000n

function unitsIn(amount: Amount): number {
  return Number(amount / UNIT)
}

const timesInForce: Readonly<Record<string, PaperTimeInForce>> = {
  good_til_halted: 'gtc',
  good_til_cancelled: 'gtc',
  keep_in_play: 'gtc',
  immediate_or_cancel: 'ioc',
}
const MAX_QUANTITY = 4_294_967_295

function create(call: MockCall): Reply {
  const account = accountOf(call)
  const { order } = requireAccepted(placeIn(call, account), refusalOf)
  const { available, locked } = account.balance()
  return toJsonReply({
    order_id: order.id,
    market_id: marketOf(call, order),
    contract_id: contractIdOf(order.market, order.side),
    side: order.action,
    price: unitsIn(order.price ?? 0n),
    quantity: unitsIn(order.size),
    total_executed_quantity: unitsIn(order.filled),
    available_quantity: unitsIn(order.remaining),
    executed_avg_price: averageOf(order),
    orig_price: null,
    available_balance: toFixedText(available, 2, 'down'),
    exposure: toFixedText(-locked, 2),
  })
}

/**
 * Places the order in a body. With `minimum_accepted_quantity` it is filled completely on arrival, or with the
 * available quantity if that is sufficient. Otherwise it is canceled.
 */
function placeIn(call: MockCall, account: PaperAccount): PaperOrderResult | Rejected {
  const wanted = orderIn(call)
  const least = minimumIn(call, wanted)
  if (least === 0n) return account.place(wanted)
  const whole = account.place({ ...wanted, timeInForce: 'fok' })
  if (whole.rejected?.reason !== 'not_filled') return whole
  if (whole.rejected.fillable < least) throw refused('ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY')
  return account.place(wanted)
}

/** Reads the minimum size to fill on arrival; 0 without one. @throws 400 */
function minimumIn({ request }: MockCall, { timeInForce, amount }: PaperOrderRequest): Amount {
  const name = 'minimum_accepted_quantity'
  const given = bodyMemberOf(request, name)
  if (given === undefined || given === null) return 0n
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 0)
    throw createInvalidField(name, 'not valid')
  const least = BigInt(given) * UNIT
  if ('spend' in amount || least > amount.size) throw createInvalidField(name, 'more than the quantity')
  if (timeInForce !== 'ioc') throw createInvalidField(name, 'only for immediate_or_cancel')
  return least
}

/** Reads the order in a body. @throws 400 */
function orderIn(call: MockCall): PaperOrderRequest {
  const { request } = call
  const action = bodyTextOf(request, 'side')
  if (action !== 'buy' && action !== 'sell') throw createInvalidField('side', 'must be buy or sell')
  const type = bodyTextOf(request, 'type') ?? 'good_til_halted'
  const timeInForce = requireOrRefuse(timesInForce[type], () => createInvalidField('type', 'unknown'))
  const contract = contractWith(call, Number(bodyTextOf(request, 'contract_id')))
  if (contract === undefined) throw refused('ORDER_REJECTED_CONTRACT_NOT_FOUND')
  const [price, quantity] = [bodyMemberOf(request, 'price'), bodyMemberOf(request, 'quantity')]
  if (typeof price !== 'number' || !tickPrices.includes(price)) throw refused('ORDER_INVALID_INVALID_PRICE')
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
    throw refused('ORDER_INVALID_INVALID_QUANTITY')
  const wanted = {
    market: contract.market,
    side: contract.side,
    action,
    amount: { size: BigInt(quantity) * UNIT },
    price: BigInt(price) * UNIT,
    timeInForce,
    expiresAt: type === 'good_til_cancelled' ? inPlayAt(call, contract) : undefined,
    native: { type, label: bodyTextOf(request, 'label') },
  } as const
  if (marketOf(call, wanted) !== bodyTextOf(request, 'market_id'))
    throw refused('ORDER_REJECTED_MARKET_NOT_FOUND')
  return wanted
}

/** Returns the time at which a pre-play market goes in-play: `good_til_cancelled` ends there, other types survive. */
function inPlayAt({ now }: MockCall, { event: { startsAt } }: ListedMarket): number | undefined {
  return startsAt !== undefined && startsAt > now ? startsAt : undefined
}

function marketOf(call: MockCall, { market, side }: Pick<PaperOrder, 'market' | 'side'>): string {
  const own = contractIdOf(market, side)
  const holder = marketsOf(call.world.eventOf(market)).find(({ contracts }) =>
    contracts.some(({ id }) => id === own),
  )
  return holder?.id ?? marketIdOf(market)
}

function averageOf({ takerValue, makerValue, filled }: PaperOrder): number {
  return filled === 0n ? 0 : unitsIn(divideAmounts(takerValue + makerValue, filled))
}

const limit = readCountOf('limit', {
  otherwise: 20,
  most: 100,
  refuse: (name) => createInvalidField(name, 'not a valid integer'),
})

/** Lists open and matched orders; an order canceled without a match is no longer listed. */
function listOrders(call: MockCall): Reply {
  const { query } = call
  const [ids, states, markets] = [query.all('id'), query.all('state'), query.all('market_id')]
  const rows = accountOf(call)
    .orders()
    .filter(({ status, filled }) => status !== 'cancelled' || filled > 0n)
    .map((order) => orderRow(call, order))
    .filter(({ id, state, market_id }) => {
      const isIn = (wanted: readonly string[], own: string) => wanted.length === 0 || wanted.includes(own)
      return isIn(ids, id) && isIn(states, state) && isIn(markets, market_id)
    })
  const isFalling = query.text('sort') === '-id'
  const sorted = isFalling ? rows : rows.toReversed()
  const last = query.text('pagination_last_id')
  const from = last === undefined ? 0 : sorted.findIndex(({ id }) => id === last) + 1
  const orders = sorted.slice(from, from + limit(call))
  const more = from + orders.length < sorted.length
  return toJsonReply({
    orders,
    pagination: { next_page: more ? `?pagination_last_id=${orders.at(-1)?.id ?? ''}` : null },
  })
}

/** Returns one order of any state; a canceled one has no unfilled quantity. */
function oneOrder(call: MockCall): Reply {
  const found = accountOf(call).order(call.params['order'] ?? '')
  if (found === undefined) throw new Refusal(toErrorReply(404, 'NOT_FOUND', 'no such order'))
  return toJsonReply(orderRow(call, found))
}

/**
 * Renders an order. After settlement of the market, the canceled remainder is again reported as unfilled (README.md).
 */
function orderRow(call: MockCall, order: PaperOrder) {
  const { market, size, filled, remaining, native } = order
  const isSettled = stateAt(market, call.now) === 'resolved'
  const state = order.status === 'filled' ? 'filled' : filled === 0n ? 'created' : 'partial'
  const quantities = {
    quantity: unitsIn(size),
    quantity_filled: unitsIn(filled),
    quantity_filled_pending: 0,
    quantity_unfilled: unitsIn(isSettled ? size - filled : remaining),
  }
  return {
    id: order.id,
    market_id: marketOf(call, order),
    contract_id: contractIdOf(market, order.side),
    side: order.action,
    type: native['type'],
    state: isSettled ? 'settled' : state,
    price: unitsIn(order.price ?? 0n),
    average_price_matched: averageOf(order),
    ...quantities,
    // Accounts are in pounds.
    ...Object.fromEntries(
      Object.entries(quantities).map(([name, value]) => [`${name}_user_currency`, value]),
    ),
    outcome: isSettled ? outcomeOf(order) : null,
    label: native['label'] ?? null,
    created_datetime: toMicroStamp(order.createdAt, order.count),
    last_modified_datetime: toMicroStamp(order.updatedAt, order.count),
    sequence_number: order.count,
    original_order_id: order.id,
    // Bonus tokens and cash-out are not implemented.
    token_used: { bet_token_type: null, boost_percent: null },
    quantity_traded_out_user_currency: 0,
    stake_traded_out_user_currency: 0,
  }
}

function outcomeOf({ market: { payout }, side }: PaperOrder): string {
  if (payout === 0.5) return 'deadheat'
  return (payout === 1) === (side === 'yes') ? 'winner' : 'loser'
}

function cancel(call: MockCall): Reply {
  const done = accountOf(call).cancel(call.params['order'] ?? '')
  if (done.rejected === undefined) return toJsonReply({})
  throw new Refusal(toErrorReply(404, 'ORDER_CANCEL_REJECTED_NOT_FOUND', 'no such order'))
}

function cancelAll(call: MockCall): Reply {
  const markets = call.query.all('market_id')
  accountOf(call).cancelAll((order) => markets.length === 0 || markets.includes(marketOf(call, order)))
  return toJsonReply({})
}

function refused(word: string): Refusal {
  return new Refusal(toErrorReply(400, word, 'the order was refused'))
}

const rejections: RejectionTexts<string> = {
  insufficient: 'ORDER_REJECTED_INSUFFICIENT_FUNDS',
  market_closed: 'ORDER_REJECTED_MARKET_NOT_OPEN',
  invalid_price: 'ORDER_INVALID_INVALID_PRICE',
  invalid_size: 'ORDER_INVALID_INVALID_QUANTITY',
  otherwise: () => 'ORDER_REJECTED_LIMIT_EXCEEDED',
}

function refusalOf(rejection: PaperRejection): Refusal {
  const isSettled = rejection.reason === 'market_closed' && rejection.state === 'resolved'
  return refused(isSettled ? 'ORDER_REJECTED_MARKET_SETTLED' : rejectionTextOf(rejections, rejection))
}
