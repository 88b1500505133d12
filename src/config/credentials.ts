import { type CredentialName, credentialNames, credentialVariables } from '../contract/credentials.js'
import { type VenueId, venueIds } from '../contract/venue-ids.js'
import type { Config } from './schema.js'

type Held = Partial<Record<VenueId, Partial<Record<CredentialName, string>>>>

/** Credentials that the daemon holds: those of the configuration, else those of the environment, name by name. */
export function heldCredentials(
  settings: { readonly [V in VenueId]?: Pick<NonNullable<Config['venues'][V]>, 'credentials'> },
  environment: Readonly<Record<string, string | undefined>>,
): Held {
  return Object.fromEntries(
    venueIds.flatMap((venue) => {
      const configured = settings[venue]?.credentials ?? {}
      const entries = credentialNames.flatMap((name) => {
        const variables = credentialVariables[venue]?.[name] ?? []
        const value = configured[name] ?? firstOf(variables, environment)
        return value === undefined ? [] : [[name, value] as const]
      })
      return entries.length === 0 ? [] : [[venue, Object.fromEntries(entries)] as const]
    }),
  )
}

function firstOf(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '')
}
