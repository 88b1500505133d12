import { expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/venue-ids.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { openHouse } from './house.js'
import { openPlayer } from './ledger.js'

/** Sequences of a venue, and steps of each. */
const SEQUENCES = 4
const STEPS = 20

/** Declares that the books of an account balance on some venues, after seeded sequences of orders. */
export function testBalances(ids: readonly VenueId[]): void {
  test.each(ids)('%s: trades, positions, money and orders agree', async (id) => {
    const venue = await loadVenue(id)
    if (venue === undefined) throw new TypeError(`${id} is not served`)
    const house = await openHouse('natural', id, 50)
    try {
      const player = await openPlayer(house, venue)
      for (let seed = 1; seed <= SEQUENCES; seed++) await player.play(seed, STEPS)
      expect(player.counts.placed).toBeGreaterThan(20)
      expect(await player.settleUp()).toEqual([])
    } finally {
      await house.close()
    }
  })
}
