import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import type { CredentialName } from '../api/arguments/credentials.js'
import { type Address, toChecksumAddress } from './address.js'
import { type Hex, parseHex, toHex } from './hex.js'
import { createUnusableError } from './unusable.js'

/**
 * A secp256k1 key of an account on Ethereum-compatible chains. It signs and returns its address. The bytes cannot be read:
 * printing, logging or serializing it does not reveal them.
 */
export interface PrivateKey {
  /** Address of the account, in the mixed case of EIP-55. */
  readonly address: Address
  /**
   * Signs a digest of 32 bytes. The signature is r, s and v as 65 bytes, v 27 or 28, s in the lower half of the curve's order.
   * The same digest always has the same signature (RFC 6979).
   */
  sign(digest: Uint8Array): Hex
}

/**
 * Reads a key: 32 bytes in hex, with or without `0x`, trimmed.
 * @throws PmxError AUTHENTICATION_ERROR that names the part and never repeats the text
 */
export function privateKeyOf(text: string, part: CredentialName = 'privateKey'): PrivateKey {
  const bytes = parseHex(text.trim())
  if (bytes?.length !== 32 || !secp256k1.utils.isValidPrivateKey(bytes)) {
    const given = bytes?.length === 20 ? ' The given value has the length of an address' : ''
    throw createUnusableError(
      part,
      `a private key: 32 bytes as 64 hexadecimal digits, with or without 0x.${given}`,
    )
  }
  let address: Address | undefined
  return {
    get address() {
      address ??= addressOfPoint(secp256k1.getPublicKey(bytes, false))
      return address
    },
    sign(digest) {
      const signature = secp256k1.sign(assertDigest(digest), bytes, { lowS: true, prehash: false })
      return toHex(Uint8Array.of(...signature.toCompactRawBytes(), 27 + signature.recovery))
    },
  }
}

/** The parts of a signature, for venues that do not take 65 bytes as text. */
export interface SplitSignature {
  readonly r: Hex
  readonly s: Hex
  readonly v: 27 | 28
}

/**
 * Splits a signature into its parts.
 * @param signature 65 bytes, as {@link PrivateKey.sign} returns it
 */
export function splitSignature(signature: Hex): SplitSignature {
  const v = Number.parseInt(signature.slice(130), 16)
  if (parseHex(signature)?.length !== 65 || (v !== 27 && v !== 28)) throw new TypeError('not a signature')
  return { r: `0x${signature.slice(2, 66)}`, s: `0x${signature.slice(66, 130)}`, v }
}

export function joinSignature({ r, s, v }: SplitSignature): Hex {
  const part = (hex: Hex): string => hex.slice(2).padStart(64, '0')
  return `0x${part(r)}${part(s)}${v.toString(16)}`
}

/**
 * Returns the address whose key signed a digest, as contracts recover it.
 * @param signature 65 bytes in hex; v is 27 or 28, or 0 or 1 as some wallets write it
 * @returns undefined for an invalid signature: another length, numbers out of range, s in the upper half
 */
export function recoverAddress(digest: Uint8Array, signature: string): Address | undefined {
  const bytes = /^0x/i.test(signature) ? parseHex(signature) : undefined
  if (bytes?.length !== 65) return undefined
  const v = bytes[64] ?? -1
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return undefined
  assertDigest(digest)
  try {
    const parsed = secp256k1.Signature.fromCompact(bytes.subarray(0, 64)).addRecoveryBit(recovery)
    if (parsed.hasHighS()) return undefined
    return addressOfPoint(parsed.recoverPublicKey(digest).toBytes(false))
  } catch {
    // The numbers are not on the curve: the signature is invalid.
    return undefined
  }
}

/** @param point a public key of 65 bytes */
function addressOfPoint(point: Uint8Array): Address {
  return toChecksumAddress(toHex(keccak_256(point.subarray(1)).subarray(12)))
}

function assertDigest(digest: Uint8Array): Uint8Array {
  if (digest.length !== 32) throw new TypeError('a digest must be 32 bytes long')
  return digest
}
