import { type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import { accountOf } from './accounts.js'
import { findBySlug } from './ids.js'
import { createBadRequest, createInvalid, createUnknownSlug } from './replies.js'

/** Routes that cancel orders (README.md, "Orders"). */
export const cancelRoutes: readonly Route[] = [
  route('DELETE', '/orders/:id', (call) => cancelOne(accountOf(call), uuidIn('id', call.params['id'] ?? ''))),
  route('DELETE', '/orders/all/:slug', cancelAll),
  route('POST', '/orders/cancel', cancelNamed),
  route('POST', '/orders/cancel-batch', (call) => cancelBatch(call, 'orderIds')),
  route('POST', '/orders/batch-cancel', cancelMany),
]

function uuidIn(name: string, text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw createInvalid(`${name} must be a UUIDv4`)
  return text
}

function cancelOne(account: PaperAccount, id: string): Reply {
  if (account.cancel(id).rejected !== undefined) throw createBadRequest('Order not found or already canceled')
  return toJsonReply({ message: 'Order canceled successfully' })
}

/** Cancels by the venue's id or by the client order id. */
function cancelNamed(call: MockCall): Reply {
  const [orderId, clientOrderId] = [
    bodyTextOf(call.request, 'orderId'),
    bodyTextOf(call.request, 'clientOrderId'),
  ]
  if ((orderId === undefined) === (clientOrderId === undefined))
    throw createInvalid('either orderId or clientOrderId must be given')
  const account = accountOf(call)
  const id =
    orderId === undefined ? account.orderByClientId(clientOrderId ?? '')?.id : uuidIn('orderId', orderId)
  if (id === undefined) throw createBadRequest('Order not found or already canceled')
  return cancelOne(account, id)
}

function cancelAll(call: MockCall): Reply {
  const slug = call.params['slug'] ?? ''
  const found = findBySlug(call, slug)
  if (found === undefined || found.kind === 'group') throw createUnknownSlug(slug)
  const done = accountOf(call).cancelAll(({ market }) => market.key === found.market.key)
  return toJsonReply({
    message: 'Orders canceled successfully',
    canceled: done.map(({ order }) => order.id),
    failed: [],
  })
}

const MAX_ORDERS = 50

/** Cancels orders of any market by either kind of id (the newer form). */
function cancelMany(call: MockCall): Reply {
  const name = bodyMemberOf(call.request, 'clientOrderIds') === undefined ? 'orderIds' : 'clientOrderIds'
  const names = bodyMemberOf(call.request, name)
  if (Array.isArray(names) && names.length > MAX_ORDERS)
    throw createInvalid(`${name} must contain not more than ${MAX_ORDERS} elements`)
  return cancelBatch(call, name)
}

/** Returns the canceled orders and the others; status 207 if both exist. */
function cancelBatch(call: MockCall, name: 'orderIds' | 'clientOrderIds'): Reply {
  const names = bodyMemberOf(call.request, name)
  if (!Array.isArray(names) || names.length === 0) throw createInvalid(`${name} must be an array`)
  const account = accountOf(call)
  const idOf = (one: string) => (name === 'orderIds' ? one : (account.orderByClientId(one)?.id ?? ''))
  const failed = names.map(String).filter((one) => account.cancel(idOf(one)).rejected !== undefined)
  const canceled = names.map(String).filter((one) => !failed.includes(one))
  return toJsonReply(
    {
      message: 'Orders processed',
      canceled: canceled.map(idOf),
      failed: failed.map((one) => ({
        [name === 'orderIds' ? 'orderId' : 'clientOrderId']: one,
        reason: 'ORDER_NOT_FOUND',
        message: 'Order not found or already canceled',
      })),
    },
    failed.length > 0 ? 207 : 200,
  )
}
