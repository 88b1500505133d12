import { expect, test } from 'vitest'
import { pickUnknownWords } from '../../../src/cli/selftest/unknown-words.js'

const seen = (['kalshi', 'smarkets', 'binance'] as const).map((venue) => ({
  venue,
  enumeration: 'market.status',
  word: 'zz_new',
  count: 1,
}))
const namesOf = (venue: 'kalshi' | 'kalshi-demo' | 'smarkets' | 'hunch') =>
  pickUnknownWords(seen, venue).map((word) => word.venue)

test('the unknown words of a venue are its own, and those of a venue with the same API', () => {
  expect(namesOf('kalshi')).toEqual(['kalshi'])
  expect(namesOf('kalshi-demo')).toEqual(['kalshi'])
  expect(namesOf('smarkets')).toEqual(['smarkets'])
  expect(namesOf('hunch')).toEqual([])
})
