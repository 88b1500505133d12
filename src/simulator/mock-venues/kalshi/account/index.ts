import { json } from '../../../http/reply.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import { forbidden } from '../errors.js'
import { routesOf, type Variant } from '../variant.js'
import { apiKeyRoutes } from './api-keys.js'
import { groupRoutes } from './groups.js'
import { limitRoutes } from './limits.js'
import { memberOf } from './member.js'
import { orderRoutes } from './order-routes.js'
import { portfolioRoutes } from './portfolio-routes.js'
import { queueRoutes } from './queue.js'
import { subaccountRoutes } from './subaccounts.js'
import { transferRoutes } from './transfers.js'

/** Returns all routes of signed calls. */
export function accountRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const nothing = (name: string): Route =>
    route('GET', `/portfolio/${name}`, (call) => {
      memberOf(call, 'read')
      return json({ [name]: [], cursor: '' })
    })
  return [
    ...orderRoutes(variant),
    // Its fixed path precedes the path of an order.
    ...queueRoutes(variant),
    ...portfolioRoutes(variant),
    ...groupRoutes(variant),
    ...transferRoutes(variant),
    ...subaccountRoutes(variant),
    ...apiKeyRoutes(variant),
    ...limitRoutes(variant),
    // Paper balances have no deposits, and withdrawals are not supported.
    nothing('deposits'),
    nothing('withdrawals'),
    route('GET', '/portfolio/summary/total_resting_order_value', (call) => {
      memberOf(call, 'read')
      // Observed: only FCM members may call it.
      throw forbidden()
    }),
  ]
}
