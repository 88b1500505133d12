import { inspect } from 'node:util'
import { ed25519 } from '@noble/curves/ed25519'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ed25519KeyOf, verifyEd25519 } from '../../src/signing/ed25519.js'

const seed = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const withPublicKey =
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8DoQe/884Qvh1w3RjnS8CZZ+TWMJulDV8d3IZkElUxuA=='

describe.each([
  ['a seed', seed],
  ['a seed and its public key', withPublicKey],
])('a key from %s', (_, text) => {
  const key = ed25519KeyOf(text)

  test('has its public half', () => {
    expect(Buffer.from(key.publicKey).toString('hex')).toBe(
      '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8',
    )
  })

  // What Polymarket US wants signed, worked out with another implementation.
  test.each([
    [
      '1769000000000GET/v1/portfolio/positions',
      'RJuGb8YD5kCIF7JihOmUNRJ0bjUU0nqUd4st86B58hSENRRjWiRRm8kUxv0DLRTHbByrR9zBrh5YrNu/pA+PDQ==',
    ],
    [
      '1769000000000POST/v1/orders',
      '3q3RL/Y8qpJ1JDUaRN39dDJsbKRit971Yw51MhlywsdHLZMwuskFghsv7m5SASjphiv/X7LqZ6dN1sM3S/MHAw==',
    ],
    [
      '1769000000000GET/v1/ws/markets',
      '4bjhSN254WH8Q4TU6aqfhsPXuZ1hbWvVcQ1R6E0PfsjHbqvRsyFQM49KIgKRXdNx+42ycbRE/GP28p1jtDxkBQ==',
    ],
  ])('signs %s', (message, signature) => {
    expect(key.sign(message).toString('base64')).toBe(signature)
    expect(verifyEd25519(key.publicKey, message, Buffer.from(signature, 'base64'))).toBe(true)
    expect(verifyEd25519(key.publicKey, `${message}?`, Buffer.from(signature, 'base64'))).toBe(false)
  })
})

test('signs as another implementation does', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (secret, text) => {
      const key = ed25519KeyOf(Buffer.from(secret).toString('base64'))
      expect(new Uint8Array(key.sign(text))).toEqual(ed25519.sign(Buffer.from(text), secret))
      expect(key.publicKey).toEqual(ed25519.getPublicKey(secret))
    }),
    { numRuns: 10 },
  )
})

test.each([
  ['', 'empty'],
  [seed.slice(4), 'too short'],
  [`AAAA${seed}`, 'too long'],
  [`${seed.slice(0, -2)}!=`, 'not base 64'],
])('%j is no key: it is %s, and is not repeated', (text) => {
  try {
    ed25519KeyOf(text, 'apiSecret')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', field: 'apiSecret' })
    if (text !== '') expect(inspect(error)).not.toContain(text)
  }
})

test('a key is not shown by what prints it', () => {
  const key = ed25519KeyOf(seed)
  expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key)).not.toMatch(/AAECAw|00010203/)
})

test('a signature of another length is wrong, a public key of another length an error', () => {
  const { publicKey } = ed25519KeyOf(seed)
  expect(verifyEd25519(publicKey, 'x', new Uint8Array(3))).toBe(false)
  expect(() => verifyEd25519(publicKey.subarray(1), 'x', new Uint8Array(64))).toThrow(TypeError)
})
