import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, deriveCreate2Address } from '../../../signing/address.js'
import type { WalletKind } from './order.js'

/**
 * The wallets that Polymarket creates for a key: their factories use CREATE2 addresses, the same before and after creation.
 * Source: polymarket-client 0.14.0, `_internal/wallet.py` and `environments.py`.
 */

const PROXY_FACTORY: Address = '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052'
const PROXY_IMPLEMENTATION: Address = '0x44e999d5c2F66Ef0861317f9A4805AC2e90aEB4f'
const SAFE_FACTORY: Address = '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b'
const SAFE_CODE_HASH = '2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf'
const DEPOSIT_FACTORY: Address = '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07'
/** The beacon of current deposit wallets, and the implementation of those of the first weeks. */
const DEPOSIT_BEACON: Address = '0x7A18EDfe055488A3128f01F563e5B479D92ffc3a'
const DEPOSIT_IMPLEMENTATION: Address = '0x58CA52ebe0DadfdF531Cde7062e76746de4Db1eB'

/** Creation code of a minimal proxy (ERC-1167) after the factory's own call. */
const PROXY_CODE = [
  '3d3d606380380380913d393d73',
  digitsOf(PROXY_FACTORY),
  '5af4602a57600080fd5b602d8060366000396000f3363d3d373d3d3d363d73',
  digitsOf(PROXY_IMPLEMENTATION),
  '5af43d82803e903d91602b57fd5bf352e831dd',
  wordOf('20'),
  wordOf('0'),
].join('')

/** Creation codes of ERC-1967 proxies with arguments (solady). The first bytes contain the length of the arguments. */
const BEACON_PREFIX = 0x6100523d8160233d3973n
const BEACON_CODE =
  '60195155f3363d3d373d3d363d602036600436635c60da' +
  '1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c' +
  'b3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3'
const UUPS_PREFIX = 0x61003d3d8160233d3973n
const UUPS_CODE =
  '6009' +
  '5155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076' +
  'cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3'

/** The wallets of a key by kind. Deposit wallets have had two forms, and `older3` is the first one. */
export interface Wallets {
  readonly 0: Address
  readonly 1: Address
  readonly 2: Address
  readonly 3: Address
  readonly older3: Address
}

/** Derives the wallet addresses of a key, whether the wallets exist or not. */
export function walletsOf(owner: Address): Wallets {
  const ownerDigits = digitsOf(owner)
  const args = wordOf(digitsOf(DEPOSIT_FACTORY)) + wordOf(ownerDigits)
  const deposit = (prefix: bigint, target: Address, code: string): Address => {
    const head = (prefix + (BigInt(args.length / 2) << 56n)).toString(16).padStart(20, '0')
    return placed(DEPOSIT_FACTORY, args, hashOf(head + digitsOf(target) + code + args))
  }
  return {
    0: owner,
    1: placed(PROXY_FACTORY, ownerDigits, hashOf(PROXY_CODE)),
    2: placed(SAFE_FACTORY, wordOf(ownerDigits), Buffer.from(SAFE_CODE_HASH, 'hex')),
    3: deposit(BEACON_PREFIX, DEPOSIT_BEACON, BEACON_CODE),
    older3: deposit(UUPS_PREFIX, DEPOSIT_IMPLEMENTATION, UUPS_CODE),
  }
}

/** Returns the kind of a key's wallet, or undefined for another address. */
export function kindOfWallet(owner: Address, wallet: Address): WalletKind | undefined {
  const { older3, ...byKind } = walletsOf(owner)
  if (wallet === older3) return 3
  return ([0, 3, 1, 2] as const).find((kind) => byKind[kind] === wallet)
}

/** Describes the wallets of a key, either those of one kind or all of them. */
export function namesOf(owner: Address, only?: WalletKind): string {
  const { older3, ...byKind } = walletsOf(owner)
  const names = [
    [0, `${byKind[0]} (0, the key itself)`],
    [1, `${byKind[1]} (1, proxy)`],
    [2, `${byKind[2]} (2, Safe)`],
    [3, `${byKind[3]} (3, deposit wallet)`],
    [3, `${older3} (3, deposit wallet of the first form)`],
  ] as const
  return names.flatMap(([kind, name]) => (only === undefined || only === kind ? [name] : [])).join(', ')
}

function placed(factory: Address, salted: string, codeHash: Uint8Array): Address {
  return deriveCreate2Address(factory, hashOf(salted), codeHash)
}

function hashOf(digits: string): Uint8Array {
  return keccak_256(Buffer.from(digits, 'hex'))
}

function digitsOf(address: Address): string {
  return address.slice(2).toLowerCase()
}

function wordOf(digits: string): string {
  return digits.padStart(64, '0')
}
