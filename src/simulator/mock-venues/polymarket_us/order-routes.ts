import { type Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { sumAmounts } from '../../paper-trading/state/amount.js'
import { requireAccepted } from '../../paper-trading/state/rejections.js'
import type { PaperOrder, PaperRejection } from '../../paper-trading/state/types.js'
import { findBustedOrder, placeBusted } from './busted-trades.js'
import { cutSteps, stepsFor } from './estimates.js'
import { slugOf } from './instruments.js'
import { amendmentOf, refuseAmendment } from './modifying.js'
import { boundIn, isWithinBounds, marketIn, orderIn, type SentOrder, worthOf } from './order-body.js'
import { executionsOf, orderRow } from './order-row.js'
import { accountOf, takerFeesOf, toLongPrice } from './paper.js'
import { draftOf, findRefusedOrder, noteRefused, outOfBounds, whyOf } from './refused-orders.js'
import { createRefusal } from './replies.js'

/** Order routes, in prices of long (README.md, "Orders"). */
export const orderRoutes: readonly Route[] = [
  route('POST', '/v1/orders', (call) => place(call, orderIn(call, call.request.body))),
  route('GET', '/v1/orders/open', listOpen),
  route('POST', '/v1/orders/open/cancel', cancelAll),
  route('POST', '/v1/order/preview', preview),
  route('POST', '/v1/order/close-position', closePosition),
  route('GET', '/v1/order/:order', (call) => {
    const id = call.params['order'] ?? ''
    const account = accountOf(call)
    const refused = findRefusedOrder(call, account.owner, id)
    if (refused !== undefined) return toJsonReply({ order: refused.row })
    const order = findBustedOrder(call, account.owner, id) ?? account.order(id)
    return toJsonReply({ order: orderRow(call, found(order)) })
  }),
  route('POST', '/v1/order/:order/cancel', (call) => {
    const order = ownOrder(call)
    requireAccepted(accountOf(call).cancel(order.id), refusalOf)
    return toJsonReply({})
  }),
  route('POST', '/v1/order/:order/modify', (call) => {
    const order = ownOrder(call)
    const { body } = call.request
    const amendment = amendmentOf(order, body)
    const text = refuseAmendment(call, order, amendment, body)
    if (text !== undefined) throw createRefusal(400, text)
    requireAccepted(accountOf(call).amend(order.id, amendment), refusalOf)
    return toJsonReply({})
  }),
]

function found(order: PaperOrder | undefined): PaperOrder {
  return requireOrRefuse(order, () => createRefusal(404, 'Order not found'))
}

/** Returns the order in the path; the body must name its market. */
function ownOrder(call: MockCall): PaperOrder {
  const order = found(accountOf(call).order(call.params['order'] ?? ''))
  const slug = bodyTextOf(call.request, 'marketSlug')
  if (slug === undefined || slug !== slugOf(call, order)) throw createRefusal(400, 'marketSlug is required')
  return order
}

/**
 * Places an order. A price out of range is rejected as documented: the order has an id and status rejected. A rejection
 * by the account or the book is returned immediately: in the executions of a synchronous order, otherwise as a 400.
 */
function place(call: MockCall, wanted: SentOrder): Reply {
  const account = accountOf(call)
  const isAwaited = bodyMemberOf(call.request, 'synchronousExecution') === true
  const isBusted = call.switches.polymarketUs.trades === 'busted'
  const take = () => (isBusted ? placeBusted(call, account, wanted) : account.place(wanted))
  const done = isWithinBounds(wanted) ? take() : undefined
  if (done !== undefined && done.rejected === undefined) {
    const { order, fills } = done
    return toJsonReply({
      id: order.id,
      ...(isAwaited ? { executions: executionsOf(call, order, fills) } : {}),
    })
  }
  if (done !== undefined && !isAwaited) throw refusalOf(done.rejected)
  const why = done === undefined ? outOfBounds : whyOf(done.rejected)
  const { id, execution } = noteRefused(call, account.owner, wanted, why)
  return toJsonReply({ id, ...(isAwaited ? { executions: [execution] } : {}) })
}

function refusalOf(rejection: PaperRejection): Refusal {
  return createRefusal(400, `invalid order: ${whyOf(rejection).text}`)
}

/** Returns the order as if just placed; does not check the balance. */
function preview(call: MockCall): Reply {
  // Requires an account.
  accountOf(call)
  const wanted = orderIn(call, bodyMemberOf(call.request, 'request'))
  if (!isWithinBounds(wanted)) throw createRefusal(400, outOfBounds.text)
  const { size } = wanted.amount
  const steps = cutSteps(stepsFor(call, wanted), size)
  const filled = sumAmounts(steps.map((step) => step.size))
  const isResting = wanted.timeInForce === 'gtc' && filled < size
  const order: PaperOrder = {
    ...draftOf(wanted, call.now),
    filled,
    remaining: isResting ? size - filled : 0n,
    status: filled === size ? 'filled' : isResting ? 'open' : 'cancelled',
    ending: filled === size || isResting ? undefined : 'not_filled',
    takerValue: worthOf(steps),
    takerFees: sumAmounts(takerFeesOf(steps.map((step) => ({ ...wanted, ...step })))),
  }
  return toJsonReply({ order: orderRow(call, order) })
}

/** Sells the whole position of a market, at any price within the tolerance. */
function closePosition(call: MockCall): Reply {
  const { body } = call.request
  const market = marketIn(call, body)
  const held = accountOf(call)
    .positions()
    .find((one) => one.market.key === market.key && one.size > 0n)
  if (held === undefined) throw createRefusal(400, 'no position to close')
  const wish = { side: held.side, action: 'sell' } as const
  const bound = boundIn(body, market, wish)
  return place(call, {
    market,
    ...wish,
    amount: { size: held.size },
    price: bound === undefined ? undefined : toLongPrice(held.side, bound),
    timeInForce: 'ioc',
    native: { type: 'ORDER_TYPE_MARKET', tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL', cash: undefined },
  })
}

function cancelAll(call: MockCall): Reply {
  const slugs = bodyMemberOf(call.request, 'slugs')
  const isWanted = (order: PaperOrder): boolean => !isNames(slugs) || slugs.includes(slugOf(call, order))
  const canceled = accountOf(call).cancelAll(isWanted)
  return toJsonReply({ canceledOrderIds: canceled.map(({ order }) => order.id) })
}

function isNames(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0
}

function listOpen(call: MockCall): Reply {
  const slugs = call.query.all('slugs')
  const open = accountOf(call)
    .orders()
    .filter((order) => order.status === 'open')
    .filter((order) => slugs.length === 0 || slugs.includes(slugOf(call, order)))
  return toJsonReply({ orders: open.map((order) => orderRow(call, order)) })
}
