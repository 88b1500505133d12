import { expect, test } from 'vitest'
import { readEventId, readMarketId, readOutcomeId } from '../../../src/venues/suibets/ids.js'

test.each([
  ['suibets:421', 421],
  [' SuiBets:421 ', 421],
  ['https://www.suibets.com/p2p/offer/421', 421],
  ['suibets:2147483647', 2_147_483_647],
  // The server fails on larger numbers than it counts with.
  ['suibets:2147483648', undefined],
  ['suibets:0', undefined],
  ['421', undefined],
  ['suibets:421:creator', undefined],
  ['https://www.suibets.com/p2p/parlay/421', undefined],
  ['', undefined],
])('%j is the market of offer %j', (text, offer) => {
  expect(readMarketId(text)).toBe(offer)
})

test.each([
  ['suibets:760454', '760454'],
  ['suibets:fantasy_h2h_gw1', 'fantasy_h2h_gw1'],
  ['https://www.suibets.com/event/a%20b?x=1', 'a b'],
  ['https://www.suibets.com/event/%E0%A4', '%E0%A4'],
  ['suibets:', undefined],
  ['760454', undefined],
])('%j is the event %j', (text, eventId) => {
  expect(readEventId(text)).toBe(eventId)
})

test.each([
  ['421:creator', { offer: 421, side: 'creator' }],
  [' 421:taker ', { offer: 421, side: 'taker' }],
  ['421:maker', undefined],
  ['421', undefined],
  ['suibets:421:creator', undefined],
  ['99999999999:taker', undefined],
])('%j is the outcome %j', (text, ref) => {
  expect(readOutcomeId(text)).toEqual(ref)
})
