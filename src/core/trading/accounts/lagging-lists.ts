import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import type { ListedFacts } from '../../../streams/account/tracker.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from '../context/order-context.js'
import { accountWith } from './account-resolver.js'
import { withRemainder } from './account-rows.js'

type Ledger = Pick<OrderContext['ledger'], 'activeAccounts' | 'asListed' | 'claimedBy'>

/**
 * Reads the venue's orders, and shows those that were placed here as they were requested. If the venue reports the time up to
 * which its lists are complete, the journal takes precedence for newer data. That time is requested only after a row contradicted
 * the journal. Lists that are known to be newer by then are read again.
 * @param read reads the orders, and shows each with the function that it gets
 * @throws the errors of `read`
 */
export async function readAsRequested<Result>(
  job: Job,
  ledger: Ledger | undefined,
  read: (show: (order: Order) => Order) => Promise<Result>,
): Promise<Result> {
  const { venue, ctx } = job
  const { listedUntil } = venue.orders ?? {}
  let behind: Order[] = []

  function asAsked(order: Order, listed: ListedFacts): Order {
    if (ledger === undefined) return withRemainder(order)
    const account = accountWith(order.id, job, ledger)
    const { order: asked, isBehind } = ledger.asListed(venue.id, account, order, listed)
    if (isBehind === true) behind.push(order)
    return withRemainder(asked)
  }

  if (listedUntil === undefined) return read((order) => asAsked(order, {}))
  const found = await read((order) => asAsked(order, { until: 0 }))
  if (behind.length === 0) return found
  const until = await listedUntil(ctx).catch((error: unknown) => {
    if (error instanceof PmxError) return 0
    throw error
  })
  const contradicting = behind
  behind = []
  for (const order of contradicting) asAsked(order, { until })
  // The lists that were read before are even older.
  return behind.length === contradicting.length ? found : read((order) => asAsked(order, { until }))
}
