import { expect, test } from 'vitest'
import { findSampledBook } from '../../../src/candles/series/sampled-basis.js'
import { assertAffordable, samplingOf } from '../../../src/cli/pins/sampling.js'
import { loadVenue, servedVenueIds } from '../../../src/venues/registry.js'

test.each(servedVenueIds)('%s is sampled exactly where it has books and no candles', async (id) => {
  const venue = await loadVenue(id)
  if (venue !== undefined && findSampledBook(venue) !== undefined) {
    expect(await samplingOf(id, 'x', '1m')).toEqual({ venue, paceMs: 60_000 })
    await expect(samplingOf(id, 'x', undefined)).rejects.toThrow(`'pmx-local pin --sample 1m ${id} x'`)
    return
  }
  expect(await samplingOf(id, 'x', undefined)).toBeUndefined()
  const why = venue?.candles === undefined ? 'so it cannot be sampled' : `${id} has candles, and`
  await expect(samplingOf(id, 'x', '1m')).rejects.toThrow(why)
})

test('pins that would take more than their share are refused', async () => {
  const sampling = await samplingOf('smarkets', 'x', '10s')
  if (sampling === undefined) throw new Error('smarkets is sampled')
  const pin = { venue: 'smarkets', id: 'x', outcomes: [{ outcomeId: 'x' }], pinnedAt: 0 } as const
  const refuse = () => assertAffordable(sampling, [{ ...pin, sampleMs: 10_000 }])
  expect(refuse).toThrow(/takes 6 calls per minute .* a quarter of that, 3\.75/)
  expect(() => assertAffordable(sampling, [{ ...pin, sampleMs: 60_000 }])).not.toThrow()
})
