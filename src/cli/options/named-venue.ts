import { isMethodName, type MethodName, methodNames } from '../../api/arguments/methods.js'
import { isVenueId, type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import { suggestName } from '../../api/values/suggest.js'
import { servedVenueIds } from '../../venues/registry.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/**
 * Parses a venue name, in any case.
 * @throws CommandFailed (usage) with the nearest name and a list of all names
 */
export function parseVenue(text: string): VenueId {
  const name = text.toLowerCase()
  if (isVenueId(name)) return name
  throw new CommandFailed(
    `No such venue: '${text}'${suggestName(name, venueIds)}.\n  Venues: ${venueIds.join(', ')}`,
    exitCodes.usage,
  )
}

/**
 * Parses the name of a venue that this version serves.
 * @throws CommandFailed (usage)
 */
export function parseServedVenue(text: string): VenueId {
  const venue = parseVenue(text)
  if (servedVenueIds.includes(venue)) return venue
  throw new CommandFailed(`This version does not serve ${venue}.`, exitCodes.usage)
}

/**
 * Parses a method name.
 * @throws CommandFailed (usage) with the nearest name
 */
export function parseMethodName(text: string): MethodName {
  if (isMethodName(text)) return text
  throw new CommandFailed(
    `No such method: '${text}'${suggestName(text, methodNames)}.\n  'pmx-local venues' lists the methods of each venue.`,
    exitCodes.usage,
  )
}
