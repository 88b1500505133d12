import { decimal, divide, subtract, toNumber } from '../../api/decimal.js'
import { PmxError } from '../../api/errors.js'
import type { Balance, Order, OrderStatus } from '../../api/models.js'
import type { QueryValue } from '../../transport/call.js'
import { memoKey, remember } from '../../venue-kit/memo.js'
import type { CursorPaging, Paging } from '../../venue-kit/paging.js'
import { assertAsked, readPayload } from '../../venue-kit/payload.js'
import { readList } from '../../venue-kit/rows.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/trading.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { signed } from './auth.js'
import { accountReply, type NativeOrder, ordersReply } from './native/order-wire.js'

/** Most rows of a page of orders. */
const ROWS_PER_PAGE = 100

/**
 * One's own account, by e-mail and password. Orders that were canceled vanish, positions have no call, and what quantities of
 * the account's activity count is not told: none of these is offered (README.md, "Accounts and orders").
 */
export const accountSource: AccountSource = { balance, order: findOrder, openOrders }

async function readAccount(ctx: VenueContext) {
  const path = '/accounts/'
  const { json } = await signed.send({ host: 'api', path }, ctx)
  return readPayload(accountReply, json, `GET ${path}`).account
}

async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  const { balance: total, available_balance: available, currency } = await readAccount(ctx)
  return [{ currency, total, available, locked: toNumber(subtract(decimal(total), decimal(available))) }]
}

const currencyOfHolder = memoKey<string>('smarkets currency', 24 * 60 * 60_000)

/**
 * Orders count the account's currency, books and contracts pounds; how the venue rounds between them is not told.
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
    `The account is in ${currency}, and Smarkets counts its orders in that, while contracts here pay 1 GBP: orders are for accounts in GBP only.`,
    { detail: { kind: 'account_currency', currency } },
  )
}

/** The order with this id; undefined when there is none that is open, filled, or settled of late. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  if (!/^\d+$/.test(orderId)) return undefined
  await assertInPounds(ctx)
  const [found] = await readOrders({ id: orderId }, ctx)
  if (found !== undefined) assertAsked(orderId, found.id, 'GET /orders/', 'orders[0].id')
  return found && toOrder(found)
}

async function readOrders(
  query: Readonly<Record<string, QueryValue>>,
  ctx: VenueContext,
): Promise<readonly NativeOrder[]> {
  const path = '/orders/'
  const { json } = await signed.send({ host: 'api', path, query }, ctx)
  return readList(ordersReply, json, `GET ${path}`, ctx).orders
}

function openOrders({ marketId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  const paging = ordersIn({ marketId, states: ['created', 'partial'] }, ctx)
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const { rows, next } = await paging.fetch(cursor)
      return { rows: rows.map(toOrder), next }
    },
  }
}

interface OrdersWanted {
  readonly marketId?: string | undefined
  /** Any without it. */
  readonly states?: readonly NativeOrder['state'][]
}

/** Orders that are open, filled, or settled of late, the newest first. */
export function ordersIn(
  { marketId, states = [] }: OrdersWanted,
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
      const orders = await readOrders({ state: states, market_id: marketId, ...page }, ctx)
      return {
        rows: marketId === undefined ? orders : orders.filter(({ market_id }) => market_id === marketId),
        next: orders.length < ROWS_PER_PAGE ? undefined : orders.at(-1)?.id,
      }
    },
  }
}

const statuses: Readonly<Record<NativeOrder['state'], OrderStatus>> = {
  created: 'open',
  partial: 'open',
  filled: 'filled',
  // Of what a settled order had left nothing is open any more.
  settled: 'filled',
}

export function toOrder(row: NativeOrder): Order {
  const { state, quantity_filled: filled } = row
  return {
    id: row.id,
    marketId: row.market_id,
    outcomeId: row.contract_id,
    side: row.side,
    type: row.type === 'immediate_or_cancel' ? 'market' : 'limit',
    price: units(row.price),
    amount: units(row.quantity),
    status: state === 'settled' && filled === 0 ? 'canceled' : statuses[state],
    filled: units(filled),
    remaining: units(row.quantity_unfilled),
    timestamp: row.created_datetime,
  }
}

/** Of ten-thousandths: prices, and contracts that pay 1 GBP. */
export function units(count: number): number {
  return toNumber(divide(decimal(count), decimal(10_000), 4, 'nearest'))
}
