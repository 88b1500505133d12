import { expect, test } from 'vitest'
import { maxAgeIn } from '../../../src/api/arguments/stored-terms.js'

test.each([
  [undefined, undefined],
  ['stale-if-error=5, max-stale=3', undefined],
  ['max-age=12', 12],
  ['Max-Age="7", stale-if-error', 7],
  ['max-age=0', 0],
  ['no-cache', 0],
  ['max-age=60, no-cache', 0],
  // Who asks no venue cannot have anything anew.
  ['no-cache, only-if-cached', undefined],
  ['only-if-cached, max-age=9', 9],
  ['max-age=soon', undefined],
  ['max-age=-1', undefined],
])('Cache-Control %j allows %j seconds', (cacheControl, seconds) => {
  expect(maxAgeIn(cacheControl)).toBe(seconds)
})
