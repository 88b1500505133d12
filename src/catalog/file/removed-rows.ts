import { PmxError } from '../../api/envelope/errors.js'

/** Returns the error for rows that have been deleted since their list was read. */
export function createRemovedRowsError(): PmxError {
  return new PmxError('CATALOG_UNAVAILABLE', 'The list was replaced by a newer one. Request it again.')
}
