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

test.each([
  ['ORDER_REJECTED_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
  ['NO_DEPOSITS', 'INSUFFICIENT_FUNDS'],
  ['ORDER_REJECTED_MARKET_NOT_FOUND', 'MARKET_NOT_FOUND'],
  ['ORDER_REJECTED_CONTRACT_NOT_FOUND', 'MARKET_NOT_FOUND'],
  ['ORDER_REJECTED_ACCOUNT_SUSPENDED', 'PERMISSION_DENIED'],
  ['ORDER_REJECTED_THROTTLE_EXCEEDED', 'RATE_LIMIT_EXCEEDED'],
  ['ORDER_REJECTED_MARKET_HALTED', 'INVALID_ORDER'],
  ['ORDER_INVALID_INVALID_PRICE, ORDER_INVALID_INVALID_QUANTITY', 'INVALID_ORDER'],
  ['ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY', 'NO_LIQUIDITY'],
])('an order that is refused with %s is %s', (word, code) => {
  const json = { error_type: word, data: null }
  expect(errorRule({ status: 400, json, headers: {} })).toMatchObject({
    code,
    detail: { upstreamStatus: 400, upstreamCode: word },
  })
})
