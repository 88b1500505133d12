import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, createNumberedPages, paginate } from '../../../src/venue-kit/contract/paging.js'
import { joinLegs, type Leg } from '../../../src/venue-kit/requests/request-legs.js'

/** A native list in pages, whose cursor is the number of the next page. */
function leg(pages: readonly (readonly string[])[], needed = true): Leg<string> {
  return {
    isNeeded: async () => needed,
    async fetch(cursor) {
      const at = Number(cursor ?? 0)
      return { rows: pages[at] ?? [], ...(at + 1 < pages.length ? { next: `${at + 1}` } : {}) }
    },
  }
}

const listed = (legs: readonly Leg<string>[]) => collect(joinLegs('letters', (row) => row, legs))

test('lists are walked one after the other, each to its end', async () => {
  expect(await listed([leg([['a', 'b'], ['c']]), leg([['d'], ['e']])])).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a page of rows that an earlier list brought is no loop', async () => {
  expect(
    await listed([
      leg([['a', 'b']]),
      leg([
        ['b', 'a'],
        ['a', 'c'],
      ]),
    ]),
  ).toEqual(['a', 'b', 'c'])
})

test('a list that repeats itself still is one', async () => {
  await expect(
    listed([
      leg([
        ['a', 'b'],
        ['a', 'b'],
      ]),
    ]),
  ).rejects.toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
})

test('a list that is not needed is passed over, wherever it stands', async () => {
  expect(await listed([leg([['a']], false), leg([['b']]), leg([['c']], false)])).toEqual(['b'])
  expect(await listed([leg([['a']], false)])).toEqual([])
  expect(await listed([])).toEqual([])
})

test('a later list is not touched while the reader has enough', async () => {
  const second: Leg<string> = { fetch: () => Promise.reject(new Error('touched')) }
  for await (const rows of paginate(joinLegs('letters', (row: string) => row, [leg([['a']]), second]))) {
    expect(rows).toEqual(['a'])
    break
  }
})

test('a list that is walked a second time is whole again', async () => {
  const paging = joinLegs('letters', (row: string) => row, [leg([['a'], ['b']]), leg([['b', 'c'], ['a']])])
  expect(await collect(paging)).toEqual(['a', 'b', 'c'])
  expect(await collect(paging)).toEqual(['a', 'b', 'c'])
})

test('legs may number their pages', async () => {
  const pages = [['a', 'b'], [], ['c']]
  const numbered = createNumberedPages(async (page) => ({
    rows: pages[page - 1] ?? [],
    more: page < pages.length,
  }))
  expect(await listed([numbered, leg([['d']])])).toEqual(['a', 'b', 'c', 'd'])
})

test('together they hold every row once, in order of first appearance', async () => {
  const list = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 4 }), {
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(list, { maxLength: 4 }), async (lists) => {
      const unique = lists.map((pages) => {
        const seen = new Set<string>()
        return pages.map((page) => page.filter((row) => !seen.has(row) && seen.add(row)))
      })
      const expected = [...new Set(unique.flat(2))]
      expect(await listed(unique.map((pages) => leg(pages)))).toEqual(expected)
    }),
  )
})
