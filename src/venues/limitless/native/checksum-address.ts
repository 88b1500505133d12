import { keccak_256 } from '@noble/hashes/sha3'

/**
 * An address in the mixed case of EIP-55, which carries a checksum: a hex letter is upper case where the matching digit
 * of the hash of the lower-case address is 8 or more. Portfolios are documented for addresses of this form only.
 * @param address `0x` and 40 hex digits in any case
 */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  // Keccak as before the standard, as Ethereum has it: the platform's SHA3 pads differently.
  const hash = keccak_256(digits)
  const mixed = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${mixed.join('')}`
}
