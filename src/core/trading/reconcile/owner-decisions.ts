import { createValidationError, type ErrorDetail, type PmxError } from '../../../api/envelope/errors.js'
import type { Resolved } from './reconcile-pending.js'

/** The owner's decision about an order with an unknown outcome; `absent` for an open order means that it has ended. */
export type Decision = {
  /** Id of the order's row, or the client order id with which it was sent. */
  readonly id: string
} & ({ readonly placed: string } | { readonly absent: true })

/** A decision that was written. */
export interface Decided extends Pick<Resolved, 'id' | 'venue' | 'orderId'> {
  readonly state: 'placed' | 'absent'
  /** Set if the venue could not be called: the credentials of the account are not in this configuration. */
  readonly isUnchecked?: true | undefined
  /** What the owner should check about the decision, which was written. */
  readonly warning?: string | undefined
}

/** Creates the error for a decision that is refused. */
export function createDecisionError(what: string, because: string, detail: ErrorDetail = {}): PmxError {
  return createValidationError('id', `${what}: ${because}.`, { kind: 'order_decision', ...detail })
}

export function assertLearned(isWritten: boolean): void {
  if (!isWritten)
    throw createDecisionError(
      'Nothing was written',
      'the journal changed in the meantime: check the order again',
    )
}
