import { createOrderContext } from '../core/trading/context/order-context.js'
import { createShownOrders } from '../core/trading/records/shown-orders.js'
import { createOrderJournal, reportUnknownOrders } from './state/order-journal-file.js'

/** Dependencies of order placement: the journal, the limits and order updates from account streams. */
interface OrderParts {
  /** Path of the journal database. Undefined stores the journal in memory. */
  readonly file: string | undefined
  readonly limits: Parameters<typeof createOrderContext>[0]['tradingLimits']
  readonly clock: Parameters<typeof createOrderContext>[0]['clock']
  readonly ids: Parameters<typeof createOrderContext>[0]['ids']
  readonly log: Parameters<typeof createOrderJournal>[0]['log']
  readonly time: Parameters<typeof createOrderContext>[0]['time']
}

/** Opens the journal and logs the orders with an unknown outcome. */
export async function openOrders({ file, limits, clock, ids, log, time }: OrderParts) {
  const journal = createOrderJournal({ file, clock, log })
  await reportUnknownOrders(journal, file, log)
  const orders = createOrderContext({ journal, tradingLimits: limits, clock, ids, log, time })
  return { journal, orders, shownOrders: createShownOrders(orders.ledger, clock) }
}
