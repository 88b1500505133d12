import { privateKeyOf } from '../../../signing/private-key.js'
import { signTypedData } from '../../../signing/typed-data.js'
import { type ExchangeOrder, exchangeOrderData } from '../../../venue-kit/orders/exchange-order.js'
import { CHAIN_ID } from './quote-tokens.js'

/** Imports the curve: this module is loaded when the first order is built. */

export { privateKeyOf }

/**
 * Signs an order.
 * @param exchange the contract of the market's currency
 */
export function signOrder(
  key: ReturnType<typeof privateKeyOf>,
  order: ExchangeOrder,
  exchange: ExchangeOrder['maker'],
): string {
  return signTypedData(
    key,
    exchangeOrderData(order, { name: 'OPINION CTF Exchange', chainId: CHAIN_ID, exchange }),
  )
}
