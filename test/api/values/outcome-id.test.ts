import fc from 'fast-check'
import { expect, test } from 'vitest'
import { venueIds } from '../../../src/api/envelope/venue-ids.js'
import { parseOutcomeId, renderOutcomeId, toNativeId } from '../../../src/api/values/outcome-id.js'

test('an id of any venue is split at the first colon', () => {
  fc.assert(
    fc.property(fc.constantFrom(...venueIds), fc.string({ minLength: 1 }), (venue, id) => {
      const text = renderOutcomeId({ venue, id })
      expect(parseOutcomeId(text)).toEqual({ venue, id })
      expect(toNativeId(venue, text)).toBe(id)
    }),
  )
  expect(parseOutcomeId('polymarket:a:b')).toEqual({ venue: 'polymarket', id: 'a:b' })
})

test.each(['KX-1', 'venue:1', ':1', 'kalshi:', '', '0x1:2'])(
  '%j names no venue, and stays as it is',
  (text) => {
    expect(parseOutcomeId(text)).toBeUndefined()
    expect(toNativeId('kalshi', text)).toBe(text)
  },
)

test('an id of another venue stays as it is', () => {
  expect(toNativeId('kalshi', 'limitless:1')).toBe('limitless:1')
})
