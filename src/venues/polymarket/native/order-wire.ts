import * as z from 'zod'
import { enumOf, spelledEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochTime,
  integer,
  isoTime,
  listOrNull,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'

/** Payloads for accounts and orders (../README.md, "Accounts and orders"). */

const tokenId = z.string().regex(/^\d+$/, 'expected a token id (digits in a text)')
const size = decimal.refine((value) => value >= 0, { error: 'expected a non-negative size' })
const side = enumOf('polymarket', 'order.side', ['BUY', 'SELL'])
/** `IOC` is in the user channel's official enumeration, and is another name for `FAK`. */
const orderType = enumOf('polymarket', 'order.order_type', ['GTC', 'GTD', 'FOK', 'FAK', 'IOC'])
/** Epoch seconds, epoch milliseconds in some user channel frames, or ISO 8601, which the official client also reads. */
const instant = epochTime.or(isoTime)

/** Newer documents spell states with a prefix. */
const stateOf = (value: string): string => value.toUpperCase().replace(/^ORDER_STATUS_|^TRADE_STATUS_/, '')

/** The text after `CANCELED_` is a reason: `CANCELED_MARKET_RESOLVED` and others, which the venue extends. */
const orderState = spelledEnumOf(
  'polymarket',
  'order.status',
  ['LIVE', 'MATCHED', 'DELAYED', 'UNMATCHED', 'INVALID', 'CANCELED'],
  (value) => stateOf(value).replace(/^CANCELL?ED.*$/s, 'CANCELED'),
)

/** The steps of the settlement on the chain (docs.polymarket.com, trades of the order book). */
const tradeState = spelledEnumOf(
  'polymarket',
  'trade.status',
  ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'],
  stateOf,
)

/** `GET /auth/derive-api-key`, `POST /auth/api-key` */
export const apiKeysReply = z.object({ apiKey: text, secret: text, passphrase: text })

/** `GET /profiles/{address}` on the data host. No document and no official client mentions it. */
export const profileReply = z.object({
  proxyAddress: optionalOf(z.string().regex(/^0x[0-9a-f]{40}$/i, 'expected an address')),
  isGnosisSafe: optionalOf(z.boolean()),
})

/** `GET /version` */
export const versionReply = z.object({ version: integer })

/** `GET /fee-rate` */
export const feeRateReply = z.object({ base_fee: integer })

/** `GET /clob-markets/{condition_id}`. Members that are false are left out. */
export const marketReply = z.object({
  c: ornamentOf(text),
  /** Tick size. */
  mts: decimal,
  /** The minimum size of a resting order. */
  mos: optionalOf(decimal),
  nr: optionalOf(z.boolean()),
  /** Whether orders are accepted. */
  ao: optionalOf(z.boolean()),
  /** The traded outcomes. */
  t: optionalOf(z.array(z.object({ t: text }))),
  /** The protocol, which is recorded but not documented. */
  v: ornamentOf(text),
})
export type MarketTerms = z.output<typeof marketReply>

/**
 * A trade's numbers are empty while the venue is still executing it. An order's numbers are empty once it was killed (README.md).
 */
const unlessPending = <Value>(number: z.ZodType<Value>) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(number)

const isOver = (status: z.output<typeof orderState>): boolean => status === 'CANCELED' || status === 'INVALID'

export const order = z
  .object({
    id: text,
    status: orderState,
    market: text,
    asset_id: tokenId,
    side,
    original_size: size,
    size_matched: unlessPending(size),
    price: probability,
    created_at: unlessPending(instant),
    order_type: optionalOf(orderType),
  })
  // A killed order is stored with empty texts (nautechsystems/nautilus_trader#3987); a live order needs them.
  .refine(({ status, size_matched: filled }) => filled !== undefined || isOver(status), {
    path: ['size_matched'],
    error: 'expected the filled amount of an open order',
  })
export type NativeOrder = z.output<typeof order>

const makerOrder = z.object({
  order_id: text,
  owner: optionalOf(text),
  maker_address: optionalOf(text),
  matched_amount: unlessPending(size),
  price: unlessPending(probability),
  asset_id: tokenId,
  side: optionalOf(side),
})

export const trade = z.object({
  id: text,
  taker_order_id: text,
  market: text,
  asset_id: tokenId,
  side,
  size: unlessPending(size),
  price: unlessPending(probability),
  status: tradeState,
  match_time: instant,
  maker_orders: listOrNull(z.array(makerOrder)),
  transaction_hash: ornamentOf(text),
  trader_side: enumOf('polymarket', 'trade.trader_side', ['TAKER', 'MAKER']),
})
export type NativeTrade = z.output<typeof trade>

/** `GET /data/orders` */
export const ordersReply = z.object({
  data: listOrNull(rowsOf(order, 'data')),
  next_cursor: optionalOf(text),
})
/** `GET /data/order/{id}` */
export const orderReply = order.nullable()
/** `GET /data/trades` */
export const tradesReply = z.object({
  data: listOrNull(rowsOf(trade, 'data')),
  next_cursor: optionalOf(text),
})

const millionths = z.string().regex(/^\d+$/, 'expected whole millionths')

/** `GET /balance-allowance`, in millionths, with the allowances by contract address. */
export const balanceReply = z.object({
  balance: millionths,
  allowances: ornamentOf(z.record(z.string(), millionths)),
})

/** `GET /neg-risk` */
export const negRiskReply = z.object({ neg_risk: z.boolean() })

/** `POST /order`. Amounts are empty while nothing is filled. */
export const placedReply = z.object({
  orderID: text,
  status: spelledEnumOf('polymarket', 'placed.status', ['live', 'matched', 'delayed', 'unmatched'], (value) =>
    value.toLowerCase(),
  ),
  makingAmount: optionalOf(decimal),
  takingAmount: optionalOf(decimal),
  /** Trades that filled the order immediately. Their transactions are known once they are settled. */
  tradeIDs: ornamentOf(z.array(text)),
  transactionsHashes: ornamentOf(z.array(text)),
})
export type PlacedReply = z.output<typeof placedReply>

/** `DELETE /order` */
export const canceledReply = z.object({
  canceled: listOrNull(z.array(text)),
  not_canceled: optionalOf(z.record(z.string(), z.string())),
})
