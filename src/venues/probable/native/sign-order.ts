import { privateKeyOf } from '../../../signing/private-key.js'
import { signTypedData } from '../../../signing/typed-data.js'
import { type ExchangeOrder, exchangeOrderData } from '../../../venue-kit/orders/exchange-order.js'

/** Imports the curve: this module is loaded when the first order is built. */

const DOMAIN = {
  name: 'Probable CTF Exchange',
  chainId: 56,
  exchange: '0xF99F5367ce708c66F0860B77B4331301A5597c86',
} as const

export function signOrder(privateKey: string, order: ExchangeOrder): string {
  return signTypedData(privateKeyOf(privateKey), exchangeOrderData(order, DOMAIN))
}
