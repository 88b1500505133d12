import type { CredentialName } from '../api/arguments/credentials.js'
import { PmxError } from '../api/envelope/errors.js'

/**
 * The error for a credential that cannot be used as it is. It names the part and the shape that is expected, and never
 * repeats what was given: messages are logged, and shown to people who look over a shoulder.
 * @param part the member of `credentials`, such as `privateKey`
 * @param expected ends the sentence "must be ..."
 */
export function createUnusableError(part: CredentialName, expected: string): PmxError {
  return new PmxError('AUTHENTICATION_ERROR', `credentials.${part} cannot be used: it must be ${expected}.`, {
    field: part,
    detail: { kind: 'unusable_credential', part },
  })
}
