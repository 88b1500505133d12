import { expect, test } from 'vitest'
import { plain } from '../../../src/cli/render/paint.js'
import { isServed, venueTable } from '../../../src/cli/render/venue-table.js'

const kalshi = { venue: 'kalshi' as const, has: { fetchMarkets: true, fetchOHLCV: 'emulated' as const } }
const rain = { venue: 'rain' as const, has: { fetchMarkets: false } }

test('a venue is a row, whether it is served or not', () => {
  expect(venueTable([kalshi, rain], plain)).toEqual([
    'venue   name    served  events  markets  series  candles   book  trades  positions  orders  streams',
    'kalshi  Kalshi  yes     -       yes      -       emulated  -     -       -          -       -',
    'rain    Rain    -       -       -        -       -         -     -       -          -       -',
  ])
})

test('a venue is served when it can do anything', () => {
  expect(isServed(kalshi)).toBe(true)
  expect(isServed(rain)).toBe(false)
})
