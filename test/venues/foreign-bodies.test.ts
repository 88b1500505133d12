import { expect, test } from 'vitest'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { outcomeOfFailure } from '../../src/core/trading/place/unknown-outcome.js'
import { readReply } from '../../src/transport/errors.js'
import { loadVenue } from '../../src/venues/registry.js'

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
