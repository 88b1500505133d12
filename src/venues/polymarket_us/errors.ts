import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm } from '../../transport/errors.js'
import { createWordTable } from '../../venue-kit/payload/native-enums.js'
import type { Execution } from './native/order-wire.js'

/** The text for an unknown order or market is not recorded; that it may be this one is inferred. */
export const errorForm: ErrorForm = { ownGenericWords: new Set(['not found']) }

/** The first value in the exchange's list is in every execution, including fills, so it is not a reason. */
const NO_REASON = 'none'

/** Reasons for which the exchange refused an order (README.md; docs.polymarket.us, orders). */
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

/** Returns the reason of an execution, or undefined if there is none or it is unknown. */
function reasonOf({ orderRejectReason: word }: Execution): ErrorCode | undefined {
  const reason = word === undefined ? undefined : reasonNamed(word)
  return reason === NO_REASON ? undefined : reason
}

/** Duration of the flood protection, in seconds. It does not affect cancels. */
const GUARD_SECONDS = 5

const STANDING: ReadonlySet<string> = new Set([
  'ORDER_STATE_NEW',
  'ORDER_STATE_PARTIALLY_FILLED',
  'ORDER_STATE_FILLED',
])

/** Whether the order took effect. A reason then explains at most why its remainder was dropped. */
function isStanding({ order }: Execution): boolean {
  return order !== undefined && (order.cumQuantity > 0 || STANDING.has(order.state))
}

function isRefusal(execution: Execution): boolean {
  const { type, order } = execution
  const isRejected = type === 'EXECUTION_TYPE_REJECTED' || order?.state === 'ORDER_STATE_REJECTED'
  // An unknown reason is ambiguous: then the order is read.
  return isRejected || reasonOf(execution) !== undefined
}

/**
 * Returns the refusal among the executions of a sent order, or undefined without one. It proves that nothing was placed.
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
    const message = `The exchange paused new orders for a moment (${said}). Send the order again in ${GUARD_SECONDS} seconds.`
    return new PmxError('RATE_LIMIT_EXCEEDED', message, { retryAfter: GUARD_SECONDS, detail })
  }
  const isFunds = /insufficient|buying power/i.test(text)
  const code = isFunds ? 'INSUFFICIENT_FUNDS' : (reasonOf(refused) ?? 'INVALID_ORDER')
  return new PmxError(code, `The exchange refused the order: ${said || 'it returned no reason'}.`, { detail })
}

/** Creates the error for a combo. Neither its price levels nor the lookup of its market by slug is documented. */
export function createComboRefusal(slug: string): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `'${slug}' is a combo. pmx-local cannot trade combos. Close the position at polymarket.us.`,
  )
}
