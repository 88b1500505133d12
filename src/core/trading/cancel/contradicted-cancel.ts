import { type ErrorCode, PmxError } from '../../../api/envelope/errors.js'
import type { Job } from '../../request/api-call.js'
import { toOrderOutcome } from '../place/unknown-outcome.js'

/** Errors of a lookup that concern its id, and not the connection, the credentials or a login. */
const aboutTheOrder: ReadonlySet<ErrorCode> = new Set([
  'ORDER_NOT_FOUND',
  'INVALID_ORDER',
  'VALIDATION_ERROR',
  'BAD_REQUEST',
  'NOT_SUPPORTED',
])

/**
 * Returns the contradiction to a cancel that finds no open order with the id. A proxy may have responded instead of the
 * venue, in which case the order still rests.
 * @returns undefined if the venue does not show the order as open
 */
export async function contradictionOf(
  orderId: string,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
): Promise<string | undefined> {
  try {
    const shown = await venue.account?.order?.(orderId, ctx)
    if (shown?.status !== 'open' && shown?.status !== 'pending') return undefined
    return `The cancel found no open order with this id, but the venue shows it as ${shown.status}.`
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    const { state } = toOrderOutcome(error, true)
    if (state === 'refused' && aboutTheOrder.has(error.code)) return undefined
    return `The cancel found no open order with this id, and this could not be checked: ${error.message}`
  }
}
