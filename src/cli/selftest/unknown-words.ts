import { isFeedId, type SourceId } from '../../api/envelope/source-ids.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { UnknownWord } from '../../venue-kit/payload/native-enums.js'
import { declaredOf } from '../../venues/registry.js'

/**
 * Returns the unknown enum values of a venue. Venues with the same API send the same parameters, and their values are
 * counted under one name.
 */
export function pickUnknownWords(words: readonly UnknownWord[], venue: VenueId): readonly UnknownWord[] {
  const sent = declaredOf(venue)?.recordable
  const sharesWords = (other: SourceId): boolean =>
    other === venue || (sent !== undefined && !isFeedId(other) && declaredOf(other)?.recordable === sent)
  return words.filter((word) => sharesWords(word.venue))
}
