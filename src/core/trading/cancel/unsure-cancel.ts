import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'

/** Creates the error for a cancel whose response does not identify the order, which the venue still shows as open. */
export function createUnconfirmedError(orderId: string, { status }: Order): PmxError {
  return createUnsureError(
    orderId,
    `The response to the cancel does not name the order, and the venue shows it as ${status}.`,
  )
}

/**
 * Creates the error for a cancel whose outcome is unknown.
 * @param thrown the failure of the cancel, which may have a time to wait
 */
export function createUnsureError(
  orderId: string,
  why: string,
  detail: PmxError['detail'] = {},
  thrown?: unknown,
): PmxError {
  const { retryAfter } = thrown instanceof PmxError ? thrown : {}
  return new PmxError(
    'NETWORK_ERROR',
    `The order may or may not have been canceled: ${why} Check it with fetchOrder. You can safely cancel again.`,
    { retryable: false, retryAfter, detail: { ...detail, state: 'unknown', orderId } },
  )
}

/** Whether the outcome of a cancel is unknown. */
export function isUnsure(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['state'] === 'unknown'
}
