import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, ZERO_ADDRESS } from './address.js'
import { parseHex } from './hex.js'
import { type Packable, pack } from './msgpack.js'
import {
  joinSignature,
  type PrivateKey,
  recoverAddress,
  type SplitSignature,
  splitSignature,
} from './private-key.js'
import { hashTypedData, type TypedData, type TypedField, type TypedMessage } from './typed-data.js'

/**
 * An action of Hyperliquid: `type` and members in the documented order, which is part of the signature. Numbers as text have no
 * trailing zeros, addresses are in lower case ({@link renderSignedDecimal}).
 */
export type Action = { readonly type: string; readonly [name: string]: Packable }

export interface ActionTerms {
  /** Unix milliseconds; a key uses each value once. */
  readonly nonce: number
  /** The vault or account that the action is for, if not the key's own. */
  readonly vaultAddress?: Address | undefined
  /** Unix milliseconds after which the venue refuses the action. */
  readonly expiresAfter?: number | undefined
}

export type HyperliquidNetwork = 'mainnet' | 'testnet'

/** Returns the hash of an action of the exchange (orders, cancellations, outcomes): 32 bytes. */
export function hashAction(action: Action, { nonce, vaultAddress, expiresAfter }: ActionTerms): Uint8Array {
  const vault = vaultAddress === undefined ? undefined : parseHex(vaultAddress)
  if (vault !== undefined && vault.length !== 20) throw new TypeError('vault must be an address')
  return keccak_256(
    Buffer.concat([
      pack(action),
      eightBytes(nonce),
      vault === undefined ? Uint8Array.of(0) : Uint8Array.of(1, ...vault),
      ...(expiresAfter === undefined ? [] : [Uint8Array.of(0), eightBytes(expiresAfter)]),
    ]),
  )
}

/** Builds the typed data that is signed for an action: an agent whose connection is the action's hash. */
export function buildAgentData(hash: Uint8Array, network: HyperliquidNetwork): TypedData {
  return {
    domain: { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO_ADDRESS },
    types: {
      Agent: [
        { name: 'source', type: 'string' },
        { name: 'connectionId', type: 'bytes32' },
      ],
    },
    primaryType: 'Agent',
    message: { source: network === 'mainnet' ? 'a' : 'b', connectionId: hash },
  }
}

export function signAction(
  key: PrivateKey,
  action: Action,
  terms: ActionTerms,
  network: HyperliquidNetwork,
): SplitSignature {
  return splitSignature(key.sign(hashTypedData(buildAgentData(hashAction(action, terms), network))))
}

/**
 * Returns the address that signed an action, or undefined for an invalid signature. For another action, the result is
 * another address, not undefined.
 */
export function recoverActor(
  action: Action,
  terms: ActionTerms,
  network: HyperliquidNetwork,
  signature: SplitSignature,
): Address | undefined {
  const digest = hashTypedData(buildAgentData(hashAction(action, terms), network))
  return recoverAddress(digest, joinSignature(signature))
}

/**
 * Builds the typed data of an action that the account's own key signs member by member. Examples are the approval of an agent or
 * a fee.
 * @param primaryType such as `HyperliquidTransaction:ApproveBuilderFee`
 * @param fields the signed members: `type` and `signatureChainId` of the action are not
 * @param action with its `signatureChainId`
 */
export function buildAccountActionData(
  primaryType: string,
  fields: readonly TypedField[],
  action: TypedMessage & { readonly signatureChainId: string },
): TypedData {
  return {
    domain: {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: BigInt(action.signatureChainId),
      verifyingContract: ZERO_ADDRESS,
    },
    types: { [primaryType]: fields },
    primaryType,
    message: action,
  }
}

/** Formats a decimal for a signature: without trailing zeros, and without a trailing point. */
export function renderSignedDecimal(text: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new TypeError('expected a decimal')
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function eightBytes(milliseconds: number): Uint8Array {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) throw new TypeError('expected milliseconds')
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(milliseconds))
  return bytes
}
