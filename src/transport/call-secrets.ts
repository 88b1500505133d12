import { createSecretSet, type SecretSet } from '../policy/secrets/secret-set.js'
import type { VenueCall } from './call.js'

/** The secrets that went out with a call, or with the opening of a socket; undefined where none did. */
export function secretsSentWith({ secretHeaders }: Pick<VenueCall, 'secretHeaders'>): SecretSet | undefined {
  const headers = Object.entries(secretHeaders)
  if (headers.length === 0) return undefined
  const secrets = createSecretSet()
  for (const [name, value] of headers) {
    // The key alone, without the scheme before it, is what a venue repeats.
    for (const part of [value, ...value.split(/\s+/)]) secrets.add({ name, value: part })
  }
  return secrets
}
