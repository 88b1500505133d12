import { PmxError } from '../../api/envelope/errors.js'
import type { Balance, Order, Position } from '../../api/models/models.js'
import { add, decimalOf, divide, multiply, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import { pathOf, type QueryValue } from '../../transport/call-types.js'
import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import { type CursorPaging, collect, type Paging } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { signed } from './auth.js'
import { confirmedOf, toOrder, toUnits } from './native/order-rows.js'
import { accountReply, type NativeOrder, orderReply, ordersReply } from './native/order-wire.js'
import { settlementsOf } from './native/settlements.js'

/** Maximum number of rows per page of orders. */
const ROWS_PER_PAGE = 100

/**
 * Reads the caller's account, by e-mail and password. Positions are derived from the orders that Smarkets lists. Canceled orders
 * vanish from all lists, and the quantities in the account's activity are not documented. Closed orders and the caller's trades
 * are therefore not offered (README.md, "Accounts and orders").
 */
export const accountSource: AccountSource = {
  balance,
  positions,
  order: findOrder,
  openOrders,
  settlements: ({ marketId, outcomeId }, ctx) =>
    settlementsOf(ordersIn({ marketId, states: ['settled'] }, ctx), outcomeId),
}

async function readAccount(ctx: VenueContext) {
  const path = '/accounts/'
  const { json } = await signed.send({ host: 'api', path }, ctx)
  return readPayload(accountReply, json, `GET ${path}`).account
}

async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  const { balance: total, available_balance: available, currency } = await readAccount(ctx)
  return [
    {
      currency,
      total,
      available,
      locked: toNumber(subtractDecimals(decimalOf(total), decimalOf(available))),
    },
  ]
}

const currencyOfHolder = defineMemoKey<string>('smarkets currency', 24 * 60 * 60_000)

/**
 * Asserts the currency. Orders are counted in the account's currency, and books and contracts in pounds. The venue's rounding
 * between them is not documented.
 * @throws NOT_SUPPORTED for an account in another currency
 */
export async function assertInPounds(ctx: VenueContext): Promise<void> {
  const currency = await remember(
    ctx.memo,
    currencyOfHolder,
    '',
    async () => (await readAccount(ctx)).currency,
  )
  if (currency === 'GBP') return
  throw new PmxError(
    'NOT_SUPPORTED',
    `The account is in ${currency}, so Smarkets counts its orders in ${currency}. Contracts here pay 1 GBP, so orders need an account in GBP.`,
    { detail: { kind: 'account_currency', currency } },
  )
}

/** Returns the order with this id, in any state that Smarkets still lists, or undefined. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  if (!/^\d+$/.test(orderId)) return undefined
  await assertInPounds(ctx)
  const [listed] = await readOrders({ id: orderId }, ctx, 'strict')
  if (listed !== undefined) assertSameSubject(orderId, listed.id, 'GET /orders/', 'orders[0].id')
  const found = listed ?? (await readOrder(orderId, ctx))
  return found && toOrder(found)
}

/** Reads an order that is no longer in a list, such as a canceled one. */
async function readOrder(orderId: string, ctx: VenueContext): Promise<NativeOrder | undefined> {
  const path = `${pathOf`/orders/${orderId}`}/`
  const { status, json } = await signed.send({ host: 'api', path, accept: [404] }, ctx)
  if (status === 404) return undefined
  const found = readPayload(orderReply, json, 'GET /orders/{id}/')
  assertSameSubject(orderId, found.id, 'GET /orders/{id}/', 'id')
  return found
}

/** @param odd whether an unreadable order is an error, or set aside as in other lists */
async function readOrders(
  query: Readonly<Record<string, QueryValue>>,
  ctx: VenueContext,
  odd: 'strict' | 'aside' = 'aside',
): Promise<readonly NativeOrder[]> {
  const path = '/orders/'
  const { json } = await signed.send({ host: 'api', path, query }, ctx)
  const what = `GET ${path}`
  return odd === 'strict'
    ? readPayload(ordersReply, json, what).orders
    : readList(ordersReply, json, what, ctx).orders
}

/** Whether an order can still be matched, or has unconfirmed matches. */
const isOpen = ({ status }: Order): boolean => status === 'open' || status === 'pending'

function openOrders({ marketId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  const paging = ordersIn({ marketId, states: ['created', 'partial'] }, ctx)
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const { rows, next } = await paging.fetch(cursor)
      return { rows: rows.map(toOrder).filter(isOpen), next }
    },
  }
}

interface OrdersWanted {
  readonly marketId?: string | undefined
  /** All states, if absent. */
  readonly states?: readonly NativeOrder['state'][]
  /** Without it, a sum over all orders is wrong. */
  readonly odd?: 'strict'
}

/** Lists open, filled, and recently settled orders, newest first. */
export function ordersIn(
  { marketId, states = [], odd }: OrdersWanted,
  ctx: VenueContext,
): CursorPaging<NativeOrder> {
  return {
    kind: 'cursor',
    what: 'orders',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      if (marketId !== undefined && !/^\d+$/.test(marketId)) return { rows: [] }
      await assertInPounds(ctx)
      const page = { limit: ROWS_PER_PAGE, sort: '-id', pagination_last_id: cursor }
      const orders = await readOrders({ state: states, market_id: marketId, ...page }, ctx, odd)
      return {
        rows: marketId === undefined ? orders : orders.filter(({ market_id }) => market_id === marketId),
        next: sentIn(orders) < ROWS_PER_PAGE ? undefined : orders.at(-1)?.id,
      }
    },
  }
}

/**
 * Returns the held contracts: the matches of orders on unsettled contracts, backs minus lays. Canceled orders vanish from the
 * list, with their matches (OpenAPI document of v3, GET /orders/).
 */
async function positions(ctx: VenueContext): Promise<readonly Position[]> {
  const orders = await collect(ordersIn({ states: ['created', 'partial', 'filled'], odd: 'strict' }, ctx))
  ctx.omissions.noteCut(
    'fills of orders that were canceled afterwards: Smarkets no longer lists those orders',
  )
  const byContract = new Map<string, NativeOrder[]>()
  for (const order of orders) {
    if (order.state === 'settled' || confirmedOf(order) === 0) continue
    const others = byContract.get(order.contract_id)
    if (others === undefined) byContract.set(order.contract_id, [order])
    else others.push(order)
  }
  return [...byContract.values()].map(toPosition).filter(({ size }) => size !== 0)
}

function toPosition(orders: readonly NativeOrder[]): Position {
  const [first] = orders as readonly [NativeOrder]
  const size = orders.reduce(
    (sum, order) => (order.side === 'buy' ? sum + confirmedOf(order) : sum - confirmedOf(order)),
    0,
  )
  return omitUndefined<Position>({
    marketId: first.market_id,
    outcomeId: first.contract_id,
    size: toUnits(size),
    entryPrice: averageOf(orders),
  })
}

/** Returns the average price of matches, 0..1, or undefined if the price of some is unknown, or backs and lays are mixed. */
function averageOf(orders: readonly NativeOrder[]): number | undefined {
  if (new Set(orders.map(({ side }) => side)).size > 1) return undefined
  let [cost, count] = [decimalOf(0), decimalOf(0)]
  for (const order of orders) {
    const points = order.average_price_matched_precise ?? order.average_price_matched
    if (points === undefined || points <= 0) return undefined
    const filled = decimalOf(confirmedOf(order))
    cost = add(cost, multiply(filled, decimalOf(points)))
    count = add(count, filled)
  }
  return toNumber(divide(cost, multiply(count, decimalOf(10_000)), 8, 'nearest'))
}
