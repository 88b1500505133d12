import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { CredentialName } from '../api/arguments/credentials.js'
import { parseBase64 } from './hmac.js'
import { createUnusableError } from './unusable.js'

/** An Ed25519 key. Printing it does not reveal it. */
export interface Ed25519Key {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs a text as UTF-8, or bytes: 64 bytes, always the same for the same message. */
  sign(message: string | Uint8Array): Buffer
}

/** Prefix of the 32 bytes in the encoding of private and public keys that the platform reads (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Reads a key in base 64: the 32 bytes of the seed, or 64 bytes with the public key after it. Only the seed is used.
 * @throws PmxError AUTHENTICATION_ERROR that names the part and never repeats the text
 */
export function ed25519KeyOf(text: string, part: CredentialName = 'privateKey'): Ed25519Key {
  const bytes = parseBase64(text.trim())
  if (bytes?.length !== 32 && bytes?.length !== 64) {
    throw createUnusableError(
      part,
      'a base64-encoded Ed25519 private key: a 32-byte seed, or the seed followed by the public key (64 bytes)',
    )
  }
  const der = Buffer.concat([PRIVATE_PREFIX, bytes.subarray(0, 32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    get publicKey() {
      const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
      return new Uint8Array(spki.subarray(PUBLIC_PREFIX.length))
    },
    sign: (message) => sign(null, Buffer.from(message), key),
  }
}

/** Whether the key with this public half signed the message. @param publicKey 32 bytes */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: string | Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 32) throw new TypeError('a public key must be 32 bytes long')
  const der = Buffer.concat([PUBLIC_PREFIX, publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(message), key, signature)
}
