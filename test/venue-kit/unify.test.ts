import fc from 'fast-check'
import { expect, test } from 'vitest'
import { known } from '../../src/venue-kit/unify.js'

test('what is known of an object stays in its order, however many members it has, and nothing else is named', () => {
  const members = fc.uniqueArray(
    fc.tuple(fc.string({ minLength: 1 }), fc.option(fc.integer(), { nil: undefined })),
    {
      selector: ([name]) => name,
      maxLength: 30,
    },
  )
  fc.assert(
    fc.property(members, (pairs) => {
      const value = Object.fromEntries(pairs)
      const told = known<Record<string, number>>(value as Record<string, number>)
      const wanted = Object.entries(value).filter(([, member]) => member !== undefined)
      expect(Object.entries(told)).toEqual(wanted)
      expect(told).not.toBe(value)
    }),
  )
})
