import { expect, test } from 'vitest'
import { computeAgeSeconds, storedTermsOf, takesStored } from '../../../src/api/arguments/stored-terms.js'

test.each([
  [undefined, [], undefined],
  ['no-cache', [], { serves: false, renews: true }],
  ['no-cache, stale-if-error=9', [], { serves: true, maxAgeS: 9, renews: true }],
  ['no-cache, only-if-cached', [], { serves: true, unasked: 'only_if_cached' }],
  ['max-stale=60, no-store', [], undefined],
  ['stale-if-error', [], { serves: true }],
  ['max-age=0, Stale-If-Error = 3600 ', [], { serves: true, maxAgeS: 3_600 }],
  ['stale-if-error="60"', [], { serves: true, maxAgeS: 60 }],
  ['stale-if-error=soon', [], { serves: true }],
  ['only-if-cached', [], { serves: true, unasked: 'only_if_cached' }],
  ['only-if-cached,stale-if-error=5', [], { serves: true, unasked: 'only_if_cached', maxAgeS: 5 }],
  [undefined, ['ok'], { serves: true }],
  // Who says twice that it will do, once without a bound, takes it however old it is.
  ['stale-if-error=5', ['ok'], { serves: true }],
] as const)('Cache-Control %j with stale %j says %j', (cacheControl, stale, terms) => {
  expect(storedTermsOf(cacheControl, stale)).toEqual(terms)
})

test.each(['', 'no', 'OK'])('another word than ok is refused: %j', (word) => {
  expect(() => storedTermsOf(undefined, ['ok', word])).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'stale' }),
  )
})

test.each([
  [0, 0],
  [999, 0],
  [1_000, 1],
  [61_999, 61],
  [-5_000, 0],
])('what was fetched %i ms ago is %i s old', (ms, seconds) => {
  expect(computeAgeSeconds(1_000_000, 1_000_000 + ms)).toBe(seconds)
})

test.each([
  [undefined, 0, false],
  [{ serves: false }, 0, false],
  [{ serves: false, unasked: 'offline', maxAgeS: 60 }, 0, false],
  [{ serves: true }, 1e9, true],
  [{ serves: true, maxAgeS: 60 }, 60, true],
  [{ serves: true, maxAgeS: 60 }, 61, false],
  [{ serves: true, maxAgeS: 0 }, 0, true],
] as const)('who says %j takes what is %i s old: %s', (terms, ageS, takes) => {
  expect(takesStored(terms, ageS)).toBe(takes)
})
