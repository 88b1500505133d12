import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import { createWordTable } from '../../venue-kit/payload/native-enums.js'
import type { Execution } from './native/order-wire.js'

/** The first word of the exchange's list stands beside every execution, fills too: it is no reason. */
const NO_REASON = 'none'

/** Why the exchange refused an order (README.md; docs.polymarket.us, orders). */
const reasonNamed = createWordTable<ErrorCode | typeof NO_REASON>(
  'polymarket_us',
  'execution.orderRejectReason',
  {
    ORD_REJECT_REASON_EXCHANGE_OPTION: NO_REASON,
    ORD_REJECT_REASON_UNKNOWN_MARKET: 'MARKET_NOT_FOUND',
    ORD_REJECT_REASON_EXCHANGE_CLOSED: 'INVALID_ORDER',
    ORD_REJECT_REASON_INCORRECT_QUANTITY: 'INVALID_ORDER',
    ORD_REJECT_REASON_INVALID_PRICE_INCREMENT: 'INVALID_ORDER',
    ORD_REJECT_REASON_INCORRECT_ORDER_TYPE: 'INVALID_ORDER',
    ORD_REJECT_REASON_PRICE_OUT_OF_BOUNDS: 'INVALID_ORDER',
    ORD_REJECT_REASON_NO_LIQUIDITY: 'NO_LIQUIDITY',
  },
)

/** What an execution gives as its reason; undefined where it gives none, or one that is not known. */
function reasonOf({ orderRejectReason: word }: Execution): ErrorCode | undefined {
  const reason = word === undefined ? undefined : reasonNamed(word)
  return reason === NO_REASON ? undefined : reason
}

/** A guard against floods that lasts for so many seconds; cancels pass it. */
const GUARD_SECONDS = 5

const STANDING: ReadonlySet<string> = new Set([
  'ORDER_STATE_NEW',
  'ORDER_STATE_PARTIALLY_FILLED',
  'ORDER_STATE_FILLED',
])

/** Whether it took effect: a reason beside it then says at most why its rest was dropped. */
function isStanding({ order }: Execution): boolean {
  return order !== undefined && (order.cumQuantity > 0 || STANDING.has(order.state))
}

function isRefusal(execution: Execution): boolean {
  const { type, order } = execution
  const isRejected = type === 'EXECUTION_TYPE_REJECTED' || order?.state === 'ORDER_STATE_REJECTED'
  // A word for a reason that is not known may say something else: then the order is read.
  return isRejected || reasonOf(execution) !== undefined
}

/**
 * The refusal among the executions of an order that was sent; undefined without one. It is sure that nothing was placed.
 */
export function refusalIn(executions: readonly Execution[]): PmxError | undefined {
  const last = executions.findLast(({ order }) => order !== undefined)
  if (last !== undefined && isStanding(last)) return undefined
  const refused = executions.find(isRefusal)
  if (refused === undefined) return undefined
  const { orderRejectReason: reason = '', text = '' } = refused
  const said = [reason.replace(/^ORD_REJECT_REASON_/, ''), text].filter((part) => part !== '').join(': ')
  const detail = { upstreamCode: reason, said: text }
  if (/global rate limit/i.test(text)) {
    const message = `The exchange held new orders back for a moment (${said}): send it again in ${GUARD_SECONDS} seconds.`
    return new PmxError('RATE_LIMIT_EXCEEDED', message, { retryAfter: GUARD_SECONDS, detail })
  }
  const isFunds = /insufficient|buying power/i.test(text)
  const code = isFunds ? 'INSUFFICIENT_FUNDS' : (reasonOf(refused) ?? 'INVALID_ORDER')
  return new PmxError(code, `The exchange refused the order: ${said || 'it does not say why'}.`, { detail })
}

/** No document says that the market of a combo is found by its slug, and its price levels are in none. */
export function comboRefusal(slug: string): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `'${slug}' is a combo. Combos are read only here: close the position at polymarket.us.`,
  )
}
