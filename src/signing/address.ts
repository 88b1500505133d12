import { keccak_256 } from '@noble/hashes/sha3'
import { type Hex, toHex } from './hex.js'

/** Address of an account or a contract on Ethereum-compatible chains: `0x` and 40 hex digits. */
export type Address = Hex

export const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/**
 * Returns an address in the mixed case of EIP-55, which contains a checksum. A hex letter is upper case where the matching digit
 * of the hash of the lower-case address is 8 or more.
 * @param address `0x` and 40 hex digits in any case
 */
export function toChecksumAddress(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  // Ethereum uses Keccak as it was before the standard: the platform's SHA3 pads differently.
  const hash = keccak_256(digits)
  const mixed = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${mixed.join('')}`
}

/**
 * Returns an address in mixed case. An address in one case has no checksum and is accepted. In mixed case the checksum must be
 * valid, because a mistyped address may belong to another account.
 * @returns undefined for an invalid address
 */
export function parseAddress(text: string): Address | undefined {
  const digits = /^0x([0-9a-f]{40})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const address = toChecksumAddress(text)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || address === text ? address : undefined
}

/**
 * Derives the address of a contract that a factory creates by CREATE2 (EIP-1014), such as a Safe: the same before and after its
 * creation.
 * @param factory `0x` and 40 hex digits
 * @param salt 32 bytes
 * @param codeHash Keccak hash of the contract's creation code with its arguments, 32 bytes
 */
export function deriveCreate2Address(factory: Address, salt: Uint8Array, codeHash: Uint8Array): Address {
  if (salt.length !== 32 || codeHash.length !== 32)
    throw new TypeError('salt and hash must each be 32 bytes long')
  const from = Buffer.from(factory.slice(2), 'hex')
  if (from.length !== 20) throw new TypeError('factory must be an address')
  const hash = keccak_256(Buffer.concat([Uint8Array.of(0xff), from, salt, codeHash]))
  return toChecksumAddress(toHex(hash.subarray(12)))
}
