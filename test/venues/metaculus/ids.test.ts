import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Leg,
  packMarketId,
  packOutcomeId,
  readId,
  readOutcomeId,
} from '../../../src/venues/metaculus/ids.js'

const number = fc.integer({ min: 1, max: 10_000_000 })
const leg: fc.Arbitrary<Leg> = fc.oneof(
  fc.constantFrom<Leg>('YES', 'NO', 'HIGHER', 'LOWER'),
  fc.integer({ min: 0, max: 999 }),
)

describe('ids', () => {
  test('an outcome id reads back as what it was made of, in any case', () => {
    fc.assert(
      fc.property(number, leg, (questionId, side) => {
        const text = packOutcomeId({ questionId, leg: side })
        expect(readOutcomeId(text.toLowerCase())).toEqual({ questionId, leg: side })
        expect(readId(text)).toEqual({ kind: 'outcome', questionId, leg: side })
      }),
    )
  })

  test('a market id reads back as what it was made of and is no outcome id', () => {
    fc.assert(
      fc.property(number, fc.option(number, { nil: undefined }), (postId, questionId) => {
        const key = { postId, ...(questionId === undefined ? {} : { questionId }) }
        expect(readId(packMarketId(key))).toEqual({ kind: 'market', ...key })
        expect(readOutcomeId(packMarketId(key))).toBeUndefined()
      }),
    )
  })

  test('whatever is read as an outcome id is spelled like one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const key = readOutcomeId(text)
        if (key !== undefined) expect(packOutcomeId(key)).toBe(text.trim().toUpperCase())
      }),
    )
  })

  test.each([
    ['https://www.metaculus.com/questions/72500/', { kind: 'market', postId: 72_500 }],
    ['https://www.metaculus.com/questions/72500/velmar/?x=1', { kind: 'market', postId: 72_500 }],
    ['https://metaculus.com/c/harbour/72500/velmar/', { kind: 'market', postId: 72_500 }],
    ['https://elsewhere.example/questions/72500/', { kind: 'none' }],
    ['Velmar-Bridge', { kind: 'slug', slug: 'velmar-bridge' }],
    ['2027-01', { kind: 'slug', slug: '2027-01' }],
    ['007', { kind: 'none' }],
    ['0', { kind: 'none' }],
    ['72500:', { kind: 'none' }],
    ['../x', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (text, native) => expect(readId(text)).toEqual(native))
})
