import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPrefixedIds, venueIds } from '../../../src/api/envelope/venue-ids.js'
import {
  findOtherVenue,
  parseOutcomeId,
  renderOutcomeId,
  toNativeId,
} from '../../../src/api/values/outcome-id.js'

test('an id of any venue is split at the first colon', () => {
  fc.assert(
    fc.property(fc.constantFrom(...venueIds), fc.string({ minLength: 1 }), (venue, id) => {
      const text = renderOutcomeId({ venue, id })
      expect(parseOutcomeId(text)).toEqual({ venue, id })
      // Where native ids have the prefix themselves, one prefix alone is part of the id.
      if (!hasPrefixedIds(venue, 'outcome') || id.startsWith(`${venue}:`))
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

test('the venue of another id is found, and none in native ids and own ones', () => {
  expect(findOtherVenue('kalshi', 'limitless:1')).toBe('limitless')
  expect(findOtherVenue('kalshi', 'kalshi:1')).toBeUndefined()
  expect(findOtherVenue('kalshi', '0x1:2')).toBeUndefined()
})
