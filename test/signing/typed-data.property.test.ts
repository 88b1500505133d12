import fc from 'fast-check'
import { hashTypedData as hashByViem } from 'viem'
import { expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import { hashTypedData, type TypedData } from '../../src/signing/typed-data.js'

/** viem hashes the same typed data to the same 32 bytes. */

const hexOf = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => toHex(bytes))

/** Types, each with its values. */
const elementary: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uint8: fc.integer({ min: 0, max: 255 }),
  uint256: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  int16: fc.integer({ min: -32_768, max: 32_767 }),
  int256: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }),
  bool: fc.boolean(),
  string: fc.string({ unit: 'grapheme' }),
  address: hexOf(20),
  bytes4: hexOf(4),
  bytes32: hexOf(32),
  bytes: fc.uint8Array({ maxLength: 80 }).map((bytes) => toHex(bytes)),
}

const member = fc.constantFrom(...Object.entries(elementary)).chain(([type, value]) =>
  fc.oneof(
    value.map((one) => ({ type, value: one })),
    fc.array(value, { maxLength: 3 }).map((all) => ({ type: `${type}[]`, value: all as unknown })),
    fc.tuple(value, value).map((both) => ({ type: `${type}[2]`, value: both as unknown })),
  ),
)
const struct = fc.array(member, { minLength: 1, maxLength: 5 }).map((members) => ({
  fields: members.map(({ type }, at) => ({ name: `m${at}`, type })),
  message: Object.fromEntries(members.map(({ value }, at) => [`m${at}`, value])),
}))
const domains = fc.record(
  {
    name: fc.string(),
    version: fc.string({ maxLength: 5 }),
    chainId: fc.integer({ min: 0, max: 200_000 }),
    verifyingContract: hexOf(20),
    salt: hexOf(32),
  },
  { requiredKeys: [] },
)

test('of elementary types, lists and structures within structures', () => {
  fc.assert(
    fc.property(domains, struct, struct, (domain, inner, outer) => {
      const data = {
        domain,
        primaryType: 'Outer',
        types: {
          Outer: [...outer.fields, { name: 'inner', type: 'Inner' }, { name: 'all', type: 'Inner[]' }],
          Inner: inner.fields,
        },
        message: { ...outer.message, inner: inner.message, all: [inner.message, inner.message] },
      }
      expect(toHex(hashTypedData(data as unknown as TypedData))).toBe(
        hashByViem(data as unknown as Parameters<typeof hashByViem>[0]),
      )
    }),
    { numRuns: 300 },
  )
})
