import { createHash } from 'node:crypto'
import { type Decimal, multiply, type Rounding, toMultiple, unitsOf } from '../../api/values/decimal.js'
import { type Address, ZERO_ADDRESS } from '../../signing/address.js'
import type { TypedData, TypedStructs } from '../../signing/typed-data.js'
import type { OrderSide } from '../contract/trading.js'

/**
 * The order of contracts derived from Polymarket's first exchange. Limitless, Opinion and Probable use its code. They differ in
 * the domain, in units, and in the JSON form.
 */
export interface ExchangeOrder {
  /** Distinguishes identical orders. */
  readonly salt: bigint
  /** The wallet that provides money or contracts: the signer's, or a contract that the signer owns. */
  readonly maker: Address
  readonly signer: Address
  /** The only address that may fill the order, or the zero address if any may. */
  readonly taker: Address
  readonly tokenId: bigint
  /** The amount given, and the minimum amount received, in base units. */
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  /** Epoch seconds, 0 for never. */
  readonly expiration: bigint
  readonly nonce: bigint
  /** The maximum fee that the signer accepts. */
  readonly feeRateBps: bigint
  readonly side: 0 | 1
  readonly signatureType: SignatureType
}

/** How the exchange verifies the signer: the maker, or the owner of a proxy, a Safe or a contract wallet. */
export type SignatureType = 0 | 1 | 2 | 3
export const signatureTypes = { wallet: 0, proxy: 1, safe: 2, contract: 3 } as const

export const exchangeOrderTypes = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'maker', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'taker', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'makerAmount', type: 'uint256' },
    { name: 'takerAmount', type: 'uint256' },
    { name: 'expiration', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'feeRateBps', type: 'uint256' },
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
  ],
} as const satisfies TypedStructs

/** The exchange contract of an order. */
export interface ExchangeDomain {
  readonly name: string
  readonly chainId: number
  readonly exchange: Address
}

/** Returns the typed data of an order, which the signer signs and the exchange hashes. */
export function exchangeOrderData(
  order: ExchangeOrder,
  { name, chainId, exchange }: ExchangeDomain,
): TypedData {
  return {
    domain: { name, version: '1', chainId, verifyingContract: exchange },
    types: exchangeOrderTypes,
    primaryType: 'Order',
    message: { ...order },
  }
}

/** Creates an order for any taker, without expiration and with nonce 0, from its specific members. */
export function exchangeOrder(
  particular: Omit<ExchangeOrder, 'side' | 'taker' | 'expiration' | 'nonce'> &
    Partial<Pick<ExchangeOrder, 'taker' | 'expiration' | 'nonce'>> & { readonly side: OrderSide },
): ExchangeOrder {
  const { side, ...rest } = particular
  return { taker: ZERO_ADDRESS, expiration: 0n, nonce: 0n, ...rest, side: side === 'buy' ? 0 : 1 }
}

/** How a venue converts contracts and a price into the two amounts of an order. */
export interface AmountRules {
  /** Decimals of the collateral and of contracts, which are equal: 6 where a contract is 1,000,000 base units. */
  readonly decimals: number
  /** Digits of the money amount; all digits of the collateral when absent. */
  readonly moneyDigits?: number
  /** Rounding of the money amount by side: in favor of the seller or of the buyer. */
  readonly money: Readonly<Record<OrderSide, Rounding>>
}

export interface ExchangeAmounts {
  readonly makerAmount: bigint
  readonly takerAmount: bigint
}

/**
 * Computes the amounts of a limit order. A buyer pays money for contracts, and a seller delivers contracts for money.
 * @param size contracts, with no more digits than the collateral has
 */
export function computeLimitAmounts(
  { side, size, price }: { readonly side: OrderSide; readonly size: Decimal; readonly price: Decimal },
  { decimals, moneyDigits = decimals, money }: AmountRules,
): ExchangeAmounts {
  const contracts = unitsOf(size, decimals, 'down')
  const step = { units: 1n, scale: moneyDigits }
  const paid = unitsOf(toMultiple(multiply(size, price), step, money[side]), decimals, 'down')
  return side === 'buy'
    ? { makerAmount: paid, takerAmount: contracts }
    : { makerAmount: contracts, takerAmount: paid }
}

/**
 * Derives the salt of an order from its client order id. A rebuilt order is therefore identical, and the exchange fills it once.
 * @param bits at most 53 if the venue takes the salt as a JSON number
 */
export function saltOf(clientOrderId: string, bits: number): bigint {
  const hash = createHash('sha256').update(`salt of ${clientOrderId}`).digest('hex')
  return BigInt.asUintN(bits, BigInt(`0x${hash}`))
}
