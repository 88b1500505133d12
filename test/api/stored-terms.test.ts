import { expect, test } from 'vitest'
import { storedTermsOf } from '../../src/api/stored-terms.js'

test.each([
  [undefined, [], undefined],
  ['no-cache', [], undefined],
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
