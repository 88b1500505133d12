import type { Order } from '../../../api/models/models.js'
import { pathOf } from '../../../transport/call-types.js'
import { createNumberedPages, type Paging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertSameSubject, readPayload } from '../../../venue-kit/payload/payload.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'
import { CHAIN, sendSigned } from '../auth.js'
import { isUnknownOrder } from '../errors.js'
import { outcomeSource } from '../outcomes.js'
import { findMarketOf } from './directory.js'
import { readOrderId, tokenOf, toOrder } from './order-rows.js'
import { type NativeOrder, openOrdersReply, orderReply } from './order-wire.js'

/** Rows of a page, as in the documents; the maximum is not published. */
const ROWS_PER_PAGE = 20

/** Returns the order with this id, or undefined if the venue reports that there is none. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  const { number, tokenId } = readOrderId(orderId)
  const path = pathOf`/orders/${CHAIN}/${number}`
  const reply = await sendSigned({ path, query: { tokenId }, accept: [400, 404] }, ctx)
  if (reply.status === 404 || isUnknownOrder(reply.json)) return undefined
  const what = 'GET /orders/{chainId}/{orderId}'
  const row = readPayload(orderReply, reply.json, what)
  assertSameSubject(number, row.orderId, what, 'orderId')
  return toOrder(row, await findMarketOf(tokenOf(row), ctx))
}

export function openOrders({ marketId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  const what = 'GET /orders/{chainId}/open'
  let tokens: readonly string[] | undefined
  const pages = createNumberedPages(async (page) => {
    if (marketId !== undefined) tokens ??= await tokensOf(marketId, ctx)
    if (tokens?.length === 0) return { rows: [], more: false }
    const query = { token_ids: tokens?.join(','), page, limit: ROWS_PER_PAGE }
    const { json } = await sendSigned({ path: `/orders/${CHAIN}/open`, query }, ctx)
    const { orders, pagination } = readList(openOrdersReply, json, what, ctx)
    const wanted = orders.filter((row) => tokens?.includes(tokenOf(row)) !== false)
    // Without pages the list is complete.
    const more = pagination !== undefined && pagination.page * pagination.limit < pagination.total
    return { rows: await Promise.all(wanted.map((row) => named(row, ctx))), more }
  })
  return { kind: 'cursor', what: 'open orders', idOf: ({ id }) => id, ...pages }
}

async function named(row: NativeOrder, ctx: VenueContext): Promise<Order> {
  return toOrder(row, await findMarketOf(tokenOf(row), ctx))
}

/** Returns the tokens of the market that a caller names in any way. */
export async function tokensOf(name: string, ctx: VenueContext): Promise<readonly string[]> {
  const sought = await outcomeSource.locate(name, ctx)
  if (sought === undefined) return []
  const found = sought.kind === 'outcome' ? [sought.outcome, ...(sought.others ?? [])] : sought.outcomes
  return found.map(({ outcomeId }) => outcomeId)
}
