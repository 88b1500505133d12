import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '../../../src/api/values/base58.js'

/** @scure/base spells and reads the same. */

const runs = { numRuns: 1_000 }
/** Zeros at the beginning are what implementations differ in. */
const bytes = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.uint8Array({ maxLength: 70 }))
  .map(([zeros, rest]) => new Uint8Array([...new Uint8Array(zeros), ...rest]))

test('bytes', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      expect(encodeBase58(value)).toBe(base58.encode(value))
      expect(decodeBase58(base58.encode(value))).toEqual(value)
    }),
    runs,
  )
})

test('texts, of which both refuse the same', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl -é'
  const texts = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof(texts, fc.string()), (text) => {
      expect(decodeBase58(text)).toEqual(theirs(text))
    }),
    runs,
  )
})

function theirs(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
