import { createValidationError, type ErrorDetail, type PmxError } from '../../../api/envelope/errors.js'
import type { Resolved } from './reconcile-pending.js'

/** What the owner knows of an order in doubt; `absent` of an open one says that it is over. */
export type Decision = {
  /** Of the order's row, or the client order id that it was sent with. */
  readonly id: string
} & ({ readonly placed: string } | { readonly absent: true })

/** A decision that was written. */
export interface Decided extends Pick<Resolved, 'id' | 'venue' | 'orderId'> {
  readonly state: 'placed' | 'absent'
  /** The venue could not be asked: the credentials of the account are not in this configuration. */
  readonly isUnchecked?: true | undefined
}

/** Refuses what an owner says of an order. */
export function createDecisionError(what: string, because: string, detail: ErrorDetail = {}): PmxError {
  return createValidationError('id', `${what}: ${because}.`, { kind: 'order_decision', ...detail })
}

export function assertLearned(isWritten: boolean): void {
  if (!isWritten)
    throw createDecisionError('Nothing was written', 'more became known of the order meanwhile: look again')
}
