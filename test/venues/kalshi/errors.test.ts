import { expect, test } from 'vitest'
import { kalshiErrors } from '../../../src/venues/kalshi/errors.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { failureOf } from '../../support/expect.js'
import { venueContext } from '../../support/venue.js'
import { fakeWire, json } from '../../support/wire.js'

const tooLong = 'requested time range with candlesticks: 261343.966667, max candlesticks: 5000'
const wrapped = (code: string, details?: string) => ({
  error: { code, message: code.replace(/_/g, ' '), details },
})

test.each<[number, unknown, string, string]>([
  [400, wrapped('bad_request', 'invalid status filter'), 'BAD_REQUEST', 'invalid status filter'],
  [400, wrapped('bad_request', tooLong), 'BAD_REQUEST', 'max candlesticks: 5000'],
  [400, wrapped('bad_request', 'invalid ticker KXBALANCE-29'), 'NOT_FOUND', 'KXBALANCE-29'],
  [400, wrapped('bad_request', 'something about KXBALANCE-29'), 'BAD_REQUEST', 'KXBALANCE-29'],
  [400, wrapped('invalid_parameters'), 'VALIDATION_ERROR', 'invalid parameters'],
  [
    400,
    { code: 'invalid_parameters', message: 'flat', details: 'limit above 1000' },
    'VALIDATION_ERROR',
    'limit above 1000',
  ],
  [400, wrapped('available_balance_too_low'), 'INSUFFICIENT_FUNDS', 'available balance too low'],
  [400, wrapped('insufficient_balance'), 'INSUFFICIENT_FUNDS', 'insufficient balance'],
  [400, wrapped('invalid_price'), 'INVALID_ORDER', 'invalid price'],
  [409, wrapped('trading_is_paused'), 'INVALID_ORDER', 'trading is paused'],
  [409, wrapped('exchange_is_paused'), 'INVALID_ORDER', 'exchange is paused'],
  [409, wrapped('fill_or_kill_insufficient_resting_volume'), 'INVALID_ORDER', 'insufficient resting volume'],
  [409, wrapped('market_closed'), 'INVALID_ORDER', 'market closed'],
  [400, wrapped('market_closed'), 'INVALID_ORDER', 'market closed'],
  [409, wrapped('invalid_order'), 'INVALID_ORDER', 'invalid order'],
  [409, wrapped('another_conflict'), 'BAD_REQUEST', 'another conflict'],
  [400, wrapped('missing_parameters'), 'VALIDATION_ERROR', 'missing parameters'],
  [400, wrapped('MARKET_INACTIVE'), 'INVALID_ORDER', 'MARKET INACTIVE'],
  [400, wrapped('MARKET_ALREADY_CLOSED'), 'INVALID_ORDER', 'MARKET ALREADY CLOSED'],
  [400, wrapped('MARKET_NOT_FOUND'), 'MARKET_NOT_FOUND', 'MARKET NOT FOUND'],
  [400, wrapped('INSUFFICIENT_BALANCE'), 'INSUFFICIENT_FUNDS', 'INSUFFICIENT BALANCE'],
  [400, wrapped('a_code_of_next_year'), 'BAD_REQUEST', 'a code of next year'],
  // A word that every object knows is a code like any other that is not known.
  [400, wrapped('constructor'), 'BAD_REQUEST', 'constructor'],
  [400, { error: 'odd text' }, 'BAD_REQUEST', 'odd text'],
  [403, wrapped('permission_denied'), 'PERMISSION_DENIED', 'permission denied'],
  [404, wrapped('not_found'), 'NOT_FOUND', 'not found'],
  [429, { error: 'too many requests' }, 'RATE_LIMIT_EXCEEDED', 'too many requests'],
])('HTTP %i %j is %s', async (status, body, code, words) => {
  const ctx = venueContext(
    kalshi,
    fakeWire({ 'GET api/markets': json(status, body, { 'retry-after': '3600' }) }),
  )
  const error = await failureOf(() => ctx.http.send({ host: 'api', path: '/markets' }))
  expect(error).toMatchObject({ code, exchange: 'kalshi', detail: { upstreamStatus: status } })
  expect(error.message).toContain(words)
})

test.each(['internal_error', 'service_unavailable', 'matching_timed_out', 'DEADLINE_EXCEEDED'])(
  'a failure of its own, %s, leaves an order in doubt, whatever its status',
  (code) => {
    const failed = { status: 400, headers: {}, json: wrapped(code, 'the ticker was not found in time') }
    expect(kalshiErrors(failed)?.code).toBe('EXCHANGE_NOT_AVAILABLE')
  },
)

test('an order that was unavailable to the exchange is in doubt, whatever its status', () => {
  const unavailable = { status: 400, headers: {}, json: wrapped('EXCHANGE_UNAVAILABLE') }
  expect(kalshiErrors(unavailable)?.code).toBe('EXCHANGE_NOT_AVAILABLE')
})

test('only refusals are read here', () => {
  for (const body of [
    {},
    { orders: [] },
    { error: 'text' },
    { error: {} },
    { error: { message: 'x' } },
    null,
  ])
    expect(kalshiErrors({ status: 200, headers: {}, json: body })).toBeUndefined()
  const beside = { ...wrapped('bad_request'), order_id: 'o' }
  expect(kalshiErrors({ status: 200, headers: {}, json: beside })).toBeUndefined()
  for (const status of [404, 409, 410, 429, 500, 503]) {
    expect(kalshiErrors({ status, headers: {}, json: wrapped('bad_request') })).toBeUndefined()
  }
  for (const body of [null, 'text', 7, [], {}]) {
    expect(kalshiErrors({ status: 400, headers: {}, json: body })).toBeUndefined()
  }
})
