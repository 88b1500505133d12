import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { toOrderOutcome } from '../../src/core/trading/place/unknown-outcome.js'
import { loadMockVenues } from '../../src/simulator/mock-venues/registry.js'
import type { Wire } from '../../src/transport/call-types.js'
import { readReply } from '../../src/transport/errors.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../src/venues/registry.js'
import { errorForms, genericWords } from '../support/generic-bodies.js'
import { venueContext } from '../support/venue.js'

const venues = await Promise.all(venueIds.map((id) => loadVenue(id)))
const trading = venues.flatMap((venue) => (venue?.orders === undefined ? [] : [venue]))

/** What gateways and frameworks answer where they know no such path, in the forms of their documents and sources. */
const gateways: readonly unknown[] = [
  // Kong, with and without the id of the request.
  { message: 'no Route matched with those values' },
  { message: 'no Route matched with those values', request_id: '6f0a4f0d8d3e1b5c' },
  // API Gateway of AWS: HTTP APIs, REST APIs.
  { message: 'Not Found' },
  { message: 'Missing Authentication Token' },
  { message: 'Forbidden' },
  // Azure API Management, gRPC gateway, ESP of Google Cloud, Apigee, Tyk.
  { statusCode: 404, message: 'Resource not found' },
  { code: 5, message: 'Not Found', details: [] },
  { code: 5, message: 'The current request is not defined by this API.' },
  { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
  {
    fault: {
      faultstring: 'Unable to identify proxy for host',
      detail: { errorcode: 'messaging.adaptors.http.flow.ApplicationNotFound' },
    },
  },
  { error: 'Requested endpoint is forbidden' },
  // Spring, Nest, Fastify, FastAPI.
  { timestamp: '2026-11-20T10:00:00.000+00:00', status: 404, error: 'Not Found', path: '/order' },
  { message: 'Cannot DELETE /orders/1', error: 'Not Found', statusCode: 404 },
  { message: 'Route DELETE:/orders/1 not found', error: 'Not Found', statusCode: 404 },
  { detail: 'Not Found' },
  { statusCode: 404, code: 'FST_ERR_NOT_FOUND', error: 'Not Found', message: 'Route POST:/order not found' },
]

/** A generic code, and a sentence that says nothing of an order: Spring Boot 2 and 3, a gateway with a template of its own. */
const vague: readonly unknown[] = [
  {
    timestamp: 1_764_000_000_000,
    status: 404,
    error: 'Not Found',
    message: 'No message available',
    path: '/order',
  },
  { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No static resource api/trade/1.' },
  { error: 'NotFound', message: 'The request could not be handled.' },
  { code: 'NOT_FOUND', detail: 'Nothing matches the given URI.' },
]

/** Codes and texts that the venues document, or that are recorded, with a refusal as their only meaning. */
const refusals: Readonly<Partial<Record<Venue['id'], readonly unknown[]>>> = {
  kalshi: [
    ...['invalid_order', 'invalid_parameters', 'order_already_exists', 'trading_is_paused', 'market_closed'],
    ...['fill_or_kill_insufficient_resting_volume', 'insufficient_balance', 'MARKET_INACTIVE'],
    ...['MARKET_NOT_FOUND', 'INSUFFICIENT_BALANCE', 'POST_ONLY_CROSS', 'EXCHANGE_PAUSED', 'INVALID_ORDER'],
    ...['available_balance_too_low', 'missing_parameters', 'exchange_is_paused', 'SELF_CROSS_ATTEMPT'],
  ].map((code) => ({ error: { code, message: code.replace(/_/g, ' ') } })),
  'gemini-titan': [
    ...['InsufficientFunds', 'MarketNotOpen', 'InvalidPrice', 'InvalidQuantity', 'DuplicateOrder'],
    ...['OrderNotFound', 'UnknownInstrument', 'InvalidNonce', 'LimitPriceOffTick', 'MissingRole'],
  ].flatMap((reason) => [
    { result: 'error', reason, message: 'x' },
    { error: reason, message: 'x' },
  ]),
  probable: ['PAS-4001', 'PAS-4008', 'PAS-4205', 'PAS-4206', 'PAS-4040'].map((code) => ({
    error: { code, message: 'order not found' },
  })),
  smarkets: [
    ...['ORDER_CANCEL_REJECTED_NOT_FOUND', 'ORDER_REJECTED_MARKET_NOT_FOUND', 'NO_DEPOSITS'],
    ...['ORDER_REJECTED_INSUFFICIENT_FUNDS', 'ORDER_INVALID_PRICE', 'ORDER_CANCEL_REJECTED_NOT_LIVE'],
    ...['REQUEST_VALIDATION_ERROR', 'NO_RESULTS_FOUND', 'ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY'],
  ].map((error_type) => ({ error_type, data: null })),
  opinion: [10_200, 10_610, 10_605, 11_001].map((errno) => ({ errno, errmsg: 'refused', result: null })),
  limitless: [{ message: 'clientOrderId was used before', error: 'Conflict', statusCode: 409 }],
  myriad: [{ error: 'Order already exists' }],
  polymarket: [{ error: 'order is invalid. Duplicated.' }, { error: 'not enough balance / allowance' }],
}

const bodies = [
  ...['', '404 page not found', 'conflict', '{}', '{"request_id":7}', '[]', 'null'],
  ...gateways.map((body) => JSON.stringify(body)),
]

test.each(trading)('on $id nothing that stands in between refuses an order', ({ errors, errorForm }) => {
  for (const status of [404, 409, 422, 499])
    for (const text of bodies) {
      const read = readReply({ status, headers: {}, text }, [], errors, { form: errorForm })
      const { state } = toOrderOutcome('error' in read ? read.error : undefined, true)
      expect(`${status} ${text} ${state}`).toBe(`${status} ${text} unknown`)
    }
})

function stateOf(
  { errors, errorForm }: (typeof trading)[number],
  status: number,
  body: unknown,
  accept: readonly number[] = [],
) {
  const reply = { status, headers: {}, text: JSON.stringify(body) }
  const kind = { form: errorForm, isOwnOnly: true, isWrite: true }
  const read = readReply(reply, accept, errors, kind)
  return 'error' in read ? toOrderOutcome(read.error, true).state : 'accepted'
}

test.each(trading)('on $id no word that is only a status refuses an order, in whatever form', (venue) => {
  const believed = [404, 409, 422, 499].flatMap((status) =>
    genericWords.flatMap((word) =>
      errorForms
        .map((form) => form(word))
        .filter((body) => stateOf(venue, status, body) !== 'unknown')
        .map((body) => `${status} ${JSON.stringify(body)}`),
    ),
  )
  expect(believed).toEqual([])
})

test.each(trading)('on $id no sentence beside a generic code refuses an order', (venue) => {
  const believed = [404, 409, 422, 499].flatMap((status) =>
    vague
      .filter((body) => stateOf(venue, status, body, [404]) !== 'unknown')
      .map((body) => `${status} ${JSON.stringify(body)}`),
  )
  expect(believed).toEqual([])
})

test.each(trading.filter(({ id }) => refusals[id] !== undefined))(
  'on $id a refusal in the venue’s own words is one',
  (venue) => {
    const doubted = (refusals[venue.id] ?? [])
      .filter((body) => stateOf(venue, 409, body) !== 'refused')
      .map((body) => JSON.stringify(body))
    expect(doubted).toEqual([])
  },
)

test('every trading venue with codes of its own has its refusals in the table', () => {
  const lacking = trading.filter(({ id, errorForm }) => errorForm?.codeIn && refusals[id] === undefined)
  expect(lacking.map(({ id }) => id)).toEqual(['kalshi-demo'])
})

const [uuid, hash] = ['5e8f0b3c-4d52-4c8e-9f57-3f1a2b4c5d6e', `0x${'5e8f0b3c'.repeat(8)}`]
const orderIds: Readonly<Partial<Record<Venue['id'], string>>> = {
  polymarket: hash,
  myriad: hash,
  probable: '100001:24893650627318645544597097130343963882416575728930784695667933489631877481284',
  smarkets: '1518455001152',
  'gemini-titan': '145828000001009364',
  hyperliquid: '560000001122',
  metaculus: '4021',
}

test.each(trading)('on $id nothing that stands in between says that an order is gone', async (venue) => {
  const [face] = await loadMockVenues([venue.id])
  const values = face?.paperCredentials?.() ?? { apiToken: 'of-nobody' }
  const orderId = orderIds[venue.id] ?? uuid
  const sentences = vague.map((body) => JSON.stringify(body))
  for (const text of [...bodies, ...sentences]) {
    const wire: Wire = {
      send: async () => ({ status: 404, headers: {}, text }),
      close: async () => undefined,
    }
    const ctx = () => venueContext(venue, wire, undefined, { values, withheld: false })
    const failureOf = (call: Promise<unknown> | undefined) =>
      Promise.resolve(call).then(
        () => 'none',
        (error: unknown) => {
          // A login may come first, and its refusal says nothing of an order.
          const isOfLogin =
            sentences.includes(text) && error instanceof PmxError && error.code === 'NOT_FOUND'
          return isOfLogin || toOrderOutcome(error, true).state === 'unknown' ? 'unknown' : error
        },
      )
    expect(`${text} ${await failureOf(venue.account?.order?.(orderId, ctx()))}`).toBe(`${text} unknown`)
  }
})
