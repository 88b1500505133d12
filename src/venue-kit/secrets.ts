import { createHash } from 'node:crypto'
import type { CredentialName } from '../api/credentials.js'
import { PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'

/** Credentials that a call may use, and whether the daemon holds some that this caller may not. */
export interface Secrets {
  readonly values: Partial<Readonly<Record<CredentialName, string>>>
  /** The daemon holds credentials but the request did not carry its access token. */
  readonly withheld: boolean
}

export const noSecrets: Secrets = { values: {}, withheld: false }

/**
 * Names who may see what was read with these credentials, for the keys of whatever is kept: '' is everybody. Tells
 * holders apart without keeping their secrets.
 */
export function holderOf({ values }: Secrets): string {
  if (Object.keys(values).length === 0) return ''
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

/**
 * A credential that a call cannot do without.
 * @param howToSet how a user gives it, as an ending of "<venue> needs a token: ..."
 * @throws AUTHENTICATION_ERROR when there is none
 */
export function requireSecret(
  secrets: Secrets,
  name: CredentialName,
  venue: VenueId,
  howToSet: string,
): string {
  const value = secrets.values[name]
  if (value !== undefined) return value
  const hint = secrets.withheld
    ? ' The daemon holds one, but uses it only for requests that carry its access token (x-pmxt-access-token).'
    : ''
  throw new PmxError('AUTHENTICATION_ERROR', `${venue} needs ${name}: ${howToSet}.${hint}`, {
    exchange: venue,
  })
}
