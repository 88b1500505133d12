import { createNotImplemented, Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import { amountOf } from '../../paper-trading/state/amount.js'
import {
  type RejectionTexts,
  rejectionTextOf,
  requireAccepted,
} from '../../paper-trading/state/rejections.js'
import type {
  PaperOrder,
  PaperOrderRequest,
  PaperRejection,
  PaperTimeInForce,
} from '../../paper-trading/state/types.js'
import { findContractBySymbol } from './ids.js'
import { orderRow, toBatchRow, withOrderIds } from './order-row.js'
import { createCatalogueError } from './replies.js'
import { type AccountCall, createSignedRoute, PATH } from './signed.js'

/** Order routes (OpenAPI archived 2026-09-26, tag Trading; README.md of this folder: "Orders"). */
export const orderRoutes: readonly Route[] = [
  createSignedRoute('POST', `${PATH}/order`, (call) =>
    withOrderIds(orderRow(call, placed(call, orderIn(call, call.request))), 201),
  ),
  createSignedRoute('POST', `${PATH}/order/batch`, placeMany),
  createSignedRoute('POST', `${PATH}/order/cancel`, (call) => {
    const id = bodyTextOf(call.request, 'orderId') ?? ''
    requireAccepted(call.account.cancel(id), cancelRefusal(id))
    return toJsonReply({ result: 'ok', message: `Order ${id} cancelled successfully` })
  }),
  createSignedRoute('POST', `${PATH}/order/batch/cancel`, cancelMany),
]

type Body = { readonly body: unknown }

const timesInForce: Readonly<Record<string, PaperTimeInForce>> = {
  'good-til-cancel': 'gtc',
  'immediate-or-cancel': 'ioc',
  'fill-or-kill': 'fok',
}

/** Reads the order in a payload. @throws 400, 404, or 501 for what the simulation does not implement */
function orderIn(call: AccountCall, body: Body): PaperOrderRequest {
  const invalid = (name: string): Refusal => createCatalogueError(400, 'INVALID_INPUT', `invalid ${name}`)
  const type = bodyTextOf(body, 'orderType')
  if (type === 'stop-limit') throw createNotImplemented('orders with a stop')
  if (type !== 'limit') throw invalid('orderType')
  const [action, side] = [bodyTextOf(body, 'side'), bodyTextOf(body, 'outcome')]
  if (action !== 'buy' && action !== 'sell') throw invalid('side')
  if (side !== 'yes' && side !== 'no') throw invalid('outcome')
  const timeInForce = timesInForce[bodyTextOf(body, 'timeInForce') ?? 'good-til-cancel']
  if (timeInForce === undefined) throw invalid('timeInForce')
  const size = requireOrRefuse(amountOf(bodyTextOf(body, 'quantity') ?? ''), () => invalid('quantity'))
  const price = requireOrRefuse(amountOf(bodyTextOf(body, 'price') ?? ''), () => invalid('price'))
  const { market } = requireOrRefuse(findContractBySymbol(call, bodyTextOf(body, 'symbol') ?? ''), () =>
    createCatalogueError(404, 'NOT_FOUND', 'Contract not found'),
  )
  const makerOrCancel = bodyMemberOf(body, 'makerOrCancel') === true
  return {
    market,
    side,
    action,
    amount: { size },
    price,
    timeInForce,
    postOnly: makerOrCancel,
    native: { makerOrCancel },
  }
}

/**
 * Places an order; a maker-only order that would take is accepted and immediately canceled.
 * @throws the venue's error for a rejected order
 */
function placed({ account }: AccountCall, wanted: PaperOrderRequest): PaperOrder {
  const done = account.place(wanted)
  const isCrossing = done.rejected?.reason === 'would_cross'
  const cancelled = { ...wanted, postOnly: false, timeInForce: 'ioc', fillCap: 0n } as const
  return requireAccepted(isCrossing ? account.place(cancelled) : done, refusalOf).order
}

const MAX_IN_BATCH = 20

/** Reads all entries before any is placed. @throws 400 for a batch that is empty or too large */
function entriesIn({ request }: AccountCall, name: string): readonly unknown[] {
  const rows = bodyMemberOf(request, name)
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_IN_BATCH)
    throw createCatalogueError(
      400,
      'INVALID_INPUT',
      `${name} must have between 1 and ${MAX_IN_BATCH} entries`,
    )
  return rows
}

/** Checks all orders first; one invalid order rejects the whole batch. Then each is placed separately. */
function placeMany(call: AccountCall): Reply {
  const wanted = entriesIn(call, 'orders').map((body) => orderIn(call, { body }))
  const results = wanted.map((order) => attempt(() => ({ order: toBatchRow(call, placed(call, order)) })))
  return withOrderIds({ results })
}

function cancelMany(call: AccountCall): Reply {
  const ids = entriesIn(call, 'orderIds').map((id) => {
    if (typeof id !== 'string' || !/^\d+$/.test(id))
      throw createCatalogueError(400, 'INVALID_INPUT', 'invalid orderIds')
    return id
  })
  const results = ids.map((orderId) => ({
    orderId,
    ...attempt(() => {
      requireAccepted(call.account.cancel(orderId), cancelRefusal(orderId))
      return { result: 'ok' }
    }),
  }))
  return withOrderIds({ results })
}

/** Returns the result, or the error and message of a rejection. */
function attempt(work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const parsed: unknown = JSON.parse(error.reply.body)
    const body = { body: parsed }
    return { error: bodyMemberOf(body, 'error'), message: bodyMemberOf(body, 'message') }
  }
}

/** Codes are those of the venue's socket and batches; the documentation has status 422 for a failed risk check. */
const codes: RejectionTexts<string> = {
  insufficient: 'InsufficientFunds',
  market_closed: 'MarketNotOpen',
  invalid_price: 'LimitPriceOffTick',
  invalid_size: 'InvalidQuantity',
  otherwise: (reason) => reason.toUpperCase(),
}

function refusalOf(rejection: PaperRejection): Refusal {
  const code = rejectionTextOf(codes, rejection)
  return createCatalogueError(422, code, code.replace(/(?<=[a-z])(?=[A-Z])/g, ' '))
}

function cancelRefusal(id: string): (rejection: PaperRejection) => Refusal {
  return ({ reason }) =>
    reason === 'order_not_open'
      ? createCatalogueError(422, 'OrderNotCancellable', `Order ${id} cannot be cancelled`)
      : createCatalogueError(404, 'OrderNotFound', `Order ${id} not found`)
}
