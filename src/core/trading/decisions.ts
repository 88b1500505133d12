import { type ErrorDetail, invalid, type PmxError } from '../../api/errors.js'

/** Refuses what an owner says of an order. */
export function decisionRefused(what: string, because: string, detail: ErrorDetail = {}): PmxError {
  return invalid('id', `${what}: ${because}.`, { kind: 'order_decision', ...detail })
}

export function assertLearned(isWritten: boolean): void {
  if (!isWritten)
    throw decisionRefused('Nothing was written', 'more became known of the order meanwhile: look again')
}
