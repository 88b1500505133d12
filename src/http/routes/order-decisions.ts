import type { Context } from 'hono'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { Decision } from '../../core/trading/reconcile/owner-decisions.js'
import { type Access, readAuthorization } from '../access/caller-rights.js'
import { parseRequestBody, readBody } from '../request/request-body.js'
import type { Responder } from '../response/respond.js'

interface OrderDecisionsDeps {
  readonly dispatcher: Pick<Dispatcher, 'decideOrder' | 'reconcileOrders'>
  readonly access: Access
  readonly respond: Responder
  readonly maxBodyBytes: number
}

const members: ReadonlySet<string> = new Set(['id', 'placed', 'absent'])

/**
 * Creates `POST /orders/decide` and `POST /orders/reconcile`, for the commands `orders resolve` and `orders reconcile`. They call
 * venues with the daemon's own credentials, so its access token is always needed.
 */
export function createOrderDecisions({ dispatcher, access, respond, maxBodyBytes }: OrderDecisionsDeps) {
  function assertOwner(c: Context): void {
    const { trusted } = access.identify(...readAuthorization((name) => c.req.header(name)))
    if (trusted) return
    throw new PmxError(
      'AUTHENTICATION_ERROR',
      "This route uses the daemon's credentials. Send its access token as x-pmxt-access-token (it is in the lock file).",
      { detail: { kind: 'daemon_access' } },
    )
  }

  return {
    async decide(c: Context): Promise<Response> {
      assertOwner(c)
      const body = await readBody(c.req, maxBodyBytes)
      const decision = readDecision(body.kind === 'text' ? parseRequestBody(body.text) : {})
      return respond.plain({ data: await dispatcher.decideOrder(decision) })
    },

    async reconcile(c: Context): Promise<Response> {
      assertOwner(c)
      return respond.plain({ data: await dispatcher.reconcileOrders() })
    },
  }
}

/** @throws VALIDATION_ERROR naming the member */
function readDecision(given: unknown): Decision {
  const body: Readonly<Record<string, unknown>> = { ...Object(given) }
  const unread = Object.keys(body).find((name) => !members.has(name))
  if (unread !== undefined) throw createValidationError(unread, `${unread} is not a member of this request`)
  const { id, placed, absent } = body
  if (typeof id !== 'string' || id.trim() === '')
    throw createValidationError(
      'id',
      'id must be the id of an order with unknown status. To list them, run: pmx-local orders pending --json',
    )
  if (absent === true && placed === undefined) return { id, absent }
  if (absent === undefined && typeof placed === 'string' && placed.trim() !== '') return { id, placed }
  throw createValidationError('placed', "Send either placed (the venue's order id) or absent: true")
}
