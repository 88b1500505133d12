import { expect, test } from 'vitest'
import { createTradeIds } from '../../../src/venue-kit/unify/trade-ids.js'

test('trades of the same facts and instant are told apart by their turn, and only those', () => {
  const ids = createTradeIds()
  expect([ids.idOf('a', 1), ids.idOf('a', 1), ids.idOf('b', 1), ids.idOf('a', 1)]).toEqual([
    '1-a',
    '1-a-1',
    '1-b',
    '1-a-2',
  ])
  expect([ids.idOf('a', 2), ids.idOf('b', 2)]).toEqual(['2-a', '2-b'])
})
