import { expect, test } from 'vitest'
import { isVenueId, venueIds, venueNames } from '../../../src/api/envelope/venue-ids.js'

test('the exchange ids and display names are exactly the contract, in its order', () => {
  expect(Object.entries(venueNames)).toEqual([
    ['router', 'Router'],
    ['polymarket', 'Polymarket'],
    ['kalshi', 'Kalshi'],
    ['kalshi-demo', 'KalshiDemo'],
    ['limitless', 'Limitless'],
    ['probable', 'Probable'],
    ['baozi', 'Baozi'],
    ['myriad', 'Myriad'],
    ['opinion', 'Opinion'],
    ['metaculus', 'Metaculus'],
    ['smarkets', 'Smarkets'],
    ['polymarket_us', 'PolymarketUS'],
    ['gemini-titan', 'GeminiTitan'],
    ['hyperliquid', 'Hyperliquid'],
    ['suibets', 'SuiBets'],
    ['rain', 'Rain'],
    ['hunch', 'Hunch'],
  ])
  expect(venueIds).toEqual(Object.keys(venueNames))
})

test.each(['constructor', '__proto__', 'toString', 'KALSHI', 'kalshi_demo', 'polymarket-us', 'mock', ''])(
  '%j is no exchange id',
  (text) => {
    expect(isVenueId(text)).toBe(false)
  },
)
