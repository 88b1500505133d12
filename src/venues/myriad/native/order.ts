import { PmxError } from '../../../api/envelope/errors.js'
import type { Address } from '../../../signing/address.js'
import { type Hex, toHex } from '../../../signing/hex.js'
import { hashTypedData, type TypedData, type TypedStructs } from '../../../signing/typed-data.js'
import { exchangeOf } from './contracts.js'

/** Orders as the exchange of the order book hashes them (../README.md, "Accounts and orders"), without signing. */
export interface BookOrder {
  readonly trader: Address
  readonly marketId: bigint
  /** 0 is YES. */
  readonly outcomeId: number
  /** 0 buys, 1 sells. */
  readonly side: number
  /** Shares, in 1e-18. */
  readonly amount: bigint
  /** Price of one share, in 1e-18. */
  readonly price: bigint
  readonly minFillAmount: bigint
  /** Distinguishes identical orders. */
  readonly nonce: bigint
  /** Epoch seconds, 0 for never. */
  readonly expiration: bigint
}

/** Digits of shares and prices, as of the collateral. */
export const DIGITS = 18

const types = {
  Order: [
    { name: 'trader', type: 'address' },
    { name: 'marketId', type: 'uint256' },
    { name: 'outcomeId', type: 'uint8' },
    { name: 'side', type: 'uint8' },
    { name: 'amount', type: 'uint256' },
    { name: 'price', type: 'uint256' },
    { name: 'minFillAmount', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'expiration', type: 'uint256' },
  ],
} as const satisfies TypedStructs

/**
 * Returns the typed data of an order for its signer; a cancel signs the same order once more.
 * @throws NOT_SUPPORTED on networks whose exchange is not published
 */
export function toBookOrderData(order: BookOrder, network: number): TypedData {
  const verifyingContract = exchangeOf(network)
  if (verifyingContract === undefined) {
    throw new PmxError(
      'NOT_SUPPORTED',
      `Myriad has not published an order book exchange on network ${network}, so its orders cannot be signed.`,
      { exchange: 'myriad' },
    )
  }
  return {
    domain: { name: 'MyriadCTFExchange', version: '1', chainId: network, verifyingContract },
    types,
    primaryType: 'Order',
    message: { ...order },
  }
}

/** Returns the hash that the venue uses as the order id. */
export function orderHash(order: BookOrder, network: number): Hex {
  return toHex(hashTypedData(toBookOrderData(order, network)))
}

/** Returns the JSON form of the order: in lower case, and all but small numbers as digits. */
export function renderOrder(order: BookOrder): Readonly<Record<string, string | number>> {
  return {
    trader: order.trader.toLowerCase(),
    marketId: String(order.marketId),
    outcomeId: order.outcomeId,
    side: order.side,
    amount: String(order.amount),
    price: String(order.price),
    minFillAmount: String(order.minFillAmount),
    nonce: String(order.nonce),
    expiration: String(order.expiration),
  }
}
