import { PmxError } from '../../../api/envelope/errors.js'
import type { JournalRow } from '../../../orders/journal.js'
import type { OrderSpending } from './order-spending.js'

/** Terms of an order that is about to be sent. */
export interface Beginning extends Pick<OrderSpending, 'holdings'> {
  /** Names that its caller gave it: its idempotency key and its client order id. */
  readonly names: readonly string[]
  readonly isHeld: boolean
  /** Whether the caller that waits for the response has left. */
  isDeserted(): boolean
  /** For an order without a name: returns an order of another process that may be the same, in its current state. */
  earlier?(): JournalRow | undefined
  /**
   * For a change: checks that it may still be sent as it was prepared.
   * @throws the obstacle, such as another change since
   */
  assertStands?(): void
}

/** Terms of an order that is about to be sent again. */
export interface Again extends Beginning {
  readonly isOutcomeUnknown: boolean
}

/**
 * Creates the error for an order without a name whose caller has disconnected. The order is not sent, because the caller
 * may send it again from another process, which cannot see an order that was never written.
 */
export function createCallerLeftError(): PmxError {
  return new PmxError(
    'NETWORK_ERROR',
    'The order was not sent, because the client closed the connection before it was journaled.',
    {
      detail: { kind: 'caller_left' },
    },
  )
}

/** Whether a failure to start an order does not affect the other orders in its call. */
export function concernsOneOrder({ code, detail }: PmxError): boolean {
  return code === 'PERMISSION_DENIED' || detail?.['kind'] === 'caller_left'
}
