import { constants, generateKeyPairSync, verify } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { rsaKeyOf, verifyRsaPss } from '../../src/signing/rsa-pss.js'

const pair = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pkcs8 = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const pkcs1 = pair.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
const publicKey = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
const message = '1703123456789GET/trade-api/v2/portfolio/balance'
const body = pkcs8.split('\n').slice(1, -2).join('')

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
    const key = rsaKeyOf(text)
    expect(key.publicKey).toBe(publicKey)
    const signature = key.sign(message)
    expect(signature).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(verifyRsaPss(publicKey, message, signature)).toBe(true)
    expect(verifyRsaPss(publicKey, `${message}?`, signature)).toBe(false)
    expect(verifyRsaPss(publicKey, message, signature.replace(/^./, '_'))).toBe(false)
  })

  test('salts with 32 bytes, and anew each time', () => {
    const key = rsaKeyOf(pkcs8)
    const signature = key.sign(message)
    const confirmed = (saltLength: number): boolean => {
      const how = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
      return verify('sha256', Buffer.from(message), how, Buffer.from(signature, 'base64'))
    }
    expect([32, 20, 0].map(confirmed)).toEqual([true, false, false])
    expect(key.sign(message)).not.toBe(signature)
  })

  const locked = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' } as const
  const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  test.each([
    ['nothing', ''],
    ['a key id', '8c35ecb3-328f-4f52-8c7c-0f4b9862f8d1'],
    ['only its inside', body],
    ['cut off', `${pkcs8.slice(0, 300)}\n-----END PRIVATE KEY-----`],
    ['a public key', publicKey],
    ['a key of another kind', ed25519.toString()],
    ['locked', pair.privateKey.export(locked).toString()],
  ])('is not %s, which is not repeated', (_, text) => {
    try {
      rsaKeyOf(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', field: 'privateKey' })
      if (text !== '') expect(inspect(error, { depth: 9 })).not.toContain(text.slice(30, 80) || text)
    }
  })

  test('is not shown by what prints it', () => {
    const key = rsaKeyOf(pkcs8)
    expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key)).not.toContain(
      body.slice(60, 120),
    )
  })
})
