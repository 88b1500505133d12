import { expect, test } from 'vitest'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { toOrderOutcome } from '../../src/core/trading/place/unknown-outcome.js'
import { loadMockVenues } from '../../src/simulator/mock-venues/registry.js'
import type { Wire } from '../../src/transport/call-types.js'
import { readReply } from '../../src/transport/errors.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../src/venues/registry.js'
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
]

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
  for (const text of bodies) {
    const wire: Wire = {
      send: async () => ({ status: 404, headers: {}, text }),
      close: async () => undefined,
    }
    const ctx = () => venueContext(venue, wire, undefined, { values, withheld: false })
    const failureOf = (call: Promise<unknown> | undefined) =>
      Promise.resolve(call).then(
        () => 'none',
        (error: unknown) => (toOrderOutcome(error, true).state === 'unknown' ? 'unknown' : error),
      )
    expect(`${text} ${await failureOf(venue.account?.order?.(orderId, ctx()))}`).toBe(`${text} unknown`)
  }
})
