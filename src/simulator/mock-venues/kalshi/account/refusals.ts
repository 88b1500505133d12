import { Refusal } from '../../../http/reply.js'
import { type RejectionTexts, rejectionTextOf } from '../../../paper-trading/state/rejections.js'
import type { PaperAccount, PaperRejection } from '../../../paper-trading/state/types.js'
import { kalshiError } from '../errors.js'

/** Why orders are refused (README.md: "Errors"). */

type Word = readonly [status: number, code: string, details?: string]

/** The codes are the venue's; that a refused order is a 400 is inferred, but for the 409 that was observed. */
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
 * The venue's answer to what the desk refused.
 * @param account where the money of an order that is wanted on a shard has to lie
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

/** Whether all shards together have what the one does not: the words for that were reported by a user. */
function isElsewhere(account: PaperAccount, needed: bigint): boolean {
  return account.balance().available >= needed
}

function refusalOf(word: Word): Refusal {
  return new Refusal(kalshiError(...word))
}

/** Nothing is placed or amended while trading pauses; the status is documented, the code is ours. */
export function tradingPaused(): Refusal {
  return new Refusal(kalshiError(503, 'trading_paused'))
}
