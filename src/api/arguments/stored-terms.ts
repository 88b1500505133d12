import { createValidationError, PmxError } from '../envelope/errors.js'
import type { VenueId } from '../envelope/venue-ids.js'

/** Why a venue is not asked at all: a request or a daemon wants it so. */
export type Unasked = 'only_if_cached' | 'offline'

/** What a caller takes where his venue cannot be asked, or is not to be. */
export interface StoredTerms {
  /** The venue is not asked, and this is why; absent where it may be. */
  readonly unasked?: Unasked
  /** What is stored will do in the place of a failure to reach the venue. */
  readonly serves: boolean
  /** Seconds: what is older will not do. */
  readonly maxAgeS?: number
  /** A list that is stored will not do, however new: it is to be read anew. */
  readonly renews?: true
}

/** How old something stored is: whole seconds since a time, epoch ms; 0 where a clock was set back meanwhile. */
export function computeAgeSeconds(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / 1000))
}

/** Whether what is stored and so many seconds old will do in the place of a failure to reach the venue. */
export function takesStored(terms: StoredTerms | undefined, ageS: number): boolean {
  return terms?.serves === true && ageS <= (terms.maxAgeS ?? Number.POSITIVE_INFINITY)
}

/**
 * What a request says of stored answers: `Cache-Control: stale-if-error[=<seconds>]` (RFC 5861) or `only-if-cached`
 * or `no-cache` (RFC 9111), or `stale=ok` in its query. Undefined where it says nothing; other directives mean nothing here; {@link maxAgeIn} has `max-age`.
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

/** The directives of a `Cache-Control`, in lower case, with their values; '' for those without. */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  return new Map(cacheControl.toLowerCase().split(',').map(readDirective))
}

function readDirective(text: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = text.split('=')
  return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')]
}

/**
 * How old an answer may be that changes all the time, in seconds, as a request's `Cache-Control` says (RFC 9111):
 * `max-age=<seconds>`, or 0 for `no-cache`. Undefined where it says nothing of it.
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
  only_if_cached: 'the request says only-if-cached',
  offline: 'this daemon works offline',
}

/** The error of a question that only a venue could answer, and that is not to be put to it: 504, as RFC 9111 has it. */
export function createNotCalledError(why: Unasked, exchange?: VenueId): PmxError {
  return new PmxError('NETWORK_ERROR', `${exchange ?? 'The venue'} is not asked, because ${because[why]}.`, {
    exchange,
    status: 504,
    retryable: false,
    detail: { kind: why },
  })
}

/** @throws NETWORK_ERROR (504) where the venue is not to be asked */
export function assertMayCallVenue(exchange: VenueId, terms: StoredTerms | undefined): void {
  if (terms?.unasked !== undefined) throw createNotCalledError(terms.unasked, exchange)
}
