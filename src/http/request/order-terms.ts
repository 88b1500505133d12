import { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { CoreCall } from '../../core/request/api-call.js'
import type { Ids } from '../../effects/ids.js'
import type { RouteEnv } from './connections.js'
import { REQUEST_ID } from './request-id.js'

const MAX_KEY_LENGTH = 128

/**
 * Returns an order's names: the caller's idempotency key and the request id, both for the journal. The result is empty for
 * methods that do not trade.
 * @throws VALIDATION_ERROR for an empty or long `Idempotency-Key`
 */
export function readOrderTerms(
  c: Context,
  method: MethodName,
  ids: Pick<Ids, 'requestId'>,
): Pick<CoreCall, 'idempotencyKey' | 'requestId' | 'reportsDelivery'> {
  if (getMethodRow(method).group !== 'trading') return {}
  const idempotencyKey = c.req.header('idempotency-key')?.trim()
  if (idempotencyKey === '')
    throw createValidationError(
      'Idempotency-Key',
      'Idempotency-Key is empty. Send a name, or leave the header out',
    )
  if (idempotencyKey !== undefined && idempotencyKey.length > MAX_KEY_LENGTH)
    throw createValidationError(
      'Idempotency-Key',
      `Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters`,
    )
  const requestId = ids.requestId()
  c.set(REQUEST_ID, requestId)
  return { idempotencyKey, requestId, reportsDelivery: true }
}

/** Calls back with true once the last byte of the response is sent, or false if the connection closed before. */
export function notifyWhenDelivered({ env }: Context, tell: (hasIt: boolean) => void): void {
  const { outgoing, canceled } = (env ?? {}) as RouteEnv
  // Without a connection to watch, the response counts as delivered.
  if (!(outgoing instanceof ServerResponse) || outgoing.destroyed) {
    tell(!(outgoing instanceof ServerResponse))
    return
  }
  // After the last byte it closes too.
  const lost = (): void => tell(false)
  outgoing.once('close', lost)
  outgoing.once('finish', () => {
    outgoing.off('close', lost)
    // The response to a canceled request was not sent.
    tell(canceled?.aborted !== true)
  })
}
