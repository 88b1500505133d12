import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from './hex.js'
import type { PrivateKey } from './private-key.js'

/**
 * Returns the digest of a human-readable message that a wallet signs (EIP-191, `personal_sign`), for logins.
 * @param message text, which is signed as UTF-8, or bytes
 */
export function digestPersonalMessage(message: string | Uint8Array): Uint8Array {
  const bytes = typeof message === 'string' ? Buffer.from(message) : message
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
}

export function signPersonal(key: PrivateKey, message: string | Uint8Array): Hex {
  return key.sign(digestPersonalMessage(message))
}
