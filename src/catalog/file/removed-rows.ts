import { PmxError } from '../../api/envelope/errors.js'

/** Returns the error for rows that have been deleted since their list was read. */
export function createRemovedRowsError(): PmxError {
  return new PmxError('CATALOG_UNAVAILABLE', 'The list has been replaced by newer ones; ask for it again.')
}
