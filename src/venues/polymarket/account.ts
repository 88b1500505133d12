import { PmxError } from '../../api/envelope/errors.js'
import type { Balance, Order, UserTrade } from '../../api/models/models.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  fromUnits,
  multiply,
  subtractDecimals,
  toNumber,
  zero,
} from '../../api/values/decimal.js'
import { pathOf, type QueryValue, type VenueReply } from '../../transport/call-types.js'
import { type CursorPaging, collect, loadOncePerList, paginate } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery, OrderTerms } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { assertNamed, readPayload } from '../../venue-kit/payload/payload.js'
import { loadOrElse, readList } from '../../venue-kit/requests/map-rows.js'
import { accountOf, apiKeysOf, sendSigned } from './auth.js'
import { readId } from './ids.js'
import { findMarket } from './lookup.js'
import { fundsOf } from './native/funds.js'
import { DIGITS } from './native/order.js'
import { isByMoney, toOrder, toUserTrades, withReversal } from './native/order-rows.js'
import {
  type NativeOrder,
  type NativeTrade,
  orderReply,
  ordersReply,
  tradesReply,
} from './native/order-wire.js'
import { marketIdsOf, positionsOf } from './native/positions.js'
import { padCondition } from './native/protocol.js'
import { walletsOf } from './native/wallets.js'

/** Reads the public positions of any wallet and, with a key, the caller's orders and money from the order book host. */
export const accountSource: AccountSource = {
  positionsOf,
  positions: async (ctx) => positionsOf((await accountOf(ctx)).funder, ctx),
  balance,
  order: findOrder,
  openOrders,
  fills,
  walletsOf: (owner) => Object.values(walletsOf(owner)),
}

/** Returns the balance. Open orders do not move money. The cost of open purchases is reported as locked. */
async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  const money = await fundsOf({ asset_type: 'COLLATERAL' }, ctx)
  const total = fromUnits(money.balance, DIGITS)
  // An order that is left out would lock nothing, and the available amount would be too large.
  const open = await collect(nativeOrders({}, ctx, readPayload))
  const wanted = open.filter(({ side }) => side === 'BUY').map(costOfRest)
  // Open purchases may exceed the balance: the venue checks the money when an order fills.
  const locked = least(wanted.reduce(add, zero), total)
  return [
    {
      currency: 'USDC',
      total: toNumber(total),
      available: toNumber(subtractDecimals(total, locked)),
      locked: toNumber(locked),
    },
  ]
}

function least(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) <= 0 ? a : b
}

function costOfRest(row: NativeOrder): Decimal {
  const [size, price] = [decimalOf(row.original_size), decimalOf(row.price)]
  // Absent only for ended orders, which are not open.
  const filled = decimalOf(row.size_matched ?? 0)
  if (!isByMoney(row)) return multiply(subtractDecimals(size, filled), price)
  const left = subtractDecimals(size, multiply(filled, price))
  return compare(left, zero) > 0 ? left : zero
}

/** Returns the order with this id, or undefined if the caller has none. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  // Ids are hashes: the venue's response to other text is not documented.
  if (!/^0x[0-9a-f]+$/i.test(orderId)) return undefined
  const what = 'GET /data/order/{id}'
  const reply = await sendSigned({ path: pathOf`/data/order/${orderId}`, group: 'order', accept: [404] }, ctx)
  if (isUnknownOrder(reply)) return undefined
  const row = readPayload(orderReply, reply.json, what)
  if (row === null) return undefined
  assertNamed(orderId, [row.id], what, 'id')
  return toOrder(row, await marketIdOf(row.market, ctx))
}

/**
 * Whether the venue reports that it has no such order.
 * @throws EXCHANGE_NOT_AVAILABLE for a 404 without JSON: a proxy of the venue does not know orders
 */
export function isUnknownOrder({ status, json }: Pick<VenueReply, 'status' | 'json'>): boolean {
  if (status !== 404) return false
  if (typeof json !== 'string') return true
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    'The HTTP 404 response has a body that is not from Polymarket.',
    {
      detail: { upstreamStatus: status, body: 'foreign' },
    },
  )
}

export async function marketIdOf(conditionId: string, ctx: VenueContext): Promise<string> {
  return (await namesOf([{ market: conditionId }], ctx))(conditionId)
}

/** Returns the market ids of rows, or the condition id if the market list has no other id. */
async function namesOf(
  rows: readonly { readonly market: string }[],
  ctx: VenueContext,
): Promise<(conditionId: string) => string> {
  const conditions = [...new Set(rows.map(({ market }) => padCondition(market)))]
  const ids = await loadOrElse(
    'the names of markets',
    ctx,
    () => marketIdsOf(conditions, ctx),
    new Map<string, string>(),
  )
  return (conditionId) => ids.get(padCondition(conditionId)) ?? conditionId
}

/** The filter of a query in the venue's terms. A query for an unknown market has none and returns no rows. */
interface Filter {
  readonly conditionId?: string
  readonly tokenId?: string
}

