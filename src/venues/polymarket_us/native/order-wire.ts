import * as z from 'zod'
import { enumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  isoTime,
  listOrNull,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { recordOf, rowsOf } from '../../../venue-kit/requests/map-rows.js'
import { amountOf, dollars, price } from '../schemas.js'

/** Payloads for accounts and orders (../README.md, "Accounts and orders"; docs.polymarket.us, SDK 0.1.1). */

const count = decimal.refine((value) => value >= 0, { error: 'expected a contract count >= 0' })

const intents = [
  'ORDER_INTENT_BUY_LONG',
  'ORDER_INTENT_SELL_LONG',
  'ORDER_INTENT_BUY_SHORT',
  'ORDER_INTENT_SELL_SHORT',
] as const
export type Intent = (typeof intents)[number]
const intent = enumOf('polymarket_us', 'order.intent', intents)

/** All documented states (docs.polymarket.us, orders). An order in any other state may rest or have ended. */
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
  intent,
  type: ornamentOf(enumOf('polymarket_us', 'order.type', ['ORDER_TYPE_LIMIT', 'ORDER_TYPE_MARKET'])),
  /** Price of the long side, regardless of the intent. */
  price,
  quantity: count,
  cumQuantity: count,
  leavesQuantity: count,
  state: enumOf('polymarket_us', 'order.state', states),
  createTime: optionalOf(isoTime),
  insertTime: optionalOf(isoTime),
  commissionNotionalTotalCollected: amountOf(decimal),
})
export type NativeOrder = z.output<typeof order>

/** An unreadable order comes with an id, which is used to read it. */
export const execution = z.object({
  type: ornamentOf(
    enumOf('polymarket_us', 'execution.type', [
      'EXECUTION_TYPE_NEW',
      'EXECUTION_TYPE_PARTIAL_FILL',
      'EXECUTION_TYPE_FILL',
      'EXECUTION_TYPE_CANCELED',
      'EXECUTION_TYPE_REPLACE',
      'EXECUTION_TYPE_REJECTED',
      'EXECUTION_TYPE_EXPIRED',
      'EXECUTION_TYPE_DONE_FOR_DAY',
    ]),
  ),
  order: ornamentOf(order),
  /** The amount of a fill, at a price of the long side. */
  lastShares: ornamentOf(count),
  lastPx: amountOf(probability),
  orderRejectReason: ornamentOf(text),
  text: ornamentOf(text),
})
export type Execution = z.output<typeof execution>

const comboLeg = z.object({
  slug: text,
  title: ornamentOf(text),
  outcome: ornamentOf(text),
  outcomeSide: ornamentOf(
    enumOf('polymarket_us', 'comboLegDetails.outcomeSide', [
      'OUTCOME_SIDE_UNSPECIFIED',
      'OUTCOME_SIDE_YES',
      'OUTCOME_SIDE_NO',
    ]),
  ),
  state: ornamentOf(
    enumOf('polymarket_us', 'comboLegDetails.state', [
      'COMBO_LEG_STATE_UNSPECIFIED',
      'COMBO_LEG_STATE_PENDING',
      'COMBO_LEG_STATE_WON',
      'COMBO_LEG_STATE_LOST',
      'COMBO_LEG_STATE_INDETERMINATE',
    ]),
  ),
})

const position = z.object({
  /** Below 0 for short contracts. `netPosition` next to it is rounded. */
  netPositionDecimal: decimal,
  /** Including fees. */
  cost: amountOf(decimal),
  baseCost: amountOf(decimal),
  realized: amountOf(decimal),
  /** The average purchase price, in prices of the long side (SDK 2.4.1). */
  avgPx: amountOf(probability),
  /** The markets of a combo (SDK 2.4.1). */
  comboLegDetails: ornamentOf(z.array(comboLeg)),
})
export type NativePosition = z.output<typeof position>

/** One side's part in a trade. Parts of other accounts are incomplete. */
const part = ornamentOf(
  z.object({
    order: z.object({ id: text, intent }),
    commissionNotionalCollected: amountOf(decimal),
  }),
)

