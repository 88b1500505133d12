import type { Context } from 'hono'
import { getMethodRow, isMethodName, type MethodName, methodNames } from '../../api/arguments/methods.js'
import { type StoredTerms, storedTermsOf } from '../../api/arguments/stored-terms.js'
import { PmxError } from '../../api/envelope/errors.js'
import { PRIORITY_HEADER } from '../../api/envelope/pmx-headers.js'
import { isVenueId, type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import { clipText } from '../../api/values/shown.js'
import { suggestName } from '../../api/values/suggest.js'
import type { Priority } from '../../policy/urgency.js'

/** The parts of a call that are in a request's path, query and headers. */

/**
 * Returns the venue in the path.
 * @throws NOT_FOUND for an unknown venue
 */
export function readVenue(c: Context): VenueId {
  const name = (c.req.param('exchange') ?? '').toLowerCase()
  if (isVenueId(name)) return name
  if (name === 'mock')
    throw new PmxError(
      'NOT_SUPPORTED',
      "The exchange 'mock' does not exist here. For simulated markets of every venue, start the daemon with --demo.",
    )
  throw new PmxError('NOT_FOUND', `Unknown exchange: ${clipText(name)}. Known: ${venueIds.join(', ')}`, {
    detail: { kind: 'unknown_exchange' },
  })
}

/** Returns `background` if the header has that value. Any other value has no effect. */
export function readPriority(c: Context): { readonly priority?: Priority } {
  return c.req.header(PRIORITY_HEADER)?.toLowerCase() === 'background' ? { priority: 'background' } : {}
}

/** Whether the response may come from stored data. Removes `stale` from the query of methods that read it. */
export function readStoredTerms(
  c: Context,
  method: MethodName,
  query: URLSearchParams,
): StoredTerms | undefined {
  const cacheControl = c.req.header('cache-control')
  if (getMethodRow(method).answersStored !== true) return storedTermsOf(cacheControl)
  if (!query.has('stale')) return storedTermsOf(cacheControl)
  const stale = query.getAll('stale')
  query.delete('stale')
  return storedTermsOf(cacheControl, stale)
}

/**
 * Returns the error for a GET of a method that needs POST or does not exist. It is a 405 either way, after which the SDKs repeat
 * the call as a POST.
 */
export function createNotGettableError(name: string, venue: VenueId): PmxError {
  const message = isMethodName(name)
    ? `Method '${name}' takes POST: POST /api/${venue}/${name} with {"args":[...]}`
    : `No such method: '${clipText(name)}'${suggestName(name, methodNames)}. GET /api/${venue}/has lists the methods.`
  return new PmxError('BAD_REQUEST', message, { status: 405, detail: { kind: 'method_not_allowed' } })
}
