import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Job } from '../../request/api-call.js'
import type { Sender } from './place-order.js'

/** Returns the caller of an order, and the names that it gave the order. */
export function describeSender(
  job: Job,
  fingerprint: string,
  clientOrderId: string | undefined,
  ownName?: string,
): Sender {
  const account = accountOf(job.venue, job.ctx.secrets)
  const named = [job.order?.idempotencyKey, clientOrderId].filter((name) => name !== undefined)
  const keys = [...new Set(named)]
  const [key] = keys
  let isLost = false
  return {
    job,
    account,
    fingerprint,
    scope: `${job.venue.id} ${account}`,
    names: [...keys.map((name) => `by its caller ${name}`), ...(ownName === undefined ? [] : [ownName])],
    isDeserted: () => isLost || job.order?.callerSignal.aborted === true,
    desert() {
      isLost = true
    },
    keys,
    ...(key === undefined ? {} : { key }),
  }
}
