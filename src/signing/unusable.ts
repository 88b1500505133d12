import type { CredentialName } from '../api/arguments/credentials.js'
import { PmxError } from '../api/envelope/errors.js'

/**
 * Creates the error for an unusable credential. It names the part and the expected form, and never repeats the value, because
 * messages are logged and shown on screens.
 * @param part the member of `credentials`, such as `privateKey`
 * @param expected ends the sentence "must be ..."
 */
export function createUnusableError(part: CredentialName, expected: string): PmxError {
  return new PmxError('AUTHENTICATION_ERROR', `credentials.${part} cannot be used: it must be ${expected}.`, {
    field: part,
    detail: { kind: 'unusable_credential', part },
  })
}
