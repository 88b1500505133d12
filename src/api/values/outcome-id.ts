import { hasPrefixedIds, isVenueId, type NamedKind, type VenueId } from '../envelope/venue-ids.js'

/** An outcome of any venue. */
export interface OutcomeName {
  readonly venue: VenueId
  /** The venue's own id. */
  readonly id: string
}

/**
 * Renders an outcome as one text, `<venue>:<native id>`, the form of files, SQL and HTTP tables. CSV readers convert
 * native ids of 77 digits to numbers, but not this form. Ids from different venues also stay distinct.
 */
export function renderOutcomeId({ venue, id }: OutcomeName): string {
  return `${venue}:${id}`
}

/**
 * Parses `<venue>:<native id>`. The text is split at the first colon: native ids may contain colons themselves.
 * @returns undefined for a text that does not begin with the id of a venue, as native ids
 */
export function parseOutcomeId(text: string): OutcomeName | undefined {
  const at = text.indexOf(':')
  if (at === -1 || at === text.length - 1) return undefined
  const venue = text.slice(0, at)
  return isVenueId(venue) ? { venue, id: text.slice(at + 1) } : undefined
}

/**
 * Returns the native id of an object whose venue is known, from either form.
 * @param text `<venue>:<native id>` of this venue, or the native id
 * @returns the text itself where it begins with another venue: {@link findOtherVenue} names it
 */
export function toNativeId(venue: VenueId, text: string, kind: NamedKind = 'outcome'): string {
  const named = parseOutcomeId(text)
  if (named?.venue !== venue) return text
  return hasPrefixedIds(venue, kind) && !named.id.startsWith(`${venue}:`) ? text : named.id
}

/**
 * Returns the venue of an id that begins with another venue's id. Returns undefined for native ids and for ids of this
 * venue.
 */
export function findOtherVenue(venue: VenueId, text: string): VenueId | undefined {
  const named = parseOutcomeId(text)
  return named === undefined || named.venue === venue ? undefined : named.venue
}
