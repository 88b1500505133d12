import type { Order } from '../../../api/models/models.js'
import { pathOf } from '../../../transport/call-types.js'
import { toStatusError } from '../../../transport/errors.js'
import { createNumberedPages, type Paging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import {
  assertHonoured,
  assertSameSubject,
  createSchemaMismatch,
  readPayload,
} from '../../../venue-kit/payload/payload.js'
import { readList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { resolveOwnWallet } from '../auth.js'
import { isUnknownOrder } from '../errors.js'
import { type MarketRef, packMarketId, readId } from '../ids.js'
import { findNative } from '../lookup.js'
import { refOf } from '../mapping.js'
import { proved, sendProvable } from './account-session.js'
import { exchangeOf } from './contracts.js'
import { orderHash } from './order.js'
import { BOOK_NETWORK, refIn, toOrder } from './order-rows.js'
import { type NativeOrder, orderReply, ordersReply } from './order-wire.js'

/** Rows per page: as many as older and newer documents both allow (../README.md). */
const PAGE_SIZE = 1_000

/**
 * Returns the order with a hash, or undefined if the venue reports that there is none.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) if the row is of another order, which does not prove that there is none
 */
export async function findNativeOrder(hash: string, ctx: VenueContext): Promise<NativeOrder | undefined> {
  // The response to other text is not documented.
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return undefined
  const what = 'GET /orders/{hash}'
  const asked = hash.toLowerCase()
  const reply = await sendProvable({ host: 'api', path: pathOf`/orders/${asked}`, accept: [404] }, ctx)
  if (reply.status === 404) {
    if (isUnknownOrder(reply.json)) return undefined
    throw toStatusError(reply)
  }
  const row = readPayload(orderReply, reply.json, what)
  assertSameSubject(asked, row.orderHash, what, 'orderHash')
  const { network } = refIn(row)
  if (exchangeOf(network) === undefined)
    throw createSchemaMismatch(what, 'networkId', `network ${network}, whose order hashes cannot be computed`)
  const hashed = orderHash(row.order, network)
  if (hashed !== asked)
    throw createSchemaMismatch(what, 'order', `not the order with the requested id: its hash is ${hashed}`)
  return row
}

export async function findOrder(hash: string, ctx: VenueContext): Promise<Order | undefined> {
  const row = await findNativeOrder(hash, ctx)
  return row && toOrder(row)
}

const isOpen = ({ status }: Order): boolean => status === 'open' || status === 'pending'

export function openOrders(query: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return ordersOf(query, isOpen, ctx)
}

export function listClosedOrders(query: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return ordersOf(query, (order) => !isOpen(order), ctx)
}

/**
 * Lists all orders of the authenticated account: the meaning of the words of `status` is not documented, and `market_id` was
 * observed to exclude everything.
 */
function ordersOf(
  query: HistoryQuery,
  isWanted: (order: Order) => boolean,
  ctx: VenueContext,
): Paging<Order> {
  const what = 'GET /orders'
  let scope: ReturnType<typeof scopeOf> | undefined
  /** Number of rows of the pages so far. */
  let before = 0
  return {
    kind: 'cursor',
    what: 'orders',
    idOf: ({ id }) => id,
    ...createNumberedPages(async (page) => {
      const trader = (await resolveOwnWallet(ctx)).toLowerCase()
      scope ??= scopeOf(query, ctx)
      const isInScope = await scope
      if (isInScope === undefined) return { rows: [], more: false }
      const asked = { network_id: BOOK_NETWORK, limit: PAGE_SIZE, page }
      const { json } = await proved.send({ host: 'api', path: '/orders', query: asked }, ctx)
      const { data, pagination } = readList(ordersReply, json, what, ctx)
      for (const [index, { order, networkId = BOOK_NETWORK }] of data.entries()) {
        const isOfBook = networkId === BOOK_NETWORK
        assertHonoured(isOfBook, what, `data[${index}].networkId`, String(networkId))
        const isOwn = order.trader.toLowerCase() === trader
        assertHonoured(isOwn, what, `data[${index}].order.trader`, order.trader)
      }
      const sent = sentIn(data)
      before += sent
      const { total, hasNext } = pagination ?? {}
      // Without such a member the list ends at an empty page.
      const goesOn = hasNext ?? (total === undefined || before < total)
      return {
        rows: data.filter(isInScope).map(toOrder).filter(isWanted),
        more: goesOn && sent > 0,
      }
    }),
  }
}

/** Returns the filter of a query, or undefined for a pool or an unknown market, which have no orders. */
async function scopeOf(
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): Promise<((row: NativeOrder) => boolean) | undefined> {
  const outcome = outcomeId === undefined ? undefined : readId(outcomeId)
  if (outcome !== undefined && (outcome.kind !== 'outcome' || outcome.place.isNegative)) return undefined
  const named = marketId === undefined ? outcome : readId(marketId)
  if (named === undefined) return () => true
  const refs = await Promise.all([named, outcome ?? named].map((id) => marketNamed(id, ctx)))
  const names = refs.map((ref) => (ref?.model === 'ob' ? packMarketId(ref) : undefined))
  const [market] = names
  if (market === undefined || names.some((name) => name !== market)) return undefined
  return (row) =>
    packMarketId(refIn(row)) === market &&
    (outcome === undefined || outcome.place.index === row.order.outcomeId)
}

async function marketNamed(id: ReturnType<typeof readId>, ctx: VenueContext): Promise<MarketRef | undefined> {
  if ((id.kind === 'market' || id.kind === 'outcome') && id.model === 'ob')
    return { network: id.network, model: 'ob', number: id.number }
  const market = await findNative(id, ctx)
  return market && refOf(market)
}
