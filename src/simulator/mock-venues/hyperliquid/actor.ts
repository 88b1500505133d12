import { parseAddress } from '../../../signing/address.js'
import {
  type Action,
  type ActionTerms,
  buildAccountActionData,
  recoverActor,
  renderSignedDecimal,
} from '../../../signing/hyperliquid.js'
import { joinSignature, recoverAddress, type SplitSignature } from '../../../signing/private-key.js'
import { hashTypedData } from '../../../signing/typed-data.js'
import type { ExchangeAction, SentModify, SentOrder } from './action.js'
import type { ApproveBuilderFee } from './builders.js'

/** Recovers the signer of an action. Importing this module loads the curve, so it is imported with the first action. */

/**
 * The addresses that may have signed, in lower case: with the source of the main net, and with that of any other host.
 */
export interface Actors {
  readonly mainnet: string | undefined
  readonly testnet: string | undefined
  /** Whether the action as sent equals the hashed form in every member; only then is its signature valid. */
  readonly isCanonical: boolean
}

/**
 * Recovers the signer of an action. The venue parses an action and hashes the result. Members in another order, or
 * trailing zeros of a number, therefore yield another signer.
 * @param sent the action as received
 */
export function actorsOf(
  action: ExchangeAction,
  terms: ActionTerms,
  signature: SplitSignature,
  sent: unknown,
): Actors {
  if (action.type === 'approveBuilderFee')
    return { mainnet: approverOf(action, signature), testnet: undefined, isCanonical: true }
  const hashed = canonical(action)
  const signer = (network: 'mainnet' | 'testnet'): string | undefined => {
    const found = recoverActor(hashed, terms, network, signature)
    return found === undefined ? undefined : parseAddress(found)?.toLowerCase()
  }
  return {
    mainnet: signer('mainnet'),
    testnet: signer('testnet'),
    isCanonical: JSON.stringify(sent) === JSON.stringify(hashed),
  }
}

/** Approvals are signed member by member, for the chain in the action. */
function approverOf(action: ApproveBuilderFee, signature: SplitSignature): string | undefined {
  const field = (name: string, type: string) => ({ name, type })
  const { hyperliquidChain, maxFeeRate, builder, nonce, signatureChainId } = action
  const data = buildAccountActionData(
    'HyperliquidTransaction:ApproveBuilderFee',
    [
      field('hyperliquidChain', 'string'),
      field('maxFeeRate', 'string'),
      field('builder', 'address'),
      field('nonce', 'uint64'),
    ],
    { hyperliquidChain, maxFeeRate, builder, nonce: BigInt(nonce), signatureChainId },
  )
  const found = recoverAddress(hashTypedData(data), joinSignature(signature))
  return found === undefined ? undefined : parseAddress(found)?.toLowerCase()
}

function canonical(action: Exclude<ExchangeAction, ApproveBuilderFee>): Action {
  switch (action.type) {
    case 'order':
      return {
        type: 'order',
        orders: action.orders.map(orderOf),
        grouping: 'na',
        ...(action.builder === undefined
          ? {}
          : { builder: { b: action.builder.address, f: action.builder.fee } }),
      }
    case 'cancel':
      return {
        type: 'cancel',
        cancels: action.cancels.map(({ asset, oid }) => ({ a: asset, o: oid })),
        ...flag('f', action.isFast),
      }
    case 'cancelByCloid':
      return {
        type: 'cancelByCloid',
        cancels: action.cancels.map(({ asset, cloid }) => ({ asset, cloid })),
        ...flag('f', action.isFast),
      }
    case 'modify':
      return {
        type: 'modify',
        ...(action.modifies[0] === undefined ? {} : modifyOf(action.modifies[0])),
        ...flag('a', action.isAlwaysPlaced),
      }
    case 'batchModify':
      return {
        type: 'batchModify',
        modifies: action.modifies.map(modifyOf),
        ...flag('a', action.isAlwaysPlaced),
      }
    case 'scheduleCancel':
      return { type: 'scheduleCancel', ...(action.time === undefined ? {} : { time: action.time }) }
    case 'noop':
      return { type: 'noop' }
  }
}

function modifyOf({ oid, order }: SentModify) {
  return { oid, order: orderOf(order) }
}

function flag(name: string, value: boolean | undefined): Readonly<Record<string, boolean>> {
  return value === undefined ? {} : { [name]: value }
}

function orderOf({ asset, isBuy, price, size, isReduceOnly, tif, cloid }: SentOrder) {
  return {
    a: asset,
    b: isBuy,
    p: renderSignedDecimal(price),
    s: renderSignedDecimal(size),
    r: isReduceOnly,
    t: { limit: { tif } },
    ...(cloid === undefined ? {} : { c: cloid }),
  }
}
