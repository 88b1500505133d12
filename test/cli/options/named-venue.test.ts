import { expect, test } from 'vitest'
import { methodNamed, venueNamed } from '../../../src/cli/options/named-venue.js'

test('venues are found in any case', () => {
  expect(venueNamed('Kalshi')).toBe('kalshi')
})

test('a misspelt venue is answered with the near one and all of them', () => {
  expect(() => venueNamed('polymarkt')).toThrow(
    /Unknown venue 'polymarkt' \(did you mean 'polymarket'\?\)\.[\s\S]*kalshi/,
  )
})

test('a misspelt method is answered with the near one', () => {
  expect(methodNamed('fetchMarkets')).toBe('fetchMarkets')
  expect(() => methodNamed('fetchmarket')).toThrow(/did you mean 'fetchMarket'/)
  expect(() => methodNamed('constructor')).toThrow(/Unknown method/)
})
