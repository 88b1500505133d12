import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, deriveCreate2Address } from '../../../signing/address.js'

/** The factory of the wallets that hold the accounts' money (../README.md, "Accounts and orders"). */
const FACTORY: Address = '0xB99159aBF0bF59a512970586F38292f8b9029924'
/** The hash of the creation code, which includes the address of the implementation. */
const CODE_HASH = Buffer.from('b9da44d9833bbb5e082bf43aec75d94d57e075b1d5e772fc17f2a336b070e63b', 'hex')

/** Returns the Safe of an owner, which is the same before and after its creation. */
export function safeOf(owner: Address): Address {
  const word = Buffer.from(owner.slice(2).padStart(64, '0'), 'hex')
  return deriveCreate2Address(FACTORY, keccak_256(word), CODE_HASH)
}
