import { directivesOf } from './stored-terms.js'

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
