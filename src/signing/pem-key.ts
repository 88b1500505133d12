import { constants, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { CredentialName } from '../api/arguments/credentials.js'
import { createUnusableError } from './unusable.js'

/** A private key that was given as PEM. Printing it does not reveal it. */
export interface PemKey {
  readonly kind: 'rsa' | 'ed25519'
  /** The public half as PEM. */
  readonly publicKey: string
  /**
   * Signs a text as UTF-8, in base 64. An RSA key uses RSASSA-PSS with SHA-256, MGF1 of SHA-256 and a salt as long as the hash,
   * so that each signature differs. An Ed25519 key returns the plain signature, always the same.
   */
  sign(text: string): string
}

/**
 * Reads a key in PEM: PKCS#8 of either kind, or PKCS#1 of RSA. Line breaks may be written as `\n`, be spaces, or be missing, as
 * in environment variables.
 * @throws PmxError AUTHENTICATION_ERROR that names the part and the problem, and never repeats the text
 */
export function pemKeyOf(text: string, part: CredentialName = 'privateKey'): PemKey {
  const block = readBlock(text)
  const key = block && readKey(block)
  const kind = key?.asymmetricKeyType
  if (key === undefined || (kind !== 'rsa' && kind !== 'ed25519')) {
    const given = givenInstead(block, kind)
    throw createUnusableError(
      part,
      `an RSA or Ed25519 private key as PEM (BEGIN PRIVATE KEY or BEGIN RSA PRIVATE KEY), without a passphrase${given}`,
    )
  }
  const how =
    kind === 'rsa' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT_BYTES } : { key }
  const hash = kind === 'rsa' ? 'sha256' : null
  return {
    kind,
    get publicKey() {
      return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()
    },
    sign: (message) => sign(hash, Buffer.from(message), how).toString('base64'),
  }
}

/** As long as the hash. */
const SALT_BYTES = 32

interface PemBlock {
  readonly label: string
  readonly body: string
}

function readBlock(text: string): PemBlock | undefined {
  const pem = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/.exec(text.replaceAll(/\\r|\\n/g, '\n'))
  if (pem === null) return undefined
  const [, label = '', body = ''] = pem
  return { label, body }
}

/** Returns undefined for text without a private key, or with an encrypted one. */
function readKey({ label, body }: PemBlock): KeyObject | undefined {
  const type = formats[label]
  if (type === undefined || !/^[A-Za-z0-9+/=\s]+$/.test(body)) return undefined
  try {
    const der = Buffer.from(body.replaceAll(/\s/g, ''), 'base64')
    return createPrivateKey({ key: der, format: 'der', type })
  } catch {
    // The platform's error may quote it.
    return undefined
  }
}

const formats: Readonly<Record<string, 'pkcs1' | 'pkcs8' | 'sec1'>> = {
  'RSA PRIVATE KEY': 'pkcs1',
  'PRIVATE KEY': 'pkcs8',
  'EC PRIVATE KEY': 'sec1',
}

/** Describes the text that was given instead of such a key, without repeating it. */
function givenInstead(block: PemBlock | undefined, kind: string | undefined): string {
  if (kind !== undefined) return `; the given key has type ${kind}`
  if (block === undefined) return ''
  const { label, body } = block
  if (label.includes('ENCRYPTED') || /ENCRYPTED/.test(body)) return '; the given key is encrypted'
  if (label.startsWith('OPENSSH')) return '; the given key is in the OpenSSH format'
  if (label.includes('PUBLIC')) return '; the given key is a public key'
  return formats[label] === undefined ? '' : '; the given key is damaged or cut off'
}
