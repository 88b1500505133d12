import * as z from 'zod'
import { recordOf, rowsOf } from '../../../venue-kit/rows.js'
import {
  decimal,
  isoTime,
  listOrNull,
  maybe,
  ornament,
  probability,
  text,
} from '../../../venue-kit/schema.js'
import { amount, dollars, price } from '../wire.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"; docs.polymarket.us, SDK 0.1.1). */

const count = decimal.refine((value) => value >= 0, { error: 'expected a count of contracts, not below 0' })

const intents = [
  'ORDER_INTENT_BUY_LONG',
  'ORDER_INTENT_SELL_LONG',
  'ORDER_INTENT_BUY_SHORT',
  'ORDER_INTENT_SELL_SHORT',
] as const
export type Intent = (typeof intents)[number]

/** All there are in the documents (docs.polymarket.us, orders): what is in another one may stand or be over. */
const states = [
  'ORDER_STATE_PENDING_NEW',
  'ORDER_STATE_NEW',
  'ORDER_STATE_PENDING_REPLACE',
  'ORDER_STATE_PENDING_CANCEL',
  'ORDER_STATE_PENDING_RISK',
  'ORDER_STATE_PARTIALLY_FILLED',
  'ORDER_STATE_REPLACED',
  'ORDER_STATE_FILLED',
  'ORDER_STATE_CANCELED',
  'ORDER_STATE_REJECTED',
  'ORDER_STATE_EXPIRED',
] as const

const order = z.object({
  id: text,
  marketSlug: text,
  intent: z.enum(intents),
  type: ornament(z.enum(['ORDER_TYPE_LIMIT', 'ORDER_TYPE_MARKET'])),
  /** Of the long side, whatever the intent. */
  price,
  quantity: count,
  cumQuantity: count,
  leavesQuantity: count,
  state: z.enum(states),
  createTime: maybe(isoTime),
  insertTime: maybe(isoTime),
  commissionNotionalTotalCollected: amount(decimal),
})
export type NativeOrder = z.output<typeof order>

/** An order that cannot be read here has an id beside it, and is read by that. */
const execution = z.object({
  type: ornament(text),
  order: ornament(order),
  orderRejectReason: ornament(text),
  text: ornament(text),
})
export type Execution = z.output<typeof execution>

const position = z.object({
  /** Below 0 where they are short contracts. `netPosition` beside it is rounded. */
  netPositionDecimal: decimal,
  /** With fees. */
  cost: amount(decimal),
  baseCost: amount(decimal),
  realized: amount(decimal),
})
export type NativePosition = z.output<typeof position>

/** One side's part in a trade. Of others' orders not everything is told. */
const part = ornament(
  z.object({
    order: z.object({ id: text, intent: z.enum(intents) }),
    commissionNotionalCollected: amount(decimal),
  }),
)

const trade = z.object({
  id: text,
  marketSlug: text,
  state: maybe(text),
  /** Of the long side. */
  price: dollars.pipe(probability),
  /** `qty` beside it is rounded. */
  qtyDecimal: count,
  createTime: isoTime,
  /** Which of both parts is the account's. */
  isAggressor: ornament(z.boolean()),
  aggressorExecution: part,
  passiveExecution: part,
})
export type NativeTrade = z.output<typeof trade>

/** Where a list goes on; `eof` where it does not. */
const paging = { nextCursor: z.string().nullish(), eof: maybe(z.boolean()) }

/** `GET /v1/account/balances` */
export const balancesReply = z.object({
  balances: z.array(z.object({ currency: text, currentBalance: decimal, buyingPower: decimal })),
})
/** `GET /v1/portfolio/positions`: by the slugs of markets */
export const positionsReply = z.object({
  positions: recordOf(position, 'positions')
    .nullable()
    .transform((rows) => rows ?? {}),
  ...paging,
})
/** `GET /v1/portfolio/activities` */
export const activitiesReply = z.object({
  activities: listOrNull(rowsOf(z.object({ type: text, trade: maybe(trade) }), 'activities')),
  ...paging,
})
/** `GET /v1/orders/open` */
export const ordersReply = z.object({ orders: listOrNull(rowsOf(order, 'orders')) })
/** `GET /v1/order/{id}` */
export const orderReply = z.object({ order })
/** `POST /v1/orders`: executions where it waited for them */
export const createdReply = z.object({ id: text, executions: maybe(z.array(execution)) })
