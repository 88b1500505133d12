import { PmxError } from '../../api/envelope/errors.js'

/** Creates the error for an outcome without an order book. @param message names the outcome, and the reason if it is known */
export function createNoBookError(message: string): PmxError {
  return new PmxError('NOT_FOUND', message, { detail: { kind: 'no_book' } })
}
