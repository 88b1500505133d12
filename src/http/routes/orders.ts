import type { Context } from 'hono'
import { PmxError } from '../../api/errors.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { Access } from '../access.js'
import type { Responder } from '../respond.js'

interface OrdersRouteDeps {
  readonly dispatcher: Pick<Dispatcher, 'resolveOrders'>
  readonly access: Access
  readonly respond: Responder
}

/**
 * `POST /orders/resolve`, for the command `orders pending --resolve`: venues are asked with the daemon's own
 * credentials, so its access token is needed whatever else is open.
 */
export function createOrdersRoute({ dispatcher, access, respond }: OrdersRouteDeps) {
  return async (c: Context): Promise<Response> => {
    const { trusted } = access.identify(c.req.header('x-pmxt-access-token'), c.req.header('authorization'))
    if (!trusted) {
      throw new PmxError(
        'AUTHENTICATION_ERROR',
        "Orders in doubt are looked up with the daemon's own credentials: send its access token as x-pmxt-access-token (it is in the lock file).",
        { detail: { kind: 'daemon_access' } },
      )
    }
    return respond.plain({ data: await dispatcher.resolveOrders() })
  }
}
