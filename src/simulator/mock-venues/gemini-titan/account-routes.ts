import { type Reply, toJsonReply } from '../../http/reply.js'
import { bodyTextOf } from '../../mock-kit/body.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import { toAmountText } from '../../paper-trading/state/amount.js'
import type { PaperOrder } from '../../paper-trading/state/types.js'
import { orderRow, symbolFor, withOrderIds } from './order-row.js'
import { answerSettledPositions, openPositions } from './positions.js'
import { createCatalogueError } from './replies.js'
import { type AccountCall, createSignedRoute, PATH } from './signed.js'
import { answerVolumeMetrics } from './volume.js'

/** Routes of positions and history of an account, all POST (OpenAPI archived 2026-09-26, tag Positions). */
export const accountRoutes: readonly Route[] = [
  createSignedRoute('POST', '/v1/balances', balances),
  createSignedRoute('POST', `${PATH}/orders/active`, (call) => {
    const { rows, limit, offset } = pageOf(call, 50, 100, ordersOf(call, ['open']))
    return listed(call, rows, { limit, offset })
  }),
  createSignedRoute('POST', `${PATH}/orders/history`, history),
  createSignedRoute('POST', `${PATH}/positions`, openPositions),
  createSignedRoute('POST', `${PATH}/positions/settled`, answerSettledPositions),
  createSignedRoute('POST', `${PATH}/metrics/volume`, answerVolumeMetrics),
]

function balances({ account }: AccountCall): Reply {
  const { total, available } = account.balance()
  return toJsonReply([
    {
      type: 'exchange',
      currency: 'USD',
      amount: toAmountText(total),
      available: toAmountText(available),
      availableForWithdrawal: toAmountText(available),
    },
  ])
}

function listed(
  call: AccountCall,
  rows: readonly PaperOrder[],
  page: { readonly limit: number; readonly offset: number },
): Reply {
  return withOrderIds({
    orders: rows.map((order) => orderRow(call, order)),
    pagination: { ...page, count: rows.length },
  })
}

const MAX_HISTORY = 1_000
const MAX_OFFSET = 10_000

/**
 * Returns closed orders. With `from` or `to`, a window [from, to) of closing times, `offset` is ignored, so only one
 * page is available.
 */
function history(call: AccountCall): Reply {
  const status = bodyTextOf(call.request, 'status')
  if (status !== undefined && status !== 'filled' && status !== 'cancelled')
    throw createCatalogueError(400, 'INVALID_INPUT', 'status must be filled or cancelled')
  const closed = ordersOf(call, status === undefined ? ['filled', 'cancelled'] : [status])
  const newest = closed.toSorted((a, b) => b.updatedAt - a.updatedAt || b.count - a.count)
  const [from, to] = [numberIn(call, 'from'), numberIn(call, 'to')]
  if (from === undefined && to === undefined) {
    const { rows, limit, offset } = pageOf(call, 50, MAX_HISTORY, newest)
    if (offset > MAX_OFFSET)
      throw createCatalogueError(400, 'INVALID_INPUT', `offset must be at most ${MAX_OFFSET}`)
    return listed(call, rows, { limit, offset })
  }
  if (from !== undefined && to !== undefined && from > to)
    throw createCatalogueError(400, 'INVALID_INPUT', 'from must not be later than to')
  const within = newest.filter(
    ({ updatedAt }) => updatedAt >= (from ?? 0) && updatedAt < (to ?? Number.POSITIVE_INFINITY),
  )
  const limit = limitIn(call, 50, MAX_HISTORY)
  return listed(call, within.slice(0, limit), { limit, offset: 0 })
}

/** Reads an integer of 0 or more. @throws 400 */
function numberIn(call: AccountCall, name: string): number | undefined {
  const value = call.request.body[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw createCatalogueError(400, 'INVALID_INPUT', `${name} must be a number`)
}

function limitIn(call: AccountCall, otherwise: number, most: number): number {
  return Math.min(numberIn(call, 'limit') ?? otherwise, most)
}

function pageOf<Row>(call: AccountCall, otherwise: number, most: number, rows: readonly Row[]) {
  const limit = limitIn(call, otherwise, most)
  const offset = numberIn(call, 'offset') ?? 0
  return { rows: rows.slice(offset, offset + limit), limit, offset }
}

function ordersOf(call: AccountCall, statuses: readonly PaperOrder['status'][]): readonly PaperOrder[] {
  const symbol = bodyTextOf(call.request, 'symbol')?.toUpperCase()
  return call.account
    .orders()
    .filter((order) => statuses.includes(order.status))
    .filter((order) => symbol === undefined || symbolFor(call, order.market) === symbol)
}
