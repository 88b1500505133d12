import { getMethodRow, type Method, type MethodName, methodOf } from '../../../api/arguments/methods.js'
import type { Priority } from '../../../policy/urgency.js'
import type { CoreCall, OrderTermsOfCall } from '../../request/api-call.js'

/** Whether a method places, changes, cancels or reads orders, some of which may be in the journal. */
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

/** Whether a method cancels orders, immediately or later. */
function isCancel(method: MethodName): boolean {
  return cancels.has(method)
}

/** Returns how long a call waits to identify the account (account-resolver.ts), or undefined if it must be known. */
export function accountWaitOf(method: MethodName): 'cancel' | 'read' | undefined {
  if (isCancel(method)) return 'cancel'
  return getMethodRow(method).group === 'trading' ? undefined : 'read'
}

/** Returns the priority of a method: cancels and orders have their own priority, regardless of the priority of the call. */
export function orderPriorityOf(
  method: MethodName,
  group: Method['group'],
  { priority }: CoreCall,
): Priority {
  if (isCancel(method)) return 'cancel'
  return group === 'trading' ? 'orderRead' : (priority ?? 'interactive')
}

/** Returns the parts of a call that are relevant for placing orders. */
export function orderTermsOf({
  idempotencyKey,
  requestId,
  signal,
  reportsDelivery,
}: CoreCall): OrderTermsOfCall {
  const terms = { idempotencyKey, requestId, callerSignal: signal }
  return reportsDelivery === undefined ? terms : { ...terms, reportsDelivery }
}
