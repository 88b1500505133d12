import { createValidationError, PmxError } from '../envelope/errors.js'
import type { VenueId } from '../envelope/venue-ids.js'

/** Why a venue must not be called: the request or the daemon's mode excludes it. */
export type Unasked = 'only_if_cached' | 'offline'

/** The stored data that a caller accepts if the venue is unreachable or must not be called. */
export interface StoredTerms {
  /** The reason why the venue must not be called. Absent if it may be. */
  readonly unasked?: Unasked
  /** Stored data is accepted when the venue is unreachable. */
  readonly serves: boolean
  /** Seconds; older data is not accepted. */
  readonly maxAgeS?: number
  /** A stored list is not accepted, regardless of its age: it must be read again. */
  readonly renews?: true
}

/**
 * Returns the age of stored data: whole seconds since a time (epoch ms), or 0 if the clock was set back in the meantime.
 */
export function computeAgeSeconds(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / 1000))
}

/** Whether stored data of this age in seconds is accepted when the venue is unreachable. */
export function takesStored(terms: StoredTerms | undefined, ageS: number): boolean {
  return terms?.serves === true && ageS <= (terms.maxAgeS ?? Number.POSITIVE_INFINITY)
}

/**
 * Returns the terms of a request for stored responses: `Cache-Control: stale-if-error[=<seconds>]` (RFC 5861),
 * `only-if-cached` or `no-cache` (RFC 9111), or `stale=ok` in its query. Returns undefined if none of them is present.
 * Other directives have no effect here; {@link maxAgeIn} reads `max-age`.
 * @param stale values of the query's `stale`
 * @throws VALIDATION_ERROR for a `stale` that is not `ok`
 */
export function storedTermsOf(
  cacheControl: string | undefined,
  stale: readonly string[] = [],
): StoredTerms | undefined {
  for (const value of stale)
    if (value !== 'ok')
      throw createValidationError('stale', `stale must be ok; got ${JSON.stringify(value.slice(0, 60))}`)
  if (cacheControl === undefined && stale.length === 0) return undefined
  const directives = directivesOf(cacheControl ?? '')
  const isOnly = directives.has('only-if-cached')
  const renews = !isOnly && directives.has('no-cache') ? { renews: true as const } : {}
  if (!isOnly && !directives.has('stale-if-error') && stale.length === 0)
    return 'renews' in renews ? { serves: false, ...renews } : undefined
  const seconds = directives.get('stale-if-error') ?? ''
  const isBounded = stale.length === 0 && /^\d+$/.test(seconds)
  return {
    ...(isOnly ? { unasked: 'only_if_cached' } : {}),
    serves: true,
    ...(isBounded ? { maxAgeS: Number(seconds) } : {}),
    ...renews,
  }
}

/** Returns the directives of a `Cache-Control`, in lower case, with their values; '' for those without. */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  return new Map(cacheControl.toLowerCase().split(',').map(readDirective))
}

function readDirective(text: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = text.split('=')
  return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')]
}

/**
 * Returns the maximum age in seconds of a response with live data, by the request's `Cache-Control` (RFC 9111):
 * `max-age=<seconds>`, or 0 for `no-cache`. Returns undefined without either.
 */
export function maxAgeIn(cacheControl: string | undefined): number | undefined {
  if (cacheControl === undefined) return undefined
  const directives = directivesOf(cacheControl)
  if (directives.has('only-if-cached')) return secondsIn(directives)
  return directives.has('no-cache') ? 0 : secondsIn(directives)
}

function secondsIn(directives: ReadonlyMap<string, string>): number | undefined {
  const seconds = directives.get('max-age') ?? ''
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined
}

const because: Readonly<Record<Unasked, string>> = {
  only_if_cached: 'the request has only-if-cached',
  offline: 'this daemon is offline',
}

/** Creates the error for a request that would need a venue call but excludes one: 504, as in RFC 9111. */
export function createNotCalledError(why: Unasked, exchange?: VenueId): PmxError {
  return new PmxError(
    'NETWORK_ERROR',
    `${exchange ?? 'The venue'} was not called, because ${because[why]}.`,
    {
      exchange,
      status: 504,
      retryable: false,
      detail: { kind: why },
    },
  )
}

/**
 * Asserts that the venue may be called.
 * @throws NETWORK_ERROR (504) if the venue must not be called
 */
export function assertMayCallVenue(exchange: VenueId, terms: StoredTerms | undefined): void {
  if (terms?.unasked !== undefined) throw createNotCalledError(terms.unasked, exchange)
}
