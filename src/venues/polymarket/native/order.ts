import { createHash } from 'node:crypto'
import { PmxError } from '../../../api/envelope/errors.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  toMultiple,
  toText,
  unitsOf,
} from '../../../api/values/decimal.js'
import { type Address, ZERO_ADDRESS } from '../../../signing/address.js'
import type { Hex } from '../../../signing/hex.js'
import type { TypedData, TypedField } from '../../../signing/typed-data.js'
import type { OrderSide, OrderTerms } from '../../../venue-kit/contract/trading.js'
import { exchangeOrderTypes } from '../../../venue-kit/orders/exchange-order.js'

/** Orders as the exchange contracts hash them (../README.md, "Accounts and orders"), without signing. */

export const POLYGON = 137
/** Money and shares are counted in millionths. */
export const DIGITS = 6

/** The wallet that holds the money: 0 the key's own account, 1 the proxy of an e-mail login, 2 a Safe, 3 a deposit wallet. */
export type WalletKind = 0 | 1 | 2 | 3

/** The generation of the exchange contracts and the version of the signed data: 1 and 2 for CTF tokens, 3 for positions. */
export type OrderVersion = 1 | 2 | 3

export interface Amounts {
  /** The amount given, in millionths: money in a purchase, shares in a sale. */
  readonly makerAmount: string
  /** The amount requested in return. */
  readonly takerAmount: string
}

/** An unsigned order. */
export interface DraftOrder extends Amounts {
  readonly version: OrderVersion
  readonly isNegRisk: boolean
  readonly salt: number
  readonly maker: Address
  readonly signer: Address
  readonly tokenId: string
  readonly side: OrderSide
  readonly kind: WalletKind
  /**
   * Epoch ms by the venue's clock. It is signed since the second generation. The official clients sign their machine's time in ms
   * (clob-client-v2, `buildOrderCreationArgs.ts`; py-clob-client-v2, `builder.py`). Otherwise equal orders differ in their salts.
   */
  readonly timestamp: string
  /** The market's rate, which the first generation signs. */
  readonly feeRateBps: string
  /** Epoch seconds, absent if the order does not expire. Only the first exchange signs it. */
  readonly expiration?: string
}

const NEVER = '0'

const NO_WORD: Hex = `0x${'0'.repeat(64)}`

const secondExchangeOrder: { readonly Order: readonly TypedField[] } = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'maker', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'makerAmount', type: 'uint256' },
    { name: 'takerAmount', type: 'uint256' },
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
    { name: 'timestamp', type: 'uint256' },
    { name: 'metadata', type: 'bytes32' },
    { name: 'builder', type: 'bytes32' },
  ],
}

interface Exchange {
  readonly usual: Address
  /** For events in which exactly one market resolves to Yes. */
  readonly negRisk: Address
  readonly types: { readonly Order: readonly TypedField[] }
}

/** Trades all positions, regardless of their module (docs.polymarket.com, resources/contracts). */
const EXCHANGE_V3: Address = '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'

const exchanges: Readonly<Record<OrderVersion, Exchange>> = {
  1: {
    usual: '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E',
    negRisk: '0xC5d563A36AE78145C45a50134d48A1215220f80a',
    types: exchangeOrderTypes,
  },
  2: {
    usual: '0xE111180000d2663C0091e4f400237545B87B996B',
    negRisk: '0xe2222d279d744050d28e00520010520000310F59',
    types: secondExchangeOrder,
  },
  3: { usual: EXCHANGE_V3, negRisk: EXCHANGE_V3, types: secondExchangeOrder },
}

/** Returns the contract that an order is signed for, which needs an approval for the given asset. */
export function exchangeOf({ version, isNegRisk }: Pick<DraftOrder, 'version' | 'isNegRisk'>): Address {
  const { usual, negRisk } = exchanges[version]
  return isNegRisk ? negRisk : usual
}

/** Returns the typed data of the order. Its hash is the order id. */
export function toTypedOrder(order: DraftOrder): TypedData {
  const { version, side, kind, kind: signatureType } = order
  if (version === 1 && kind === 3)
    throw new PmxError(
      'INVALID_ORDER',
      'Deposit wallets (signatureType 3) trade on the second exchange and its successor only.',
      {
        detail: { kind: 'order_rule' },
      },
    )
  return {
    domain: {
      name: 'Polymarket CTF Exchange',
      version: String(version),
      chainId: POLYGON,
      verifyingContract: exchangeOf(order),
    },
    types: exchanges[version].types,
    primaryType: 'Order',
    message: {
      ...order,
      side: side === 'buy' ? 0 : 1,
      signatureType,
      taker: ZERO_ADDRESS,
      expiration: order.expiration ?? NEVER,
      nonce: '0',
      metadata: NO_WORD,
      builder: NO_WORD,
    },
  }
}

