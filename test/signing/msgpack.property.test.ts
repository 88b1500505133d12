import { encode } from '@msgpack/msgpack'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import { type Packable, pack } from '../../src/signing/msgpack.js'

test('@msgpack/msgpack makes the same bytes of the same value', () => {
  const { tree } = fc.letrec<{ tree: Packable }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      // The library makes floats of integers of more than 53 bits.
      fc.maxSafeInteger(),
      fc.integer({ min: -70_000, max: 70_000 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.array(tie('tree'), { maxLength: 20 }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 20, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      expect(toHex(pack(value))).toBe(toHex(encode(value, { maxDepth: 10 })))
    }),
    { numRuns: 1_000 },
  )
})
