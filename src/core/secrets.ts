import { type CredentialName, type CredentialTexts, credentialNames } from '../api/credentials.js'
import type { Credentials } from '../api/models.js'
import type { VenueId } from '../api/venue-ids.js'
import type { Secrets } from '../venue-kit/secrets.js'

/** Credentials that the daemon itself holds, from its configuration or environment. */
export type HeldCredentials = Readonly<Partial<Record<VenueId, CredentialTexts>>>

/** Credentials of a caller for a venue's socket: his own, or what stands in for them where nothing is real. */
export function forSocket(venue: VenueId, secrets: Secrets, paper: HeldCredentials): Secrets {
  const free = paper[venue]
  if (Object.keys(secrets.values).length > 0 || free === undefined) return secrets
  return { values: free, withheld: false }
}

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
  lent?: CredentialTexts,
): Secrets {
  const own = textsOf(given)
  // What kind of wallet it is says nothing of whose.
  if (Object.keys(own).some((name) => name !== 'signatureType')) return { values: own, withheld: false }
  if (lent !== undefined) return { values: lent, withheld: false }
  const daemons = held[venue] ?? {}
  if (Object.keys(daemons).length === 0) return { values: {}, withheld: false }
  return trusted ? { values: daemons, withheld: false, isHeld: true } : { values: {}, withheld: true }
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
