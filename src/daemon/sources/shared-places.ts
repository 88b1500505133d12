import { decodeSafely } from '../../api/values/percent-text.js'
import { type CredentialSources, readSecretPlace } from '../../config/credentials.js'
import type { Config } from '../../config/schema.js'
import type { NamedSecret } from '../../policy/secrets/secret-set.js'

/** A tier as it is configured, with its secrets. */
export interface SharedPlace {
  /** Path of the setting, for messages. */
  readonly setting: string
  /** Address of a PostgreSQL server. */
  readonly url: string
}

/** Reads the secrets of the configured tiers. @throws ConfigError naming the setting of one that is missing */
export function readSharedPlaces(shared: Config['shared'], sources: CredentialSources): SharedPlace[] {
  return shared.map(({ postgres }, index) => {
    const setting = `shared[${index}].postgres`
    return { setting, url: readSecretPlace(setting, postgres, sources) }
  })
}

/** Returns the secrets of tiers, which no output may have. */
export function listSharedSecrets(places: readonly SharedPlace[]): NamedSecret[] {
  return places.flatMap(({ setting, url }) => {
    const password = URL.canParse(url) ? new URL(url).password : ''
    const secrets = new Set([url, password, decodeSafely(password)])
    return [...secrets].filter((value) => value !== '').map((value) => ({ name: setting, value }))
  })
}
