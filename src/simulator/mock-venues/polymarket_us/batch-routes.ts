import { type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { slugOf } from './instruments.js'
import { amendmentOf, refuseAmendment } from './modifying.js'
import { isWithinBounds, orderIn } from './order-body.js'
import { accountOf } from './paper.js'
import { noteRefused, outOfBounds, whyOf } from './refused-orders.js'
import { createRefusal } from './replies.js'

/**
 * Routes of several orders in one call (README.md, "Orders"). All entries are read before any is executed; the response
 * does not contain their results.
 */
export const batchRoutes: readonly Route[] = [
  route('POST', '/v1/orders/batched', createAll),
  route('POST', '/v1/orders/batched/cancel', cancelSome),
  route('POST', '/v1/orders/batched/modify', modifySome),
]

const MAX_ENTRIES = 20

function entriesIn(call: MockCall): readonly unknown[] {
  const entries = bodyMemberOf(call.request, 'orders')
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_ENTRIES)
    throw createRefusal(400, `orders must have 1 to ${MAX_ENTRIES} entries`)
  return entries
}

/** Returns an id for every entry, even for those that the exchange rejects. */
function createAll(call: MockCall): Reply {
  const account = accountOf(call)
  const wanted = entriesIn(call).map((entry) => orderIn(call, entry))
  const createdOrderIds = wanted.map((order) => {
    if (!isWithinBounds(order)) return noteRefused(call, account.owner, order, outOfBounds).id
    const done = account.place(order)
    if (done.rejected === undefined) return done.order.id
    return noteRefused(call, account.owner, order, whyOf(done.rejected)).id
  })
  return toJsonReply({ createdOrderIds })
}

interface Named {
  readonly id: string
  readonly slug: string
  readonly entry: unknown
}

function namedIn(call: MockCall): readonly Named[] {
  return entriesIn(call).map((entry) => {
    const [id, slug] = [bodyTextOf({ body: entry }, 'orderId'), bodyTextOf({ body: entry }, 'marketSlug')]
    if (id === undefined || slug === undefined)
      throw createRefusal(400, 'orderId and marketSlug are required')
    return { id, slug, entry }
  })
}

/** Returns the ids regardless of the result. */
function cancelSome(call: MockCall): Reply {
  const account = accountOf(call)
  const named = namedIn(call)
  for (const { id, slug } of named) {
    const order = account.order(id)
    if (order !== undefined && slugOf(call, order) === slug) account.cancel(id)
  }
  return toJsonReply({ canceledOrderIds: named.map(({ id }) => id) })
}

function modifySome(call: MockCall): Reply {
  const account = accountOf(call)
  const named = namedIn(call)
  const changes = named.flatMap(({ id, slug, entry }) => {
    const order = account.order(id)
    if (order === undefined || slugOf(call, order) !== slug) return []
    return [{ order, entry, amendment: amendmentOf(order, entry) }]
  })
  // A rejected change is reported only on the account's socket.
  for (const { order, entry, amendment } of changes)
    if (refuseAmendment(call, order, amendment, entry) === undefined) account.amend(order.id, amendment)
  return toJsonReply({ modifiedOrderIds: named.map(({ id }) => id) })
}
