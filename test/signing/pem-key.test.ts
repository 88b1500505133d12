import { constants, createHash, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { pemKeyOf } from '../../src/signing/pem-key.js'

const pair = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pkcs8 = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const pkcs1 = pair.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
const publicKey = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
const message = '1703123456789GET/trade-api/v2/portfolio/balance'
const body = pkcs8.split('\n').slice(1, -2).join('')

const confirms = (text: string, signature: string, saltLength = 32): boolean => {
  const how = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return verify('sha256', Buffer.from(text), how, Buffer.from(signature, 'base64'))
}

describe('an RSA key', () => {
  test.each([
    ['of PKCS#1', pkcs1],
    ['of PKCS#8', pkcs8],
    ['with line breaks of Windows', pkcs8.replaceAll('\n', '\r\n')],
    ['with line breaks written out', pkcs8.replaceAll('\n', '\\n')],
    ['with both', pkcs1.replaceAll('\n', '\\r\\n')],
    ['in one line with blanks', pkcs1.replaceAll('\n', ' ')],
    ['in one line', `-----BEGIN PRIVATE KEY-----${body}-----END PRIVATE KEY-----`],
    ['with text around', `Key:\n${pkcs8}\n\n`],
  ])('%s signs what its public half confirms', (_, text) => {
    const key = pemKeyOf(text)
    expect(key.publicKey).toBe(publicKey)
    const signature = key.sign(message)
    expect(signature).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(key.kind).toBe('rsa')
    expect(confirms(message, signature)).toBe(true)
    expect(confirms(`${message}?`, signature)).toBe(false)
  })

  test('salts with 32 bytes, and anew each time', () => {
    const key = pemKeyOf(pkcs8)
    const signature = key.sign(message)
    const confirmed = (saltLength: number) => confirms(message, signature, saltLength)
    expect([32, 20, 0].map(confirmed)).toEqual([true, false, false])
    expect(key.sign(message)).not.toBe(signature)
  })

  test('is not shown by what prints it', () => {
    const key = pemKeyOf(pkcs8)
    expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key)).not.toContain(
      body.slice(60, 120),
    )
  })
})

describe('an Ed25519 key', () => {
  const own = generateKeyPairSync('ed25519')
  const pem = own.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const inside = pem.split('\n').slice(1, -2).join('')

  test.each([
    ['as it comes', pem],
    ['with line breaks written out', pem.replaceAll('\n', '\\n')],
    ['with line breaks of Windows', pem.replaceAll('\n', '\r\n')],
    ['in one line', `-----BEGIN PRIVATE KEY-----${inside}-----END PRIVATE KEY-----`],
  ])('%s signs the plain text, the same each time', (_, text) => {
    const key = pemKeyOf(text)
    expect([key.kind, key.publicKey]).toEqual([
      'ed25519',
      own.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ])
    const signature = key.sign(message)
    expect(Buffer.from(signature, 'base64')).toHaveLength(64)
    expect(key.sign(message)).toBe(signature)
    expect(verify(null, Buffer.from(message), own.publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  })

  test('signs as RFC 8032 has it (7.1, test 2)', () => {
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex'),
    ])
    const text = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
    expect(Buffer.from(pemKeyOf(text).sign('r'), 'base64').toString('hex')).toBe(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
        '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    )
  })

  test('is not shown by what prints it', () => {
    const key = pemKeyOf(pem)
    expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key)).not.toContain(inside.slice(20))
  })
})

describe('what is no such key is refused, and not repeated', () => {
  const locked = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' } as const
  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const of = (key: KeyObject, type: 'pkcs8' | 'sec1') => key.export({ format: 'pem', type }).toString()
  const openssh = createHash('sha512').update('no key').digest('base64')

  test.each([
    ['nothing', '', /as PEM/],
    ['a key id', '8c35ecb3-328f-4f52-8c7c-0f4b9862f8d1', /as PEM/],
    ['only its inside', body, /as PEM/],
    ['cut off', `${pkcs8.slice(0, 300)}\n-----END PRIVATE KEY-----`, /damaged or cut off/],
    ['a public key', publicKey, /a public key/],
    ['a curve of another kind', of(ec, 'pkcs8'), /has type ec/],
    ['the same in its older form', of(ec, 'sec1'), /has type ec/],
    ['X25519', of(generateKeyPairSync('x25519').privateKey, 'pkcs8'), /has type x25519/],
    ['locked', pair.privateKey.export(locked).toString(), /is encrypted/],
    [
      'locked in the older form',
      pair.privateKey.export({ ...locked, type: 'pkcs1' }).toString(),
      /is encrypted/,
    ],
    [
      'of OpenSSH',
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${openssh}\n-----END OPENSSH PRIVATE KEY-----`,
      /OpenSSH/,
    ],
  ])('%s', (_, text, words) => {
    try {
      pemKeyOf(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', field: 'privateKey' })
      expect(error).toMatchObject({ message: expect.stringMatching(words) })
      if (text !== '') expect(inspect(error, { depth: 9 })).not.toContain(text.slice(30, 80) || text)
    }
  })
})
