import { PmxError } from '../api/errors.js'
import { type MethodName, methodRow } from '../api/methods.js'
import type { VenueId } from '../api/venue-ids.js'

/** The error for what a venue, or this version of it, cannot do. */
export function notSupported(method: MethodName, venue: VenueId): PmxError {
  const hint =
    methodRow(method).group === 'router' ? " Cross-venue methods belong to the exchange 'router'." : ''
  return new PmxError(
    'NOT_SUPPORTED',
    `Method '${method}' is not supported by '${venue}' here; GET /api/${venue}/has lists what is.${hint}`,
    { exchange: venue },
  )
}
