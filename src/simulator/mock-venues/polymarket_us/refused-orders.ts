import { hashText } from '../../../effects/random.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { nothingDone } from '../../paper-trading/place-order.js'
import { type RejectionTexts, rejectionTextOf } from '../../paper-trading/state/rejections.js'
import type { PaperOrder, PaperRejection } from '../../paper-trading/state/types.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../world/common/hash.js'
import type { Native } from './native-market.js'
import type { SentOrder } from './order-body.js'
import { orderRow, toEventRow } from './order-row.js'

/**
 * Orders that the exchange rejected after assigning an id. Paper accounts do not contain them, so their rows are stored
 * here.
 */
export interface Refused {
  readonly id: string
  readonly row: Native
  readonly execution: Native
}

const notes: NotesOf<Refused> = { name: 'polymarket_us: refused orders' }
const lists: NotesOf<RefusedOrders> = { name: 'polymarket_us: the latest refused orders' }
const MAX_KEPT = 100

/** Rejected orders of an account, oldest first. */
export interface RefusedOrders {
  /** Total number of rejected orders. */
  readonly count: number
  readonly latest: readonly Refused[]
}

/** The reason of a rejection: the exchange's code, and an invented text. */
interface Why {
  readonly reason: string
  readonly text: string
}

export const outOfBounds: Why = {
  reason: 'PRICE_OUT_OF_BOUNDS',
  text: 'price must be between 0.01 and 0.99',
}

const rejections: RejectionTexts<Why> = {
  insufficient: { reason: 'EXCHANGE_OPTION', text: 'insufficient buying power' },
  not_filled: { reason: 'NO_LIQUIDITY', text: 'not enough liquidity to fill the order' },
  market_closed: { reason: 'EXCHANGE_CLOSED', text: 'the market is not open' },
  invalid_price: { reason: 'INVALID_PRICE_INCREMENT', text: 'price is off the tick' },
  invalid_size: { reason: 'INCORRECT_QUANTITY', text: 'invalid quantity' },
  otherwise: (reason) => ({ reason: 'EXCHANGE_OPTION', text: reason.replaceAll('_', ' ') }),
}

export function whyOf(rejection: PaperRejection): Why {
  return rejectionTextOf(rejections, rejection)
}

/** Stores a rejected order with a new id. */
export function noteRefused(context: MockContext, owner: string, wanted: SentOrder, why: Why): Refused {
  const known = refusedOrdersOf(context, owner)
  const count = known.count + 1
  const id = uuidOf(hashText(`refused ${owner} ${count}`))
  const order = { ...draftOf(wanted, context.now), id }
  const refused: Refused = {
    id,
    row: orderRow(context, order, 'ORDER_STATE_REJECTED'),
    execution: {
      ...toEventRow(context, order, 'REJECTED'),
      orderRejectReason: `ORD_REJECT_REASON_${why.reason}`,
      text: why.text,
    },
  }
  context.paper.notes(notes).set(owner, id, refused)
  const latest = [...known.latest, refused].slice(-MAX_KEPT)
  context.paper.notes(lists).set(owner, '', { count, latest })
  return refused
}

export function refusedOrdersOf({ paper }: Pick<MockContext, 'paper'>, owner: string): RefusedOrders {
  return paper.notes(lists).get(owner, '') ?? { count: 0, latest: [] }
}

export function findRefusedOrder({ paper }: Pick<MockContext, 'paper'>, owner: string, id: string) {
  return paper.notes(notes).get(owner, id)
}

/** Returns an order without any execution. */
export function draftOf(wanted: SentOrder, now: number): PaperOrder {
  const { market, side, action, price, timeInForce, expiresAt, native, amount } = wanted
  return {
    id: '',
    count: 0,
    clientOrderId: undefined,
    market,
    side,
    action,
    price,
    size: amount.size,
    ...nothingDone,
    remaining: 0n,
    timeInForce,
    postOnly: wanted.postOnly === true,
    expiresAt,
    status: 'cancelled',
    ending: undefined,
    group: undefined,
    change: 'placed',
    createdAt: now,
    updatedAt: now,
    native,
  }
}
