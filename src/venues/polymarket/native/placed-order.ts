import type { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  fromUnits,
  subtractDecimals,
  toNumber,
} from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { findOrder } from '../account.js'
import { accountOf } from '../auth.js'
import { explainRefusal } from './funds.js'
import { isResting } from './lasting.js'
import { DIGITS } from './order.js'
import { forgetVersion } from './order-version.js'
import type { PlacedReply } from './order-wire.js'

/** The venue's response to an order, alone or in a batch. */

type Sent = Readonly<Record<string, unknown>>

/** Maximum remainder of money that counts as spent. */
const DUST = decimalOf('0.01')

/** Explains a refusal with the missing funds of the account. @param sent the signed order */
export async function toExplainedRefusal(
  refusal: PmxError,
  sent: Sent,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<PmxError> {
  if (refusal.detail?.['kind'] === 'order_version_mismatch') forgetVersion(ctx)
  if (refusal.code === 'INSUFFICIENT_FUNDS') return explainRefusal(refusal, sent, terms, ctx)
  return isOfWallet(refusal) ? namingWallets(refusal, ctx) : refusal
}

/** Reads the placed order. @param sent as it was signed */
export async function readPlacedOrder(
  placed: PlacedReply,
  sent: Sent,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  const { orderID: id } = placed
  const exchanged = exchangedIn(placed, sent, terms)
  // Fills that the response lacks are in the venue's row of the order.
  const row = isUntold(placed, terms, exchanged) ? await findOrder(id, ctx).catch(() => undefined) : undefined
  return row === undefined || isBehind(row)
    ? orderOf(placed, terms, exchanged, ctx)
    : { ...row, type: terms.type, price: Number(terms.price), clientOrderId: terms.clientOrderId }
}

/**
 * Whether the response does not determine the filled amount, because it is matched without amounts, or live with the amounts of
 * the whole order.
 */
function isUntold(
  { status }: PlacedReply,
  { amount }: OrderTerms,
  exchanged: Exchanged | undefined,
): boolean {
  if (status === 'matched') return exchanged === undefined
  return exchanged !== undefined && compare(exchanged.shares, decimalOf(amount)) >= 0
}

/** Whether a row does not show the order's fills yet. Lists may lag behind. */
function isBehind(row: Order): boolean {
  return !isEnded(row) && row.filled === 0
}

/** Whether an order was refused because of its wallet. */
function isOfWallet({ detail }: PmxError): boolean {
  return detail?.['kind'] === 'maker_not_allowed' || detail?.['kind'] === 'signer_not_of_key'
}

async function namingWallets(refusal: PmxError, ctx: VenueContext): Promise<PmxError> {
  const { key } = await accountOf(ctx)
  const { namesOf } = await import('./wallets.js')
  return refusal.with({
    message: `${refusal.message} The wallets of this privateKey: ${namesOf(key.address)}.`,
  })
}

function orderOf(
  placed: PlacedReply,
  terms: OrderTerms,
  exchanged: Exchanged | undefined,
  ctx: VenueContext,
): Order {
  const { orderID: id, status, tradeIDs = [], transactionsHashes: [txHash] = [] } = placed
  const filled = exchanged?.shares
  const amount = decimalOf(terms.amount)
  const rest = filled === undefined ? undefined : subtractDecimals(amount, filled)
  const left = rest === undefined ? undefined : Math.max(0, toNumber(rest))
  const isUnknown = isUntold(placed, terms, exchanged)
  const rests = isResting(terms)
  // Since July 2026 trades are named instead of their transactions, which settle later: the caller's trades have those.
  const metadata = {
    ...(isUnknown ? { unknown: ['filled', 'remaining'] } : {}),
    ...(tradeIDs.length === 0 ? {} : { tradeIds: tradeIDs }),
    ...(terms.spend === undefined || exchanged === undefined ? {} : { cost: toNumber(exchanged.money) }),
  }
  return omitUndefined<Order>({
    id,
    ...toRequestedTerms(terms),
    status: stateOf(),
    filled: filled === undefined ? 0 : toNumber(filled),
    remaining: left ?? (isUnknown ? 0 : toNumber(amount)),
    timestamp: Math.round(ctx.clock.now()),
    txHash,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  })

  function stateOf(): Order['status'] {
    // A market order does not rest: a live one was observed to be filled seconds later (README.md).
    if (status === 'delayed' || (status === 'live' && !rests)) return 'pending'
    if (status === 'live' || status === 'unmatched') return rests ? 'open' : 'canceled'
    if (exchanged !== undefined && terms.spend !== undefined)
      return compare(add(exchanged.money, DUST), decimalOf(terms.spend)) > 0 ? 'filled' : 'canceled'
    // Part of it may rest.
    if (isUnknown) return rests ? 'open' : 'pending'
    if (left === 0) return 'filled'
    return rests ? 'open' : 'canceled'
  }
}

interface Exchanged {
  readonly shares: Decimal
  readonly money: Decimal
}

/**
 * Returns the amounts that were filled immediately. It is not documented whether they are in units or in millionths. The given
 * amount cannot exceed the offered one, so the two can be told apart.
 */
function exchangedIn(
  { makingAmount: given, takingAmount: taken }: PlacedReply,
  sent: Readonly<Record<string, unknown>>,
  { side }: OrderTerms,
): Exchanged | undefined {
  if (given === undefined || taken === undefined) return undefined
  const offered = fromUnits(BigInt(String(sent['makerAmount'])), DIGITS)
  const [shares, money] = [
    decimalOf(side === 'buy' ? taken : given),
    decimalOf(side === 'buy' ? given : taken),
  ]
  if (compare(decimalOf(given), offered) <= 0) return { shares, money }
  const scaled = (value: Decimal): Decimal => ({ units: value.units, scale: value.scale + DIGITS })
  if (compare(scaled(decimalOf(given)), offered) <= 0) return { shares: scaled(shares), money: scaled(money) }
  throw createSchemaMismatch('POST /order', 'makingAmount', `more than the order offered: ${given}`)
}
