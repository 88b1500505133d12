import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../src/signing/hex.js'
import { type Packable, pack } from '../../src/signing/msgpack.js'

const hex = (value: Packable): string => toHex(pack(value)).slice(2)

describe('a value is packed in its shortest form', () => {
  test.each<readonly [string, Packable, string]>([
    ['null', null, 'c0'],
    ['false', false, 'c2'],
    ['true', true, 'c3'],
    ['0', 0, '00'],
    ['minus zero', -0, '00'],
    ['127', 127, '7f'],
    ['128', 128, 'cc80'],
    ['255', 255, 'ccff'],
    ['256', 256, 'cd0100'],
    ['65535', 65_535, 'cdffff'],
    ['65536', 65_536, 'ce00010000'],
    ['2^32 - 1', 4_294_967_295, 'ceffffffff'],
    ['2^32', 4_294_967_296, 'cf0000000100000000'],
    ['2^64 - 1', 2n ** 64n - 1n, 'cfffffffffffffffff'],
    ['-1', -1, 'ff'],
    ['-32', -32, 'e0'],
    ['-33', -33, 'd0df'],
    ['-128', -128, 'd080'],
    ['-129', -129, 'd1ff7f'],
    ['-32768', -32_768, 'd18000'],
    ['-32769', -32_769, 'd2ffff7fff'],
    ['-2^31', -(2 ** 31), 'd280000000'],
    ['-2^31 - 1', -(2 ** 31) - 1, 'd3ffffffff7fffffff'],
    ['-2^63', -(2n ** 63n), 'd38000000000000000'],
    ['no text', '', 'a0'],
    ['a text', 'é', 'a2c3a9'],
    ['no list', [], '90'],
    ['a list', [1, [true]], '920191c3'],
    ['no members', {}, '80'],
    ['members in their order', { b: 1, a: null }, '82a16201a161c0'],
  ])('%s', (_, value, packed) => {
    expect(hex(value)).toBe(packed)
  })

  test.each([
    [31, 'bf'],
    [32, 'd920'],
    [255, 'd9ff'],
    [256, 'da0100'],
    [65_535, 'daffff'],
    [65_536, 'db00010000'],
  ])('a text of %s bytes', (length, head) => {
    expect(hex('a'.repeat(length))).toBe(head + '61'.repeat(length))
  })

  test.each([
    [15, '9f'],
    [16, 'dc0010'],
    [65_535, 'dcffff'],
    [65_536, 'dd00010000'],
  ])('%s items', (length, head) => {
    expect(hex(Array.from({ length }, () => null))).toBe(head + 'c0'.repeat(length))
  })

  test.each([
    [15, '8f'],
    [16, 'de0010'],
    [65_536, 'df00010000'],
  ])('%s members', (length, head) => {
    const members = Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, null]))
    expect(hex(members).startsWith(`${head}a26b30c0`)).toBe(true)
  })
})

test.each([
  ['a fraction', 0.5],
  ['not a number', Number.NaN],
  ['a number that is not exact', 2 ** 53],
  ['more than 64 bits', 2n ** 64n],
  ['less than 64 bits', -(2n ** 63n) - 1n],
  ['a member that is not there', { a: undefined }],
  ['a date', new Date(0)],
  ['bytes', new Uint8Array(2)],
])('%s is not packed', (_, value) => {
  expect(() => pack(value as unknown as Packable)).toThrow(TypeError)
})

/** Reads what was packed, by the tables of the format and none of the code under test. */
function unpack(bytes: Buffer): unknown {
  let at = 0
  const take = (length: number): Buffer => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const unsigned = (length: number): bigint => BigInt(`0x${take(length).toString('hex')}`)
  const list = (length: number): unknown[] => Array.from({ length }, value)
  const map = (length: number): unknown =>
    Object.fromEntries(Array.from({ length }, () => [value(), value()]))
  const text = (length: number): string => take(length).toString()
  function value(): unknown {
    const tag = Number(unsigned(1))
    if (tag < 0x80) return BigInt(tag)
    if (tag < 0x90) return map(tag & 15)
    if (tag < 0xa0) return list(tag & 15)
    if (tag < 0xc0) return text(tag & 31)
    if (tag >= 0xe0) return BigInt(tag - 256)
    if (tag <= 0xc3) return [null, undefined, false, true][tag - 0xc0]
    if (tag >= 0xcc && tag <= 0xcf) return unsigned(2 ** (tag - 0xcc))
    if (tag >= 0xd0 && tag <= 0xd3) return BigInt.asIntN(8 * 2 ** (tag - 0xd0), unsigned(2 ** (tag - 0xd0)))
    if (tag >= 0xd9 && tag <= 0xdb) return text(Number(unsigned(2 ** (tag - 0xd9))))
    if (tag === 0xdc || tag === 0xdd) return list(Number(unsigned(2 * (tag - 0xdb))))
    return map(Number(unsigned(2 * (tag - 0xdd))))
  }
  const read = value()
  expect(at).toBe(bytes.length)
  return read
}

test('what is packed is read again as it was, members in their order', () => {
  const { tree } = fc.letrec<{ tree: Packable }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.array(tie('tree'), { maxLength: 20 }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 20, noNullPrototype: true }),
    ),
  }))
  const shown = (value: unknown): string =>
    JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item))
  fc.assert(
    fc.property(tree, (value) => {
      expect(shown(unpack(Buffer.from(pack(value))))).toBe(shown(value))
    }),
  )
})
