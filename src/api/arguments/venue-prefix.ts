import { createValidationError } from '../envelope/errors.js'
import { type NamedKind, type VenueId, venueNames } from '../envelope/venue-ids.js'
import { catalogIdOf } from '../values/catalog-id.js'
import { findOtherVenue, parseOutcomeId, toNativeId } from '../values/outcome-id.js'
import { renderForMessage } from '../values/shown.js'

/** Names of arguments and members that hold ids of venues. */
const kindsByName: ReadonlyMap<string, NamedKind> = new Map([
  ['outcomeId', 'outcome'],
  ['outcomeIds', 'outcome'],
  ['marketId', 'market'],
  ['eventId', 'event'],
  ['eventTicker', 'event'],
])

/**
 * Reads ids in the form `<venue>:<native id>`, as used in files and tables, wherever an id is accepted. Native ids are
 * unchanged. For the router, market and event ids become catalog ids.
 * @param name of the argument or member; others than ids are returned unchanged
 * @throws VALIDATION_ERROR for the id of another venue
 */
export function readVenuePrefix(name: string, value: unknown, venue: VenueId | undefined): unknown {
  const kind = kindsByName.get(name)
  if (kind === undefined || venue === undefined) return value
  if (Array.isArray(value)) return value.map((item: unknown) => readVenuePrefix(name, item, venue))
  if (typeof value !== 'string') return value
  return venue === 'router' ? toCatalogId(kind, value) : toIdOfVenue(name, kind, value, venue)
}

function toCatalogId(kind: NamedKind, text: string): string {
  const named = parseOutcomeId(text)
  if (named === undefined || kind === 'outcome') return text
  return catalogIdOf(named.venue, kind, toNativeId(named.venue, text, kind))
}

function toIdOfVenue(name: string, kind: NamedKind, text: string, venue: VenueId): string {
  const other = findOtherVenue(venue, text)
  if (other === undefined) return toNativeId(venue, text, kind)
  throw createValidationError(
    name,
    `${name} is an id of ${venueNames[other]}, but the call goes to ${venueNames[venue]}: ${renderForMessage(text)}. Send the call to ${other}, or an id of ${venue}.`,
  )
}
