import { signForWallet, ZERO_WORD } from '../../../signing/contract-wallet.js'
import { type Hex, toHex } from '../../../signing/hex.js'
import { type PrivateKey, privateKeyOf } from '../../../signing/private-key.js'
import { hashTypedData, signTypedData } from '../../../signing/typed-data.js'
import { buildLoginData } from '../../../venue-kit/orders/exchange-login.js'
import { type DraftOrder, POLYGON, toTypedOrder } from './order.js'

/** Imports the curve: this module is loaded with the first private call. */

export const openKey = (text: string): PrivateKey => privateKeyOf(text)

/**
 * Signs the login message.
 * @param timestamp epoch seconds
 */
export function signLogin(key: PrivateKey, timestamp: string): Hex {
  return signTypedData(key, buildLoginData(key.address, timestamp, POLYGON))
}

/** Returns the signature, and the hash that the venue uses as the order id. */
export function signOrder(
  key: PrivateKey,
  order: DraftOrder,
): { readonly signature: Hex; readonly hash: Hex } {
  const data = toTypedOrder(order)
  const hash = toHex(hashTypedData(data))
  if (order.kind !== 3) return { signature: signTypedData(key, data), hash }
  const wallet = {
    name: 'DepositWallet',
    version: '1',
    chainId: POLYGON,
    verifyingContract: order.maker,
    salt: ZERO_WORD,
  }
  return { signature: signForWallet(key, data, wallet), hash }
}
