import { hashText } from '../../../effects/random.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { uuidOf } from '../../world/common/hash.js'
import { callerOf } from './accounts.js'
import { createApiError, createBadParams } from './errors.js'
import { isCancelAllSigned, sentIn, signatureIn } from './native-order.js'
import { accountOf } from './paper.js'
import { assertNetwork, createTraderForbidden } from './place-order.js'

/** The route that cancels all orders (README.md, "Orders"). */
export const cancelRoutes: readonly Route[] = [route('POST', '/orders/cancel-all', cancelAll)]

const CLOCK_TOLERANCE_S = 300

/** Cancels orders of one market, or of all without one. */
function cancelAll(call: MockCall): Reply {
  const { request, now } = call
  const caller = callerOf(call)
  assertNetwork(request)
  const trader = (bodyTextOf(request, 'trader') ?? '').toLowerCase()
  if (!/^0x[0-9a-f]{40}$/.test(trader)) throw createBadParams('trader must be an Ethereum address')
  if (trader !== caller) throw createTraderForbidden()
  const timestamp = bodyTextOf(request, 'timestamp') ?? ''
  if (!/^\d{10}$/.test(timestamp) || Math.abs(Number(timestamp) - now / 1000) > CLOCK_TOLERANCE_S)
    throw createBadParams('timestamp must be the time now in seconds')
  const market = bodyMemberOf(request, 'market_id') ?? 0
  if (typeof market !== 'number' || !Number.isSafeInteger(market) || market < 0)
    throw createBadParams('market_id must be a number')
  const message = { trader, marketId: BigInt(market), timestamp: BigInt(timestamp) }
  if (!isCancelAllSigned(message, signatureIn(request.body))) throw createApiError(400, 'Invalid signature')
  const done = accountOf(call, trader).cancelAll(
    (order) => market === 0 || sentIn(order).marketId === message.marketId,
  )
  const markets = new Set(done.map(({ order }) => order.market.key))
  return toJsonReply({
    cancelled_count: done.length,
    market_ids_affected: [...markets].map((key) => uuidOf(hashText(`order book of ${key}`))),
  })
}
