import type { Context } from 'hono'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { StopReport } from '../../core/trading/stop-orders.js'
import { type Access, readAuthorization } from '../access/caller-rights.js'
import { parseRequestBody, readBody } from '../request/request-body.js'
import type { Responder } from '../response/respond.js'

interface OrdersRouteDeps {
  readonly dispatcher: Pick<Dispatcher, 'resolveOrders' | 'stopOrders' | 'resumeOrders'>
  readonly access: Access
  readonly respond: Responder
  readonly maxBodyBytes: number
}

/** Maximum number of characters in a stop's reason and name. */
const MAX_TEXT = 500

/**
 * Creates the routes of the commands `orders pending --resolve`, `orders stop` and `orders resume`. They use the daemon's own
 * credentials, so its access token is always needed.
 */
export function createOrdersRoutes({ dispatcher, access, respond, maxBodyBytes }: OrdersRouteDeps) {
  function assertOwner(c: Context, what: string): void {
    const { trusted } = access.identify(...readAuthorization((name) => c.req.header(name)))
    if (trusted) return
    throw new PmxError(
      'AUTHENTICATION_ERROR',
      `${what} needs the daemon's credentials. Send its access token as x-pmxt-access-token (it is in the lock file).`,
      { detail: { kind: 'daemon_access' } },
    )
  }

  return {
    async resolve(c: Context): Promise<Response> {
      assertOwner(c, 'Looking up orders')
      return respond.plain({ data: await dispatcher.resolveOrders() })
    },

    async stop(c: Context): Promise<Response> {
      assertOwner(c, 'Stopping orders')
      const { by = 'POST /orders/stop', reason } = asTexts(await readMembers(c, maxBodyBytes))
      return respond.plain({ data: asWritten(await dispatcher.stopOrders(by, reason)) })
    },

    async resume(c: Context): Promise<Response> {
      assertOwner(c, 'Orders are resumed')
      const { at, ...texts } = await readMembers(c, maxBodyBytes)
      const { by = 'POST /orders/resume' } = asTexts(texts)
      const stop = await dispatcher.resumeOrders(by, asTime(at))
      return respond.plain({ data: stop === undefined ? {} : { stop } })
    },
  }
}

/** @throws EXCHANGE_NOT_AVAILABLE with the report, if the stop could not be written: it ends with this daemon */
function asWritten(report: StopReport): StopReport {
  const { unwritten, canceled, left } = report
  if (unwritten === undefined) return report
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The stop was not recorded, because the order journal (orders.db in the state folder) cannot be read or written: ${unwritten}. This daemon places no orders until it ends or orders are resumed, but other processes may. Canceled orders: ${canceled.length}. Orders and accounts that may still be open: ${left.length}.`,
    { retryable: true, detail: { kind: 'journal', ...report } },
  )
}

async function readMembers(c: Context, maxBodyBytes: number): Promise<Readonly<Record<string, unknown>>> {
  const body = await readBody(c.req, maxBodyBytes)
  return body.kind === 'text' ? Object(parseRequestBody(body.text)) : {}
}

/** @throws VALIDATION_ERROR if the time of a stop is given and is no time */
function asTime(at: unknown): number | undefined {
  if (at === undefined || (typeof at === 'number' && Number.isSafeInteger(at) && at >= 0)) return at
  throw createValidationError('at', 'at must be the time of a stop in epoch ms')
}

/** @throws VALIDATION_ERROR naming the member that is not text */
function asTexts(given: Readonly<Record<string, unknown>>): { by?: string; reason?: string } {
  const texts: { by?: string; reason?: string } = {}
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'by' && name !== 'reason')
      throw createValidationError(
        name,
        `${name} is not a member of this request. Its members are reason and by`,
      )
    if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_TEXT)
      throw createValidationError(name, `${name} must be text of 1 to ${MAX_TEXT} characters`)
    texts[name] = value.trim()
  }
  return texts
}
