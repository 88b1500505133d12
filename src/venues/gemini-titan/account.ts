import type { Balance, Order, Position, UserTrade } from '../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import {
  type CursorPaging,
  collect,
  type OffsetPaging,
  type Paging,
  paginate,
} from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { assertAllRead, readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { signed } from './auth.js'
import { readId } from './ids.js'
import { listPagesOfWindow } from './native/history-windows.js'
import { toOrder, toPosition, toUserTrade } from './native/order-rows.js'
import {
  balancesReply,
  type NativeOrder,
  type NativePosition,
  ordersReply,
  positionsReply,
} from './native/order-wire.js'
import { listSettlements } from './native/settlements.js'

export const PATH = '/v1/prediction-markets'

/** Maximum number of rows per page, and the maximum depth of the order history. */
const [OPEN_PER_PAGE, CLOSED_PER_PAGE, DEEPEST, POSITIONS_PER_PAGE] = [100, 1_000, 10_000, 1_000]
/**
 * Pages of open orders overlap by this many rows, because an order that ends between two pages moves the following ones forward.
 */
const OPEN_OVERLAP = 20

/** Reads a key's account. Single fills are not documented for these instruments: a trade is the filled amount of an order. */
export const accountSource: AccountSource = {
  balance,
  positions,
  order: findOrder,
  openOrders,
  closedOrders,
  fills,
  fillsAreSums: true,
  settlements: listSettlements,
}

async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  const path = '/v1/balances'
  const { json } = await signed.send({ host: 'account', path, body: {} }, ctx)
  return readPayload(balancesReply, json, `POST ${path}`).map(({ currency, amount: total, available }) => ({
    currency,
    total,
    available,
    locked: toNumber(subtractDecimals(decimalOf(total), decimalOf(available))),
  }))
}

async function positions(ctx: VenueContext): Promise<readonly Position[]> {
  const path = `${PATH}/positions`
  const paging: OffsetPaging<NativePosition> = {
    kind: 'offset',
    what: 'positions',
    idOf: ({ symbol, outcome }) => `${symbol} ${outcome}`,
    async fetch(offset) {
      // Unlike the parameters of orders they are in the query, which is not signed (README.md).
      const query = { limit: POSITIONS_PER_PAGE, offset }
      const { json } = await signed.send({ host: 'account', path, query, body: {} }, ctx)
      const { positions: rows } = readList(positionsReply, json, `POST ${path}`, ctx)
      const scanned = sentIn(rows)
      // A larger page than requested contains all rows.
      return { rows, scanned, end: scanned !== POSITIONS_PER_PAGE }
    },
  }
  const rows = await collect(paging)
  return rows.filter(({ totalQuantity }) => totalQuantity !== 0).map(toPosition)
}

/**
 * Finds an order among all orders, open ones first: orders cannot be requested by id.
 * @throws EXCHANGE_NOT_AVAILABLE when it may be among orders that cannot be read
 */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  if (!/^\d+$/.test(orderId)) return undefined
  for (const list of [openOrders({}, ctx), closedOrders({}, ctx)])
    for await (const rows of paginate(list)) {
      const found = rows.find(({ id }) => id === orderId)
      if (found !== undefined) return found
    }
  assertAllRead(`The order ${orderId}`, ctx)
  return undefined
}

function openOrders(query: HistoryQuery, ctx: VenueContext): Paging<Order> {
  const symbol = symbolOf(query)
  const legs = symbol === null ? [] : [openLeg(symbol, toOrder, query, ctx)]
  return unordered('open orders', legs)
}

function openLeg<Row extends ListedRow>(
  symbol: string | undefined,
  convert: Convert<Row>,
  query: HistoryQuery,
  ctx: VenueContext,
): Leg<Row> {
  return byOffset({ list: 'active', limit: OPEN_PER_PAGE, symbol }, convert, query, ctx)
}

/**
 * Lists filled orders, then canceled ones, because the query requires a status. An order closes after its creation, so only the
 * start of a window applies to the closing time.
 */
function closedOrders(query: HistoryQuery, ctx: VenueContext): CursorPaging<Order> {
  const symbol = symbolOf(query)
  return unordered('closed orders', symbol === null ? [] : closedLegs(symbol, toOrder, query, ctx))
}

function closedLegs<Row extends ListedRow>(
  symbol: string | undefined,
  convert: Convert<Row>,
  query: HistoryQuery,
  ctx: VenueContext,
): readonly Leg<Row>[] {
  const { since } = query
  return (['filled', 'cancelled'] as const).map((status) => {
    const list: OrderList = { list: 'history', limit: CLOSED_PER_PAGE, status, symbol }
    return since === undefined
      ? byOffset(list, convert, query, ctx)
      : byWindow(list, since, convert, query, ctx)
  })
}

