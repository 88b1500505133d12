import { type ErrorCode, messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import type { Job } from '../../request/api-call.js'
import { isEarlierCallLikely } from '../place/unknown-outcome.js'

/** Refusals that a first copy of the cancel may cause. `BAD_REQUEST` is also the code of undocumented refusals. */
const CAUSED_BY_A_COPY: ReadonlySet<ErrorCode> = new Set(['RATE_LIMIT_EXCEEDED', 'BAD_REQUEST'])

/** The venue's information about an order whose cancel it refused. */
export type RefusedCancel =
  /** It is canceled. */
  | { readonly kind: 'canceled'; readonly order: Order }
  /** It ended otherwise. */
  | { readonly kind: 'ended'; readonly error: PmxError }
  /** The refusal stands. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown'; readonly because: string }

/**
 * Looks up an order whose cancel the venue refused, once. An intermediate server may have sent the cancel twice. The
 * refusal then applies to the second copy.
 */
export async function findRefusedCancel(
  orderId: string,
  thrown: unknown,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
): Promise<RefusedCancel> {
  const isSeenBefore = isEarlierCallLikely(thrown)
  if (!isSeenBefore && !isCausedByACopy(thrown)) return { kind: 'refused' }
  const because = messageOf(thrown)
  try {
    const order = await venue.account?.order?.(orderId, ctx)
    if (order?.status === 'canceled') return { kind: 'canceled', order }
    if (order?.status === 'filled' || order?.status === 'rejected')
      return { kind: 'ended', error: createEndedError(order) }
    // A lookup may be older than the cancel.
    return isSeenBefore || order === undefined ? { kind: 'unknown', because } : { kind: 'refused' }
  } catch (error) {
    return { kind: 'unknown', because: `${because} The order could not be read: ${messageOf(error)}` }
  }
}

/** Whether the venue itself refused the cancel: a call that did not leave this machine has no status. */
function isCausedByACopy(thrown: unknown): boolean {
  if (!(thrown instanceof PmxError) || !CAUSED_BY_A_COPY.has(thrown.code)) return false
  return typeof thrown.detail?.['upstreamStatus'] === 'number'
}

/** Creates the error for an order that ended before its cancel. */
export function createEndedError({ status }: Order): PmxError {
  return new PmxError('ORDER_NOT_FOUND', `No open order: the order is ${status}.`)
}
