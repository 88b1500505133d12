import type { Hex } from '../../../signing/hex.js'
import type { PrivateKey } from '../../../signing/private-key.js'
import { signTypedData } from '../../../signing/typed-data.js'
import { type BookOrder, toBookOrderData } from './order.js'

/** Imports the curve: this module is loaded when the first order is built or canceled. */

/** Signs an order for the exchange of its network. */
export function signOrder(key: PrivateKey, order: BookOrder, network: number): Hex {
  return signTypedData(key, toBookOrderData(order, network))
}
