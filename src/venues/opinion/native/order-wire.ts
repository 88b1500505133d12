import * as z from 'zod'
import { numberedEnumOf, spelledEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochSeconds,
  integer,
  optionalOf,
  ornamentOf,
  requireNonNegative,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'
import { answerOf } from './envelope.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"). */

const amount = requireNonNegative('expected a non-negative amount')
const count = integer.refine((value) => value >= 0, { error: 'expected a number >= 0' })

const address = z.string().regex(/^0x[0-9a-f]{40}$/i, { error: 'expected an address' })

const lowerCase = (value: string): string => value.toLowerCase()

/** 1 yes, 2 no. */
const outcomeSide = numberedEnumOf('opinion', 'order.outcomeSide', [1, 2])

const order = z.object({
  orderId: text,
  marketId: count,
  /** The number next to it has a different meaning in each place. */
  sideEnum: spelledEnumOf('opinion', 'order.sideEnum', ['buy', 'sell'], lowerCase),
  outcomeSide,
  /** 1 market order, 2 limit order. */
  tradingMethod: numberedEnumOf('opinion', 'order.tradingMethod', [1, 2]),
  /** For a market order, its cost per share, if the venue reports it. */
  price: optionalOf(decimal),
  orderShares: optionalOf(amount),
  filledShares: optionalOf(amount),
  /** Money paid or received. */
  filledAmount: optionalOf(amount),
  /** 1 pending, 2 finished, 3 canceled, 4 expired, 5 failed. */
  status: numberedEnumOf('opinion', 'order.status', [1, 2, 3, 4, 5]),
  createdAt: epochSeconds,
})
export type NativeOrder = z.output<typeof order>
export type OutcomeSide = NativeOrder['outcomeSide']

/** `GET /order` */
export const orderPage = answerOf(z.object({ total: count, list: rowsOf(order, 'result.list') }))
/** `GET /order/{orderId}` */
export const orderReply = answerOf(z.object({ orderData: order.nullable() }).nullable())

/** `POST /order`. An order with an id was placed, whatever else the response contains. */
export const createdOrder = answerOf(
  z.object({
    orderData: z.looseObject({ orderId: text }).transform((row) => {
      const whole = order.safeParse(row)
      return { orderId: row.orderId, whole: whole.success ? whole.data : undefined }
    }),
  }),
)

/** `POST /order/cancel`. False means that the order was not canceled, and comes without a reason. */
export const canceledOrder = answerOf(z.object({ result: z.boolean() }))

const trade = z.object({
  /** Documented, but not recorded. */
  tradeNo: ornamentOf(text),
  /** This is also only documented. The socket's frame of the same trade has `orderId` instead. */
  orderNo: ornamentOf(text),
  txHash: text,
  marketId: count,
  /** `split` and `merge` are not trades. */
  side: spelledEnumOf('opinion', 'trade.side', ['buy', 'sell', 'split', 'merge'], lowerCase),
  /** 0 without a side. */
  outcomeSide: numberedEnumOf('opinion', 'trade.outcomeSide', [0, 1, 2]),
  price: decimal,
  /** Shares received or given. A buyer's fee is deducted from them. */
  shares: amount,
  /** A text is in money. The unit of a number is unknown. */
  fee: z
    .unknown()
    .transform((value) => (typeof value === 'string' ? decimal.safeParse(value).data : undefined)),
  feeFormatted: ornamentOf(decimal),
  /**
   * 1 pending, 2 finished, 3 canceled, 4 expired, 5 failed, 6 failed on the chain. Only status 2 means that the trade was
   * executed (so far).
   */
  status: numberedEnumOf('opinion', 'trade.status', [1, 2, 3, 4, 5, 6]),
  createdAt: epochSeconds,
})
export type NativeTrade = z.output<typeof trade>

/** `GET /trade` */
export const tradePage = answerOf(z.object({ total: count, list: rowsOf(trade, 'result.list') }))

/** `GET /user/balance` */
export const balanceReply = answerOf(
  z.object({
    balances: z.array(
      z.object({
        quoteToken: address,
        totalBalance: amount,
        availableBalance: amount,
        frozenBalance: amount,
      }),
    ),
  }),
)

/** `GET /user/auth`: multi-signature wallets by the number of their chain. */
export const authReply = answerOf(z.object({ walletUsers: z.record(z.string(), z.string()).nullish() }))

const quoteToken = z.object({
  chainId: z.union([text, integer.transform(String)]),
  quoteTokenAddress: address,
  symbol: ornamentOf(text),
  quoteTokenName: ornamentOf(text),
  /** Number of decimals of the currency, and of the shares that are paid in it. */
  decimal: count.refine((value) => value <= 36, { error: 'expected a digit count of at most 36' }),
  ctfExchangeAddress: address,
})
export type QuoteToken = z.output<typeof quoteToken>

/** `GET /quoteToken` */
export const quoteTokenPage = answerOf(z.object({ total: count, list: rowsOf(quoteToken, 'result.list') }))
