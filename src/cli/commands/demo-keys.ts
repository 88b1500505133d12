import type { CredentialTexts } from '../../api/credentials.js'
import { didYouMean } from '../../api/suggest.js'
import type { VenueId } from '../../api/venue-ids.js'
import { loadFaces, playedVenueIds } from '../../simulator/faces/registry.js'
import { credentialVariablesOf } from '../../venues/registry.js'
import type { Register } from '../command.js'
import { CommandFailed, exitCodes } from '../output.js'
import { jsonText } from '../render/json.js'

export const demoKeysCommand: Register = (program, output) => {
  program
    .command('demo-keys')
    .description('keys that open accounts with made-up money in the demo world, for clients of the venues')
    .argument('[venues...]', 'whose (default: all that have accounts)')
    .option('--json', 'print them as JSON: venue -> name -> value')
    .action(async (venues: readonly string[], flags: { readonly json?: boolean }) => {
      const { keys, notes } = await demoKeys(venues)
      if (flags.json === true) output.line(jsonText(Object.fromEntries(keys), output.isTerminal))
      else
        for (const line of [...keys.flatMap(([venue, texts]) => exported(venue, texts)), ...notes])
          output.line(line)
    })
}

interface DemoKeys {
  readonly keys: readonly (readonly [VenueId, CredentialTexts])[]
  /** Comments for a shell on venues that open accounts without keys of ours. */
  readonly notes: readonly string[]
}

/** @throws CommandFailed (usage) for an unknown venue name, and for a venue that was asked for and has no key */
async function demoKeys(asked: readonly string[]): Promise<DemoKeys> {
  const wanted = asked.map(readVenue)
  const faces = await loadFaces(wanted.length === 0 ? playedVenueIds : wanted)
  const keys = faces.flatMap(({ venue, paperCredentials }) => {
    const id = playedVenueIds.find((known) => known === venue)
    return id === undefined || paperCredentials === undefined ? [] : [[id, paperCredentials()] as const]
  })
  const without = wanted.find((id) => keys.every(([known]) => known !== id))
  if (without !== undefined) {
    const note = faces.find(({ venue }) => venue === without)?.accountNote
    throw new CommandFailed(
      note === undefined
        ? `The demo of ${without} has no accounts, so there is no key for it.`
        : `There is no fixed key for ${without}. ${note}`,
      exitCodes.usage,
    )
  }
  const notes = faces.flatMap(({ venue, accountNote }) =>
    accountNote === undefined ? [] : [`# ${venue}: ${accountNote}`],
  )
  return { keys, notes }
}

function readVenue(text: string): VenueId {
  const id = playedVenueIds.find((known) => known === text.trim().toLowerCase())
  if (id !== undefined) return id
  const meant = didYouMean(text, playedVenueIds)
  throw new CommandFailed(
    `There is no venue '${text}'${meant}; there are ${playedVenueIds.join(', ')}.`,
    exitCodes.usage,
  )
}

/** Lines for a shell, by the variables that the daemon reads. */
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
