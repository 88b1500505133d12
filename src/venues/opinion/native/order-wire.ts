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

const amount = requireNonNegative('expected an amount, not below 0')
const count = integer.refine((value) => value >= 0, { error: 'expected a number, not below 0' })

const address = z.string().regex(/^0x[0-9a-f]{40}$/i, { error: 'expected an address' })

const lowerCase = (value: string): string => value.toLowerCase()

/** 1 yes, 2 no. */
const outcomeSide = numberedEnumOf('opinion', 'order.outcomeSide', [1, 2])

const order = z.object({
  orderId: text,
  marketId: count,
  /** The number beside it is counted in another way in each place. */
  sideEnum: spelledEnumOf('opinion', 'order.sideEnum', ['buy', 'sell'], lowerCase),
  outcomeSide,
  /** 1 at the market, 2 at a limit. */
  tradingMethod: numberedEnumOf('opinion', 'order.tradingMethod', [1, 2]),
  /** Of an order at the market what it cost a share, as far as the venue tells. */
  price: optionalOf(decimal),
  orderShares: optionalOf(amount),
  filledShares: optionalOf(amount),
  /** Money that was paid, or received. */
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

/** `POST /order`: whatever else it says, an order with an id was placed. */
export const createdOrder = answerOf(
  z.object({
    orderData: z.looseObject({ orderId: text }).transform((row) => {
      const whole = order.safeParse(row)
      return { orderId: row.orderId, whole: whole.success ? whole.data : undefined }
    }),
  }),
)

/** `POST /order/cancel`; false says that it was not taken back, and not why. */
export const canceledOrder = answerOf(z.object({ result: z.boolean() }))

const trade = z.object({
  /** Documented, in no recording. */
  tradeNo: ornamentOf(text),
  /** Likewise; the frame of the same trade on the socket has `orderId` in its place. */
  orderNo: ornamentOf(text),
  txHash: text,
  marketId: count,
  /** `split` and `merge` are no trades. */
  side: spelledEnumOf('opinion', 'trade.side', ['buy', 'sell', 'split', 'merge'], lowerCase),
  /** 0 where it is of no side. */
  outcomeSide: numberedEnumOf('opinion', 'trade.outcomeSide', [0, 1, 2]),
  price: decimal,
  /** What came in, or went out: a buyer's fee is taken from it. */
  shares: amount,
  /** Text in money; a number is of a unit that is not known. */
  fee: z
    .unknown()
    .transform((value) => (typeof value === 'string' ? decimal.safeParse(value).data : undefined)),
  feeFormatted: ornamentOf(decimal),
  /** 1 pending, 2 finished, 3 canceled, 4 expired, 5 failed, 6 failed on the chain: all but 2 did not come about (yet). */
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

/** `GET /user/auth`: wallets of many signatures by the number of their chain. */
export const authReply = answerOf(z.object({ walletUsers: z.record(z.string(), z.string()).nullish() }))

const quoteToken = z.object({
  chainId: z.union([text, integer.transform(String)]),
  quoteTokenAddress: address,
  symbol: ornamentOf(text),
  quoteTokenName: ornamentOf(text),
  /** Digits behind the point, of it and of the shares that are paid in it. */
  decimal: count.refine((value) => value <= 36, { error: 'expected a number of digits' }),
  ctfExchangeAddress: address,
})
export type QuoteToken = z.output<typeof quoteToken>

/** `GET /quoteToken` */
export const quoteTokenPage = answerOf(z.object({ total: count, list: rowsOf(quoteToken, 'result.list') }))
