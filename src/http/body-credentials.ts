import { MAX_TEXT_LENGTH } from '../api/arguments.js'
import { credentialNames } from '../api/credentials.js'
import { invalid } from '../api/errors.js'
import type { Credentials } from '../api/models.js'

/** Credentials are read by name and only as text or number; anything else in the object is dropped. */
export function credentialsOf(body: unknown): Credentials | undefined {
  if (typeof body !== 'object' || body === null || !('credentials' in body)) return undefined
  const given = body.credentials
  if (typeof given !== 'object' || given === null) return undefined
  const read: Record<string, string | number> = {}
  for (const name of [...credentialNames, 'baseUrl']) {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined
    if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
      throw invalid(`credentials.${name}`, `credentials.${name} is longer than ${MAX_TEXT_LENGTH} characters`)
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) read[name] = value
  }
  return Object.keys(read).length === 0 ? undefined : (read as Credentials)
}
