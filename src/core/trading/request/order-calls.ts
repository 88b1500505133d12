import { getMethodRow, type Method, type MethodName, methodOf } from '../../../api/arguments/methods.js'
import type { Priority } from '../../../policy/urgency.js'
import type { CoreCall, OrderTermsOfCall } from '../../request/api-call.js'

/** Whether a method places, changes, cancels or reads orders, some of which the journal knows. */
export function isOfOrders(method: MethodName): boolean {
  const { group, returns } = getMethodRow(method)
  return group === 'trading' || (group === 'account' && /^Order\b/.test(returns))
}

const cancels: ReadonlySet<MethodName> = new Set([
  methodOf.cancel,
  methodOf.cancelMany,
  methodOf.cancelAll,
  methodOf.cancelAllAfter,
])

/** Whether a method cancels orders, at once or later. */
function isCancel(method: MethodName): boolean {
  return cancels.has(method)
}

/** How long a call waits for whose account it is (accounts.ts); undefined where it needs to know. */
export function accountWaitOf(method: MethodName): 'cancel' | 'read' | undefined {
  if (isCancel(method)) return 'cancel'
  return getMethodRow(method).group === 'trading' ? undefined : 'read'
}

/** A cancel and an order are as urgent as they are by themselves, whatever the call says of its priority. */
export function orderPriorityOf(
  method: MethodName,
  group: Method['group'],
  { priority }: CoreCall,
): Priority {
  if (isCancel(method)) return 'cancel'
  return group === 'trading' ? 'orderRead' : (priority ?? 'interactive')
}

/** What a call says that matters where orders are placed. */
export function orderTermsOf({
  idempotencyKey,
  requestId,
  signal,
  tellsDelivery,
}: CoreCall): OrderTermsOfCall {
  const terms = { idempotencyKey, requestId, callerSignal: signal }
  return tellsDelivery === undefined ? terms : { ...terms, tellsDelivery }
}
