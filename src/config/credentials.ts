import {
  type CredentialName,
  type CredentialVariables,
  credentialNames,
} from '../api/arguments/credentials.js'
import { type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import { ConfigError } from './load.js'
import type { Config } from './schema.js'

type Held = Partial<Record<VenueId, Partial<Record<CredentialName, string>>>>

/** A file that a setting names, with the data that shows whether it is safe for a secret. */
export interface SecretFile {
  readonly text: string
  /** Permission bits, such as 0o600, or undefined if the system has none. */
  readonly mode: number | undefined
  readonly isOwn: boolean
}

export interface CredentialSources {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads the file that `file:PATH` names. @throws Error with the reason if it cannot be read */
  readFile(path: string): SecretFile
}

/**
 * Returns the daemon's credentials. For each name, this is the configured value, or otherwise the one in the environment.
 * Surrounding spaces and line breaks, which files and shells add, are removed. A setting contains the value itself or a
 * reference: `env:NAME` or `file:PATH`.
 * @param variablesOf the environment variables of each venue's credentials
 * @throws ConfigError naming a setting or variable whose value is missing, exposed or unusable in a header. The message does not
 * contain the value.
 */
export function readDaemonCredentials(
  settings: { readonly [V in VenueId]?: Pick<NonNullable<Config['venues'][V]>, 'credentials'> },
  sources: CredentialSources,
  variablesOf: (venue: VenueId) => CredentialVariables,
): Held {
  return Object.fromEntries(
    venueIds.flatMap((venue) => {
      const configured = settings[venue]?.credentials ?? {}
      const known = variablesOf(venue)
      const entries = credentialNames.flatMap((name) => {
        const variables = known[name] ?? []
        const setting = `venues.${venue}.credentials.${name}`
        const given =
          firstOf([setting], () => settled(setting, configured[name], sources)) ??
          firstOf(variables, (variable) => sources.environment[variable])
        if (given === undefined) return []
        assertUsable(name, given)
        return [[name, given.value] as const]
      })
      return entries.length === 0 ? [] : [[venue, Object.fromEntries(entries)] as const]
    }),
  )
}

interface Given {
  /** Name of the setting or variable. */
  readonly name: string
  readonly value: string
}

function firstOf(names: readonly string[], read: (name: string) => string | undefined): Given | undefined {
  return names.map((name) => ({ name, value: read(name)?.trim() ?? '' })).find(({ value }) => value !== '')
}

/**
 * Reads a secret that may only be given as a reference, `env:NAME` or `file:PATH`, because settings are copied and shown.
 * @throws ConfigError naming the setting
 */
export function readSecretPlace(setting: string, place: string, sources: CredentialSources): string {
  if (!/^(env|file):./s.test(place.trim()))
    throw new ConfigError(
      `${setting}: it contains a password, so use env:NAME or file:PATH instead of the value itself.`,
    )
  return (settled(setting, place, sources) ?? '').trim()
}

/** Resolves a setting to its value. A reference without a value is an error, and is never replaced by another source. */
function settled(
  setting: string,
  given: string | undefined,
  { environment, readFile }: CredentialSources,
): string | undefined {
  const [, kind, place = ''] = /^(env|file):(.*)$/s.exec(given?.trim() ?? '') ?? []
  if (kind === undefined) return given
  const value = kind === 'env' ? environment[place] : safeText(setting, place, readFile)
  if (value !== undefined && value.trim() !== '') return value
  throw new ConfigError(
    kind === 'env'
      ? `${setting}: the environment variable ${place} is not set. Set it before the daemon starts, or change the setting.`
      : `${setting}: the file ${place} is empty. Put the value into it, or change the setting.`,
  )
}

function safeText(setting: string, path: string, readFile: CredentialSources['readFile']): string {
  const { text, mode, isOwn } = read(setting, path, readFile)
  if (!isOwn) {
    throw new ConfigError(
      `${setting}: the file ${path} belongs to another user. Copy it to a file that you own.`,
    )
  }
  if (mode !== undefined && (mode & 0o077) !== 0) {
    throw new ConfigError(
      `${setting}: other users can read the file ${path} (mode ${(mode & 0o777).toString(8).padStart(3, '0')}). Run: chmod 600 ${path}`,
    )
  }
  return text
}

function read(setting: string, path: string, readFile: CredentialSources['readFile']): SecretFile {
  try {
    return readFile(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new ConfigError(`${setting}: the file ${path} cannot be read: ${why}`)
  }
}

/** Checks that a header can carry the value. A private key may have several lines, because it only signs and is never sent. */
function assertUsable(name: CredentialName, { name: where, value }: Given): void {
  if (name === 'privateKey' || /^[\x20-\x7e]*$/.test(value)) return
  throw new ConfigError(
    `${where}: the value contains a line break or another character that cannot be sent. Remove it.`,
  )
}
