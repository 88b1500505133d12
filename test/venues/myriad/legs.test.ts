import { describe, expect, test } from 'vitest'
import { inTurn } from '../../../src/venues/myriad/legs.js'
import { withoutPushed } from '../../../src/venues/myriad/pushed.js'
import { createTransactionNumbers } from '../../../src/venues/myriad/tx-ids.js'
import { collect } from '../../../src/venues/paging.js'

const leg = (pages: readonly (readonly string[])[]) => ({
  fetch: async (page: number) => ({
    rows: pages[page - 1] ?? [],
    ...(page < pages.length ? { next: page + 1 } : {}),
  }),
})

describe('lists in turn', () => {
  test('each list is read to its end before the next', async () => {
    const paging = inTurn('rows', (row: string) => row, [leg([['a', 'b'], ['c']]), leg([[]]), leg([['d']])])
    expect(await collect(paging)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('what an earlier list brought is left out of the later ones, and only there', async () => {
    const paging = inTurn('rows', (row: string) => row, [leg([['a'], ['b']]), leg([['b', 'c'], ['a']])])
    expect(await collect(paging)).toEqual(['a', 'b', 'c'])
    expect(await collect(paging)).toEqual(['a', 'b', 'c'])
  })
})

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
