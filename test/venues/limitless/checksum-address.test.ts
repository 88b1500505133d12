import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keccak256, toChecksumAddress } from '../../../src/venues/limitless/checksum-address.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('Keccak-256', () => {
  test.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['testing', '5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'],
  ])("of '%s'", (text, digest) => {
    expect(hex(keccak256(new TextEncoder().encode(text)))).toBe(digest)
  })

  test('of a message longer than a block differs from that of its beginning', () => {
    const long = new Uint8Array(300).fill(97)
    expect(hex(keccak256(long))).not.toBe(hex(keccak256(long.slice(0, 299))))
    expect(keccak256(long)).toHaveLength(32)
  })
})

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
