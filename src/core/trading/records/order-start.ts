import { PmxError } from '../../../api/envelope/errors.js'
import type { JournalRow } from '../../../orders/journal.js'
import type { OrderSpending } from './order-limits.js'

/** Of an order that is about to be sent. */
export interface Beginning extends Pick<OrderSpending, 'holdings'> {
  /** By which its caller knows it: its key and its client order id. */
  readonly names: readonly string[]
  readonly isHeld: boolean
  /** Whether the caller has gone who waits for its answer. */
  isDeserted(): boolean
  /** For an order without a name: one of another process that may be the same, as it is now. */
  earlier?(): JournalRow | undefined
  /** For a change: whether it may be sent as it was made ready. @throws what keeps it, such as another change since */
  assertStands?(): void
}

/** Of an order that is about to be sent once more. */
export interface Again extends Beginning {
  readonly isInDoubt: boolean
}

/**
 * Why an order without a name is not sent once its caller has gone: the caller may send it again from another process, which
 * cannot see one that was never written down.
 */
export function createCallerLeftError(): PmxError {
  return new PmxError(
    'NETWORK_ERROR',
    'Nothing was sent: the caller left before the order was written down.',
    {
      detail: { kind: 'caller_left' },
    },
  )
}

/** Whether a failure to begin an order says nothing of the other orders of its call. */
export function concernsOneOrder({ code, detail }: PmxError): boolean {
  return code === 'PERMISSION_DENIED' || detail?.['kind'] === 'caller_left'
}
