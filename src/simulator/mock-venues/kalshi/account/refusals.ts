import { Refusal } from '../../../http/reply.js'
import { type RejectionTexts, rejectionTextOf } from '../../../paper-trading/state/rejections.js'
import type { PaperAccount, PaperRejection } from '../../../paper-trading/state/types.js'
import { toErrorReply } from '../errors.js'

/** Reasons for rejected orders (README.md: "Errors"). */

type Word = readonly [status: number, code: string, details?: string]

/** The codes are the venue's. Status 400 for a rejected order is inferred; the 409 was observed. */
const rejections: RejectionTexts<Word> = {
  insufficient: [400, 'available_balance_too_low'],
  not_filled: [400, 'fill_or_kill_insufficient_resting_volume'],
  market_closed: [400, 'MARKET_INACTIVE'],
  duplicate_client_order_id: [409, 'order_already_exists'],
  duplicate_order_id: [409, 'order_already_exists'],
  invalid_size: [400, 'invalid_order_size'],
  below_floor: [400, 'invalid_order', 'price is below the settlement floor of the market'],
  unknown_group: [400, 'invalid_order', 'order group not found'],
  group_triggered: [400, 'invalid_order', 'order group has reached its limit and must be reset'],
  unknown_order: [404, 'not_found'],
  order_not_open: [404, 'not_found'],
  otherwise: (reason) => [400, 'invalid_order', reason.replaceAll('_', ' ')],
}

/**
 * Returns a function that converts a rejection of the paper exchange to a response of the venue.
 * @param account the account that must hold the money of an order on a shard
 */
export function refusalBy(account?: PaperAccount, shard?: number): (rejection: PaperRejection) => Refusal {
  return (rejection) => {
    const { reason } = rejection
    if (reason === 'insufficient_funds' && account !== undefined && isElsewhere(account, rejection.needed))
      return refusalOf([400, 'insufficient_balance', `insufficient collateral on exchange_index ${shard}`])
    const isOver = reason === 'order_not_open' && rejection.order.ending === 'market_closed'
    return refusalOf(rejectionTextOf(rejections, isOver ? { reason: 'market_closed' } : rejection))
  }
}

/** Whether all shards together hold the amount that this shard lacks. A user reported the text for that case. */
function isElsewhere(account: PaperAccount, needed: bigint): boolean {
  return account.balance().available >= needed
}

function refusalOf(word: Word): Refusal {
  return new Refusal(toErrorReply(...word))
}

/** Refuses an amendment or a decrease that changes nothing. The status and the code are those that clients handle. */
export function createNoChange(): Refusal {
  return new Refusal(toErrorReply(400, 'AMEND_ORDER_NO_OP'))
}

/** Rejects placing and amending while trading is paused. The status is documented; the code is inferred. */
export function createTradingPaused(): Refusal {
  return new Refusal(toErrorReply(503, 'trading_paused'))
}
