import type { CredentialTexts } from '../../api/arguments/credentials.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { suggestName } from '../../api/values/suggest.js'
import type { MockVenue } from '../../simulator/mock-kit/mock-venue.js'
import { loadMockVenues, mockVenueIds } from '../../simulator/mock-venues/registry.js'
import { credentialVariablesOf } from '../../venues/registry.js'
import type { Register } from '../options/command.js'
import { renderJson } from '../output/json.js'
import { CommandFailed, exitCodes } from '../output/output.js'

export const demoKeysCommand: Register = (program, output) => {
  program
    .command('demo-keys')
    .description("Print keys for accounts with simulated money, for use in the venues' own clients")
    .argument('[venues...]', 'Venues (default: all venues with accounts)')
    .option(
      '--kind <name>',
      'Kind of key, for venues that have several: ed25519 (kalshi), time (gemini-titan)',
    )
    .option('--json', 'Print JSON: venue -> name -> value')
    .action(async (venues: readonly string[], flags: { readonly json?: boolean; readonly kind?: string }) => {
      const { keys, notes } = await demoKeys(venues, flags.kind)
      if (flags.json === true) output.line(renderJson(Object.fromEntries(keys), output.isTerminal))
      else
        for (const line of [...keys.flatMap(([venue, texts]) => exported(venue, texts)), ...notes])
          output.line(line)
    })
}

interface DemoKeys {
  readonly keys: readonly (readonly [VenueId, CredentialTexts])[]
  /** Shell comments on venues that open accounts without predefined keys. */
  readonly notes: readonly string[]
}

/**
 * Returns the keys of simulated accounts.
 * @param kind the venue's own kind of key when absent; otherwise only venues that have such keys are listed
 * @throws CommandFailed (usage) for an unknown venue, a venue without accounts, or an unknown kind
 */
async function demoKeys(asked: readonly string[], kind: string | undefined): Promise<DemoKeys> {
  const wanted = asked.map(readVenue)
  const faces = await loadMockVenues(wanted.length === 0 ? mockVenueIds : wanted)
  const keys = faces.flatMap((face) => {
    const id = mockVenueIds.find((known) => known === face.venue)
    const lend = kind === undefined ? face.paperCredentials : kindOf(face, kind)
    return id === undefined || lend === undefined ? [] : [[id, lend()] as const]
  })
  const without = wanted.find((id) => keys.every(([known]) => known !== id))
  if (without !== undefined || keys.length === 0)
    throw new CommandFailed(missing(faces, without, kind), exitCodes.usage)
  const notes = faces.flatMap(({ venue, accountNote }) =>
    accountNote === undefined ? [] : [`# ${venue}: ${accountNote}`],
  )
  return { keys, notes }
}

function kindOf(
  { otherPaperCredentials: kinds = {} }: MockVenue,
  kind: string,
): (() => CredentialTexts) | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
}

function missing(faces: readonly MockVenue[], venue: VenueId | undefined, kind: string | undefined): string {
  if (kind === undefined) {
    const note = faces.find((face) => face.venue === venue)?.accountNote
    return note === undefined
      ? `The simulation of ${venue} has no accounts and needs no key.`
      : `${venue} has no fixed key. ${note}`
  }
  const kinds = faces
    .filter((face) => venue === undefined || face.venue === venue)
    .flatMap(({ otherPaperCredentials }) => Object.keys(otherPaperCredentials ?? {}))
  const known = kinds.length === 0 ? 'there are no other kinds' : `there are: ${kinds.join(', ')}`
  return `The kind of key '${kind}' does not exist${venue === undefined ? '' : ` for ${venue}`}; ${known}.`
}

function readVenue(text: string): VenueId {
  const id = mockVenueIds.find((known) => known === text.trim().toLowerCase())
  if (id !== undefined) return id
  const meant = suggestName(text, mockVenueIds)
  throw new CommandFailed(
    `No such venue: '${text}'${meant}.\n  Venues: ${mockVenueIds.join(', ')}`,
    exitCodes.usage,
  )
}

/** Renders shell lines with the variables that the daemon reads. */
function exported(venue: VenueId, texts: CredentialTexts): string[] {
  const variables = new Map(Object.entries(credentialVariablesOf(venue)))
  const named = Object.entries(texts).flatMap(([name, value]) => {
    const variable = variables.get(name)?.[0]
    return variable === undefined ? [] : [`export ${variable}=${quoted(value)}`]
  })
  return [`# ${venue}`, ...named]
}

function quoted(text: string): string {
  return `'${text.trim().replaceAll("'", "'\\''")}'`
}
