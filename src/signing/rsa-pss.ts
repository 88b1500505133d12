import { constants, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { CredentialName } from '../api/credentials.js'
import { unusable } from './unusable.js'

/** An RSA key. Nothing that prints it can give it away. */
export interface RsaKey {
  /** The public half as PEM. */
  readonly publicKey: string
  /** RSASSA-PSS with SHA-256, MGF1 of SHA-256 and a salt as long as the hash, in base 64; another each time. */
  sign(text: string): string
}

const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }

/**
 * The key that a text holds as PEM, of PKCS#1 or PKCS#8. Line breaks may be written as `\n`, be blanks, or be missing, as
 * becomes of a key in an environment variable.
 * @throws PmxError AUTHENTICATION_ERROR that names the part and never repeats the text
 */
export function rsaKeyOf(text: string, part: CredentialName = 'privateKey'): RsaKey {
  const key = readKey(text)
  if (key?.asymmetricKeyType !== 'rsa') {
    throw unusable(
      part,
      'an RSA private key as PEM (BEGIN RSA PRIVATE KEY or BEGIN PRIVATE KEY), without a passphrase',
    )
  }
  return {
    get publicKey() {
      return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()
    },
    sign: (message) => sign('sha256', Buffer.from(message), { key, ...padding }).toString('base64'),
  }
}

/** Whether the key signed the text. @param publicKey as PEM @param signature in base 64 */
export function verifyRsaPss(publicKey: string, text: string, signature: string): boolean {
  return verify('sha256', Buffer.from(text), { key: publicKey, ...padding }, Buffer.from(signature, 'base64'))
}

function readKey(text: string): KeyObject | undefined {
  const pem = /-----BEGIN ((?:RSA )?PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----/.exec(
    text.replaceAll(/\\r|\\n/g, '\n'),
  )
  if (pem === null) return undefined
  const [, label = '', body = ''] = pem
  try {
    const der = Buffer.from(body.replaceAll(/\s/g, ''), 'base64')
    return createPrivateKey({ key: der, format: 'der', type: label.startsWith('RSA') ? 'pkcs1' : 'pkcs8' })
  } catch {
    // What the platform says of it may quote it.
    return undefined
  }
}
