import type { Address } from './address.js'
import { type Hex, parseHex, toHex } from './hex.js'
import { type PrivateKey, recoverAddress } from './private-key.js'
import {
  digestTypedData,
  encodeType,
  hashDomain,
  hashStruct,
  type TypedData,
  type TypedField,
} from './typed-data.js'

/** The domain of a contract wallet, which verifies signatures by ERC-1271. */
export interface ContractWallet {
  readonly name: string
  readonly version: string
  readonly chainId: number | bigint
  /** Address of the wallet. */
  readonly verifyingContract: Address
  /** 32 bytes; zeros where the wallet has none. */
  readonly salt: Hex
}

/** 32 bytes of zeros. */
export const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`

/**
 * Signs an application's data by the owner of a contract wallet (ERC-7739). The owner signs the data wrapped into
 * `TypedDataSign`, which names the wallet, so that the signature is invalid for the owner's other wallets. The wallet needs the
 * data after the 65 bytes to rebuild the digest.
 */
export function signForWallet(key: PrivateKey, data: TypedData, wallet: ContractWallet): Hex {
  const { digest, tail } = wrapped(data, wallet)
  return `${key.sign(digest)}${toHex(tail).slice(2)}`
}

/**
 * Returns the address that signed the data for the wallet.
 * @returns undefined if the signature is for other data, another application or another kind of wallet
 */
export function recoverForWallet(
  data: TypedData,
  wallet: ContractWallet,
  signature: string,
): Address | undefined {
  const bytes = parseHex(signature)
  const { digest, tail } = wrapped(data, wallet)
  if (bytes === undefined || bytes.length !== 65 + tail.length) return undefined
  if (!Buffer.from(tail).equals(bytes.subarray(65))) return undefined
  return recoverAddress(digest, toHex(bytes.subarray(0, 65)))
}

/** Returns the digest that the owner signs, and the data after the signature. */
function wrapped(data: TypedData, wallet: ContractWallet): { digest: Uint8Array; tail: Uint8Array } {
  const { types, primaryType, message } = data
  const separator = hashDomain(data.domain)
  const outer: readonly TypedField[] = [
    { name: 'contents', type: primaryType },
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ]
  const structHash = hashStruct(
    'TypedDataSign',
    { ...types, TypedDataSign: outer },
    { ...wallet, contents: message },
  )
  const spelled = Buffer.from(encodeType(primaryType, types))
  const length = Uint8Array.of(spelled.length >> 8, spelled.length & 0xff)
  return {
    digest: digestTypedData(separator, structHash),
    tail: Buffer.concat([separator, hashStruct(primaryType, types, message), spelled, length]),
  }
}
