import { createHash } from 'node:crypto'
import { type Decimal, multiply, type Rounding, toMultiple, unitsOf } from '../../api/values/decimal.js'
import { type Address, ZERO_ADDRESS } from '../../signing/address.js'
import type { TypedData, TypedStructs } from '../../signing/typed-data.js'
import type { OrderSide } from '../contract/trading.js'

/**
 * The order that contracts of Polymarket's first exchange know. Its code was taken over by Limitless, Opinion and
 * Probable: they differ in the domain, in how they count, and in how they spell it on the wire.
 */
export interface ExchangeOrder {
  /** Makes orders that are alike differ. */
  readonly salt: bigint
  /** Whose money or contracts are given: the wallet of the signer, or a contract that he owns. */
  readonly maker: Address
  readonly signer: Address
  /** Who alone may fill it; anybody for the address of zeros. */
  readonly taker: Address
  readonly tokenId: bigint
  /** What is given, and what is wanted for it at least, in base units. */
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  /** Epoch seconds, 0 for never. */
  readonly expiration: bigint
  readonly nonce: bigint
  /** The highest fee that the signer agrees to. */
  readonly feeRateBps: bigint
  readonly side: 0 | 1
  readonly signatureType: SignatureType
}

/** How the exchange checks who signed: the maker himself, or the owner of a proxy, a Safe or a wallet that is a contract. */
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

/** Which exchange an order is for. */
export interface ExchangeDomain {
  readonly name: string
  readonly chainId: number
  readonly exchange: Address
}

/** What the signer of an order signs, and the exchange hashes. */
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

/** An order for anybody, without an end and of the first nonce, with what is particular to it. */
export function exchangeOrder(
  particular: Omit<ExchangeOrder, 'side' | 'taker' | 'expiration' | 'nonce'> &
    Partial<Pick<ExchangeOrder, 'taker' | 'expiration' | 'nonce'>> & { readonly side: OrderSide },
): ExchangeOrder {
  const { side, ...rest } = particular
  return { taker: ZERO_ADDRESS, expiration: 0n, nonce: 0n, ...rest, side: side === 'buy' ? 0 : 1 }
}

/** How a venue turns contracts and a price into the two amounts of an order. */
export interface AmountRules {
  /** Of the collateral and of contracts, which are counted alike: 6 where a contract is 1,000,000 base units. */
  readonly decimals: number
  /** Digits of the money that are kept; all that the collateral has when absent. */
  readonly moneyDigits?: number
  /** What becomes of the money's further digits: towards the seller or towards the buyer. */
  readonly money: Readonly<Record<OrderSide, Rounding>>
}

export interface ExchangeAmounts {
  readonly makerAmount: bigint
  readonly takerAmount: bigint
}

/**
 * The amounts of an order at a limit. A buyer gives money for contracts, a seller contracts for money.
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
 * The salt of an order by the name that its caller gave it: an order that is built anew is the same order, which the
 * exchange fills once.
 * @param bits 53 at most where the venue takes the salt as a JSON number
 */
export function saltOf(clientOrderId: string, bits: number): bigint {
  const hash = createHash('sha256').update(`salt of ${clientOrderId}`).digest('hex')
  return BigInt.asUintN(bits, BigInt(`0x${hash}`))
}
