import { keccak_256 } from '@noble/hashes/sha3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveCreate2Address, parseAddress, toChecksumAddress } from '../../src/signing/address.js'
import { parseHex } from '../../src/signing/hex.js'

describe('an address in mixed case', () => {
  // The examples of EIP-55.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address)
    expect(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
  })

  test('is the same address, and its own', () => {
    const digit = fc.constantFrom(...'0123456789abcdefABCDEF')
    fc.assert(
      fc.property(fc.array(digit, { minLength: 40, maxLength: 40 }), (digits) => {
        const address = `0x${digits.join('')}`
        const mixed = toChecksumAddress(address)
        expect(mixed.toLowerCase()).toBe(address.toLowerCase())
        expect(toChecksumAddress(mixed)).toBe(mixed)
      }),
      { numRuns: 30 },
    )
  })
})

describe('an address that is read', () => {
  const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test.each([mixed, mixed.toLowerCase(), `0x${mixed.slice(2).toUpperCase()}`])('%s is taken', (text) => {
    expect(parseAddress(text)).toBe(mixed)
  })

  test.each([
    ['a letter in the wrong case', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a digit too many', `${mixed}0`],
    ['no 0x', mixed.slice(2)],
    ['nothing', ''],
  ])('with %s is none', (_, text) => {
    expect(parseAddress(text)).toBeUndefined()
  })
})

describe('the address of a contract by CREATE2', () => {
  const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.unreachable()

  // The examples of EIP-1014.
  test.each([
    ['0x0000000000000000000000000000000000000000', '00', '00', '0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38'],
    ['0xdeadbeef00000000000000000000000000000000', '00', '00', '0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3'],
    [
      '0x00000000000000000000000000000000deadbeef',
      'cafebabe',
      'deadbeef',
      '0x60f3f640a8508fC6a86d45DF051962668E1e8AC7',
    ],
    ['0x0000000000000000000000000000000000000000', '00', '', '0xE33C0C7F7df4809055C3ebA6c09CFe4BaF1BD9e0'],
  ] as const)('%s, %s, %s', (factory, salt, code, address) => {
    expect(deriveCreate2Address(factory, bytes(salt.padStart(64, '0')), keccak_256(bytes(code)))).toBe(
      address,
    )
  })

  test('is not worked out from what is too short', () => {
    const word = new Uint8Array(32)
    expect(() => deriveCreate2Address('0x00', word, word)).toThrow(TypeError)
    expect(() =>
      deriveCreate2Address('0x0000000000000000000000000000000000000000', word.subarray(1), word),
    ).toThrow(TypeError)
  })
})
