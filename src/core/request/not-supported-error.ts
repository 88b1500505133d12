import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'

/** Creates the error for a method that the venue, or this version of it, does not support. */
export function createNotSupportedError(method: MethodName, venue: VenueId): PmxError {
  const hint =
    getMethodRow(method).group === 'router' ? " Cross-venue methods belong to the exchange 'router'." : ''
  return new PmxError(
    'NOT_SUPPORTED',
    `Method '${method}' is not supported by '${venue}' here; GET /api/${venue}/has lists the supported methods.${hint}`,
    { exchange: venue },
  )
}
