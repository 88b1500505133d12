import { type CredentialName, type CredentialVariables, credentialNames } from '../api/credentials.js'
import { type VenueId, venueIds } from '../api/venue-ids.js'
import { ConfigError } from './load.js'
import type { Config } from './schema.js'

type Held = Partial<Record<VenueId, Partial<Record<CredentialName, string>>>>

/**
 * Credentials that the daemon holds: those of the configuration, else those of the environment, name by name; without
 * the spaces and line breaks around them that files and shells leave there.
 * @param variablesOf the environment variables of each venue's credentials
 * @throws ConfigError naming a setting or variable that no header can carry; its value is not repeated
 */
export function heldCredentials(
  settings: { readonly [V in VenueId]?: Pick<NonNullable<Config['venues'][V]>, 'credentials'> },
  environment: Readonly<Record<string, string | undefined>>,
  variablesOf: (venue: VenueId) => CredentialVariables,
): Held {
  return Object.fromEntries(
    venueIds.flatMap((venue) => {
      const configured = settings[venue]?.credentials ?? {}
      const known = variablesOf(venue)
      const entries = credentialNames.flatMap((name) => {
        const variables = known[name] ?? []
        const given =
          firstOf([`venues.${venue}.credentials.${name}`], () => configured[name]) ??
          firstOf(variables, (variable) => environment[variable])
        if (given === undefined) return []
        assertUsable(name, given)
        return [[name, given.value] as const]
      })
      return entries.length === 0 ? [] : [[venue, Object.fromEntries(entries)] as const]
    }),
  )
}

interface Given {
  /** Of the setting or variable. */
  readonly name: string
  readonly value: string
}

function firstOf(names: readonly string[], read: (name: string) => string | undefined): Given | undefined {
  return names.map((name) => ({ name, value: read(name)?.trim() ?? '' })).find(({ value }) => value !== '')
}

/** A private key may be a file of several lines: it signs and is never sent. */
function assertUsable(name: CredentialName, { name: where, value }: Given): void {
  if (name === 'privateKey' || /^[\x20-\x7e]*$/.test(value)) return
  throw new ConfigError(
    `${where}: the value holds a line break or another character that cannot be sent. Set it again without.`,
  )
}
