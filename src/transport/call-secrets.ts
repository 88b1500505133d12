import { createSecretSet, type SecretSet } from '../policy/secrets/secret-set.js'
import type { VenueCall } from './call-types.js'

/** Returns the secrets sent with a call or a socket's handshake, or undefined if there were none. */
export function secretsSentWith({ secretHeaders }: Pick<VenueCall, 'secretHeaders'>): SecretSet | undefined {
  const headers = Object.entries(secretHeaders)
  if (headers.length === 0) return undefined
  const secrets = createSecretSet()
  for (const [name, value] of headers) {
    // A venue repeats the key alone, without its scheme.
    for (const part of [value, ...value.split(/\s+/)]) secrets.add({ name, value: part })
  }
  return secrets
}
