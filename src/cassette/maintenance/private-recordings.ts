import { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { VenueCall } from '../../transport/call-types.js'

/** Whether a call authenticates its sender to the venue: by a header, or as a login. */
export function carriesCredentials({ secretHeaders, isUnrecorded }: VenueCall): boolean {
  return isUnrecorded === true || Object.keys(secretHeaders).length > 0
}

/**
 * Returns the error for private account data during a recording that may not contain account data.
 * @param what such as `createOrder`, the subject of the message
 */
export function refusePrivate(venue: SourceId | undefined, what: string): PmxError {
  const message = `The daemon is recording, and recordings contain no account data without --record-private. Therefore ${what} is refused, and nothing was sent.`
  const detail = { kind: 'private_recording' }
  return new PmxError(
    'PERMISSION_DENIED',
    message,
    venue === undefined ? { detail } : { exchange: venue, detail },
  )
}
