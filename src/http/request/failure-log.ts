import { PmxError } from '../../api/envelope/errors.js'
import type { Logger } from '../../observe/logger.js'

/**
 * Logs a failed request. Venue failures are warnings, refused requests are debug messages, and anything else is a bug with its
 * stack.
 */
export function logFailure(log: Logger, error: unknown, facts: Readonly<Record<string, unknown>>): void {
  if (error instanceof PmxError) {
    const fields = {
      ...facts,
      code: error.code,
      venue: error.exchange,
      detail: error.detail,
      message: error.message,
    }
    if (error.status >= 500 && error.code !== 'NOT_SUPPORTED' && !isYetToCome(error))
      log.warn(fields, 'request failed')
    else log.debug(fields, 'request refused')
    return
  }
  log.error(
    { ...facts, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'bug',
  )
}

/** Whether the requested data is not ready yet but is being prepared. */
function isYetToCome({ code, detail }: PmxError): boolean {
  return code === 'CATALOG_UNAVAILABLE' && String(detail?.['kind']).startsWith('still_')
}
