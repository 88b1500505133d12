import { toJsonReply } from '../../../http/reply.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import { createForbidden } from '../errors.js'
import { routesOf, type Variant } from '../variant.js'
import { createApiKeyRoutes } from './api-keys.js'
import { groupRoutes } from './groups.js'
import { limitRoutes } from './limits.js'
import { memberOf } from './member.js'
import { orderRoutes } from './order-routes.js'
import { createPortfolioRoutes } from './portfolio-routes.js'
import { createQueueRoutes } from './queue.js'
import { createSubaccountRoutes } from './subaccounts.js'
import { createTransferRoutes } from './transfers.js'

/** Returns all routes of signed calls. */
export function createAccountRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const nothing = (name: string): Route =>
    route('GET', `/portfolio/${name}`, (call) => {
      memberOf(call, 'read')
      return toJsonReply({ [name]: [], cursor: '' })
    })
  return [
    ...orderRoutes(variant),
    // Its fixed path precedes the path of an order.
    ...createQueueRoutes(variant),
    ...createPortfolioRoutes(variant),
    ...groupRoutes(variant),
    ...createTransferRoutes(variant),
    ...createSubaccountRoutes(variant),
    ...createApiKeyRoutes(variant),
    ...limitRoutes(variant),
    // Paper balances have no deposits, and withdrawals are not supported.
    nothing('deposits'),
    nothing('withdrawals'),
    route('GET', '/portfolio/summary/total_resting_order_value', (call) => {
      memberOf(call, 'read')
      // Observed: only FCM members may call it.
      throw createForbidden()
    }),
  ]
}
