import { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { VenueCall } from '../../transport/call.js'

/** Whether a call proves to the venue who asks: by a header, or as a login does. */
export function carriesCredentials({ secretHeaders, isUnrecorded }: VenueCall): boolean {
  return isUnrecorded === true || Object.keys(secretHeaders).length > 0
}

/**
 * The error for what is of somebody's own account while a recording is made that may hold nothing of the kind.
 * @param what such as `createOrder`, at the beginning of a sentence's second half
 */
export function refusePrivate(venue: SourceId | undefined, what: string): PmxError {
  const message = `A recording is being made, which holds nothing of anybody's own account unless it was begun with --record-private: ${what} is refused, and nothing was sent.`
  const detail = { kind: 'private_recording' }
  return new PmxError(
    'PERMISSION_DENIED',
    message,
    venue === undefined ? { detail } : { exchange: venue, detail },
  )
}
