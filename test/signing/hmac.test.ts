import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hmacKeyOf, parseBase64 } from '../../src/signing/hmac.js'

describe('a signature by a shared secret', () => {
  // Second case of RFC 4231.
  const key = hmacKeyOf('Jefe', 'text')
  const message = 'what do ya want for nothing?'

  test.each([
    ['sha256', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      'sha384',
      'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
    ],
    [
      'sha512',
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
        '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    ],
  ] as const)('with %s is that of the standard', (hash, hex) => {
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    expect(key.sign(message, hash, 'hex')).toBe(hex)
    expect(key.sign(Buffer.from(message), hash, 'base64')).toBe(base64)
    expect(key.sign(message, hash, 'base64url')).toBe(base64.replaceAll('+', '-').replaceAll('/', '_'))
  })

  test('in the alphabet of addresses keeps its padding', () => {
    expect(key.sign(message, 'sha256', 'base64url')).toMatch(/^[\w-]{43}=$/)
  })

  test('is the same however the secret is written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), (bytes) => {
        const spelled = Buffer.from(bytes)
        const signatures = [
          hmacKeyOf(` ${spelled.toString('base64')}\n`, 'base64'),
          hmacKeyOf(spelled.toString('base64url'), 'base64'),
          hmacKeyOf(spelled.toString('hex'), 'hex'),
        ].map((secret) => secret.sign('x', 'sha256', 'hex'))
        expect(new Set(signatures).size).toBe(1)
      }),
    )
  })
})

describe('a shared secret', () => {
  test.each([
    ['', 'base64'],
    ['  ', 'text'],
    ['not base 64!', 'base64'],
    ['abcde', 'base64'],
    ['ab=cd', 'base64'],
    ['xyz', 'hex'],
    ['abc', 'hex'],
  ] as const)('is not %j as %s, and is not repeated', (text, encoding) => {
    try {
      hmacKeyOf(text, encoding)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', field: 'apiSecret' })
      if (text.trim() !== '') expect(String(error)).not.toContain(text)
    }
  })

  test('is not shown by what prints it', () => {
    const secret = hmacKeyOf('a-secret-of-somebody', 'text')
    expect(inspect(secret, { depth: 9, showHidden: true }) + JSON.stringify(secret)).not.toContain('somebody')
  })
})

test('base 64 is read in both alphabets, and nothing else is', () => {
  expect(parseBase64('-_8=')).toEqual(Buffer.from([0xfb, 0xff]))
  expect(parseBase64('+/8')).toEqual(Buffer.from([0xfb, 0xff]))
  for (const text of ['a', 'ab c', 'ab\n', 'é']) expect(parseBase64(text)).toBeUndefined()
})
