import { privateKeyOf } from '../../../signing/private-key.js'
import { signTypedData } from '../../../signing/typed-data.js'
import { type ExchangeOrder, exchangeOrderData } from '../../../venue-kit/orders/exchange-order.js'

/** Imports the curve: this module is loaded when the first order is built. */

const DOMAIN = { name: 'Limitless CTF Exchange', chainId: 8453 } as const

export { privateKeyOf }

/** Signs an order for one of the venue's exchanges: each market names its own. */
export function signOrder(
  key: ReturnType<typeof privateKeyOf>,
  order: ExchangeOrder,
  exchange: ExchangeOrder['maker'],
): string {
  return signTypedData(key, exchangeOrderData(order, { ...DOMAIN, exchange }))
}
