import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowMarks } from '../../../src/catalog/cross-venue/row-marks.js'

const letters = fc.constantFrom('a', 'b', 'n', '選', 'ü', ' ', '%')
const word = fc.array(letters, { maxLength: 9 }).map((parts) => parts.join(''))
const row = fc.record({ text: word, list: fc.nat(2), kind: fc.nat(3) })

function marksOf(rows: readonly { readonly text: string; readonly list: number; readonly kind: number }[]) {
  const marks = createRowMarks(rows.length, 3, 4)
  for (const { text, list, kind } of rows) {
    // Something stands before and behind each text.
    const bytes = Buffer.from(`xyz${text}xyz`)
    marks.add(list, kind, bytes, 3, bytes.length - 3)
  }
  return marks.build()
}

test('no row is left out that is sought, none is told of another list or kind, and all come in order', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 100, size: 'max' }),
      word,
      fc.option(fc.nat(2), { nil: undefined }),
      fc.option(fc.nat(3), { nil: undefined }),
      (rows, text, list, kind) => {
        const found = [
          ...marksOf(rows).rows({ list, kind, text: text === '' ? undefined : Buffer.from(text) }),
        ]
        const allowed = rows.flatMap((one, at) => {
          const isWanted = (list ?? one.list) === one.list && (kind ?? one.kind) === one.kind
          return isWanted ? [{ at, holds: one.text.includes(text) }] : []
        })
        expect(found).toEqual(found.toSorted((a, b) => a - b))
        expect(found).toEqual(
          expect.arrayContaining(allowed.filter(({ holds }) => holds).map(({ at }) => at)),
        )
        expect(allowed.map(({ at }) => at)).toEqual(expect.arrayContaining(found))
      },
    ),
    { numRuns: 200 },
  )
})

test.each(['q', 'qx', 'ü', '選', 'zebra', 'the moon'])(
  'rows that lack the letters of %s are passed over',
  (text) => {
    const rows = Array.from({ length: 70 }, (_, at) => ({ text: `will team ${at} win?`, list: 0, kind: 0 }))
    const found = [...marksOf(rows).rows({ list: undefined, kind: undefined, text: Buffer.from(text) })]
    expect(found).toEqual([])
  },
)