/** All documented states (docs.polymarket.us, portfolio). A trade in any other state may not count. */
const tradeStates = [
  'TRADE_STATE_NEW',
  'TRADE_STATE_CLEARED',
  'TRADE_STATE_BUSTED',
  'TRADE_STATE_INFLIGHT',
  'TRADE_STATE_PENDING_RISK',
  'TRADE_STATE_PENDING_CLEARED',
  'TRADE_STATE_REJECTED',
  'TRADE_STATE_CLEARING_ACKNOWLEDGED',
  'TRADE_STATE_RETRY_REQUEST',
] as const

const trade = z.object({
  id: text,
  marketSlug: text,
  state: optionalOf(enumOf('polymarket_us', 'trade.state', tradeStates)),
  /** Price of the long side. */
  price: dollars.pipe(probability),
  /** `qty` next to it is rounded. */
  qtyDecimal: count,
  createTime: isoTime,
  updateTime: ornamentOf(isoTime),
  /** Which of the two parts is the account's. */
  isAggressor: ornamentOf(z.boolean()),
  aggressorExecution: part,
  passiveExecution: part,
})
export type NativeTrade = z.output<typeof trade>

/** Trades are requested. Any other value may be a trade under another name (docs.polymarket.us, portfolio). */
const activityType = enumOf('polymarket_us', 'activity.type', [
  'ACTIVITY_TYPE_TRADE',
  'ACTIVITY_TYPE_POSITION_RESOLUTION',
  'ACTIVITY_TYPE_ACCOUNT_DEPOSIT',
  'ACTIVITY_TYPE_ACCOUNT_ADVANCED_DEPOSIT',
  'ACTIVITY_TYPE_ACCOUNT_WITHDRAWAL',
  'ACTIVITY_TYPE_TRANSFER',
  'ACTIVITY_TYPE_REFERRAL_BONUS',
  'ACTIVITY_TYPE_TAKER_FEE_REBATE',
  'ACTIVITY_TYPE_LIQUIDITY_PROGRAM',
])

/** Cursor of the next page; `eof` at the end. */
const paging = { nextCursor: z.string().nullish(), eof: optionalOf(z.boolean()) }

/** `GET /v1/account/balances` */
export const balancesReply = z.object({
  balances: z.array(
    z.object({
      currency: text,
      currentBalance: decimal,
      buyingPower: decimal,
      // Parts of them, passed on unchanged (docs; the last five are members of polymarket-us 2.4.1).
      openOrders: ornamentOf(decimal),
      unsettledFunds: ornamentOf(decimal),
      assetAvailable: ornamentOf(decimal),
      marginRequirement: ornamentOf(decimal),
      balanceReservation: ornamentOf(decimal),
      pendingCredit: ornamentOf(decimal),
      depositReservation: ornamentOf(decimal),
      bonusReservation: ornamentOf(decimal),
      bonusHold: ornamentOf(decimal),
      displayedBonus: ornamentOf(decimal),
      availableToWithdraw: ornamentOf(decimal),
    }),
  ),
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
  activities: listOrNull(rowsOf(z.object({ type: activityType, trade: optionalOf(trade) }), 'activities')),
  ...paging,
})
const resolution = z.object({
  marketSlug: text,
  updateTime: optionalOf(isoTime),
  /** The held position; its `cashValue` is the payout of the resolution (../README.md, "Accounts and orders"). */
  beforePosition: z.object({
    netPositionDecimal: decimal,
    cost: amountOf(decimal),
    baseCost: amountOf(decimal),
    fees: amountOf(decimal),
    cashValue: amountOf(decimal),
  }),
  side: ornamentOf(text),
})
export type NativeResolution = z.output<typeof resolution>

/** `GET /v1/portfolio/activities` of resolved positions */
export const resolutionsReply = z.object({
  activities: listOrNull(
    rowsOf(z.object({ type: activityType, positionResolution: optionalOf(resolution) }), 'activities'),
  ),
  ...paging,
})
/** `GET /v1/orders/open` */
export const ordersReply = z.object({ orders: listOrNull(rowsOf(order, 'orders')) })
/** `GET /v1/order/{id}` */
export const orderReply = z.object({ order })
/** `POST /v1/orders`: with executions for synchronous calls */
export const createdReply = z.object({ id: text, executions: optionalOf(z.array(execution)) })
/** `POST /v1/orders/open/cancel` */
export const canceledAllReply = z.object({ canceledOrderIds: listOrNull(z.array(text)) })
