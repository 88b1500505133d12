import { expect, test } from 'vitest'
import { venueIds } from '../../../src/api/envelope/venue-ids.js'
import { plainColors } from '../../../src/cli/output/colors.js'
import { isServed, renderVenues, type VenueRow } from '../../../src/cli/tables/venue-table.js'

const kalshi = { venue: 'kalshi' as const, has: { fetchMarkets: true, fetchOHLCV: 'emulated' as const } }
const opinion = { venue: 'opinion' as const, has: { fetchMarkets: true, fetchTrades: false } }
const rain = { venue: 'rain' as const, has: { fetchMarkets: false } }

test('a venue that is served is a row, the others are named below; what nobody can do has no column', () => {
  expect(renderVenues([kalshi, rain, opinion], plainColors)).toEqual([
    'venue    lists  candles',
    'kalshi   yes    built',
    'opinion  yes    -',
    'not served yet: rain',
  ])
  expect(renderVenues([kalshi], plainColors).at(-1)).toMatch(/^kalshi/)
})

test('nothing is wider than 80 columns, however many can do whatever is shown today', () => {
  const emulated = { fetchEvents: true, fetchMarkets: true, fetchSeries: true, fetchOHLCV: true } as const
  const has = { ...emulated, fetchOrderBook: 'emulated', fetchTrades: true, fetchPositions: true } as const
  const all = venueIds.map((venue, index): VenueRow => ({ venue, has: index < 9 ? has : {} }))
  const lines = renderVenues(all, plainColors)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  const below = lines.slice(10).join(' ')
  for (const { venue } of all.slice(9)) expect(below).toContain(venue)
})

test('a venue is served when it can do anything', () => {
  expect(isServed(kalshi)).toBe(true)
  expect(isServed(rain)).toBe(false)
})
