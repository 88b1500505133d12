import { expect, test } from 'vitest'
import { methodNames } from '../../../src/api/arguments/methods.js'
import { venueIds } from '../../../src/api/envelope/venue-ids.js'
import { findNearest, suggestName } from '../../../src/api/values/suggest.js'

test.each([
  ['kalsi', 'kalshi'],
  ['polymraket', 'polymarket'],
  ['POLYMARKET', 'polymarket'],
  ['kalshi_demo', 'kalshi-demo'],
])('%s means the exchange %s', (text, meant) => {
  expect(findNearest(text, venueIds)).toBe(meant)
})

test.each([
  ['fetchMarkts', 'fetchMarkets'],
  ['fetchohlcv', 'fetchOHLCV'],
  ['fetchOrderbok', 'fetchOrderBook'],
])('%s means the method %s', (text, meant) => {
  expect(findNearest(text, methodNames)).toBe(meant)
})

test.each(['zzzzzz', 'x', 'binance'])('%s means nothing known', (text) => {
  expect(findNearest(text, venueIds)).toBeUndefined()
  expect(suggestName(text, venueIds)).toBe('')
})

test.each([
  ['swapped neighbours are one mistake', 'limti', 'limit'],
  ['at the beginning too', 'ilmit', 'limit'],
  ['two that are no neighbours are two', 'lmiti', undefined],
  ['of a short name one mistake is understood', 'limet', 'limit'],
  ['and not two', 'limex', undefined],
  ['of a longer one two', 'ofsset', 'offset'],
  ['or three', 'resolishen', undefined],
  ['as near ones: the first', 'stort', 'start'],
])('%s: %s', (_what, text, meant) => {
  expect(findNearest(text, ['limit', 'offset', 'start', 'short', 'resolution'])).toBe(meant)
})

test('nothing known suggests nothing', () => {
  expect(findNearest('limit', [])).toBeUndefined()
})

test('a suggestion ends a message', () => {
  expect(suggestName('kalsi', venueIds)).toBe(" (did you mean 'kalshi'?)")
})
