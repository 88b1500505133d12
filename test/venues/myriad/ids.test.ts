import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packMarketId, packOutcomeId, readId, spellingsOf } from '../../../src/venues/myriad/ids.js'

const refs = fc.record({
  network: fc.integer({ min: 0, max: 1e9 }),
  model: fc.constantFrom('amm', 'ob'),
  number: fc.integer({ min: 0, max: 1e12 }),
})
const places = fc.record({ index: fc.integer({ min: 0, max: 200 }), isNegative: fc.boolean() })

describe('ids', () => {
  test('a market id is read back as what it was packed of', () => {
    fc.assert(
      fc.property(refs, ({ network, model, number }) => {
        const id = packMarketId({ network, model, number })
        const expected = { kind: 'market', network, number, ...(model === 'ob' ? { model } : {}) }
        expect(readId(id)).toEqual(expected)
      }),
    )
  })

  test('an outcome id is read back as what it was packed of', () => {
    fc.assert(
      fc.property(refs, places, ({ network, model, number }, place) => {
        const id = packOutcomeId({ network, model, number }, place)
        const expected = { kind: 'outcome', network, number, place, ...(model === 'ob' ? { model } : {}) }
        expect(readId(id)).toEqual(expected)
      }),
    )
  })

  test('two outcomes never share an id', () => {
    fc.assert(
      fc.property(refs, places, refs, places, (refA, placeA, refB, placeB) => {
        const same = JSON.stringify([refA, placeA]) === JSON.stringify([refB, placeB])
        expect(packOutcomeId(refA, placeA) === packOutcomeId(refB, placeB)).toBe(same)
      }),
    )
  })

  test('the other side of outcome 0 is not outcome 0', () => {
    const ref = { network: 2741, model: 'amm', number: 601 } as const
    expect(packOutcomeId(ref, { index: 0, isNegative: true })).toBe('2741:601:-0')
    expect(packOutcomeId(ref, { index: 0, isNegative: false })).toBe('2741:601:0')
  })

  test('any text can be read', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readId(text).kind === 'string'))
  })

  test.each([
    ['2741:549', { kind: 'market', network: 2741, number: 549 }],
    ['56:ob827', { kind: 'market', network: 56, number: 827, model: 'ob' }],
    ['56:OB827', { kind: 'market', network: 56, number: 827, model: 'ob' }],
    ['56:827/1', { kind: 'outcome', network: 56, number: 827, place: { index: 1, isNegative: false } }],
    ['549', { kind: 'number', number: 549 }],
    ['2CFE87E8-12DF-4671-B9A9-0758898FD54B', { kind: 'uuid', uuid: '2cfe87e8-12df-4671-b9a9-0758898fd54b' }],
    [' Fear-or-Greed ', { kind: 'slug', slug: 'fear-or-greed' }],
    ['https://myriad.markets/markets/fear-or-greed?x=1', { kind: 'slug', slug: 'fear-or-greed' }],
    ['https://evil.example/markets/fear-or-greed', { kind: 'none' }],
    ['https://myriad.markets/', { kind: 'none' }],
    ['99999999999999999999', { kind: 'none' }],
    ['0549', { kind: 'none' }],
    ['../events', { kind: 'none' }],
    ['..', { kind: 'none' }],
    ['2741:-1', { kind: 'none' }],
    ['2741:549:0:1', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%j is read as %j', (text, expected) => {
    expect(readId(text)).toEqual(expected)
  })

  test('every spelling of a market and its outcomes is read as that market', () => {
    for (const model of ['amm', 'ob'] as const) {
      for (const text of spellingsOf({ network: 56, model, number: 827 }, [0, 1])) {
        expect(readId(text), text).toMatchObject({ number: 827 })
      }
    }
  })
})
