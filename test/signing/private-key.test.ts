import { inspect } from 'node:util'
import { secp256k1 } from '@noble/curves/secp256k1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHex, toHex } from '../../src/signing/hex.js'
import { digestPersonalMessage, signPersonal } from '../../src/signing/personal.js'
import { joinSignature, privateKeyOf, recoverAddress, splitSignature } from '../../src/signing/private-key.js'
import { devKey } from './examples.js'

const digits = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const order = secp256k1.CURVE.n
const hexOf = (number: bigint): string => number.toString(16).padStart(64, '0')

describe('a private key', () => {
  test.each([digits, `0x${digits}`, digits.toUpperCase(), `  0x${digits}\n`])('is read from %j', (text) => {
    expect(privateKeyOf(text).address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })

  test.each([
    ['nothing', ''],
    ['a digit too few', digits.slice(1)],
    ['a byte too many', `${digits}00`],
    ['another letter', digits.replace('a', 'g')],
    ['zero', hexOf(0n)],
    ['the order of the curve', hexOf(order)],
    ['words', 'test test test test test test test test test test test junk'],
    ['an address', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  ])('is not %s, which is not repeated', (_, text) => {
    try {
      privateKeyOf(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', field: 'privateKey' })
      if (text !== '') expect(inspect(error, { depth: 9 })).not.toContain(text)
    }
  })

  test('names another part when it was given as one', () => {
    expect(() => privateKeyOf('x', 'apiSecret')).toThrow('credentials.apiSecret cannot be used')
  })

  test('is not shown by what prints it', () => {
    expect(devKey.address).toBeDefined()
    const shown = [
      inspect(devKey, { depth: 9, showHidden: true }),
      JSON.stringify(devKey),
      String(devKey),
    ].join()
    expect(shown.toLowerCase()).not.toContain(digits.slice(0, 16))
    expect(Object.values(devKey).filter((value) => value instanceof Uint8Array)).toEqual([])
  })
})

describe('a signature', () => {
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const scalar = fc.bigInt({ min: 1n, max: order - 1n })

  test('is always the same, has its s in the lower half, and leads to the address of its key', () => {
    fc.assert(
      fc.property(scalar, digest, (number, bytes) => {
        const key = privateKeyOf(hexOf(number))
        const signature = key.sign(bytes)
        expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
        expect(key.sign(bytes)).toBe(signature)
        expect(BigInt(splitSignature(signature).s) <= order / 2n).toBe(true)
        expect(joinSignature(splitSignature(signature))).toBe(signature)
        expect(recoverAddress(bytes, signature)).toBe(key.address)
      }),
      { numRuns: 20 },
    )
  })

  test('of anything but 32 bytes there is none', () => {
    expect(() => devKey.sign(new Uint8Array(31))).toThrow(TypeError)
    expect(() => recoverAddress(new Uint8Array(33), devKey.sign(new Uint8Array(32)))).toThrow(TypeError)
  })

  const message = new Uint8Array(32).fill(7)
  const signature = devKey.sign(message)
  const { r, s, v } = splitSignature(signature)

  test('may have 0 or 1 for its v', () => {
    expect(recoverAddress(message, `${signature.slice(0, 130)}0${v - 27}`)).toBe(devKey.address)
  })

  test('may have lost the zeros at the head of its parts', () => {
    const digest = new Uint8Array(32)
    // Found by trying: the first of these whose r begins with a zero byte.
    digest[31] = 47
    const whole = privateKeyOf('1'.padStart(64, '0')).sign(digest)
    const { r, s, v } = splitSignature(whole)
    expect(r).toMatch(/^0x00/)
    expect(joinSignature({ r: `0x${r.slice(4)}`, s, v })).toBe(whole)
  })

  test.each([
    ['empty', '0x'],
    ['without 0x', signature.slice(2)],
    ['too short', signature.slice(0, -2)],
    ['too long', `${signature}00`],
    ['of another v', `${signature.slice(0, 130)}1d`],
    ['of zeros', `0x${'00'.repeat(64)}1b`],
    ['beyond the curve', `0x${'ff'.repeat(64)}1b`],
    ['with its s in the upper half', `${r}${hexOf(order - BigInt(s))}${v === 27 ? '1c' : '1b'}`],
  ])("that is %s is nobody's", (_, text) => {
    expect(recoverAddress(message, text)).toBeUndefined()
  })

  test('in parts is only what has 65 bytes and a v of 27 or 28', () => {
    expect(() => splitSignature('0x00')).toThrow(TypeError)
    expect(() => splitSignature(`0x${'00'.repeat(65)}`)).toThrow(TypeError)
  })
})

describe('a message as a person reads it', () => {
  test('has the digest of EIP-191', () => {
    // Of the documentation of a public library: hashMessage('hello world').
    expect(toHex(digestPersonalMessage('hello world'))).toBe(
      '0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68',
    )
    expect(digestPersonalMessage(Buffer.from('grüezi'))).toEqual(digestPersonalMessage('grüezi'))
  })

  test('is signed by its key', () => {
    const signature = signPersonal(devKey, 'Nonce: 0x1')
    expect(recoverAddress(digestPersonalMessage('Nonce: 0x1'), signature)).toBe(devKey.address)
    expect(recoverAddress(digestPersonalMessage('Nonce: 0x2'), signature)).not.toBe(devKey.address)
  })
})

describe('hexadecimal text', () => {
  test('spells bytes and is spelled from them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(parseHex(toHex(bytes))).toEqual(bytes)
      }),
    )
    expect(toHex(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0x0203')
    expect(parseHex('0XAb')).toEqual(Uint8Array.of(0xab))
  })

  test.each(['0x0', '0xgg', ' 00', '0x 00'])('is not %j', (text) => {
    expect(parseHex(text)).toBeUndefined()
  })
})
