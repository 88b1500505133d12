import { toIso } from '../../../api/times/instant.js'
import { type Address, toChecksumAddress } from '../../../signing/address.js'
import { toHex } from '../../../signing/hex.js'
import { hashTypedData } from '../../../signing/typed-data.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { signerOf } from '../../mock-kit/verify-order.js'
import { type Amount, MICRO } from '../../paper-trading/state/amount.js'
import type { PaperOrder, PaperTimeInForce } from '../../paper-trading/state/types.js'
import type { Native } from './market-row.js'
import { bnb } from './networks.js'

/**
 * Orders with the exchange's hash, implemented from its structure and independently of the adapter; shapes are recorded
 * (README.md).
 */
const domain = {
  name: 'MyriadCTFExchange',
  version: '1',
  chainId: bnb.id,
  verifyingContract: '0xa0b6f8ef8EdB64f395018D1933f2273Ce9f0f16A' as Address,
} as const

const members = (spelled: string) =>
  spelled.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { type, name }
  })
const types = {
  Order: members(
    'address trader,uint256 marketId,uint8 outcomeId,uint8 side,uint256 amount,uint256 price,uint256 minFillAmount,' +
      'uint256 nonce,uint256 expiration',
  ),
  CancelAll: members('address trader,uint256 marketId,uint256 timestamp'),
}

/** An order as sent. */
export interface SentBookOrder {
  /** In lower case. */
  readonly trader: string
  readonly marketId: bigint
  readonly outcomeId: bigint
  readonly side: bigint
  readonly amount: bigint
  readonly price: bigint
  readonly minFillAmount: bigint
  readonly nonce: bigint
  readonly expiration: bigint
}

/** Whether a value is an integer of 256 bits; one client draws its nonces from the full range. */
function isUnsigned(given: unknown): boolean {
  if (typeof given === 'number') return Number.isSafeInteger(given) && given >= 0
  return typeof given === 'string' && /^\d{1,78}$/.test(given) && BigInt(given) < 2n ** 256n
}

/** Reads an order. @returns the name of the member that is invalid or missing instead */
export function readSentBookOrder(value: unknown): SentBookOrder | { readonly wrong: string } {
  const read: Record<string, string | bigint> = {}
  for (const { type, name } of types.Order) {
    const given = bodyMemberOf({ body: value }, name)
    const isRight =
      type === 'address' ? typeof given === 'string' && /^0x[0-9a-f]{40}$/i.test(given) : isUnsigned(given)
    if (!isRight) return { wrong: name }
    read[name] = type === 'address' ? String(given).toLowerCase() : BigInt(String(given))
  }
  for (const name of ['side', 'outcomeId']) if (read[name] !== 0n && read[name] !== 1n) return { wrong: name }
  return read as unknown as SentBookOrder
}

const dataOf = (order: SentBookOrder) => ({ domain, types, primaryType: 'Order', message: { ...order } })

export function hashOf(order: SentBookOrder): string {
  return toHex(hashTypedData(dataOf(order)))
}

/** Whether the trader of an order has signed it. */
export function isSigned(order: SentBookOrder, signature: string): boolean {
  return signerOf(dataOf(order), signature) === order.trader
}

/** Whether the trader has signed a cancellation of all orders of a market, or of all markets if it is 0. */
export function isCancelAllSigned(
  message: { readonly trader: string; readonly marketId: bigint; readonly timestamp: bigint },
  signature: string,
): boolean {
  return signerOf({ domain, types, primaryType: 'CancelAll', message }, signature) === message.trader
}

export const timesInForce: Readonly<Record<string, PaperTimeInForce>> = {
  GTC: 'gtc',
  GTD: 'gtc',
  PO: 'gtc',
  FOK: 'fok',
  FAK: 'ioc',
}

/** Wei of a trillionth. */
const WEI = 10n ** 6n

/** Converts wei to shares, or undefined if they are finer than the precision of the simulation. */
export function sharesOf(wei: bigint): Amount | undefined {
  const amount = wei / WEI
  return wei % WEI === 0n && amount % MICRO === 0n ? amount : undefined
}

const CENT = 10n ** 16n
const MOST = 10n ** 18n

/**
 * Returns the limit of an order, or undefined if it takes any price. An order that does not rest may express that with 1,
 * or a wei for a sale. All other limits are whole cents (README.md, "Orders").
 * @returns the reason if the limit is invalid
 */
export function limitOf(
  { price, side }: SentBookOrder,
  isResting: boolean,
): { readonly limit: Amount | undefined } | { readonly wrong: string } {
  if (!isResting && price === (side === 0n ? MOST : 1n)) return { limit: undefined }
  if (price < CENT || price >= MOST) return { wrong: 'price must be above 0 and below 1' }
  return price % CENT === 0n ? { limit: price / WEI } : { wrong: 'price must be a multiple of 1e16' }
}

/** Renders an amount as an integer of 1e-18. */
export function toWeiText(amount: Amount): string {
  return String(amount * WEI)
}

/** Returns the order as sent. */
export function sentIn({ native }: PaperOrder): SentBookOrder {
  return native['sent'] as SentBookOrder
}

export function statusOf({ status, filled, ending }: PaperOrder): string {
  if (status === 'filled') return 'filled'
  if (status === 'open') return filled > 0n ? 'partially_filled' : 'open'
  return ending === 'expired' ? 'expired' : 'cancelled'
}

/** Renders a row of a list; a single order has more members. */
export function orderRow(order: PaperOrder): Native {
  const sent = sentIn(order)
  return {
    orderHash: order.id,
    clientOrderId: null,
    order: {
      trader: toChecksumAddress(sent.trader),
      marketId: Number(sent.marketId),
      outcomeId: Number(sent.outcomeId),
      side: Number(sent.side),
      amount: String(sent.amount),
      price: String(sent.price),
      minFillAmount: String(sent.minFillAmount),
      nonce: String(sent.nonce),
      expiration: String(sent.expiration),
    },
    status: statusOf(order),
    signatureType: 0,
    filledAmount: toWeiText(order.filled),
    timeInForce: order.native['timeInForce'],
    createdAt: toIso(order.createdAt),
    filledAt: order.status === 'filled' ? toIso(order.updatedAt) : null,
  }
}

export function orderDetail(order: PaperOrder): Native {
  const cancelledAt = order.ending === 'cancelled' ? toIso(order.updatedAt) : null
  return { ...orderRow(order), networkId: bnb.id, updatedAt: toIso(order.updatedAt), cancelledAt }
}

/** Returns the signature in a body. */
export function signatureIn(body: unknown): string {
  return bodyTextOf({ body }, 'signature') ?? ''
}
