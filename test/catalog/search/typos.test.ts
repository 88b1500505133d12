import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedTyposIn, countTypos, lettersOf, mayBeTypos } from '../../../src/catalog/search/typos.js'

test.each([
  ['electon', 'election', 1],
  ['elecction', 'election', 1],
  ['eleciton', 'election', 1],
  ['elektion', 'election', 1],
  ['elektoin', 'election', 2],
  ['selection', 'election', 1],
  ['election', 'election', 0],
  ['ca', 'abc', 3],
])('%s is %s with %d typos', (one, other, typos) => {
  expect(countTypos(one, other, 3)).toBe(typos)
  expect(countTypos(other, one, 3)).toBe(typos)
})

test('one typo is forgiven from four letters on, two from eight, and none in a number', () => {
  expect(['fed', 'rate', 'ukraine', 'election', 'f1', '2028', 'gpt5x'].map(allowedTyposIn)).toEqual([
    0, 1, 1, 2, 0, 0, 0,
  ])
})

test('words with too different letters are never so few typos apart', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdwxyzé'), minLength: 0, maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 2 }), (a, b, most) => {
      if (countTypos(a, b, most) <= most) expect(mayBeTypos(lettersOf(a), lettersOf(b), most)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(mayBeTypos(lettersOf('abcd'), lettersOf('wxyz'), 2)).toBe(false)
})
