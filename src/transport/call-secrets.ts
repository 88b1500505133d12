import { createSecretSet } from '../policy/secret-set.js'
import type { VenueCall } from './call.js'

/** A text without the secrets that went out with a call. */
export function withoutSecrets(text: string, { secretHeaders }: VenueCall): string {
  const secrets = createSecretSet()
  for (const [name, value] of Object.entries(secretHeaders)) {
    // The key alone, without the scheme before it, is what a venue repeats.
    for (const part of [value, ...value.split(/\s+/)]) secrets.add({ name, value: part })
  }
  return secrets.mask(text)
}
