import { expect, test } from 'vitest'
import { ReadyPieces } from '../../../src/core/request/api-call.js'
import { createBodyCache } from '../../../src/http/response/body-cache.js'
import type { ResponseBody } from '../../../src/http/response/respond.js'

/** Pages of rows that count how often they are read. */
function pages() {
  const made: string[] = []
  const page = (row: string, sameAs?: string) =>
    new ReadyPieces(
      '[',
      {
        *[Symbol.iterator]() {
          made.push(row)
          yield JSON.stringify(row)
        },
      },
      ']',
      sameAs,
    )
  return { made, page }
}

const textOf = (body: ResponseBody) => String(body)

test('a page that is asked for again is put together twice, then kept', () => {
  const { made, page } = pages()
  const bodies = createBodyCache()
  for (let time = 0; time < 4; time++)
    expect(textOf(bodies.of(page('ä', 'one')))).toBe('{"success":true,"data":["ä"]}')
  expect(made).toEqual(['ä', 'ä'])
  expect(textOf(bodies.of(page('b', 'other')))).toBe('{"success":true,"data":["b"]}')
})

test('what does not say by what it is known is put together each time', () => {
  const { made, page } = pages()
  const bodies = createBodyCache()
  for (const row of ['a', 'b', 'c']) expect(textOf(bodies.of(page(row)))).toContain(row)
  expect(made).toEqual(['a', 'b', 'c'])
  expect(bodies.of({ plain: 1 })).toBe('{"success":true,"data":{"plain":1}}')
})

test('takes no more memory than it is given, and keeps nothing that is too long to lie in memory', () => {
  const { made, page } = pages()
  const bodies = createBodyCache(10_000)
  const rows = ['a', 'b', 'c'].map((letter) => letter.repeat(4_000))
  for (const row of rows) for (let time = 0; time < 2; time++) bodies.of(page(row, row[0]))
  expect(made).toHaveLength(6)
  bodies.of(page(rows[2] ?? '', 'c'))
  expect(made).toHaveLength(6)
  bodies.of(page(rows[0] ?? '', 'a'))
  expect(made).toHaveLength(7)
  const long = 'x'.repeat(600_000)
  for (let time = 0; time < 3; time++) expect(bodies.of(page(long, 'x'))).toBeInstanceOf(ReadyPieces)
})
