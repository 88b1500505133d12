import { expect, test, vi } from 'vitest'
import {
  type CursorPaging,
  collect,
  createLazyPage,
  createNumberedPages,
  paginateFrom,
} from '../../../src/venue-kit/contract/paging.js'

/** A list of so many pages of one row each, whose rows are read late; notes what happens in which order. */
function noted(
  pages: number,
  told: { readonly next?: (page: number) => string; readonly odd?: number } = {},
) {
  const happened: string[] = []
  const paging: CursorPaging<string> = {
    kind: 'cursor',
    what: 'rows',
    idOf: (row) => row,
    async fetch(cursor = '0') {
      happened.push(`asked ${cursor}`)
      const page = Number(cursor)
      const next = page + 1 === pages ? undefined : (told.next?.(page) ?? String(page + 1))
      return createLazyPage(next, () => {
        happened.push(`read ${page}`)
        if (page === told.odd) throw new Error(`row ${page} is odd`)
        return [`row ${page}`]
      })
    },
  }
  return { happened, paging }
}

async function rowsOf(pages: AsyncIterable<{ readonly rows: readonly string[] }>): Promise<string[]> {
  const rows: string[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}

test('who wants all of a list has the next page asked for before the rows of this one are read', async () => {
  const { happened, paging } = noted(3)
  expect(await rowsOf(paginateFrom(paging, { ahead: true }))).toEqual(['row 0', 'row 1', 'row 2'])
  expect(happened).toEqual(['asked 0', 'asked 1', 'read 0', 'asked 2', 'read 1', 'read 2'])
})

test('who may have enough asks for no page that he does not look at', async () => {
  const { happened, paging } = noted(3)
  for await (const { rows } of paginateFrom(paging)) {
    expect(rows).toEqual(['row 0'])
    break
  }
  expect(happened).toEqual(['asked 0', 'read 0'])
})

test('rows that cannot be read fail the walk when its turn comes, and the page asked for meanwhile is awaited', async () => {
  const { happened, paging } = noted(3, { odd: 1 })
  const came: string[] = []
  const walked = (async () => {
    for await (const { rows } of paginateFrom(paging, { ahead: true })) came.push(...rows)
  })()
  await expect(walked).rejects.toThrow('row 1 is odd')
  expect(came).toEqual(['row 0'])
  expect(happened.at(-1)).toBe('read 1')
})

test('a walk that is left waits for what it has asked for', async () => {
  let answer: (() => void) | undefined
  const paging: CursorPaging<string> = {
    ...noted(0).paging,
    fetch: async (cursor) =>
      cursor === undefined
        ? { rows: ['row'], next: '1' }
        : new Promise((_resolve, reject) => {
            answer = () => reject(new Error('too late to matter'))
          }),
  }
  const left = vi.fn()
  const leaving = (async () => {
    for await (const _page of paginateFrom(paging, { ahead: true })) break
  })().then(left)
  await vi.waitFor(() => expect(answer).toBeDefined())
  expect(left).not.toHaveBeenCalled()
  answer?.()
  await leaving
  expect(left).toHaveBeenCalled()
})

test.each([false, true])('a cursor that comes back is asked for once (ahead: %s)', async (ahead) => {
  const { happened, paging } = noted(9, { next: () => '1' })
  await expect(rowsOf(paginateFrom(paging, { ahead }))).rejects.toThrow('a cursor was repeated')
  expect(happened.filter((what) => what.startsWith('asked'))).toEqual(['asked 0', 'asked 1'])
})

test('rows are read once, however often they are looked at', () => {
  const read = vi.fn(() => ['row'])
  const page = createLazyPage('next', read)
  expect(read).not.toHaveBeenCalled()
  expect([page.rows, page.rows]).toEqual([['row'], ['row']])
  expect(read).toHaveBeenCalledTimes(1)
})

/** A numbered list, two rows a page, that changes after some of its calls. */
function changing(first: string, changes: Readonly<Record<number, string>>, isCounted = true) {
  let rows = first
  const asked: number[] = []
  const idOf = (row: string): string => row
  const pages = createNumberedPages(async (page) => {
    asked.push(page)
    const read = [...rows.slice(2 * page - 2, 2 * page)]
    const response = { rows: read, more: 2 * page < rows.length, total: isCounted ? rows.length : undefined }
    rows = changes[asked.length] ?? rows
    return response
  }, idOf)
  return { asked, paging: { kind: 'cursor' as const, what: 'letters', idOf, ...pages } }
}

test.each<[string, string, Readonly<Record<number, string>>, string, number[]]>([
  ['one row is removed from an earlier page', 'abcdef', { 1: 'bcdef' }, 'abcdef', [1, 2, 1, 3]],
  ['more rows than a page has are removed', 'abcdefgh', { 2: 'defgh' }, 'abcdhefg', [1, 2, 3, 1, 2]],
  ['a row is removed each time', 'abcdef', { 1: 'bcdef', 3: 'cdef' }, 'abcdef', [1, 2, 1, 3, 2]],
  ['a later row is removed', 'abcdef', { 1: 'abcde' }, 'abcde', [1, 2, 1, 3]],
  ['the only row of the last page moves up', 'abc', { 1: 'bc' }, 'abc', [1, 2, 1]],
  ['the only row of the last page is removed', 'abc', { 1: 'ab' }, 'ab', [1, 2, 1]],
  ['a row is added', 'abcd', { 1: 'xabcd' }, 'abcd', [1, 2, 3]],
  ['nothing changes', 'abcd', {}, 'abcd', [1, 2]],
])('a counted list of numbered pages loses no row where %s', async (_, first, changes, found, calls) => {
  const { asked, paging } = changing(first, changes)
  expect((await collect(paging)).sort()).toEqual([...found].sort())
  expect(asked).toEqual(calls)
})

test('a list that is not counted is read once', async () => {
  const { asked, paging } = changing('abcdef', { 1: 'bcdef' }, false)
  await collect(paging)
  expect(asked).toEqual([1, 2, 3])
})

test('a list is read again from its first page with a count of its own', async () => {
  const { asked, paging } = changing('abcdef', { 3: 'abcd' })
  expect([await collect(paging), await collect(paging)]).toEqual([[...'abcdef'], [...'abcd']])
  expect(asked).toEqual([1, 2, 3, 1, 2])
})
