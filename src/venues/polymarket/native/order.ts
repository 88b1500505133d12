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

/** Orders as the exchange contracts hash them (../README.md, "Accounts and orders"). Nothing here signs. */

export const POLYGON = 137
/** Money and shares are counted in millionths. */
export const DIGITS = 6

/** Who holds the money: 0 the key's own account, 1 a proxy of an e-mail login, 2 a Safe, 3 a deposit wallet. */
export type WalletKind = 0 | 1 | 2 | 3

/** Generation of the exchange contracts, and version of what is signed: 1 and 2 of CTF tokens, 3 of positions. */
export type OrderVersion = 1 | 2 | 3

export interface Amounts {
  /** What is given, in millionths: money of a purchase, shares of a sale. */
  readonly makerAmount: string
  /** What is wanted for it. */
  readonly takerAmount: string
}

/** An order that is not signed yet. */
export interface DraftOrder extends Amounts {
  readonly version: OrderVersion
  readonly isNegRisk: boolean
  readonly salt: number
  readonly maker: Address
  readonly signer: Address
  readonly tokenId: string
  readonly side: OrderSide
  readonly kind: WalletKind
  /** Epoch ms; signed since the second generation. */
  readonly timestamp: string
  /** The market's; signed by the first generation. */
  readonly feeRateBps: string
  /** Epoch seconds, absent where it does not end; signed by the first exchange alone. */
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
  /** Of events of which exactly one market resolves to Yes. */
  readonly negRisk: Address
  readonly types: { readonly Order: readonly TypedField[] }
}

/** Trades all positions, whatever their module (docs.polymarket.com, resources/contracts). */
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

/** The contract that an order is signed for, and that must be allowed to take what is given. */
export function exchangeOf({ version, isNegRisk }: Pick<DraftOrder, 'version' | 'isNegRisk'>): Address {
  const { usual, negRisk } = exchanges[version]
  return isNegRisk ? negRisk : usual
}

/** What is signed, and whose hash names the order. */
export function typedOrder(order: DraftOrder): TypedData {
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

/** The order as it travels. */
export function signedOrder(order: DraftOrder, signature: Hex): Readonly<Record<string, unknown>> {
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

/** A number that follows from the order's name: the same order by the same name has the same salt. */
export function saltOf(clientOrderId: string): number {
  // As many bits as every client reads exactly.
  return createHash('sha256').update(clientOrderId).digest().readUIntBE(0, 6)
}

/** Digits behind the point of amounts that a price times a size makes, by the market's tick (py-clob-client-v2 1.2.1, `ROUNDING_CONFIG`). */
const amountDigits: Readonly<Record<string, number>> = {
  '0.1': 3,
  '0.01': 4,
  '0.005': 5,
  '0.0025': 6,
  '0.001': 5,
  '0.0001': 6,
}

/** Sizes have that many. */
const SIZE_DIGITS = 2

/**
 * What is given and wanted, by size and price.
 * @param tick decimal text
 */
export function amountsOf(
  terms: Pick<OrderTerms, 'side' | 'amount' | 'price' | 'spend'>,
  tick: string,
): Amounts {
  const digits = amountDigits[tick]
  if (digits === undefined)
    throw new PmxError('INVALID_ORDER', `Polymarket documents no rounding for the tick ${tick}.`, {
      detail: { kind: 'unknown_tick', tick },
    })
  const [size, price] = [decimalOf(terms.amount), decimalOf(terms.price)]
  if (terms.spend !== undefined) return amountsByMoney(decimalOf(terms.spend), price, decimalOf(tick))
  const cost = multiply(size, price)
  const text = (value: typeof size, places: number): string =>
    String(unitsOf(toMultiple(value, { units: 1n, scale: places }, 'down'), DIGITS, 'down'))
  return terms.side === 'sell'
    ? { makerAmount: text(size, SIZE_DIGITS), takerAmount: text(cost, digits) }
    : { makerAmount: text(cost, digits), takerAmount: text(size, SIZE_DIGITS) }
}

/** Contracts of a purchase by money have at most so many digits, on every tick (py-clob-client-v2#99). */
const BY_MONEY_DIGITS = 4

/**
 * What a purchase by money gives, and the fewest contracts that it takes for it. They are rounded down, which raises the
 * price that both make: it must stay below the next tick, where nothing may be bought.
 * @throws INVALID_ORDER for money so little that it would not
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
      `The money ${toText(spend)} is too little: Polymarket counts contracts in ten-thousandths there, which leaves the price open.`,
      { field: 'amount', detail: { kind: 'order_rule' } },
    )
  return {
    makerAmount: String(unitsOf(spend, DIGITS, 'down')),
    takerAmount: String(unitsOf(wanted, DIGITS, 'down')),
  }
}
