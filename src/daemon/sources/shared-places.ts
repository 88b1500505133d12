import { decodeSafely } from '../../api/values/percent-text.js'
import { type CredentialSources, readSecretPlace } from '../../config/credentials.js'
import type { Config } from '../../config/schema.js'
import type { NamedSecret } from '../../policy/secrets/secret-set.js'

/** A tier as it is configured, with its secrets. */
export type SharedPlace =
  | {
      readonly kind: 'postgres'
      readonly setting: string
      readonly url: string
      /** The rate limits that it shares with the daemons at one address. */
      readonly budgets?: { readonly egress: string; readonly share: number }
    }
  | {
      readonly kind: 'peer'
      readonly setting: string
      readonly url: string
      readonly token: string | undefined
    }

/** Reads the secrets of the configured tiers. @throws ConfigError naming the setting of one that is missing */
export function readSharedPlaces(shared: Config['shared'], sources: CredentialSources): SharedPlace[] {
  return shared.map((one, index): SharedPlace => {
    const at = `shared[${index}]`
    const read = (name: string, place: string): string => readSecretPlace(`${at}.${name}`, place, sources)
    if ('postgres' in one)
      return {
        kind: 'postgres',
        setting: `${at}.postgres`,
        url: read('postgres', one.postgres),
        ...(one.budgets === undefined ? {} : { budgets: one.budgets }),
      }
    const token = one.token === undefined ? undefined : read('token', one.token)
    return { kind: 'peer', setting: `${at}.peer`, url: one.peer, token }
  })
}

/** Returns the secrets of tiers, which must not appear in any output. */
export function listSharedSecrets(places: readonly SharedPlace[]): NamedSecret[] {
  return places.flatMap((place) => {
    const { setting, url } = place
    const password = URL.canParse(url) ? new URL(url).password : ''
    const own = place.kind === 'peer' ? [place.token ?? ''] : [url]
    const secrets = new Set([...own, password, decodeSafely(password)])
    return [...secrets].filter((value) => value !== '').map((value) => ({ name: setting, value }))
  })
}
