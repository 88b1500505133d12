import { MAX_TEXT_LENGTH } from '../../api/arguments/arguments.js'
import { credentialNames, isOfAccount } from '../../api/arguments/credentials.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { Credentials } from '../../api/models/models.js'

const readNames: ReadonlySet<string> = new Set([...credentialNames, 'baseUrl'])

/**
 * Reads the credentials in a body or frame. Members for other venues are allowed, because the SDKs send them to every venue.
 * Empty members are retained, and a venue that needs one refuses the call.
 * @returns undefined if the caller sent no credentials
 * @throws VALIDATION_ERROR for malformed credentials, because the call would otherwise use the daemon's own account
 */
export function credentialsOf(body: unknown): Credentials | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'credentials')) return undefined
  const given: unknown = Reflect.get(body, 'credentials')
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'object' || Array.isArray(given))
    throw createValidationError(
      'credentials',
      'credentials must be an object such as {"apiKey": "...", "privateKey": "..."}',
    )
  const read: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!readNames.has(name)) throw createValidationError('credentials', unknownMember(name))
    if (value === undefined || value === null) continue
    const isNumber = typeof value === 'number' && name === 'signatureType'
    if (typeof value !== 'string' && !isNumber)
      throw createValidationError(
        'credentials',
        `credentials.${name} must be text${name === 'signatureType' ? ' or a number' : ''}`,
      )
    if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
      throw createValidationError(
        `credentials.${name}`,
        `credentials.${name} is longer than ${MAX_TEXT_LENGTH} characters`,
      )
    read[name] = value
  }
  const credentials = read as Credentials
  if (credentialNames.some((name) => isOfAccount(name, credentials[name]))) return credentials
  throw createValidationError(
    'credentials',
    `credentials is empty. Set one of ${credentialNames.join(', ')}, or leave credentials out`,
  )
}

function unknownMember(name: string): string {
  const short = name.length > 40 ? `${name.slice(0, 40)}...` : name
  return `credentials.${short} is not a known member. Known members: ${[...readNames].join(', ')}`
}
