import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, deriveCreate2Address } from '../../../signing/address.js'

/**
 * Addresses of the wallets of a key: each kind has an address derived from the address of the key, before and after its
 * deployment. Factories, implementations and codes are those of the official client (polymarket-client 0.14.0,
 * `environments.py` and `_internal/wallet.py`). The client also computed the vectors in the venue's samples.
 */

/** Wallet kind of signature types 1 to 3; type 0 is the account of the key. */
export type WalletKind = 1 | 2 | 3

const PROXY_FACTORY: Address = '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052'
const PROXY_CODE = '44e999d5c2F66Ef0861317f9A4805AC2e90aEB4f'
const SAFE_FACTORY: Address = '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b'
const SAFE_HASH = '2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf'
const DEPOSIT_FACTORY: Address = '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07'
const DEPOSIT_CODE = '58CA52ebe0DadfdF531Cde7062e76746de4Db1eB'
const DEPOSIT_BEACON = '7A18EDfe055488A3128f01F563e5B479D92ffc3a'

const bytes = (...parts: readonly string[]): Uint8Array => Buffer.from(parts.join(''), 'hex')
const word = (address: string): string => address.replace(/^0x/, '').toLowerCase().padStart(64, '0')

/** The minimal proxy that the older factory creates. */
const proxyCode = bytes(
  '3d3d606380380380913d393d73',
  PROXY_FACTORY.slice(2),
  '5af4602a57600080fd5b602d8060366000396000f3363d3d373d3d3d363d73',
  PROXY_CODE,
  '5af43d82803e903d91602b57fd5bf352e831dd',
  word('20'),
  word('0'),
)

/** The creation codes of a deposit wallet, followed by its arguments: of the wallet itself, and of a beacon. */
const depositCodes: readonly ((args: string) => Uint8Array)[] = [
  (args) =>
    bytes(
      lengthened('61003d3d8160233d3973', args),
      DEPOSIT_CODE,
      '6009',
      '5155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076',
      'cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
      args,
    ),
  (args) =>
    bytes(
      lengthened('6100523d8160233d3973', args),
      DEPOSIT_BEACON,
      '60195155f3363d3d373d3d363d602036600436635c60da',
      '1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c',
      'b3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3',
      args,
    ),
]

/** Returns the first bytes of a code, which contain its length including arguments. */
function lengthened(prefix: string, args: string): string {
  return (BigInt(`0x${prefix}`) + (BigInt(args.length / 2) << 56n)).toString(16).padStart(20, '0')
}

/** Returns the kind of wallet that an address is for a key, or undefined if it is not a wallet of the key. */
export function walletKindOf(owner: string, wallet: string): WalletKind | undefined {
  const key = word(owner)
  const isAt = (address: string): boolean => address.toLowerCase() === wallet.toLowerCase()
  const args = `${word(DEPOSIT_FACTORY)}${key}`
  const salt = keccak_256(bytes(args))
  if (depositCodes.some((code) => isAt(deriveCreate2Address(DEPOSIT_FACTORY, salt, keccak_256(code(args))))))
    return 3
  if (isAt(deriveCreate2Address(PROXY_FACTORY, keccak_256(bytes(key.slice(24))), keccak_256(proxyCode))))
    return 1
  return isAt(deriveCreate2Address(SAFE_FACTORY, keccak_256(bytes(key)), bytes(SAFE_HASH))) ? 2 : undefined
}
