import { expect, test } from 'vitest'
import { findIgnoredInCalculation, pureMethods } from '../../../src/core/market-data/local-calculations.js'

test.each(['filterMarkets', 'filterEvents'] as const)(
  'of the criteria of %s those are told that say nothing',
  (method) => {
    expect(findIgnoredInCalculation(method, [[], { searchIn: 'title' }])).toEqual(['criteria.searchIn'])
    expect(findIgnoredInCalculation(method, [[], { searchIn: 'title', text: 'x' }])).toEqual([])
    expect(findIgnoredInCalculation(method, [[], 'x'])).toEqual([])
  },
)

test('every argument of a price is read', () => {
  expect(findIgnoredInCalculation('getExecutionPrice', [{}, { searchIn: 'title' }, 1])).toEqual([])
  expect(findIgnoredInCalculation('getExecutionPriceDetailed', [{}, { searchIn: 'title' }, 1])).toEqual([])
})

test.each([null, 7, 'x', []])('rows that are none, such as %j, are refused with their place', (row) => {
  const field = (name: string) => expect.objectContaining({ code: 'VALIDATION_ERROR', field: name })
  expect(() => pureMethods.filterMarkets([[{ id: 'a' }, row], {}])).toThrow(field('markets'))
  expect(() => pureMethods.filterMarkets([[{ id: 'a' }, row], {}])).toThrow('markets[1] must be an object')
  expect(() => pureMethods.filterEvents([[row], {}])).toThrow('events[0] must be an object')
})
