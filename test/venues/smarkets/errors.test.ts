import { describe, expect, test } from 'vitest'
import { toOrderOutcome } from '../../../src/core/trading/place/unknown-outcome.js'
import { errorRule } from '../../../src/venues/smarkets/errors.js'
import { hosts } from '../../../src/venues/smarkets/hosts.js'

test.each([
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '17.2' }, 18_000],
  [{ 'x-ratelimit-remaining': ' 0 ', 'x-ratelimit-reset': '3' }, 3_000],
  [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '17' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795262400' }, undefined],
  [{ 'x-ratelimit-remaining': '0' }, undefined],
  [{}, undefined],
])('%j leaves a pause of %s ms', (headers, pauseMs) => {
  expect(hosts.api.pauseAfter(headers)).toBe(pauseMs)
})

test.each([
  ['reads', 60, 60],
  ['quotes', 60, 20],
  ['login', 300, 5],
  ['place', 1, 10],
  ['cancel', 1, 10],
] as const)('the pace of %s stays within a window of %i s of %i calls', (group, seconds, most) => {
  const { capacity, perSecond } = hosts.api.groups[group]
  expect(capacity + perSecond * seconds).toBeLessThanOrEqual(most)
})

test('the pace of an account stays within its minute', () => {
  const { capacity, perSecond } = hosts.api.limit
  expect(capacity + perSecond * 60).toBeLessThanOrEqual(1200)
})

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
  // Whether the order was placed is not known.
  [503, { error_type: 'ORDER_UNAVAILABLE' }],
  [503, { error_type: 'CREATE_ORDER_TIMEOUT' }],
  [500, { error_type: 'ORDER_REJECTED_MARKET_HALTED' }],
])('%i %j is left to the general reading', (status, json) => {
  expect(errorRule({ status, json, headers: {} })).toBeUndefined()
})

/** The venue's words for orders and cancels (protocol of smk-python-sdk 9.4.4) that ask for another try. */
const paused = [
  ['ORDER_REJECTED_SERVICE_TEMPORARILY_UNAVAILABLE', 'EXCHANGE_NOT_AVAILABLE', 'not placed'],
  ['ORDER_REJECTED_CAPACITY_REACHED', 'EXCHANGE_NOT_AVAILABLE', 'not placed'],
  ['ORDER_REJECTED_THROTTLE_EXCEEDED', 'RATE_LIMIT_EXCEEDED', 'not placed'],
  ['ORDER_CANCEL_REJECTED_SERVICE_TEMPORARILY_UNAVAILABLE', 'EXCHANGE_NOT_AVAILABLE', 'cancel again'],
  ['ORDER_CANCEL_REJECTED_CAPACITY_REACHED', 'EXCHANGE_NOT_AVAILABLE', 'cancel again'],
  ['ORDER_CANCEL_REJECTED_THROTTLE_EXCEEDED', 'RATE_LIMIT_EXCEEDED', 'cancel again'],
] as const

describe.each(paused)('%s', (word, code, advice) => {
  test.each([400, 403, 503])('with status %i is no final refusal, and carried out nothing', (status) => {
    const error = errorRule({ status, json: { error_type: word }, headers: { 'x-ratelimit-reset': '2' } })
    expect(error).toMatchObject({
      code,
      retryable: true,
      message: expect.stringContaining(advice),
      detail: { kind: 'orders_paused', upstreamStatus: status, upstreamCode: word },
    })
    expect(error?.retryAfter).toBe(code === 'RATE_LIMIT_EXCEEDED' ? 2 : undefined)
    expect(toOrderOutcome(error, true).state).toBe('refused')
  })
})

test.each([400, 404])('a cancel of what is not there is told as such with status %i', (status) => {
  const json = { error_type: 'ORDER_CANCEL_REJECTED_NOT_FOUND', data: null }
  expect(errorRule({ status, json, headers: {} })).toMatchObject({
    code: 'ORDER_NOT_FOUND',
    retryable: false,
  })
})

test.each([
  ['ORDER_CANCEL_REJECTED_NOT_LIVE', 'ORDER_NOT_FOUND'],
  ['ORDER_CANCEL_REJECTED_TOO_LATE', 'INVALID_ORDER'],
  ['ORDER_CANCEL_REJECTED_ACCOUNT_SUSPENDED', 'PERMISSION_DENIED'],
  ['ORDER_REJECTED_zz_new', 'INVALID_ORDER'],
  ['ORDER_REJECTED_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
  ['NO_DEPOSITS', 'INSUFFICIENT_FUNDS'],
  ['ORDER_REJECTED_MARKET_NOT_FOUND', 'MARKET_NOT_FOUND'],
  ['ORDER_REJECTED_CONTRACT_NOT_FOUND', 'MARKET_NOT_FOUND'],
  ['ORDER_REJECTED_ACCOUNT_SUSPENDED', 'PERMISSION_DENIED'],
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