async function filterOf(
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): Promise<Filter | undefined> {
  const token = outcomeId === undefined ? undefined : readId(outcomeId)
  if (token !== undefined && token.kind !== 'token') return undefined
  const tokenId = token && { tokenId: token.tokenId }
  const named = marketId ?? token?.tokenId
  if (named === undefined) return {}
  const id = readId(named)
  if (id.kind === 'condition') return { conditionId: id.conditionId, ...tokenId }
  const market = await findMarket(named, ctx)
  return market && { conditionId: padCondition(market.conditionId), ...tokenId }
}

/** The cursor after the last page. */
const END_CURSOR = 'LTE='

function nextPage(cursor: string | undefined): string | undefined {
  return cursor === END_CURSOR ? undefined : cursor
}

/** @param read by default sets unreadable orders aside */
function nativeOrders(
  filter: Filter,
  ctx: VenueContext,
  read: typeof readList = readList,
): CursorPaging<NativeOrder> {
  const path = '/data/orders'
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const query = { market: filter.conditionId, asset_id: filter.tokenId, next_cursor: cursor }
      const reply = await sendSigned({ path, query, group: 'lists' }, ctx)
      const { data, next_cursor } = read(ordersReply, reply.json, `GET ${path}`, ctx)
      return { rows: data, next: nextPage(next_cursor) }
    },
  }
}

function openOrders(query: HistoryQuery, ctx: VenueContext): CursorPaging<Order> {
  const filtered = loadOncePerList(() => filterOf(query, ctx))
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const filter = await filtered()
      if (filter === undefined) return { rows: [] }
      const { rows, next } = await nativeOrders(filter, ctx).fetch(cursor)
      const nameOf = await namesOf(rows, ctx)
      return { rows: rows.map((row) => toOrder(row, nameOf(row.market))), next }
    },
  }
}

/** Lists the caller's trades, including those that failed on the chain. */
function nativeTrades(
  query: Readonly<Record<string, QueryValue>>,
  ctx: VenueContext,
): CursorPaging<NativeTrade> {
  const path = '/data/trades'
  return {
    kind: 'cursor',
    what: 'own trades',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const reply = await sendSigned({ path, query: { ...query, next_cursor: cursor }, group: 'lists' }, ctx)
      const { data, next_cursor } = readList(tradesReply, reply.json, `GET ${path}`, ctx)
      return { rows: data, next: nextPage(next_cursor) }
    },
  }
}

function fills(query: HistoryQuery, ctx: VenueContext): CursorPaging<UserTrade> {
  const { since, until } = query
  const filtered = loadOncePerList(() => filterOf(query, ctx))
  return {
    kind: 'cursor',
    what: 'own trades',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const filter = await filtered()
      if (filter === undefined) return { rows: [] }
      const native = {
        market: filter.conditionId,
        // Whole seconds, one wider on each side: the core cuts exactly.
        after: since === undefined ? undefined : Math.max(0, Math.floor(since / 1000) - 1),
        before: until === undefined ? undefined : Math.floor(until / 1000) + 2,
      }
      const { rows: all, next } = await nativeTrades(native, ctx).fetch(cursor)
      const rows = all.filter(({ status }) => query.withReversals === true || status !== 'FAILED')
      const [{ funder }, { apiKey }] = [await accountOf(ctx), await apiKeysOf(ctx)]
      const nameOf = await namesOf(rows, ctx)
      const own = rows.flatMap((row) => {
        const trades = toUserTrades(row, { apiKey, funder }, nameOf(row.market))
        if (trades.length === 0) {
          ctx.omissions.noteCut(
            'trades in which none of the resting orders belongs to this key or wallet. Send the funderAddress that traded',
          )
        }
        return row.status === 'FAILED' ? trades.flatMap((one) => (one ? withReversal(one) : [])) : trades
      })
      const told = own.filter((fill) => fill !== undefined)
      if (told.length < own.length) {
        ctx.omissions.noteCut(
          'trades that Polymarket is still executing, whose price or amount is not known yet: retry',
        )
      }
      return { rows: told.filter(({ outcomeId }) => (filter.tokenId ?? outcomeId) === outcomeId), next }
    },
  }
}

/** The trades of a sent order have times from another clock. */
const CLOCKS_APART_MS = 10 * 60_000

/** Returns the number of shares filled since the order was sent, or undefined if there is no trade. */
export async function ownFillsOf(
  orderId: string,
  { outcomeId }: Pick<OrderTerms, 'outcomeId'>,
  sentAt: number,
  ctx: VenueContext,
): Promise<Decimal | undefined> {
  let filled: Decimal | undefined
  // Ids are hashes, in any case.
  const hash = orderId.toLowerCase()
  for await (const rows of paginate(fills({ outcomeId, since: sentAt - CLOCKS_APART_MS }, ctx))) {
    for (const row of rows)
      if (row.orderId?.toLowerCase() === hash) filled = add(filled ?? zero, decimalOf(row.amount))
  }
  return filled
}
