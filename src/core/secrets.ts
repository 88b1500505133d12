import { type CredentialName, credentialNames } from '../api/credentials.js'
import type { Credentials } from '../api/models.js'
import type { VenueId } from '../api/venue-ids.js'
import type { Secrets } from '../venue-kit/secrets.js'

/** Credentials that the daemon itself holds, from its configuration or environment. */
export type HeldCredentials = Partial<Record<VenueId, Partial<Record<CredentialName, string>>>>

/**
 * What a request may use: its own credentials, or else the daemon's, but those only when the request proved with the
 * access token that it comes from the daemon's owner.
 * @param lent what everybody may use who has none, where nothing is real
 */
export function secretsFor(
  venue: VenueId,
  given: Credentials | undefined,
  trusted: boolean,
  held: HeldCredentials,
  lent: HeldCredentials = {},
): Secrets {
  const own = textsOf(given)
  if (Object.keys(own).length > 0) return { values: own, withheld: false }
  const free = lent[venue]
  if (free !== undefined) return { values: free, withheld: false }
  const daemons = held[venue] ?? {}
  if (Object.keys(daemons).length === 0) return { values: {}, withheld: false }
  return trusted ? { values: daemons, withheld: false } : { values: {}, withheld: true }
}

function textsOf(given: Credentials | undefined): Partial<Record<CredentialName, string>> {
  if (given === undefined) return {}
  return Object.fromEntries(
    credentialNames.flatMap((name) => {
      const value = given[name]
      // A key of digits may be sent as a number.
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}
