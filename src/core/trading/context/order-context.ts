import { PmxError } from '../../../api/envelope/errors.js'
import type { Clock } from '../../../effects/clock.js'
import type { Ids } from '../../../effects/ids.js'
import type { Logger } from '../../../observe/logger.js'
import { createForgivingJournal } from '../../../orders/forgiving-journal.js'
import type { OrderJournal } from '../../../orders/journal.js'
import type { TradingLimits } from '../../../orders/trading-limits.js'
import { createOrderRecords } from '../records/order-records.js'
import { createOrderTime, type OrderTime } from '../records/order-time.js'
import { createRests } from '../records/resting-remainder.js'
import { createBuiltOrders } from '../request/built-orders.js'
import { createHeartbeats } from './heartbeats.js'
import { createInFlightOrders } from './in-flight-orders.js'
import { createOrderAccounts } from './order-accounts.js'

export interface OrderContextDeps {
  readonly journal: OrderJournal
  readonly tradingLimits: TradingLimits
  readonly clock: Clock
  readonly ids: Pick<Ids, 'secret' | 'uuid' | 'orderName' | 'requestId'>
  readonly log: Logger
  /** Provides the venues' time. If absent, this machine's clock and the journal are used. */
  readonly time?: OrderTime | undefined
}

/** How long a stopping daemon waits for orders in progress. After that their outcome is unknown. */
const LAST_ORDERS_MS = 5_000

/** Creates the state that all dispatchers share: orders in flight, and the records of earlier orders. */
export function createOrderContext({
  journal,
  tradingLimits,
  clock,
  ids,
  log,
  time = createOrderTime(clock),
}: OrderContextDeps) {
  const flights = createInFlightOrders(clock)
  const records = createOrderRecords({ journal, tradingLimits, clock, log, time })
  const rests = createRests({ records, clock, log, dryRun: tradingLimits.dryRun })
  const heartbeats = createHeartbeats(clock, log)
  let isClosing = false
  return {
    rails: tradingLimits,
    clock,
    ids,
    flights,
    ledger: records,
    rests,
    heartbeats,
    /** Creates order records that treat unreadable rows as absent. They are for cancels only. */
    createForgivingRecords(reason: string) {
      log.error({ reason }, 'orders are canceled without the order journal')
      return createOrderRecords({ journal: createForgivingJournal(journal), tradingLimits, clock, log, time })
    },
    accounts: createOrderAccounts(clock),
    built: createBuiltOrders(ids.secret(), clock),

    /** @throws EXCHANGE_NOT_AVAILABLE once the daemon stops */
    assertOpen(): void {
      if (!isClosing) return
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'The order was not placed: the daemon is shutting down.', {
        detail: { kind: 'shutting_down' },
      })
    },

    /** Accepts no more orders, and waits for those in progress for a limited time. */
    async close(): Promise<void> {
      isClosing = true
      heartbeats.close()
      const underWay = [...flights.all()]
      if (underWay.length === 0 && !rests.isBusy) return rests.close()
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(LAST_ORDERS_MS, resolve)
        // An order in flight may also have a remainder that is to be canceled.
        const ended = Promise.allSettled(underWay).then(() => rests.close())
        void ended.then(() => {
          cancel()
          resolve()
        })
      })
      // After a timeout, nothing new is started either.
      void rests.close()
    },
  }
}

export type OrderContext = ReturnType<typeof createOrderContext>
