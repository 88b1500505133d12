import { toHex } from '../../../../signing/hex.js'
import { hashTypedData } from '../../../../signing/typed-data.js'
import { Refusal } from '../../../http/reply.js'
import { getCurve } from '../../../mock-kit/recover-signer.js'
import {
  type Amount,
  amountOf,
  divideAmounts,
  MICRO,
  ONE,
  roundAmount,
  toAmount,
  toAmountText,
} from '../../../paper-trading/state/amount.js'
import type { Token } from '../ids.js'
import { versionOf } from '../protocol.js'
import { depositWalletOf, type Generation, orderData } from '../signed-data.js'
import { walletKindOf } from '../wallets.js'
import { createClobError, createInvalidOrder } from './errors.js'

/** Reads orders as sent: the signer, the exchange, and the amounts. */

export type SentOrder = Readonly<Record<string, unknown>>

/**
 * Returns the signing domain of an order. The protocol of the market determines it; for CTF tokens it is the version
 * that `/version` returns.
 * @throws 400 for an order of another structure
 */
export function generationOf(order: SentOrder, token: Token, current: 1 | 2): Generation {
  const isOld = !('timestamp' in order)
  const isV2 = versionOf(token.market) === 'v2'
  if (isOld !== (!isV2 && current === 1)) throw createClobError(400, 'order_version_mismatch')
  return isV2 ? 3 : current
}

/** Returns the hash that was signed. @throws 400 when the sending key did not sign it */
export function hashOf(order: SentOrder, generation: Generation, token: Token, address: string): string {
  const wallet = makerOf(order, address)
  const data = orderData(order, generation, token.event.exclusive)
  const signature = String(order['signature'])
  try {
    const digest = hashTypedData(data)
    const by =
      order['signatureType'] === 3
        ? getCurve().recoverForWallet(data, depositWalletOf(wallet), signature)
        : getCurve().recoverAddress(digest, signature)
    if (by?.toLowerCase() !== address.toLowerCase()) throw createClobError(400, 'invalid signature')
    return toHex(digest)
  } catch (error) {
    // Values that an order cannot contain.
    throw error instanceof Refusal ? error : createInvalidOrder()
  }
}

/**
 * Returns the wallet that pays. If it is a wallet of the key, its kind must match; the owner of any other wallet is not
 * known.
 * @throws 400 for a signer or wallet that does not belong to the sending key
 */
function makerOf(order: SentOrder, address: string): `0x${string}` {
  const { maker, signer, signatureType: kind } = order
  const wallet = /^0x[0-9a-f]{40}$/i.exec(String(maker))?.[0]
  if (wallet === undefined) throw createInvalidOrder()
  const isKey = (text: unknown): boolean => String(text).toLowerCase() === address.toLowerCase()
  if (kind !== 0 && kind !== 1 && kind !== 2 && kind !== 3) throw createInvalidOrder()
  const isSigner = kind === 3 ? String(signer).toLowerCase() === wallet.toLowerCase() : isKey(signer)
  if (!isSigner) throw createClobError(400, 'the order signer address has to be the address of the API KEY')
  const own = isKey(maker) ? 0 : walletKindOf(address, wallet)
  if (own !== kind && (own !== undefined || kind === 0)) throw wrongKind(kind)
  return wallet as `0x${string}`
}

/** Users reported this response of the venue (py-clob-client-v2 issues 83, 111). */
function wrongKind(kind: 0 | 1 | 2 | 3): Refusal {
  return createClobError(
    400,
    kind === 3
      ? 'the order signer address has to be the address of the API KEY'
      : 'maker address not allowed, please use the deposit wallet flow',
  )
}

interface Deal {
  readonly isBuy: boolean
  /** The amount that the order gives: money to buy, shares to sell. */
  readonly given: Amount
  readonly size: Amount
  readonly price: Amount
}

/** Amounts are rounded, so their quotient may differ from the tick by up to this fraction of a tick. */
const ROUNDING_SHARE = 20n

/**
 * Returns the deal that the amounts of an order define.
 * @throws 400 when the price is not a multiple of the tick size
 */
export function dealOf(order: SentOrder, { market }: Token, id: string): Deal {
  const [given, wanted] = [millionths(order['makerAmount']), millionths(order['takerAmount'])]
  const isBuy = order['side'] === 'BUY'
  if (!isBuy && order['side'] !== 'SELL') throw createInvalidOrder()
  const [money, size] = isBuy ? [given, wanted] : [wanted, given]
  const exact = divideAmounts(money, size)
  const tick = toAmount(market.tick)
  const price = roundAmount(exact, tick, 'nearest')
  const off = exact > price ? exact - price : price - exact
  if (off * ROUNDING_SHARE > tick || price < tick || price > ONE - tick)
    throw createClobError(
      400,
      `order ${id} is invalid. Price (${toAmountText(exact)}) breaks minimum tick size rule: ${market.tick}`,
    )
  return { isBuy, given, size, price }
}

function millionths(value: unknown): Amount {
  const whole = typeof value === 'string' && /^\d{1,30}$/.test(value) ? amountOf(value) : undefined
  if (whole === undefined || whole === 0n) throw createInvalidOrder()
  return (whole / ONE) * MICRO
}
