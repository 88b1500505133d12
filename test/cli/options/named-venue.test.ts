import { expect, test } from 'vitest'
import { parseMethodName, parseVenue } from '../../../src/cli/options/named-venue.js'

test('venues are found in any case', () => {
  expect(parseVenue('Kalshi')).toBe('kalshi')
})

test('a misspelt venue is answered with the near one and all of them', () => {
  expect(() => parseVenue('polymarkt')).toThrow(
    /No such venue: 'polymarkt' \(did you mean 'polymarket'\?\)\.[\s\S]*kalshi/,
  )
})

test('a misspelt method is answered with the near one', () => {
  expect(parseMethodName('fetchMarkets')).toBe('fetchMarkets')
  expect(() => parseMethodName('fetchmarket')).toThrow(/did you mean 'fetchMarket'/)
  expect(() => parseMethodName('constructor')).toThrow(/No such method/)
})
