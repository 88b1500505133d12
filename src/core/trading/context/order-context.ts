import { PmxError } from '../../../api/envelope/errors.js'
import type { Clock } from '../../../effects/clock.js'
import type { Ids } from '../../../effects/ids.js'
import type { Logger } from '../../../observe/logger.js'
import type { TradingLimits } from '../../../orders/guard.js'
import type { OrderJournal } from '../../../orders/journal.js'
import { createOrderRecords } from '../records/order-records.js'
import { createOrderTime, type OrderTime } from '../records/order-time.js'
import { createRests } from '../records/resting-remainder.js'
import { createBuiltOrders } from '../request/built-orders.js'
import { createHeartbeats } from './heartbeats.js'
import { createInFlightOrders } from './in-flight-orders.js'

export interface OrderContextDeps {
  readonly journal: OrderJournal
  readonly rails: TradingLimits
  readonly clock: Clock
  readonly ids: Pick<Ids, 'secret' | 'uuid' | 'orderName' | 'requestId'>
  readonly log: Logger
  /** Told of what venues say the time is; by this machine and the journal without it. */
  readonly time?: OrderTime | undefined
}

/** An order that was begun may take this long before a daemon that stops goes without it; it is in doubt then. */
const LAST_ORDERS_MS = 5_000

/** What there is once, however many dispatchers place orders: what is under way, and the memory of what was. */
export function createOrderContext({
  journal,
  rails,
  clock,
  ids,
  log,
  time = createOrderTime(clock),
}: OrderContextDeps) {
  const flights = createInFlightOrders(clock)
  const ledger = createOrderRecords({ journal, rails, clock, log, time })
  const rests = createRests({ ledger, clock, log, dryRun: rails.dryRun })
  const heartbeats = createHeartbeats(clock, log)
  let isClosing = false
  return {
    rails,
    clock,
    ids,
    flights,
    ledger,
    rests,
    heartbeats,
    built: createBuiltOrders(ids.secret(), clock),

    /** @throws EXCHANGE_NOT_AVAILABLE once the daemon stops */
    assertOpen(): void {
      if (!isClosing) return
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'The order was not placed: the daemon is shutting down.', {
        detail: { kind: 'shutting_down' },
      })
    },

    /** Takes no more orders, and waits a while for those that were begun. */
    async close(): Promise<void> {
      isClosing = true
      heartbeats.close()
      const underWay = [...flights.all()]
      if (underWay.length === 0 && !rests.isBusy) return rests.close()
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(LAST_ORDERS_MS, resolve)
        // An order that is on its way may have a rest that is to be canceled, too.
        const ended = Promise.allSettled(underWay).then(() => rests.close())
        void ended.then(() => {
          cancel()
          resolve()
        })
      })
      // Where it took too long, nothing is begun any more all the same.
      void rests.close()
    },
  }
}

export type OrderContext = ReturnType<typeof createOrderContext>