/** Returns the order in the JSON form. */
export function toSignedOrder(order: DraftOrder, signature: Hex): Readonly<Record<string, unknown>> {
  const { version, kind, side, timestamp, feeRateBps, expiration = NEVER } = order
  const { salt, maker, signer, tokenId, makerAmount, takerAmount } = order
  const given = { tokenId, makerAmount, takerAmount, side: side === 'buy' ? 'BUY' : 'SELL' }
  return version === 1
    ? {
        ...{ salt, maker, signer, taker: ZERO_ADDRESS, ...given },
        ...{ expiration, nonce: '0', feeRateBps, signatureType: kind, signature },
      }
    : {
        // Without a taker, and in the order of the official clients of autumn 2026.
        ...{ salt, maker, signer, ...given },
        ...{ expiration, signatureType: kind, timestamp },
        ...{ metadata: NO_WORD, builder: NO_WORD, signature },
      }
}

/** Derives a salt from the client order id, so the same order with the same id has the same salt. */
export function saltOf(clientOrderId: string): number {
  // As many bits as every client reads exactly.
  return createHash('sha256').update(clientOrderId).digest().readUIntBE(0, 6)
}

/** Number of decimals of price x size, by the market's tick size (py-clob-client-v2 1.2.1, `ROUNDING_CONFIG`). */
const amountDigits: Readonly<Record<string, number>> = {
  '0.1': 3,
  '0.01': 4,
  '0.005': 5,
  '0.0025': 6,
  '0.001': 5,
  '0.0001': 6,
}

/** Digits of sizes. */
const SIZE_DIGITS = 2

/**
 * Returns the given and the requested amount for a size and a price.
 * @param tick decimal text
 */
export function amountsOf(
  terms: Pick<OrderTerms, 'side' | 'amount' | 'price' | 'spend'>,
  tick: string,
): Amounts {
  const digits = amountDigits[tick]
  if (digits === undefined)
    throw new PmxError(
      'INVALID_ORDER',
      `Polymarket does not document how amounts are rounded for the tick size ${tick}.`,
      {
        detail: { kind: 'unknown_tick', tick },
      },
    )
  const [size, price] = [decimalOf(terms.amount), decimalOf(terms.price)]
  if (terms.spend !== undefined) return amountsByMoney(decimalOf(terms.spend), price, decimalOf(tick))
  const cost = multiply(size, price)
  const text = (value: typeof size, places: number): string =>
    String(unitsOf(toMultiple(value, { units: 1n, scale: places }, 'down'), DIGITS, 'down'))
  return terms.side === 'sell'
    ? { makerAmount: text(size, SIZE_DIGITS), takerAmount: text(cost, digits) }
    : { makerAmount: text(cost, digits), takerAmount: text(size, SIZE_DIGITS) }
}

/** Maximum number of decimals of the contracts in a purchase by money, for every tick size (py-clob-client-v2#99). */
const BY_MONEY_DIGITS = 4

/**
 * Returns the money of a purchase by money, and the minimum number of contracts for it. Both are rounded down, which raises the
 * resulting price. It must stay below the next tick, at which the order must not buy.
 * @throws INVALID_ORDER for an amount too small for that
 */
function amountsByMoney(spend: Decimal, price: Decimal, tick: Decimal): Amounts {
  const wanted = toMultiple(
    divide(spend, price, DIGITS, 'down'),
    { units: 1n, scale: BY_MONEY_DIGITS },
    'down',
  )
  if (compare(spend, multiply(wanted, add(price, tick))) >= 0)
    throw new PmxError(
      'INVALID_ORDER',
      `The amount of money ${toText(spend)} is too small. Polymarket rounds contracts to ten-thousandths, so the price of this order would not be exact.`,
      { field: 'amount', detail: { kind: 'order_rule' } },
    )
  return {
    makerAmount: String(unitsOf(spend, DIGITS, 'down')),
    takerAmount: String(unitsOf(wanted, DIGITS, 'down')),
  }
}
