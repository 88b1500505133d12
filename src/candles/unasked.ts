import { PmxError } from '../api/errors.js'
import type { StoredTerms, Unasked } from '../api/stored-terms.js'
import type { VenueId } from '../api/venue-ids.js'

const because: Readonly<Record<Unasked, string>> = {
  only_if_cached: 'the request says only-if-cached',
  offline: 'this daemon works offline',
}

/** The error of a question that only a venue could answer, and that is not to be put to it: 504, as RFC 9111 has it. */
export function unaskedError(why: Unasked, exchange?: VenueId): PmxError {
  return new PmxError('NETWORK_ERROR', `${exchange ?? 'The venue'} is not asked, because ${because[why]}.`, {
    exchange,
    status: 504,
    retryable: false,
    detail: { kind: why },
  })
}

/** @throws NETWORK_ERROR (504) where the venue is not to be asked */
export function assertMayAsk(exchange: VenueId, terms: StoredTerms | undefined): void {
  if (terms?.unasked !== undefined) throw unaskedError(terms.unasked, exchange)
}
