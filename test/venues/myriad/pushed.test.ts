import { describe, expect, test } from 'vitest'
import { withoutPushed } from '../../../src/venues/myriad/pushed.js'
import { createTransactionNumbers } from '../../../src/venues/myriad/tx-ids.js'

describe('pages that move while they are read', () => {
  const same = (a: number, b: number) => a === b
  test.each([
    [
      [4, 5, 6],
      [1, 2, 3],
      [4, 5, 6],
    ],
    [
      [3, 4, 5],
      [1, 2, 3],
      [4, 5],
    ],
    [[2, 3, 4], [1, 2, 3], [4]],
    [[1, 2, 3], [1, 2, 3], []],
    [[4, 4, 4], [3, 4, 4], [4]],
    [[1], [], [1]],
    [[], [1], []],
  ])('of %j after %j remain %j', (page, before, expected) => {
    expect(withoutPushed(page, before, same)).toEqual(expected)
  })
})

test('trades of one transaction are numbered', () => {
  const numbers = createTransactionNumbers()
  expect(['a', 'b', 'a', 'a'].map((hash) => numbers.idOf(hash))).toEqual(['a', 'b', 'a-1', 'a-2'])
})
