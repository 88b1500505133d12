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
    const own = place.kind === 'peer' ? [place.token ?? ''] : listPasswords(url)
    return [...new Set(own)].filter((value) => value !== '').map((value) => ({ name: setting, value }))
  })
}

/**
 * Returns the passwords of an address, as written and decoded. The rest of it is not secret, and its words, such as postgres, are
 * in other texts, too.
 */
function listPasswords(address: string): string[] {
  if (!URL.canParse(address)) return [address]
  const { password, searchParams } = new URL(address)
  // With its separators and the beginning of the host, a short password is long enough to be found.
  const written = /^\w+:\/\/[^:@/?#]*(:.*@[^/?#]{0,6})/s.exec(address)?.[1] ?? ''
  return [written, password, decodeSafely(password), searchParams.get('password') ?? '']
}
