import { expect, test } from 'vitest'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { outcomeOfFailure } from '../../src/core/trading/place/unknown-outcome.js'
import { loadFaces } from '../../src/simulator/mock-venues/registry.js'
import type { Wire } from '../../src/transport/call.js'
import { readReply } from '../../src/transport/errors.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../src/venues/registry.js'
import { venueContext } from '../support/venue.js'

const venues = await Promise.all(venueIds.map((id) => loadVenue(id)))
const trading = venues.flatMap((venue) => (venue?.orders === undefined ? [] : [venue]))

const bodies = ['', '404 page not found', 'conflict', '{}', '{"request_id":7}', '[]', 'null']

test.each(trading)('on $id nothing that stands in between refuses an order', ({ errors }) => {
  for (const status of [404, 409, 422, 499])
    for (const text of bodies) {
      const read = readReply({ status, headers: {}, text }, [], errors)
      const { state } = outcomeOfFailure('error' in read ? read.error : undefined, true)
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
  const [face] = await loadFaces([venue.id])
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
        (error: unknown) => (outcomeOfFailure(error, true).state === 'unknown' ? 'unknown' : error),
      )
    expect(await failureOf(venue.account?.order?.(orderId, ctx()))).toBe('unknown')
  }
})
