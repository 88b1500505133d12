import { expect, test } from 'vitest'
import { idleInPure, pureMethods } from '../../../src/core/market-data/local-calculations.js'

test.each(['filterMarkets', 'filterEvents'] as const)(
  'of the criteria of %s those are told that say nothing',
  (method) => {
    expect(idleInPure(method, [[], { searchIn: 'title' }])).toEqual(['criteria.searchIn'])
    expect(idleInPure(method, [[], { searchIn: 'title', text: 'x' }])).toEqual([])
    expect(idleInPure(method, [[], 'x'])).toEqual([])
  },
)

test('every argument of a price is read', () => {
  expect(idleInPure('getExecutionPrice', [{}, { searchIn: 'title' }, 1])).toEqual([])
  expect(idleInPure('getExecutionPriceDetailed', [{}, { searchIn: 'title' }, 1])).toEqual([])
})

test.each([null, 7, 'x', []])('rows that are none, such as %j, are refused with their place', (row) => {
  const field = (name: string) => expect.objectContaining({ code: 'VALIDATION_ERROR', field: name })
  expect(() => pureMethods.filterMarkets([[{ id: 'a' }, row], {}])).toThrow(field('markets'))
  expect(() => pureMethods.filterMarkets([[{ id: 'a' }, row], {}])).toThrow('markets[1] must be an object')
  expect(() => pureMethods.filterEvents([[row], {}])).toThrow('events[0] must be an object')
})
