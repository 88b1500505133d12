import { hashText } from '../../../effects/random.js'
import { memberOf, textIn } from '../../body.js'
import { type FaceCall, type Route, route } from '../../face.js'
import { json, Refusal, type Reply } from '../../reply.js'
import { uuidOf } from '../../world/hash.js'
import { callerOf } from './accounts.js'
import { apiError, badParams } from './errors.js'
import { hashOf, isCancelAllSigned, readSentBookOrder, sentIn, signatureIn } from './native-order.js'
import { assertNetwork, cancelSigned, traderForbidden } from './order-routes.js'
import { accountOf } from './paper.js'

/** Taking several orders back (README.md). */
export const cancelRoutes: readonly Route[] = [
  route('POST', '/orders/cancel-batch', cancelBatch),
  route('POST', '/orders/cancel-all', cancelAll),
]

const MOST_ORDERS = 100

function cancelBatch(call: FaceCall): Reply {
  callerOf(call)
  const items = memberOf(call.request, 'orders')
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ORDERS)
    throw badParams(`orders must have 1 to ${MOST_ORDERS} items`)
  assertNetwork(call.request)
  const cancelled: string[] = []
  const errors: { orderHash: string | null; reason: string }[] = []
  for (const item of items as readonly unknown[]) {
    const sent = readSentBookOrder(memberOf({ body: item }, 'order'))
    const hash = 'wrong' in sent ? undefined : hashOf(sent)
    const reason = hash === undefined ? 'Invalid order payload' : reasonOf(call, item, hash)
    if (reason === undefined && hash !== undefined) cancelled.push(hash)
    else errors.push({ orderHash: hash ?? null, reason: reason ?? '' })
  }
  return json({ cancelled, errors })
}

function reasonOf(call: FaceCall, item: unknown, hash: string): string | undefined {
  try {
    return cancelSigned(call, item, hash)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'Invalid signature'
  }
}

const CLOCK_TOLERANCE_S = 300

/** Of one market, or of all without one. */
function cancelAll(call: FaceCall): Reply {
  const { request, now } = call
  const caller = callerOf(call)
  assertNetwork(request)
  const trader = (textIn(request, 'trader') ?? '').toLowerCase()
  if (!/^0x[0-9a-f]{40}$/.test(trader)) throw badParams('trader must be an Ethereum address')
  if (trader !== caller) throw traderForbidden()
  const timestamp = textIn(request, 'timestamp') ?? ''
  if (!/^\d{10}$/.test(timestamp) || Math.abs(Number(timestamp) - now / 1000) > CLOCK_TOLERANCE_S)
    throw badParams('timestamp must be the time now in seconds')
  const market = memberOf(request, 'market_id') ?? 0
  if (typeof market !== 'number' || !Number.isSafeInteger(market) || market < 0)
    throw badParams('market_id must be a number')
  const message = { trader, marketId: BigInt(market), timestamp: BigInt(timestamp) }
  if (!isCancelAllSigned(message, signatureIn(request.body))) throw apiError(400, 'Invalid signature')
  const done = accountOf(call, trader).cancelAll(
    (order) => market === 0 || sentIn(order).marketId === message.marketId,
  )
  const markets = new Set(done.map(({ order }) => order.market.key))
  return json({
    cancelled_count: done.length,
    market_ids_affected: [...markets].map((key) => uuidOf(hashText(`order book of ${key}`))),
  })
}
