import { createHmac } from 'node:crypto'
import type { CredentialName } from '../api/arguments/credentials.js'
import { parseHex } from './hex.js'
import { createUnusableError } from './unusable.js'

type HmacHash = 'sha256' | 'sha384' | 'sha512'

/** Encoding of a shared secret; `text` means its UTF-8 bytes. Base 64 may use either alphabet, with or without padding. */
export type SecretEncoding = 'base64' | 'hex' | 'text'

/** Encoding of a signature. `base64url` includes its padding, as venues that use it do. */
type SignatureEncoding = 'base64' | 'base64url' | 'hex'

/** A shared secret. Printing it does not reveal it. */
export interface HmacKey {
  /** Signs a text as UTF-8, or bytes. */
  sign(message: string | Uint8Array, hash: HmacHash, as: SignatureEncoding): string
}

/**
 * Reads a secret, trimmed.
 * @throws PmxError AUTHENTICATION_ERROR that names the part and never repeats the text
 */
export function hmacKeyOf(
  text: string,
  encoding: SecretEncoding,
  part: CredentialName = 'apiSecret',
): HmacKey {
  const bytes = decoders[encoding](text.trim())
  if (bytes === undefined || bytes.length === 0)
    throw createUnusableError(part, `the secret as the venue shows it: ${shapes[encoding]}`)
  return {
    sign(message, hash, as) {
      const digest = createHmac(hash, bytes).update(message)
      return as === 'base64url'
        ? digest.digest('base64').replaceAll('+', '-').replaceAll('/', '_')
        : digest.digest(as)
    },
  }
}

const decoders: Readonly<Record<SecretEncoding, (text: string) => Uint8Array | undefined>> = {
  base64: parseBase64,
  hex: parseHex,
  text: (text) => Buffer.from(text),
}

const shapes: Readonly<Record<SecretEncoding, string>> = {
  base64: 'base 64',
  hex: 'hexadecimal digits',
  text: 'non-empty text',
}

/** Decodes base 64, in either alphabet, with or without padding, or undefined for anything else. */
export function parseBase64(text: string): Uint8Array | undefined {
  const digits = /^([A-Za-z0-9+/_-]*)={0,2}$/.exec(text)?.[1]
  return digits === undefined || digits.length % 4 === 1 ? undefined : Buffer.from(digits, 'base64')
}
