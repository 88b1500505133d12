import { expect, test } from 'vitest'
import { type CacheState, createCacheHeaders } from '../../../src/core/request/response-headers.js'

test.each<[CacheState, Record<string, string>]>([
  [
    { ageS: 0, cache: 'miss' },
    { 'x-pmx-list-age': '0', 'x-pmx-cache': 'miss' },
  ],
  [
    { ageS: 700, cache: 'stale', stale: { reason: 'offline' } },
    { 'x-pmx-list-age': '700', 'x-pmx-cache': 'stale', 'x-pmx-stale': 'offline; age=700' },
  ],
])('a kept list tells how old it is and why', (state, headers) => {
  expect(createCacheHeaders(state)).toEqual(headers)
})