/** Lists the filled amount of each order, open ones first. */
function fills(query: HistoryQuery, ctx: VenueContext): CursorPaging<UserTrade> {
  const symbol = symbolOf(query)
  if (symbol === null) return unordered<UserTrade>('trades', [])
  const convert: Convert<UserTrade> = (row) => {
    const trade = toUserTrade(row)
    if (trade === undefined && row.filledQuantity > 0)
      ctx.omissions.noteCut('trades of orders for which Gemini does not return an average price')
    return trade
  }
  const legs = [openLeg(symbol, convert, query, ctx), ...closedLegs(symbol, convert, query, ctx)]
  return unordered('trades', legs)
}

/** Joins lists, each of which may begin with newer rows than the previous one ends with. */
function unordered<Row extends ListedRow>(what: string, legs: readonly Leg<Row>[]): CursorPaging<Row> {
  return { ...joinLegs(what, idOf, legs), isUnordered: true }
}

interface ListedRow {
  readonly id: string
  readonly outcomeId?: string
}

/** Undefined for other rows. */
type Convert<Row> = (row: NativeOrder, list: 'active' | 'history') => Row | undefined

function idOf({ id }: ListedRow): string {
  return id
}

/** Returns the requested contract, undefined for all, or null if no contract has the id. */
function symbolOf({ marketId, outcomeId }: HistoryQuery): string | undefined | null {
  const asked = marketId ?? outcomeId
  if (asked === undefined) return undefined
  const id = readId(asked)
  return id.kind === 'contract' ? id.symbol : null
}

/** A list of the venue, and its query. */
interface OrderList {
  readonly list: 'active' | 'history'
  readonly limit: number
  readonly status?: 'filled' | 'cancelled'
  readonly symbol?: string | undefined
}

async function readOrders<Row extends ListedRow>(
  { list, ...asked }: OrderList,
  where: object,
  convert: Convert<Row>,
  { outcomeId }: HistoryQuery,
  ctx: VenueContext,
) {
  const path = `${PATH}/orders/${list}`
  const { json } = await signed.send({ host: 'account', path, body: { ...asked, ...where } }, ctx)
  const { orders } = readList(ordersReply, json, `POST ${path}`, ctx)
  const rows = orders
    .flatMap((order) => convert(order, list) ?? [])
    .filter((row) => asked.symbol === undefined || isOf(row, asked.symbol))
    .filter((row) => outcomeId === undefined || row.outcomeId === outcomeId)
  return { rows, sent: sentIn(orders) }
}

function byOffset<Row extends ListedRow>(
  list: OrderList,
  convert: Convert<Row>,
  query: HistoryQuery,
  ctx: VenueContext,
): Leg<Row> {
  return {
    async fetch(cursor) {
      const offset = Number(cursor ?? 0)
      const { rows, sent } = await readOrders(list, { offset }, convert, query, ctx)
      const next = offset + sent
      const isEnd = sent < list.limit || next > DEEPEST
      if (isEnd && sent >= list.limit)
        ctx.omissions.noteCut(
          `${list.status ?? 'open'} orders beyond the ${next} that Gemini returns without a start time. Pass since to get later ones`,
        )
      // Closed orders only move backward.
      const overlap = list.list === 'active' ? OPEN_OVERLAP : 0
      return { rows, next: isEnd ? undefined : String(next - overlap) }
    },
  }
}

const DAY_MS = 24 * 3_600_000

/** Lists rows by closing time, up to a day from now, because no clock is that wrong and nothing closes later. */
function byWindow<Row extends ListedRow>(
  list: OrderList,
  since: number,
  convert: Convert<Row>,
  query: HistoryQuery,
  ctx: VenueContext,
): Leg<Row> {
  const from = Math.max(0, Math.floor(since))
  const whole = { from, to: Math.max(from + 1, Math.round(ctx.clock.now()) + DAY_MS) }
  return listPagesOfWindow(
    whole,
    async (window) => {
      const { rows, sent } = await readOrders(list, window, convert, query, ctx)
      return { rows, isFull: sent >= list.limit }
    },
    () =>
      ctx.omissions.noteCut(
        `some of the ${list.status ?? ''} orders that were closed within one millisecond: Gemini lists ${list.limit} of them`,
      ),
  )
}

function isOf({ outcomeId = '' }: ListedRow, symbol: string): boolean {
  const id = readId(outcomeId)
  return id.kind === 'contract' && id.symbol === symbol
}
