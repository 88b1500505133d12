import { decimal, subtract, toNumber } from '../../api/decimal.js'
import type { Balance, Order, Position } from '../../api/models.js'
import { inTurn, type Leg } from '../../venue-kit/legs.js'
import { type CursorPaging, collect, type OffsetPaging, type Paging, walk } from '../../venue-kit/paging.js'
import { readPayload } from '../../venue-kit/payload.js'
import { readList } from '../../venue-kit/rows.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/trading.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { signed } from './auth.js'
import { readId } from './ids.js'
import { toOrder, toPosition } from './native/order-rows.js'
import { balancesReply, type NativePosition, ordersReply, positionsReply } from './native/order-wire.js'

export const PATH = '/v1/prediction-markets'

/** Most rows of a page, and how far the history of orders can be read. */
const [OPEN_PER_PAGE, CLOSED_PER_PAGE, DEEPEST] = [100, 1_000, 10_000]

/** One's own account, by its key. Which fills orders had is not documented for these instruments. */
export const accountSource: AccountSource = { balance, positions, order: findOrder, openOrders, closedOrders }

async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  const path = '/v1/balances'
  const { json } = await signed.send({ host: 'account', path, body: {} }, ctx)
  return readPayload(balancesReply, json, `POST ${path}`).map(({ currency, amount: total, available }) => ({
    currency,
    total,
    available,
    locked: toNumber(subtract(decimal(total), decimal(available))),
  }))
}

async function positions(ctx: VenueContext): Promise<readonly Position[]> {
  const path = `${PATH}/positions`
  const paging: OffsetPaging<NativePosition> = {
    kind: 'offset',
    what: 'positions',
    idOf: ({ symbol, outcome }) => `${symbol} ${outcome}`,
    async fetch(offset) {
      const body = { limit: OPEN_PER_PAGE, offset }
      const { json } = await signed.send({ host: 'account', path, body }, ctx)
      const { positions: rows } = readList(positionsReply, json, `POST ${path}`, ctx)
      return { rows, scanned: rows.length, end: rows.length < OPEN_PER_PAGE }
    },
  }
  const rows = await collect(paging)
  return rows.filter(({ totalQuantity }) => totalQuantity !== 0).map(toPosition)
}

/** Looked for among all orders, open ones first: none can be asked for by its id. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  if (!/^\d+$/.test(orderId)) return undefined
  for (const list of [openOrders({}, ctx), closedOrders({}, ctx)])
    for await (const rows of walk(list)) {
      const found = rows.find(({ id }) => id === orderId)
      if (found !== undefined) return found
    }
  return undefined
}

function openOrders(query: HistoryQuery, ctx: VenueContext): Paging<Order> {
  const leg = legOf('active', OPEN_PER_PAGE, {}, query, ctx)
  return inTurn('open orders', idOf, leg === undefined ? [] : [leg])
}

/** Those that were filled, then those that were canceled: they are asked for by status. */
function closedOrders(query: HistoryQuery, ctx: VenueContext): CursorPaging<Order> {
  const { since: from, until: to } = query
  const legs = ['filled', 'cancelled'].flatMap(
    (status) => legOf('history', CLOSED_PER_PAGE, { status, from, to }, query, ctx) ?? [],
  )
  return inTurn('closed orders', idOf, legs)
}

function idOf({ id }: Order): string {
  return id
}

/** Undefined where no contract has the id that is asked for. */
function legOf(
  list: 'active' | 'history',
  limit: number,
  filter: object,
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): Leg<Order> | undefined {
  const asked = marketId ?? outcomeId
  const id = asked === undefined ? undefined : readId(asked)
  if (id !== undefined && id.kind !== 'contract') return undefined
  const path = `${PATH}/orders/${list}`
  return {
    async fetch(cursor) {
      const offset = Number(cursor ?? 0)
      const body = { ...filter, symbol: id?.symbol, limit, offset }
      const { json } = await signed.send({ host: 'account', path, body }, ctx)
      const { orders } = readList(ordersReply, json, `POST ${path}`, ctx)
      const rows = orders
        .map(toOrder)
        .filter((order) => id === undefined || isOf(order, id.symbol))
        .filter((order) => outcomeId === undefined || order.outcomeId === outcomeId)
      const next = offset + orders.length
      const isEnd = orders.length < limit || next > DEEPEST
      return { rows, next: isEnd ? undefined : String(next) }
    },
  }
}

function isOf({ outcomeId }: Order, symbol: string): boolean {
  const id = readId(outcomeId)
  return id.kind === 'contract' && id.symbol === symbol
}
