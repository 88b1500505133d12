import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKnownReader, omitUndefined } from '../../../src/venue-kit/unify/unified-market.js'

test('what is known of an object stays in its order, however many members it has, and nothing else is named', () => {
  // No literal has a member of this name: it would be what the object inherits from.
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
  const members = fc.uniqueArray(fc.tuple(name, fc.option(fc.integer(), { nil: undefined })), {
    selector: ([name]) => name,
    maxLength: 30,
  })
  fc.assert(
    fc.property(members, (pairs) => {
      const value = Object.fromEntries(pairs)
      const told = omitUndefined<Record<string, number>>(value as Record<string, number>)
      const wanted = Object.entries(value).filter(([, member]) => member !== undefined)
      expect(Object.entries(told)).toEqual(wanted)
      expect(told).not.toBe(value)
    }),
  )
})

test('the same of a literal that is written for every row: whichever members are absent, and however many there are', () => {
  for (const count of [3, 30, 31]) {
    const names = Array.from({ length: count }, (_, at) => `name "${at}"`)
    const members = fc.tuple(...names.map(() => fc.option(fc.integer(), { nil: undefined, freq: 2 })))
    const told = createKnownReader<Record<string, number>>()
    fc.assert(
      fc.property(members, (values) => {
        const value = Object.fromEntries(names.map((name, at) => [name, values[at]]))
        expect(Object.entries(told(value as Record<string, number>))).toEqual(
          Object.entries(value).filter(([, member]) => member !== undefined),
        )
      }),
      // More ways than are remembered.
      { numRuns: 400 },
    )
  }
})
