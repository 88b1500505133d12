import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, deriveCreate2Address } from '../../../signing/address.js'

/** The factory that determines the address of a wallet's Safe: CREATE2 with the hash of the padded wallet address as salt. */
const FACTORY: Address = '0xB99159aBF0bF59a512970586F38292f8b9029924'
const CODE_HASH = Buffer.from('b9da44d9833bbb5e082bf43aec75d94d57e075b1d5e772fc17f2a336b070e63b', 'hex')

export function safeOf(wallet: string): string {
  const salt = keccak_256(Buffer.from(wallet.slice(2).padStart(64, '0'), 'hex'))
  return deriveCreate2Address(FACTORY, salt, CODE_HASH)
}
