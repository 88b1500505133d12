import { expect, test } from 'vitest'
import { errorRule } from '../../../src/venues/smarkets/errors.js'

const limited = { error_type: 'RATE_LIMIT_EXCEEDED', data: 'slow down' }

test.each([
  [429, limited, { 'x-ratelimit-reset': '17' }, 17],
  [429, limited, { 'x-ratelimit-reset': '17', 'retry-after': '3' }, 3],
  [429, limited, { 'x-ratelimit-reset': '16.2' }, 17],
  [429, limited, { 'x-ratelimit-reset': '1795262400' }, undefined],
  [429, limited, { 'x-ratelimit-reset': 'soon' }, undefined],
  [429, 'Too many requests', {}, undefined],
  [503, { error_type: 'EVENTS_API_RATE_LIMIT', data: null }, {}, undefined],
])('%i %j %j is a rate limit', (status, json, headers, retryAfter) => {
  const error = errorRule({ status, json, headers: { ...headers } })
  expect(error?.code).toBe('RATE_LIMIT_EXCEEDED')
  expect(error?.retryable).toBe(true)
  expect(error?.retryAfter).toBe(retryAfter)
})

test.each([
  [503, { error_type: 'EVENTS_UNAVAILABLE' }],
  [400, { error_type: 'REQUEST_VALIDATION_ERROR', data: { limit: 'too large' } }],
  [500, null],
  [200, { events: [] }],
])('%i %j is left to the general reading', (status, json) => {
  expect(errorRule({ status, json, headers: {} })).toBeUndefined()
})
